"""Make a kit's worked examples follow play: renew results, leave examples out, and replace positions that are lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pnp import writing
from pnp.checks.support.context import CheckContext
from pnp.diagnostics import Diagnostics
from pnp.kit import Kit, paths, revising, yaml_edit
from pnp.kit.vouched import FILE as VOUCHED
from pnp.rules import Proof, nearest
from pnp.rules.playing import NOT_PLAYED
from pnp.sources import Node
from pnp.sources.yaml import read_text

__all__ = ["DifferingExamples", "Mended", "MendedExample", "is_mendable", "mend", "mended"]

Example = Mapping[str, Any]
Action = Literal["renewed", "replaced", "set to null", "left"]
RENEWED: Action = "renewed"
REPLACED: Action = "replaced"
REMOVED: Action = "set to null"
LEFT: Action = "left"
_READ = (".md", ".yaml")
"""The files from which pages are printed."""
_PICTURE = re.compile(r"!\[[^]]*\]\(play:[\w-]+(?:\.\d+)?@")
"""The beginning of a picture of an example in running text."""


class MendedExample(NamedTuple):
    """What was done about a worked example, or why nothing was."""

    id: str
    action: Action
    about: str
    """The new results, or the reason."""

    def __str__(self) -> str:
        return f"{self.id} {self.action}{', because' if self.action in (REMOVED, LEFT) else ':'} {self.about}"


class DifferingExamples:
    """The worked examples of a kit that differ from play."""

    def __init__(self, context: CheckContext) -> None:
        self._kit, self._proof, self._render = context.render.kit, context.proof, context.render
        plain = self._kit.examples.plain()
        every = plain.items() if isinstance(plain, dict) and self._proof else ()
        self.plain: dict[str, Example] = {id_: one for id_, one in every if isinstance(one, dict)}

    @cached_property
    def problems(self) -> dict[str, Sequence[tuple[tuple[str, ...], str]]]:
        """The differences from play of each example that has any."""
        found = {id_: _of(self._proof).example_problems(example) for id_, example in self.plain.items()}
        return {id_: differences for id_, differences in found.items() if differences}

    def renewed(self, id_: str) -> Example | None:
        """An example with the results of play; None if it cannot be played."""
        return _of(self._proof).renewed_example(self.plain[id_])

    def is_played(self, id_: str) -> bool:
        """Whether an example can be played, with other results than it has."""
        return all(path[0] == "then" for path, _ in self.problems[id_]) or self.renewed(id_) is not None

    def reason(self, id_: str) -> str:
        """Why an example cannot be played."""
        found = self.problems[id_]
        message = next((message for path, message in found if path[0] != "then"), found[0][1])
        return message.partition("; allowed: ")[0].removeprefix(NOT_PLAYED)

    def is_own(self, id_: str) -> bool:
        """Whether the kit's own file has the example, or a part of it."""
        node: Node = self._kit.examples.value[id_]
        return any(Path(span.file).parent == self._kit.folder for span in node.spans())

    def is_shown(self, id_: str) -> bool:
        """Whether a page may show an example: in a picture, or a file from which pages are printed contains its id."""
        named = re.search(rf"(?<![\w-]){re.escape(id_)}(?![\w-])", self._printed)
        return id_ in self._render.collector.shown_examples or named is not None

    @cached_property
    def _printed(self) -> str:
        """The texts of all files from which the kit is printed, without the pictures of pages that could be filled."""
        files: dict[str, Path] = {}
        texts = []
        layers = paths.layers(self._kit.folder, Diagnostics())
        for folder in layers:
            for path in sorted(folder.iterdir()):
                if path.suffix not in _READ or path.name in (revising.FILE, VOUCHED) or not path.is_file():
                    continue
                is_first = files.setdefault(path.name, path) == path
                if is_first or path.suffix == ".yaml":  # a template replaces that of the base, data are merged
                    texts.append(read_text(path, Diagnostics(), within=layers) or "")
        every = "\n".join(texts)
        return every if self._render.templates.missing else _PICTURE.sub("", every)

    def nearest(self, id_: str) -> Example | None:
        """Another position with the same point; None if none was found in a bounded amount of work."""
        proof = _of(self._proof)
        return nearest.nearest(proof.game, proof.renewed_example, self.plain[id_], list(_ids(self._kit)))


def is_mendable(examples: DifferingExamples, id_: str) -> bool:
    """Whether `mend` changes an inherited example."""
    return _mended(examples, id_, is_inherited=True)[0].action != LEFT


def mend(context: CheckContext) -> list[MendedExample]:
    """Write the kit's own examples.yaml so that its examples follow play; what was done, one change per example.

    Nothing else is written. Raises ValueError if the file has a form that cannot be changed, and OSError.
    """
    found = mended(context)
    if found.data is not None:
        writing.write_file(found.file, found.data)
    return found.changes


