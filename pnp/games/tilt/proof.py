"""The proof of `tilt`, by which checks compare its kits with play.

The meanings of tilt's phrases: their words, compared with the traits that they are for.

Positions of a match that random games reach too seldom: turns before the knights meet, and parries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from pnp.games.tilt.engine import Tilt
from pnp.games.tilt.examples import FORMS
from pnp.games.tilt.observe import observe, problems
from pnp.games.tilt.state import CHOOSE, State
from pnp.games.tilt.strike import Knight
from pnp.games.tilt.tables import VOCABULARY, boards, tables
from pnp.rules.proofs import Meaning, PhraseWords, Proof, WordsError, meaning, of_game
from pnp.rules.shared import added

Pair = tuple[str, str]
HEADS, HORSES, SHIELDED = ("a3", "a3"), ("d3", "d3"), ("c4", "a4")


def scenes(game: Tilt) -> Iterator[State]:
    """Turns shortly before the knights meet, with locked aims, and turns in which a parry works."""
    for aims in _on_target(
        game, HEADS, ("a3", "b2"), HORSES, ("d3", "a3"), ("d2", "b3"), SHIELDED, ("b2", "c2"), ("a2", "c4")
    ):
        yield meeting(game, aims)
        yield meeting(game, aims, tilt=game.rules.tilts, lean="left", shields=("up", "down"))
    for heads in _on_target(game, HEADS):
        for shields, tilt in product((("outward", "up"), ("down", "up")), (1, 2)):
            yield meeting(game, heads, tilt=tilt, shields=shields)
    for points in ((1, 0), (0, 1), (1, 1)):
        yield meeting(game, ("a2", "a2"), tilt=game.rules.tilts, points=points)
    for aims in _on_target(game, ("b2", "b3"), ("c2", "c2"), ("a1", "c3"), ("b3", "a3")):
        yield parrying(game, aims)
    if "left" in game.kinds[0]:
        for aims in _on_target(game, ("c2", "c2"), ("a1", "c4")):
            yield from (one_parry(game, aims, parrier, first) for parrier in (0, 1) for first in (0, 1))


def _on_target(game: Tilt, *aims: Pair) -> list[Pair]:
    """The aims at squares that the target has."""
    return [pair for pair in aims if set(pair) <= set(game.target.cells)]


def meeting(
    game: Tilt,
    aims: Pair,
    *,
    tilt: int = 1,
    points: tuple[int, int] = (0, 0),
    lean: str = "",
    shields: Pair | None = None,
) -> State:
    """A turn at whose end the knights meet at full speed. Both lances are set, so the aims stay."""
    standing = [card for card in (*sorted(game.locking), *(["lean"] if lean else [])) if card in game.knights]
    hands = without(game, standing)
    speed = game.rules.speed.max
    gap = speed
    ridden = game.range(game.setup()) - gap
    own = game.rules.first_shield
    places = [place if place in game.shields else own for place in shields or (own, own)]
    one, other = (
        game.knight(aim, hands=hands, standing=frozenset(standing), lean=lean, shield=places[seat], speed=speed)
        for seat, aim in enumerate(aims)
    )
    knights = (one._replace(moved=ridden - ridden // 2), other._replace(moved=ridden // 2))
    return game.setup()._replace(phase=CHOOSE, tilt=tilt, knights=knights, turns=5 * tilt, points=points)


def parrying(game: Tilt, aims: Pair, gap: int = 4) -> State:
    """A turn with a short range, from which a parry may work: both horses are slow."""
    ridden = game.range(game.setup()) - gap
    one, other = (game.knight(aim, speed=1) for aim in aims)
    knights = (one._replace(moved=ridden - ridden // 2), other._replace(moved=ridden // 2))
    return game.setup()._replace(phase=CHOOSE, knights=knights, turns=5)


def one_parry(game: Tilt, aims: Pair, parrier: int, first: int) -> State:
    """A turn in which one seat parries, after both aims have moved left. `aims` are the parrier's and the other's."""
    parries = [card for card, traits in game.knights.items() if traits.parry]
    others = [c for c, t in game.knights.items() if not (t.parry or t.lean or t.moves_shield)]
    slowest = min(game.horses, key=lambda card: game.paced(1, card))
    state = parrying(game, aims if parrier == 0 else (aims[1], aims[0]), gap=5)

    def held(seat: int) -> Knight:
        knights = parries if seat == parrier else others
        hands = (_only(game, 0, ["left"]), _only(game, 1, [slowest]), _only(game, 2, knights))
        return state.knights[seat]._replace(hands=hands)

    return state._replace(knights=(held(0), held(1)), first=first, seat=first, opener=first)


def _only(game: Tilt, deck: int, cards: list[str]) -> tuple[int, ...]:
    """A hand of one deck with one of each of some cards."""
    kinds = {game.kinds[deck][card] for card in cards}
    return tuple(int(kind in kinds) for kind in range(len(game.full[deck])))


def without(game: Tilt, cards: list[str]) -> tuple[tuple[int, ...], ...]:
    """Full hands without some knight cards."""
    aims, horses, knights = game.full
    for card in cards:
        knights = added(knights, game.kinds[2][card], -1)
    return aims, horses, knights


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


def _locks(words: PhraseWords, traits: Traits) -> None:
    _your(words)
    words.about("aim", "stay")


def _lean_side(words: PhraseWords, traits: Traits) -> None:
    words.one("change", "minus")
    words.about("impact")
    if words.every("party") != ("rival", "you"):
        raise WordsError("it must say whose blow, and who leans: your rival’s, you")
    words.about("blow", "lean", optional=["side"])


def _end(side: str) -> Meaning:
    """Words for the end of a card that is up when its knight leans to a side."""

    def read(words: PhraseWords, traits: Traits) -> None:
        _named(words, "lean", side)

    return read


def _lean_other(words: PhraseWords, traits: Traits) -> None:
    words.one("change", "plus")
    words.about("impact")
    words.one("quant", "other")
    words.about("side")


def _moves_shield(words: PhraseWords, traits: Traits) -> None:
    words.one("quant", "any")
    _your(words)
    words.about("choose", "shield")


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


MEANINGS: Mapping[str, Meaning] = {
    "kind": _kind,
    "way": _way,
    "faster": meaning("speed", change="plus"),
    "slower": meaning("speed", change="minus", mode="never", bound="less"),
    "parry": meaning("range", quant="only"),
    "impact": meaning("impact", change="plus"),
    "balance": meaning("balance", change="plus"),
    "balance_lost": meaning("balance", change="minus"),
    "locks": _locks,
    "lean_right": _end("right"),
    "lean_left": _end("left"),
    "lean_side": _lean_side,
    "lean_other": _lean_other,
    "lean_spares": meaning("change", "blow", quant="none"),
    "cancels": meaning("cancel"),
    "forbids": meaning(stand="fails"),
    "moves_shield": _moves_shield,
    "idle": meaning("happen", quant="none"),
    "covers": _covers,
    "foe_balance": _foe_balance,
    "start": _start,
    "points": meaning("point"),
}


class TiltProof(Proof[Tilt]):
    """The proof of `tilt`."""

    FORMS = FORMS
    observe, problems, scenes = of_game(observe), of_game(problems), of_game(scenes)
    boards, tables = of_game(boards), of_game(tables)
    meanings, vocabulary = of_game(lambda _game: MEANINGS), of_game(lambda _game: VOCABULARY)


def proof(game: Tilt) -> TiltProof:
    """Make the proof of an engine."""
    return TiltProof(game)
