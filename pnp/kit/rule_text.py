"""Join the rule files of a kit's layers into one, for a full copy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_HEAD = re.compile(r"([a-z]\w*(?:\.\w+)*)\s*(?:\[[\w. ]*\])?\s*")
_SENTENCE = re.compile(r'^(\s+)(")', re.MULTILINE)


def joined(texts: Sequence[tuple[str, str]]) -> str:
    """A game's rule file with the sentences that editions add to its rules. `texts` are the files with their
    languages, that of the game first; each sentence gets its language.
    """
    (base, first), *editions = texts
    lines = _in_language(base, first).splitlines()
    for text, language in editions:
        added = {name: _in_language(block, language) for name, block in _blocks(text)}
        lines = [more for line in lines for more in (line, *added.get(_name(line), "").splitlines())]
    return "\n".join(lines) + "\n"


def _in_language(text: str, language: str) -> str:
    return _SENTENCE.sub(rf"\1{language} \2", text)


def _name(line: str) -> str:
    """The name of the rule that begins with a line; empty for any other line."""
    head = _HEAD.fullmatch(line)
    return head[1] if head else ""


def _blocks(text: str) -> Iterable[tuple[str, str]]:
    """Each rule of a file by its name, with its lines."""
    name, block = "", list[str]()
    for line in [*text.splitlines(), "end"]:
        if line[:1].isspace():
            block.append(line)
        elif line:
            if name and block:
                yield name, "\n".join(block)
            name, block = _name(line), []
