"""Files of a kit -> the same with something wrong in one: in what the data say, in the text, or in the bytes."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any

import yaml

Files = dict[str, bytes]

ODD: list[Any] = [
    None, "", "x", " ", 0, -1, 1, 7, 10**9, -(10**30), 1.5, 1e308, True, False, [], {}, [[]], {"a": 1}, [None],
    ["x", "x"], {"": ""}, "{name}", "{asides.x", "{{ 1 }}", "{% for x in y %}", "#ccc", "#12345678", "#zz",
    "accent", "-", "../x", "/etc/passwd", "C:\\x", "con", "a/b", "a.svg", "x" * 300, "long " * 2000, "\u202egnp",
    "\x1b[31mred", "\u0000", "é", "漢字", "🦏", ":crown:", ":nothing:", "**", "<b>", "|", "=1+1", "@x", "1e5", "0x10",
    "NaN", ".inf", "2001-01-01", "~", "!!str x", "&a", "*a", "99999999999999999999", "3..4", "{n}", "{steps}",
    "mine", "poker", "deck", "hero", "crown.svg", "rules.md",
]  # fmt: skip
"""Values that stand where others are expected."""
_TOKENS = [
    b"&a ", b"*a", b"!!python/object:os.system ", b"<<: ", b"---\n", b"...\n", b"\t", b"\r", b"\x00", b"\xff\xfe",
    b"\xef\xbb\xbf", b"{{", b"}}", b"{%", b"%}", b"{#", b"${x}", b"\xe2\x80\xae", b"\x1b[2J", b"[", b"]", b"{",
    b"}", b'"', b"'", b"|", b"> ", b"#", b": ", b"- ", b",", b"\n", b"  ", b"999999999999", b"-1", b"1e999", b"<",
    b">", b"</", b"<!DOCTYPE x>", b"&x;", b"z", b"A", b"NaN", b"url(#x)", b"%", b"\xed\xa0\x80",
    b"\xf0\x9f\xa6\x8f", b"A" * 5000,
]  # fmt: skip
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_NUMBERS = (b"0", b"-1", b"1e9", b"99999999999", b"0.0000001", b"NaN", b"", b"255", b"65536", b"-2147483649")


def damaged(files: Files, chance: Random) -> tuple[str, Files]:
    """What was done, and the files with it done to one of them, now and then to two."""
    made, done = dict(files), []
    for _ in range(chance.choice((1, 1, 1, 2))):
        name = chance.choice(sorted(made))
        ways = _ways(name)
        way = chance.choice(ways)
        made[name] = way(made[name], chance)
        done.append(f"{way.__name__} in {name}")
    if chance.random() < 0.04:
        gone = chance.choice(sorted(made))
        del made[gone]
        done.append(f"no {gone}")
    return ", ".join(done), made


def _ways(name: str) -> list[Callable[[bytes, Random], bytes]]:
    if name.endswith(".yaml"):
        return [value, value, value, key, subtree, text, numbers, some_bytes]
    if name.endswith((".svg", ".md", ".csv")):
        return [text, text, numbers, some_bytes]
    return [packed, packed, some_bytes] if name.endswith((".xlsx", ".ods")) else [some_bytes]


def value(data: bytes, chance: Random) -> bytes:
    """An odd value in place of another."""
    return _changed(data, chance, lambda box, at: box.__setitem__(at, chance.choice(ODD)))


def key(data: bytes, chance: Random) -> bytes:
    """A key misspelt, odd, or gone."""

    def change(box: Any, at: Any) -> None:
        held = box.pop(at)
        if isinstance(box, dict) and chance.random() < 0.7:
            box[chance.choice([f"{at}s", str(at)[:-1], str(chance.choice(ODD)), str(at).upper()])] = held

    return _changed(data, chance, change)


def subtree(data: bytes, chance: Random) -> bytes:
    """A part of the file in place of another part."""
    try:
        found = yaml.safe_load(data)
    except (yaml.YAMLError, ValueError):
        return text(data, chance)
    places = _places(found)
    if not places:
        return data
    (box, at), (other, there) = chance.choice(places), chance.choice(places)
    box[at] = yaml.safe_load(yaml.safe_dump(other[there]))
    return yaml.safe_dump(found, allow_unicode=True).encode("utf-8", "surrogatepass")


def text(data: bytes, chance: Random) -> bytes:
    """Signs put in, lines doubled, left out, moved in or out."""
    if chance.random() < 0.5:
        at = chance.randrange(len(data) + 1)
        return data[:at] + chance.choice(_TOKENS) + data[at + chance.choice((0, 0, 1, 3)) :]
    lines = data.splitlines(keepends=True) or [b"\n"]
    at = chance.randrange(len(lines))
    line = chance.choice(
        (b"", lines[at] * 2, b"  " + lines[at], lines[at].lstrip(), lines[at][:-2], chance.choice(lines))
    )
    return b"".join([*lines[:at], line, *lines[at + 1 :]])


def numbers(data: bytes, chance: Random) -> bytes:
    """Another number in place of one."""
    found = list(_NUMBER.finditer(data))
    if not found:
        return some_bytes(data, chance)
    one = chance.choice(found)
    return data[: one.start()] + chance.choice(_NUMBERS) + data[one.end() :]


def some_bytes(data: bytes, chance: Random) -> bytes:
    """Bytes changed, put in, left out, or cut off at the end."""
    made = bytearray(data)
    if chance.random() < 0.15:
        return bytes(made[: chance.randrange(len(made) + 1)])
    for _ in range(chance.choice((1, 1, 2, 8, 40))):
        at = chance.randrange(len(made) + 1)
        made[at : at + chance.choice((0, 1, 1, 1, 4))] = chance.randbytes(chance.choice((0, 1, 1, 1, 4)))
    return bytes(made)


def packed(data: bytes, chance: Random) -> bytes:
    """Text changed in a file that is packed in this one."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            parts = {name: book.read(name) for name in book.namelist()}
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError):
        return some_bytes(data, chance)
    if not parts:
        return data
    name = chance.choice(sorted(parts))
    parts[name] = chance.choice((text, numbers, some_bytes))(parts[name], chance)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as book:
        for part, held in parts.items():
            book.writestr(part, held)
    return out.getvalue()


def _changed(data: bytes, chance: Random, change: Callable[[Any, Any], None]) -> bytes:
    try:
        found = yaml.safe_load(data)
    except (yaml.YAMLError, ValueError):
        return text(data, chance)
    places = _places(found)
    if not places:
        return data
    change(*chance.choice(places))
    return yaml.safe_dump(found, allow_unicode=True, sort_keys=False).encode("utf-8", "surrogatepass")


def _places(found: Any) -> list[tuple[Any, Any]]:
    """Every place that a value is in: what holds it, and its key or number there."""
    places: list[tuple[Any, Any]] = []
    if isinstance(found, dict | list):
        for at in list(found) if isinstance(found, dict) else range(len(found)):
            places += [(found, at), *_places(found[at])]
    return places