class Mended(NamedTuple):
    """What is done about examples, the kit's own file of them, and its new contents; None if they stay."""

    changes: list[MendedExample]
    file: Path
    data: bytes | None

    @property
    def text(self) -> str | None:
        """The new contents as a text, whose lines end with `\\n`."""
        return None if self.data is None else self.data.decode("utf-8-sig").replace("\r\n", "\n")


def mended(context: CheckContext) -> Mended:
    """What `mend` writes. Raises ValueError if the file has a form that cannot be changed."""
    kit, examples = context.render.kit, DifferingExamples(context)
    layers = revising.Examples(kit.folder)
    wanted: dict[str, Example | None] = {}
    changes = []
    for id_ in examples.problems:
        change, example = _mended(examples, id_, is_inherited=id_ in layers.inherited)
        changes.append(change)
        if change.action != LEFT:
            wanted[id_] = example
    return Mended(changes, kit.folder / revising.FILE, layers.revised(wanted) if wanted else None)


def _mended(examples: DifferingExamples, id_: str, *, is_inherited: bool) -> tuple[MendedExample, Example | None]:
    """What is done about an example, and the example as it is to be."""
    old, new, is_shown = examples.plain[id_], examples.renewed(id_), examples.is_shown(id_)
    if new is None and examples.is_played(id_):
        return MendedExample(id_, LEFT, "the proof of its game has no new results for it: write them yourself"), None
    if new and (not is_shown or nearest.point(new) == nearest.point(old)):
        return _renewed(id_, old, new, is_shown=is_shown), new
    if new is None and is_inherited and not is_shown:
        return MendedExample(id_, REMOVED, f"no page shows it, and it cannot be played: {examples.reason(id_)}"), None
    other = examples.nearest(id_) if is_shown else None
    if new and (other is None or nearest.point(other) != nearest.point(old)):
        return _renewed(id_, old, new, is_shown=is_shown), new
    if other:
        why = "play has another result there" if new else f"it cannot be played: {examples.reason(id_)}"
        return MendedExample(id_, REPLACED, f"{why}; now {_position(old, other)}"), other
    return MendedExample(id_, LEFT, f"it cannot be played: {examples.reason(id_)}; {_ADVICE[is_shown]}"), None


def _renewed(id_: str, old: Example, new: Example, *, is_shown: bool) -> MendedExample:
    """The new results of an example, with a warning if a page shows it and it shows something else now."""
    is_other = is_shown and nearest.point(_by_place(old)) != nearest.point(_by_place(new))
    warning = "; warning: it shows something else now, so read the page that shows it" if is_other else ""
    return MendedExample(id_, RENEWED, _results(old, new) + warning)


def _by_place(example: Example) -> Example:
    """An example whose lists of results are mappings by place, so that each entry is compared."""

    def by_place(value: Any) -> Any:
        values = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else None
        return value if values is None else {str(key): by_place(item) for key, item in values}

    return {**example, "then": by_place(example.get("then", {}))}


_ADVICE = {
    True: "a page shows it, and no position like it was found: write other 'given' and 'moves', or change the page",
    False: "write other 'given' and 'moves', or remove it",
}
"""What a designer may do about an example that is left, by whether a page shows it."""


def _results(old: Example, new: Example) -> str:
    """The values of an example that have changed."""
    pairs = [(key, part.get(key), after.get(key)) for part, after in _parts(old, new) for key in {**part, **after}]
    return ", ".join(f"{key} is {_shown(now)}, was {_shown(was)}" for key, was, now in pairs if was != now)


def _parts(old: Example, new: Example) -> Iterator[tuple[Example, Example]]:
    yield from ((old.get(part, {}), new.get(part, {})) for part in ("given", "then"))


def _position(old: Example, new: Example) -> str:
    """The values and moves of an example with another position."""
    before, after = ({**one.get("given", {}), "moves": one.get("moves")} for one in (old, new))
    return ", ".join(f"{key} {_shown(value)}" for key, value in after.items() if value != before.get(key))


def _shown(value: Any) -> str:
    return "nothing" if value is None else yaml_edit.flow(value)


def _ids(kit: Kit) -> Iterator[list[str]]:
    """The groups of ids that may stand in for each other: the cards of each deck, and lists of names in the rules."""
    yield from (list(cards) for cards in kit.cards.values())
    yield from _names(kit.rules.plain())


def _names(value: Any) -> Iterator[list[str]]:
    if isinstance(value, list) and len(value) > 1 and all(isinstance(item, str) for item in value):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _names(inner)


def _of(proof: Proof[Any] | None) -> Proof[Any]:
    if proof is None:
        raise ValueError("the kit has no engine with a proof")
    return proof
