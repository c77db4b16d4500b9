"""Escape characters that would control a terminal, or hide or reorder text on it."""

from __future__ import annotations

import json
import re

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters such as ESC and CSI, except tabs and line ends
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # text direction
    "\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # invisible
    "\ud800-\udfff]"  # lone surrogates, from file names that are not UTF-8
)


def escaped(text: str) -> str:
    """Escape unsafe characters: `\\x1b` for ESC, `\\u202e` for a right-to-left override, and so on.

    JSON keeps its meaning: it contains no raw ASCII control characters, and all others get JSON's own escapes.
    """
    return _UNSAFE.sub(lambda match: _number(match[0]), text)


def line(text: str) -> str:
    """Escape unsafe characters and line ends."""
    return escaped(text).replace("\n", "\\n")


def _number(character: str) -> str:
    return f"\\x{ord(character):02x}" if character < " " else json.dumps(character)[1:-1].replace("\x7f", "\\u007f")
