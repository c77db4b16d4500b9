"""The kit around what a grammar writes: one deck with one face, so that a check is quick."""

from __future__ import annotations

from typing import Any

import yaml

from pnp import checks
from pnp.pipeline import ignoring
from tests.hostile import small
from tests.hostile.grammar.rules import Files

CROWN = small.files()["crown.svg"]
CARDS = {
    "ada": {"name": "Ada", "asides": {"cost": "2", "tags": ["fire", "ice"], "says": ":crown: **Ho**"}},
    "bo": {"name": "Bo", "count": 2, "art": "crown.svg", "traits": {"steps": 3, "hands": {"left": 1, "right": 2}}},
}
STYLES = {"name": {"font": "title", "size": 9, "least": 7}, "col-body": {"font": "body", "size": 8, "least": 7}}
IGNORED = sorted({*checks.checks(), ignoring.ALSO} - {ignoring.RIGHTS})
"""What is not nice is no error here, or nothing would be built."""
NAME = {"text": "{name}", "box": [5, 5, 50, 10], "style": "name"}


def files(
    elements: list[Any] | None = None, *, cards: Any = None, kit: dict[str, Any] | None = None, **deck: Any
) -> Files:
    """A kit whose only face has these elements; `kit` and `deck` are more keys of `kit.yaml` and of its deck."""
    own = {"kind": "deck", "title": "Own", "size": "poker", "face": "own", **deck}
    made: Files = {
        "kit.yaml": dumped({
            "title": "The Set", "palette": {"accent": "#7a2459", "red": "#c03028"}, "icons": {"crown": "crown.svg"},
            "checks": {"ignore": IGNORED}, **(kit or {}), "components": {"own": own},
        }),
        "faces.yaml": dumped({"styles": STYLES, "faces": {"own": {"elements": [NAME, *(elements or [])]}}}),
        "crown.svg": CROWN,
    }  # fmt: skip
    if cards is not False:
        made["cards.yaml"] = dumped(cards or {"own": CARDS})
    return made


def dumped(data: Any) -> bytes:
    """Data as YAML. Lone surrogates are written too, although no text may have them."""
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False).encode("utf-8", "surrogatepass")
