"""Facts of Joust (Cobcroft) about setup, turns, cards and parries: answers found by playing and by trying positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pnp.rules.claims import Facts, Play
from pnp.rules.game import CHANCE
from pnp.rules.shared import Counts
from pnp.rules.tilt.moments import TiltMoment
from pnp.rules.tilt.observe import AIMS, FAR, HORSES, KNIGHTS, aimed, hands, played, speeds
from pnp.rules.tilt.probes import PARRY, blow, empty, parries
from pnp.rules.tilt.state import AIM, CHOOSE, FIRST, LEAN, NO_CARD, PLACE, PULL, PUSH, SHIELD
from pnp.rules.tilt.state import PARRY as CROSS
from pnp.rules.tilt.target import OPPOSITE

if TYPE_CHECKING:
    from pnp.rules.tilt.engine import Tilt

FACTS = Facts()
fact = FACTS.fact
M = TiltMoment


def listed(values: Iterable[Any]) -> str:
    return " ".join(map(str, values))


# Setup --------------------------------------------------------------------------------------------------------


@fact("begins")
def _begins(play: Play) -> Any:
    """Who is First Player in the first tilt."""
    return play.value(lambda m: m.phase == FIRST, lambda m: "chance" if m.actor == CHANCE and len(m.legal) > 1 else "?")


@fact("lists.squares")
def _squares(play: Play) -> Any:
    start = play.game.setup()
    return play.game.square(start, 1) - play.game.square(start, 0) + 1


@fact("start.range")
def _range(play: Play) -> Any:
    return play.value(lambda m: m.phase == PLACE, lambda m: m.gap)


@fact("start.speed")
def _speed(play: Play) -> Any:
    return play.value(lambda m: m.phase == PLACE, lambda m: max(k.speed for k in m.before.knights))


@fact("start.shield")
def _shield(play: Play) -> Any:
    return play.value(lambda m: m.phase == PLACE, lambda m: m.before.knights[m.before.seat].shield)


@fact("start.cards")
def _cards(play: Play) -> Any:
    """The numbers of aim, horse and knight cards of each player at the start of a tilt."""
    return play.value(
        lambda m: m.phase == PLACE, lambda m: listed(sum(h) for h in m.before.knights[m.before.seat].hands)
    )


@fact("target.squares")
def _cells(play: Play) -> Any:
    """The number of squares that aims can reach by feints from a start square."""
    game = play.game
    feint = next(card for card in game.aims if len(aimed(game, card, "b2")) > 4)
    found = play.fact("aim.starts").split()
    for cell in found:
        found += [near for near in aimed(game, feint, cell) if near not in found]
    return len(found)


@fact("target.above")
def _above(play: Play) -> Any:
    """The most squares to which an aim card for up leads."""
    game = play.game
    return max(len(aimed(game, card_for(game, "up"), cell)) for cell in game.target.cells)


@fact("aim.ways")
def _ways(play: Play) -> dict[str, str]:
    """The squares to which each aim card leads from each square, in the order of the cards."""
    game = play.game
    return {
        cell: " | ".join(listed(sorted(aimed(game, card, cell))) for card in game.aims) for cell in game.target.cells
    }


@fact("aim.off_target")
def _off_target(play: Play) -> dict[str, str]:
    """For each card and square from which it would lead off the target: the squares to which it leads."""
    game = play.game
    cells = list(game.target.cells)
    return {f"{card} from {cell}": listed(aimed(game, card, cell)) for cell, card in off_target(game, cells)}


@fact("aim.starts")
def _starts(play: Play) -> Any:
    return play.value(lambda m: m.phase == PLACE, lambda m: listed(sorted(m.words)))


@fact("aim.share")
def _share(play: Play) -> Any:
    """Whether both aims may start on the same square."""
    return all(
        m.before.knights[1 - m.before.seat].aim in m.words
        for m in play.moments
        if m.phase == PLACE and m.before.seat != m.first
    )


@fact("aim.places_first")
def _places_first(play: Play) -> Any:
    fresh = lambda m: m.phase == PLACE and not any(k.aim for k in m.before.knights)  # noqa: E731
    return play.value(fresh, lambda m: "First Player" if m.actor == m.first else "other")


# Choosing -----------------------------------------------------------------------------------------------------


@fact("choose.each")
def _each(play: Play) -> Any:
    """Whether each choice has exactly one card of each hand."""

    def one_each(m: M) -> bool:
        hands, kinds = m.before.knights[m.before.seat].hands, m.game.kinds
        return all(len(a) == 4 and all(map(_held, a[1:], hands, kinds)) for a in (m.legal[0], m.legal[-1]))

    return play.value(lambda m: m.phase == CHOOSE, one_each)


def _held(card: str, hand: Counts, kinds: Mapping[str, int]) -> bool:
    """Whether a hand has a card, or is empty and `card` is a placeholder."""
    return hand[kinds[card]] > 0 if card in kinds else card == NO_CARD and not any(hand)


def game_cards(moment: M, deck: int) -> list[str]:
    """The cards of a deck in the hand of the player who chooses; a placeholder if there are none."""
    hand = moment.before.knights[moment.before.seat].hands[deck]
    return [card for card, kind in moment.game.kinds[deck].items() if hand[kind]] or [NO_CARD]


@fact("choose.optional")
def _optional(play: Play) -> Any:
    """Whether a player may choose no card of a hand that is not empty."""
    return any(
        NO_CARD in action[1:]
        for m in play.moments
        if m.phase == CHOOSE and all(map(sum, m.before.knights[m.before.seat].hands))
        for action in (m.legal[0], m.legal[-1])
    )


@fact("choose.hidden")
def _hidden(play: Play) -> Any:
    """Whether the rival's view is the same for every choice."""
    game = play.game
    m = next(m for m in play.moments if m.phase == CHOOSE and m.before.seat == m.first)
    views = [game.view(game.apply(m.before, action), 1 - m.before.seat) for action in m.legal]
    return all(view == views[0] for view in views)


