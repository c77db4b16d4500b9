"""No option of a build is silent: it changes what is printed, or it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

import pnp
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.option_table import Choices, Option, rows

VALUES: dict[str, Any] = {
    "paper": "letter", "card_size": "bridge", "mark_colour": "#ff0000", "area": "150x200mm", "cards": ["charge"],
    "only": ["moves"], "pages": "1", "skip": "1", "creep": 0.4, "bleed": 1, "margin": 12, "gap": 3, "copies": 3,
}  # fmt: skip
"""Values of options that are no choice of a few. Others are given their minimum and maximum."""
NEEDS: dict[str, dict[str, Any]] = {
    "scale_cards": {"card_size": "bridge"},
    "reverse": {"order": "sides"},
    "inset": {"cutter": "silhouette"},
    "area": {"cutter": "cricut"},
}
"""What must be given beside an option."""
ELSEWHERE = {
    "since": "compares with an earlier print",
    "icc": "needs the profile of a press",
    "underlay": "needs a PDF",
    "ignore": "is about errors",
    "strict": "is about errors",
    "draft": "is about errors",
}
"""Options that have tests of their own, and why they are not tried here."""
ABOUT_PRINTERS = ("backs", "order", "reverse", "margin")
"""Options that say how the user's printer prints. They may be given for any component, also for one side only."""
SAME = [("rulebook", "booklet"), ("inset", 10), ("ink_limit", 400)]
"""Values that ask for what is so anyway: the usual ones of some papers, machines and pictures."""
SETS = {
    "the whole set": {},
    "cards": {"only": ["moves"]},
    "standees": {"only": ["foldies"]},
    "a book": {"only": ["rulebook"]},
    "the guide": {"only": ["guide"]},
    "for a shop": {"profile": "shop", "marks": "none", "only": ["moves"]},
}


def values_of(option: Option) -> Iterator[Any]:
    kinds = (option.type, *get_args(option.type))
    if option.name in VALUES:
        yield VALUES[option.name]
    elif option.type is bool:
        yield True
    elif option.limits:
        yield from option.limits
    else:
        yield from (value for kind in kinds if get_origin(kind) is Literal for value in get_args(kind))


TRIED = [
    (name, value)
    for name, option in rows(Choices).items()
    if name not in ELSEWHERE
    for value in values_of(option)
    if value != option.default and (name, value) not in SAME
]


def test_every_option_is_tried():
    assert {name for name, _ in TRIED} | set(ELSEWHERE) == set(rows(Choices))


def printed(kit: Path, options: dict[str, Any]) -> dict[str, bytes]:
    files = pnp.build(kit, **options).files
    return {name: files[name] for name in files if name != "manifest.json"}


@pytest.mark.slow
@pytest.mark.parametrize("chosen", SETS.values(), ids=SETS)
def test_an_option_changes_what_is_printed_or_is_refused(small, chosen):
    silent: list[tuple[str, Any]] = []
    refused: dict[str, str] = {}
    usual = printed(small, chosen)
    first = {name: (name, value) for name, value in reversed(TRIED)}
    for name, value in TRIED:
        others = NEEDS.get(name, {})
        if name in chosen or others.keys() & chosen.keys() or (name in ABOUT_PRINTERS and chosen):
            continue
        if not chosen and (name, value) != first[name] and name not in ABOUT_PRINTERS and value != "none":
            continue  # parts of the set are tried with the other values
        if chosen and (name == "pages" or (value == "none" and chosen["only"] != ["moves"])):
            continue  # what is on one sheet may be printed as sheet 1, and what has no marks without them
        try:
            given = printed(small, {**chosen, **others, name: value})
            if given == (printed(small, {**chosen, **others}) if others else usual):
                silent.append((name, value))
        except ChoiceError as error:
            refused[name] = error.option
    assert silent == []
    named = {name: {name, *NEEDS.get(name, {}), *chosen} for name in refused}
    assert {name: option for name, option in refused.items() if option not in named[name]} == {}
