"""Compare the parts of a text and of its translation that are not words: fields, tags, icons and marks of Markdown.

What is in braces is compared by the values that it uses: for `{{ "point" if n == 1 else "points" }}`, a translation may
have `{{ n | plural("punkt", "punkty", "punktów") }}`, and for `{'attacker'|said|capital}` a name without the capital.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

_TAGS = r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<!--.*?-->"
TAG = re.compile(_TAGS, re.DOTALL)
"""A tag of a template, or a comment."""
_ICON = r":(?=[a-z{])(?:[a-z][\w-]*|-|\{\{.*?\}\}|\{[^{}]*\})+:"
_PART = re.compile(
    rf"{_ICON}|{_TAGS}|\{{[^{{}}]*\}}|!\[[^\]]*\]\([^)]*\)|\*\*|(?m:^[ \t]*(?:\#{{1,6}}|[-*]|\d+\.)(?= ))|"
    r"(?m:^\|.*\|[ \t]*$)|(?<!\*)\*(?!\*)",
    re.DOTALL,
)
"""A part that is not words. Rows of tables come as a whole, and count by their bars."""
_LITERAL = re.compile(r'"[^"]*"|\'[^\']*\'')
_VALUE = re.compile(r"(?P<filter>\|\s*)?(?P<name>\b[A-Za-z_][\w.]*)|(?P<compared>[=!]=\s*)?(?P<number>\b\d+)")
_CONTROL = re.compile(r"\{%[-+]?\s*(\w+)")
_BRACES = re.compile(rf"{_TAGS}|\{{[^{{}}]*\}}", re.DOTALL)
_ADDRESS = re.compile(rf"\]\([^)]*\)|{_ICON}", re.DOTALL)
"""The address of a picture or a link, or an icon: all in it is a name."""
_SPACE = re.compile(r"\s+")
_PICTURE = re.compile(r"!\[[^\]]*\]")
_SYNTAX = frozenset(
    "and defined elif else endfor endif endmacro false for if in is macro none not or said set true".split()  # noqa: SIM905
)
_LISTING = {"listed", "join", "plural", "default", "d"}
"""Filters whose texts are printed. The texts of all other calls are ids."""
_BEFORE_ID = re.compile(r"(?:[=!]=|\bin|\w\[|[)\]]\[|\bin\s*\[[^\]]*)\s*$")
_COMPARED = re.compile(r"[=!]=\s*$")
_AFTER_ID = re.compile(r"\s*(?:\|\s*said\b|[=!]=|(?:not\s+)?in\b)")
_CHOSEN = re.compile(r"^[^\[\]]*\]\s*\|\s*(?:select|reject|map)\(")
_NAMED = re.compile(r"^[^()]*\)\s*\|\s*said\b")
_CALLED = re.compile(r"([\w.]*)\s*$")
_OF_IDS = re.compile(r"\{%-?\s*(?:include|import|from|extends|for)\b")
"""Tags whose texts are names of files, or ids."""
_NAME = re.compile(r"\{.*\bsaid$")


def differences(source: str, text: str) -> tuple[list[str], list[str]]:
    """The parts of a source that its translation lacks, and the parts that only the translation has.

    The name of an id may be there more often, or less often, but at least once.
    """
    wanted, found = _parts(source), _parts(text)
    missing = [part for _, part in _left(wanted, found)]
    extra = [part for _, part in _left(found, wanted)]
    return missing, extra


def _left(these: Mapping[str, list[str]], those: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    for key, parts in these.items():
        count = len(those.get(key, ()))
        if count == 0 or not _NAME.match(key):
            yield from ((key, part) for part in parts[count:])


def _parts(text: str) -> dict[str, list[str]]:
    """The parts of a text as they are written, by the form in which they are compared."""
    parts: dict[str, list[str]] = {}
    for match in _PART.finditer(text):
        if match[0].startswith("|"):
            inner = re.findall(rf"{_ICON}|{_TAGS}|\*\*", match[0], re.DOTALL)
            inner.append("|" * TAG.sub("", match[0]).count("|"))
        else:
            inner = [match[0]]
        for part in inner:
            parts.setdefault(_compared(part), []).append(part)
    return parts


def _compared(part: str) -> str:
    """The form of a part in which it is compared: an expression's values, all else as it is written."""
    if not part.startswith("{") or part.startswith("{#"):
        return _SPACE.sub(" ", _PICTURE.sub("![]", part.strip()))
    control = _CONTROL.match(part)
    words = {literal.start() for literal in printed_texts(part)}
    ids = {
        literal[0][1:-1]
        for literal in _LITERAL.finditer(part)
        if literal.start() not in words and not _COMPARED.search(part[: literal.start()])
    }
    values = {
        value["name"] or value["number"]
        for value in _VALUE.finditer(_LITERAL.sub('""', part))
        if not (value["filter"] or value["compared"])
    }
    values = {value for value in values if value not in _SYNTAX and not value.startswith("loop.")}
    said = ["said"] if re.search(r"\bsaid\b", part) else []
    return " ".join(
        [part[:2], *([control[1]] if control else []), *sorted(values), *sorted(map(repr, ids - {""})), *said]
    )


def printed_texts(part: str) -> Iterator[re.Match[str]]:
    """The texts in an expression or a tag that are printed, rather than compared, or ids."""
    if _OF_IDS.match(part) or part.startswith(("{#", "<")):
        return
    for literal in _LITERAL.finditer(part):
        before, after = part[: literal.start()], part[literal.end() :]
        has_letters = any(character.isalpha() for character in literal[0])
        if not has_letters or _BEFORE_ID.search(before) or _AFTER_ID.match(after) or _CHOSEN.match(after):
            continue
        called = _called(before)
        if called in _LISTING or (called is None and not _is_named(before, after)):
            yield literal


def _is_named(before: str, after: str) -> bool:
    """Whether what is in the brackets around a place gets a name: `("forfeit" if … else ends)|said`."""
    return before.count("(") > before.count(")") and _NAMED.search(after) is not None


def _called(before: str) -> str | None:
    """The function or filter in whose call a place is; None if it is in none."""
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        if before[at] == ")":
            depth += 1
        elif before[at] == "(" and depth:
            depth -= 1
        elif before[at] == "(":
            name = _CALLED.search(before[:at])
            return (name[1] if name else "") or None
    return None


def has_words(text: str) -> bool:
    """Whether a text has words to translate: outside its parts, or in its expressions."""
    text = _ADDRESS.sub("", text)
    if any(letter.isalpha() for letter in _BRACES.sub("", text)):
        return True
    return any(next(printed_texts(tag), None) for tag in _BRACES.findall(text))


def summary(missing: list[str], extra: list[str]) -> str:
    """What is wrong, in words: the parts that are missing and those that are extra, each once."""

    def listed(parts: list[str]) -> str:
        counts = Counter(parts)
        return ", ".join(part if n == 1 else f"{part} ({n} times)" for part, n in counts.items())

    lacks = f"it lacks {listed(missing)}" if missing else ""
    more = f"it has {listed(extra)} more than the source" if extra else ""
    return " and ".join(filter(None, [lacks, more]))