@fact("cards.return")
def _return(play: Play) -> Any:
    """Whether a played card may be chosen again in the same tilt; and whether all are back in the next one."""

    def smaller(m: M) -> bool:
        pairs = zip(m.turn_start.knights, m.after.knights, strict=True)
        return all(sum(a) == sum(b) - 1 for was, now in pairs for a, b in zip(now.hands, was.hands, strict=True))

    gone = play.value(lambda m: m.passed and m.starts_turn and m.phase_after == CHOOSE, smaller)
    back = play.value(lambda m: m.tilt_ended, lambda m: all(k.hands == m.game.full for k in m.after.knights))
    return ["gone" if gone is True else "kept", "back" if back is True else "lost"]


# Aim cards ----------------------------------------------------------------------------------------------------


@fact("aim.first")
def _aim_first(play: Play) -> Any:
    """Whose aim moves first: at the decision of the one, the aim of the other."""
    return play.value(
        lambda m: m.phase == AIM and m.before.seat == m.first and m.starts_turn,
        lambda m: "First Player" if aim_still(m, 1 - m.first) else "other",
    )


def aim_still(moment: M, seat: int) -> bool:
    """Whether a seat's aim is still where it was at the start of the turn."""
    return moment.before.knights[seat].aim == moment.turn_start.knights[seat].aim


@fact("aim.optional")
def _aim_optional(play: Play) -> Any:
    """Whether an aim with a choice of squares may stay."""
    return any(m.before.knights[m.before.seat].aim in m.words for m in play.moments if m.phase == AIM)


@fact("aim.chooser")
def _chooser(play: Play) -> Any:
    """Who chooses if there are two squares."""
    return play.value(
        lambda m: m.phase == AIM and len(m.words) == 2, lambda m: "owner" if m.actor == m.before.seat else "rival"
    )


@fact("aim.corners")
def _corners(play: Play) -> Any:
    """What aims do that would leave the target from a corner."""
    return "stay" if all(not moves for moves in off_target(play.game, corners(play.game)).values()) else "move"


@fact("aim.edges")
def _edges(play: Play) -> Any:
    """What aims do that would leave the target from another square."""
    game = play.game
    others = [cell for cell in game.target.cells if cell not in corners(game)]
    return "move" if all(off_target(game, others).values()) else "stay"


