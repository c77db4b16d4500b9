"""Text as a terminal may show it: what would control the terminal, or turn or hide text on it, is escaped."""

from __future__ import annotations

import json
import re

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, ESC and CSI among them; tabs and line ends are left
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # the direction of text
    "\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # not seen at all
    "\ud800-\udfff]"  # halves of characters, from file names that are not UTF-8: no terminal takes them
)


def escaped(text: str) -> str:
    """The text with `\\x1b` for ESC, `\\u202e` for an override of direction, and so on.

    JSON stays the same JSON: it has no control characters outside ASCII's, and the others are escaped as it has them.
    """
    return _UNSAFE.sub(lambda found: _number(found[0]), text)


def line(text: str) -> str:
    """The text escaped, on one line."""
    return escaped(text).replace("\n", "\\n")


def _number(character: str) -> str:
    return f"\\x{ord(character):02x}" if character < " " else json.dumps(character)[1:-1].replace("\x7f", "\\u007f")
