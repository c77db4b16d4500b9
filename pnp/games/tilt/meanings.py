"""The meanings of tilt's phrases: their words, compared with the traits that they are for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.rules.words import Meaning, PhraseWords, WordsError

Traits = Mapping[str, Any]


def _named(words: PhraseWords, *ids: str) -> None:
    """Read exactly these names."""
    found = [str(name) for name in words.every("name")]
    if found != list(ids):
        raise WordsError(f"it must name {', '.join(ids) or 'nothing'}, not {', '.join(found) or 'nothing'}")


def _kind(words: PhraseWords, traits: Traits) -> None:
    if traits["kind"] == "break":
        _break(words, traits)
    elif traits["kind"] == "miss" and not traits.get("shielded"):
        words.about("miss")
    elif traits["kind"] == "miss":
        words.one("cond", "unless")
        words.about("miss", "shield", "cover")
    elif "part" in traits:
        words.about("hit", traits["part"])
    else:
        words.about("hit")


def _break(words: PhraseWords, traits: Traits) -> None:
    if traits.get("disqualified"):
        _your(words)
        words.about("break", "disqualified")
        return
    if words.every("quant") != ("none", "none"):
        raise WordsError("it must say that there is no hit and that there are no points")
    words.about("break", "hit", "point")


def _way(words: PhraseWords, traits: Traits) -> None:
    _your(words)
    number = words.number()
    if traits["way"] == "any":
        words.one("quant", "any")
        words.about("direction", "diagonal", optional=["touch"])
    words.about("move", "aim", "square")
    if number != 1:
        raise WordsError("an aim moves one square")


def _your(words: PhraseWords) -> None:
    if words.every("party") != ("you",):
        raise WordsError("it must say whose: your")


def _signed(thing: str, change: str) -> Meaning:
    """Words for a change of a number: a sign, such as −, and a noun."""

    def read(words: PhraseWords, traits: Traits) -> None:
        words.one("change", change)
        words.about(thing)

    return read


def _slower(words: PhraseWords, traits: Traits) -> None:
    words.one("change", "minus")
    words.one("mode", "never")
    words.one("bound", "less")
    words.about("speed")


def _parry(words: PhraseWords, traits: Traits) -> None:
    words.one("quant", "only")
    words.about("range")


def _locks(words: PhraseWords, traits: Traits) -> None:
    _your(words)
    words.about("aim", "stay")


def _lean_side(words: PhraseWords, traits: Traits) -> None:
    _signed("impact", "minus")(words, traits)
    if words.every("party") != ("rival", "you"):
        raise WordsError("it must say whose blow, and who leans: your rival’s, you")
    words.about("blow", "lean", optional=["side"])


def _end(side: str) -> Meaning:
    """Words for the end of a card that is up when its knight leans to a side."""

    def read(words: PhraseWords, traits: Traits) -> None:
        _named(words, "lean", side)

    return read


def _lean_other(words: PhraseWords, traits: Traits) -> None:
    _signed("impact", "plus")(words, traits)
    words.one("quant", "other")
    words.about("side")


def _spares(words: PhraseWords, traits: Traits) -> None:
    words.one("quant", "none")
    words.about("change", "blow")


def _cancels(words: PhraseWords, traits: Traits) -> None:
    words.about("cancel")


def _forbids(words: PhraseWords, traits: Traits) -> None:
    words.one("stand", "fails")


def _moves_shield(words: PhraseWords, traits: Traits) -> None:
    words.one("quant", "any")
    _your(words)
    words.about("choose", "shield")


def _idle(words: PhraseWords, traits: Traits) -> None:
    words.one("quant", "none")
    words.about("happen")


_PLACES: Mapping[str, Sequence[tuple[str, ...]]] = {
    "a3": [("head",)],
    "a4": [("right", "head")],
    "b2": [("chest", "left")],
    "b3": [("chest", "right")],
    "c3": [("torso", "right")],
    "c4": [("right", "torso")],
}


def _covers(words: PhraseWords, traits: Traits) -> None:
    """The names of the covered squares in their order, by their parts."""
    signs = words.every("change")
    if set(signs) != {"plus"} or len(signs) != len(traits["covers"]):
        raise WordsError("each number needs a plus")
    found = [str(name) for name in words.every("name")]
    for cell in traits["covers"]:
        for spelling in (*_PLACES.get(str(cell), ()), (str(cell),)):
            if tuple(found[: len(spelling)]) == spelling:
                found = found[len(spelling) :]
                break
        else:
            raise WordsError(f"it does not name the square {cell}")
    if found:
        raise WordsError(f"it names {', '.join(found)}, which the shield does not cover")


def _foe_balance(words: PhraseWords, traits: Traits) -> None:
    if words.every("party") not in (("rival",), ("you", "rival")):
        raise WordsError("it must say whose: your rival's")
    words.one("change", "plus")
    words.about("balance")


def _start(words: PhraseWords, traits: Traits) -> None:
    _your(words)
    words.one("mode", "may")
    words.one("end", "begins")
    words.about("aim")


def _points(words: PhraseWords, traits: Traits) -> None:
    words.about("point")


MEANINGS: Mapping[str, Meaning] = {
    "kind": _kind,
    "way": _way,
    "faster": _signed("speed", "plus"),
    "slower": _slower,
    "parry": _parry,
    "impact": _signed("impact", "plus"),
    "balance": _signed("balance", "plus"),
    "balance_lost": _signed("balance", "minus"),
    "locks": _locks,
    "lean_right": _end("right"),
    "lean_left": _end("left"),
    "lean_side": _lean_side,
    "lean_other": _lean_other,
    "lean_spares": _spares,
    "cancels": _cancels,
    "forbids": _forbids,
    "moves_shield": _moves_shield,
    "idle": _idle,
    "covers": _covers,
    "foe_balance": _foe_balance,
    "start": _start,
    "points": _points,
}