def corners(game: Tilt) -> list[str]:
    """The first and the last square of the first and the last row, by their names."""
    rows = sorted({cell[0] for cell in game.target.cells})
    found = []
    for row in (rows[0], rows[-1]):
        cells = sorted(cell for cell in game.target.cells if cell[0] == row)
        found += [cells[0], cells[-1]]
    return found


def off_target(game: Tilt, cells: list[str]) -> dict[tuple[str, str], bool]:
    """For each card that would take an aim off the target: whether the aim moves."""
    found = {}
    for cell in cells:
        for card, traits in game.aims.items():
            if traits.way in OPPOSITE and not game.target.neighbours(cell, traits.way):
                found[cell, card] = aimed(game, card, cell) != [cell]
    return found


# Horse cards and riding ---------------------------------------------------------------------------------------


@fact("horse.max")
def _max(play: Play) -> Any:
    """The highest speed in play and in trials."""
    seen = [max(m.speeds) for m in play.moments if m.rides]
    return max([*seen, *(max(speeds(play.game, card).values()) for card in play.game.horses)])


@fact("horse.rein")
def _rein(play: Play) -> Any:
    """For a card that slows horses: the lowest speed of a horse that moves, and the speed of one that stands."""
    found = {}
    for card in play.game.horses:
        after = speeds(play.game, card)
        if after[0] == 0:
            found[card] = [min(now for was, now in after.items() if was), after[0]]
    return found


@fact("horse.natural")
def _natural(play: Play) -> Any:
    """The change of speed of a horse without a card."""
    return speeds(play.game, NO_CARD)[0]


@fact("horse.cards_last")
def _last(play: Play) -> Any:
    """Whether knights always meet before their horse cards run out."""
    game = play.game
    slowest, speed = 0, 0
    counts = sorted(zip(game.horses, game.full[HORSES], strict=True), key=lambda pair: speeds(game, pair[0])[3])
    for card in (card for card, count in counts for _ in range(count)):
        speed = speeds(game, card)[speed]
        slowest += speed
    return 2 * slowest >= game.range(game.setup())


@fact("ride.order")
def _ride_order(play: Play) -> Any:
    """Whether the meeting squares are those of single squares ridden in turn, the First Player first."""
    return play.value(lambda m: m.met, lambda m: m.met_as(m.first, 1))


@fact("ride.exact")
def _exact(play: Play) -> Any:
    """Whether knights who do not meet ride as many squares as their speeds."""
    return play.value(lambda m: m.passed, lambda m: m.rode == m.speeds)


@fact("ride.meets")
def _meets(play: Play) -> Any:
    """The range at which knights stop."""
    return play.value(lambda m: m.met, lambda m: m.gap - sum(m.ridden) + sum(k.moved for k in m.before.knights))


@fact("ride.unseen")
def _unseen(play: Play) -> Any:
    """Whether knight cards of the turn in which knights meet count."""
    game = play.game
    lance = next(card for card in game.knights if card in game.locking)
    plain, set_ = (empty(game, "b3", hands=hands(game, KNIGHTS, card)) for card in ("", lance))
    return blow(game, plain, empty(game, "b3")).impact != blow(game, set_, empty(game, "b3")).impact


# Knight cards -------------------------------------------------------------------------------------------------


@fact("knight.first")
def _knight_first(play: Play) -> Any:
    """Whose knight card takes effect first: at the decision of the one, the cards in play of the other."""
    return play.value(
        lambda m: m.phase in (LEAN, SHIELD, PULL, PUSH, CROSS) and m.before.seat == m.first and m.starts_turn,
        lambda m: "First Player" if still_standing(m, 1 - m.first) else "other",
    )


def still_standing(moment: M, seat: int) -> bool:
    """Whether a seat has the same cards in play, leaning and shield as at the start of the turn."""
    was, now = moment.turn_start.knights[seat], moment.before.knights[seat]
    return (was.standing, was.lean, was.shield) == (now.standing, now.lean, now.shield)


@fact("knight.stay")
def _stay(play: Play) -> list[str]:
    """The knight cards that stay in play."""
    game = play.game
    return [card for card in game.knights if card in laid(game, card)]


