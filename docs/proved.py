"""Writes docs/proved-rules.md: some rules of each game, as its rule file has them.

Run it as `python docs/proved.py` after changing a rule file; a test fails when that was forgotten.
"""

from __future__ import annotations

import re
from pathlib import Path

from pnp.kit import paths
from pnp.rulefile import FILE

PAGE = Path(__file__).with_name("proved-rules.md")
MOST = 10
"""The number of rules of each game."""
HEAD = """\
# Rules that play proves

Ten rules of each game, from the file `proof.rules` of its kit. In quotes are the sentences that state a rule, with the
words that decide in brackets. Below them is what play must show. [Rules of a game](rules.md) explains how to read and
write them.
"""
_RULE = re.compile(r"^[a-z][\w.]*.*$(?:\n +.*$)+", re.MULTILINE)
_FACT = re.compile(r"^  [a-z][\w.]*(?: \(\d+\))?: ", re.MULTILINE)


def page() -> str:
    """The text of the page."""
    games = sorted(file.parent for file in paths.data_folder().glob(f"*/{FILE}") if "-" not in file.parent.name)
    return HEAD + "".join(f"\n## {game.name}\n\n```text\n{_shown(game / FILE)}\n```\n" for game in games)


def _shown(file: Path) -> str:
    """Some rules of a file: those with a sentence and a fact, spread evenly."""
    blocks = [block for block in _RULE.findall(file.read_text("utf-8")) if not block.startswith("let ")]
    found = [block for block in blocks if '\n  "' in block and _FACT.search(block)]
    return "\n\n".join(found[at * len(found) // MOST] for at in range(MOST))


if __name__ == "__main__":
    PAGE.write_bytes(page().encode())
