"""Ids of cards made from their names, for tables without a column of ids."""

from __future__ import annotations

import itertools
import re

from pnp.kit import schema
from pnp.kit.letters import without_accents

_ID = re.compile(schema.ID)


def from_name(name: str, taken: set[str]) -> str:
    """An id for a name: its ASCII letters and digits, with underscores between words.

    An id that is in `taken` gets the first free number: `storm`, `storm_2`. The new id is added to `taken`.
    """
    stem = from_text(name) or "card"
    numbered = itertools.chain([stem], (f"{stem}_{number}" for number in itertools.count(2)))
    id_ = next(one for one in numbered if one not in taken)
    taken.add(id_)
    return id_


def is_id(text: str) -> bool:
    """Whether a text is an id as it is."""
    return _ID.fullmatch(text) is not None


def from_text(text: str) -> str:
    """An id for a text, whether or not another has it: `abandoned_mine`, and `card_01001` of a number; may be empty."""
    stem = slug(text)
    return stem if not stem or stem[0].isalpha() else f"card_{stem}"


def slug(text: str) -> str:
    """The lower-case ASCII letters and digits of a text, with underscores between words; may be empty."""
    return re.sub(r"[^a-z0-9]+", "_", re.sub("['’]", "", without_accents(text))).strip("_")