def laid(game: Tilt, card: str, *before: str) -> frozenset[str]:
    """The cards in play after a knight card is played, with others already in play."""
    one = game.knight("b2", standing=frozenset(before))
    state = played(game, KNIGHTS, card, FAR, one, game.knight("d5"))
    if state.phase != CHOOSE:
        state = game.apply(state, game.legal(state)[0])
    return state.knights[0].standing


@fact("knight.cancel")
def _cancel(play: Play) -> Any:
    """Of each pair of cards that cancel each other: which stays."""
    game = play.game
    found = {}
    stay = play.fact("knight.stay")
    for card in stay:
        for other in stay:
            if card != other and laid(game, card, other) != {card, other}:
                found[f"{other}, {card}"] = "later" if laid(game, card, other) == {card} else "earlier"
    return found


@fact("knight.bars")
def _bars(play: Play) -> list[str]:
    """The cards that lose their effect, each with the card that takes it."""
    game = play.game
    return [
        f"{card} after {other}"
        for card in game.knights
        for other in play.fact("knight.stay")
        if other != card and _opens(game, card) and not _opens(game, card, other)
    ]


def _opens(game: Tilt, card: str, *before: str) -> bool:
    """Whether a card leads to a decision about the shield or to leaning."""
    one = game.knight("b2", standing=frozenset(before))
    return played(game, KNIGHTS, card, FAR, one, game.knight("d5")).phase in (LEAN, SHIELD)


@fact("knight.barred_playable")
def _barred(play: Play) -> Any:
    """Whether a card without effect may still be played."""
    pairs = [pair.split(" after ") for pair in play.fact("knight.bars")]
    return all(
        card in {a[3] for a in m.legal}
        for m in play.moments
        if m.phase == CHOOSE
        for card, bar in pairs
        if bar in m.before.knights[m.before.seat].standing and card in game_cards(m, KNIGHTS)
    )


@fact("shield.places")
def _places(play: Play) -> Any:
    return play.value(lambda m: m.phase == SHIELD, lambda m: len(m.words))


@fact("lean.sides")
def _sides(play: Play) -> Any:
    return play.value(lambda m: m.phase == LEAN, lambda m: listed(sorted(m.words)))


@fact("lance.own_aim")
def _own_aim(play: Play) -> Any:
    """Whether an aim card moves the aim of a set lance."""
    game = play.game
    return any(
        played(game, AIMS, card, FAR, game.knight("b2", standing=game.locking), game.knight("d5")).knights[0].aim
        != "b2"
        for card in game.aims
    )


@fact("lance.own_parry")
def _own_parry(play: Play) -> Any:
    """Whether a parry moves the aim of the lance that its owner has set."""
    return any(
        end.own != own
        for own, other in (("b2", "b3"), ("b2", "b2"), ("a1", "c3"))
        for end in parries(play.game, own, other, locked=True)
    )


@fact("lance.parry_moves")
def _parry_moves(play: Play) -> list[str]:
    """Whose aims a parry moves if its owner has set the lance."""
    ends = [
        (end.own != own, end.other != other)
        for own, other in (("b2", "b3"), ("b2", "b2"))
        for end in parries(play.game, own, other, locked=True)
    ]
    return [name for name, moved in zip(("own", "rival"), zip(*ends, strict=True), strict=True) if any(moved)]


@fact("lance.rival_parry")
def _rival_parry(play: Play) -> Any:
    """Whether a rival's parry moves the aim of a set lance."""
    game = play.game
    state = played(game, KNIGHTS, PARRY, 2, game.knight("b2"), game.knight("b3", standing=game.locking))
    return state.knights[1].aim != "b3"


@fact("turn.first")
def _turn_first(play: Play) -> Any:
    """Who is First Player in the next turn."""
    return play.value(
        lambda m: m.same_tilt and m.after.turns > m.before.turns and m.phase != PLACE,
        lambda m: "same" if m.after.first == m.first else "other",
    )


def card_for(game: Tilt, way: str) -> str:
    """The aim card that moves an aim in a direction."""
    return next(card for card, traits in game.aims.items() if traits.way == way)
