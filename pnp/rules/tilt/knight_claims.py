"""What sentences may state about knight cards and parries of Joust (Cobcroft)."""

from __future__ import annotations

from collections.abc import Callable

from pnp.rules.claims import Always, Holds, Play, Words
from pnp.rules.tilt.claims import CLAIMS, M, Statements, claim, expect, names, numbers, of_seats, parties
from pnp.rules.tilt.facts import still_standing
from pnp.rules.tilt.state import AIM, CHOOSE, FIRST, LEAN, PARRY, PLACE, PULL, SHIELD
from pnp.rules.tilt.strike import Knight

__all__ = ["CLAIMS"]

# Knight cards -------------------------------------------------------------------------------------------------


@claim("knight.order", settles=["knight.first"])
def _knight_order(words: Words, play: Play) -> Statements:
    """If you have not met, reveal the knight cards; the First Player's takes effect first."""
    words.one("cond", "if")
    parties(words, "you")
    passed = words.negated()
    words.one("role", "first_player")
    words.one("stand", "stands")
    first = words.one("order") == "first"
    words.about("meet", "knight", "card", optional=["reveal", "show"])
    yield Always(lambda m: m.phase_after in (LEAN, SHIELD), lambda m: (not m.met) == passed)
    yield Always(
        lambda m: m.phase in (LEAN, SHIELD) and m.starts_turn and (m.before.seat == m.first) == first,
        lambda m: still_standing(m, 1 - m.before.seat),
    )


@claim("knight.stay", settles=["knight.stay"])
def _stay(words: Words, play: Play) -> Statements:
    """Keep these cards in front of you until the end of the tilt; put the others in the row (or: discard them)."""
    cards = set(names(words))
    parties(words, "you")
    words.one("time", "until")
    words.one("end", "ends")
    words.one("quant", "other")
    words.about("tilt", "keep", optional=["end", "front", "card", "discard", "put", "row"])
    known = play.fact("knight.stay")
    yield Holds(cards == set(known), f"the cards that stay are {', '.join(known)}")
    yield Always(
        lambda m: m.same_tilt and (m.before.knights[0].standing or m.before.knights[1].standing),
        _keeps(play),
    )


@claim("knight.keep", settles=["knight.stay"])
def _keep(words: Words, play: Play) -> Statements:
    """Keep this card in front of you until the end of the tilt (unless it is cancelled)."""
    card = words.name()
    parties(words, "you")
    words.one("time", "until")
    words.one("end", "ends")
    ends = words.maybe("cond")
    words.about("tilt", "keep", optional=["end", "front", "cancel"])
    expect(ends in (None, "unless"), "it must say 'unless'")
    game = play.game
    cancels = {name for pair in play.fact("knight.cancel") for name in pair.split(", ")}
    yield Holds((ends == "unless") == (card in cancels), f"cards that are cancelled: {', '.join(sorted(cancels))}")
    yield Holds(card in game.knights and card in play.fact("knight.stay"), f"{card} does not stay")
    yield Always(
        lambda m: m.same_tilt and (card in m.before.knights[0].standing or card in m.before.knights[1].standing),
        _keeps(play),
    )


def _keeps(play: Play) -> Callable[[M], bool]:
    """Whether the cards in play are still there, apart from those that another card ends."""
    pairs = play.fact("knight.cancel")

    def kept(was: Knight, now: Knight) -> bool:
        return all(any(f"{card}, {other}" in pairs for other in now.standing) for card in was.standing - now.standing)

    return lambda m: all(map(kept, m.before.knights, m.after.knights))


@claim("lance.own", settles=["lance.own_aim", "lance.own_parry"])
def _own(words: Words, play: Play) -> Statements:
    """After (you play) Set Lance, your own aim cards and your own Parry cannot move your aim."""
    words.one("time", "after")
    lance, parry = names(words)
    owners = words.every("owner")
    found = words.every("party")
    expect(found in (("you",), ("you", "you")), "it must speak of your aim")
    expect(owners == ("mine", "mine"), "it must speak of your own cards")
    never = words.one("mode") == "never"
    words.about("aim", "card", "move", optional=["play"])
    game = play.game
    yield Holds(lance in game.locking and game.knights[parry].parry is not None, "it must name Set Lance, then Parry")
    yield Holds(play.fact("lance.own_parry") != never, "a parry does not move the aim of its owner's set lance")
    yield of_seats(
        lambda m, seat: m.phase in (CHOOSE, AIM) and m.met and lance in m.before.knights[seat].standing,
        lambda m, seat: (m.strike.blows[seat].aim == m.before.knights[seat].aim) == never,
    )


@claim("lance.parry", settles=["lance.parry_moves"])
def _set_parry(words: Words, play: Play) -> Statements:
    """(After Set Lance,) your own Parry still moves theirs: your rival's aim."""
    owner = words.one("owner")
    parry = words.name()
    parties(words, "rival")
    words.about("move", optional=["aim"])
    yield Holds(owner == "mine" and play.game.knights[parry].parry is not None, "it must name your own parry")
    moved = play.fact("lance.parry_moves")
    yield Holds(moved == ["rival"], f"after the lance is set, a parry moves the aims of: {', '.join(moved)}")


@claim("lance.rival", settles=["lance.rival_parry"])
def _rival(words: Words, play: Play) -> Statements:
    """Your rival's Parry can still move it."""
    parties(words, "you", "rival")
    parry = words.name()
    mode = words.one("mode")
    words.about("move", optional=["aim"])
    yield Holds(play.game.knights[parry].parry is not None, f"{parry!r} is not a parry")
    right = {True: "may", False: "never"}[play.fact("lance.rival_parry")]
    yield Holds(mode == right, "a rival's parry moves the aim of a set lance")


@claim("knight.cancel", settles=["knight.cancel"])
def _cancel(words: Words, play: Play) -> Statements:
    """Of Rise and Sit Forward, only the later card stays (; put the other in the row)."""
    one, other = names(words)
    words.one("quant", "only")
    words.skip("quant", "other")
    later = words.one("time", "after", "before") == "after"
    words.about("stay", optional=["card", "put", "row"])
    right = {f"{a}, {b}": "later" if later else "earlier" for a, b in ((one, other), (other, one))}
    yield Holds(play.fact("knight.cancel") == right, f"which card stays: {play.fact('knight.cancel')}")
    yield of_seats(
        lambda m, seat: m.passed and {m.cards[seat][2]} | m.before.knights[seat].standing >= {one, other},
        lambda m, seat: not m.after.knights[seat].standing >= {one, other},
        least=3,
    )


@claim("knight.barred", settles=["knight.barred_playable", "knight.bars"])
def _barred(words: Words, play: Play) -> Statements:
    """After Brace Shield, you may still play Move Shield, without effect."""
    words.one("time", "after")
    bar, card = names(words)
    parties(words, "you")
    mode, fails = words.one("mode"), words.one("stand") == "fails"
    words.about("play")
    yield Holds((f"{card} after {bar}" in play.fact("knight.bars")) == fails, f"{play.fact('knight.bars')}")
    yield Always(
        lambda m: m.phase == SHIELD,
        lambda m: bar not in m.before.knights[m.before.seat].standing,
    )
    yield Always(
        lambda m: m.phase == CHOOSE and bar in m.before.knights[m.before.seat].standing and _holds(m, card),
        lambda m: any(action[3] == card for action in m.legal) == (mode == "may"),
    )


def _holds(moment: M, card: str) -> bool:
    return bool(moment.before.knights[moment.before.seat].hands[2][moment.game.kinds[2][card]])


@claim("shield.choice", settles=["shield.places"])
def _choice(words: Words, play: Play) -> Statements:
    """Choose one of these shields."""
    found = set(names(words))
    words.one("link", "or")
    words.about("choose")
    held = {place: card for card, place in play.game.places.items()}
    yield Always(lambda m: m.phase == SHIELD, lambda m: {held[place] for place in m.words} == found)


@claim("shield.top", settles=["shield.places"])
def _top(words: Words, play: Play) -> Statements:
    """Lay the new shield on top of the old one: it is the one that counts."""
    top = words.one("spot", "top", "bottom") == "top"
    owner = words.maybe("party")
    words.about("lay", "old", "shield")
    expect(owner in (None, "you"), "it must speak of your own shield")
    yield Always(
        lambda m: m.phase == SHIELD,
        lambda m: (
            m.after.knights[m.before.seat].shield == (m.action[1] if top else m.before.knights[m.before.seat].shield)
        ),
    )


@claim("lean.side", settles=["lean.sides"])
def _side(words: Words, play: Play) -> Statements:
    """Lean: choose left or right."""
    found = names(words)
    card, sides = found[0], set(found[1:])
    words.one("link", "or")
    words.skip("fraction", "half")
    words.about("choose", optional=["half", "target", "board"])
    yield Always(lambda m: m.phase == LEAN, lambda m: m.words == sides and m.cards[m.before.seat][2] == card)


@claim("turn.pass", settles=["turn.first"])
def _pass(words: Words, play: Play) -> Statements:
    """For the next turn, the other player is First Player."""
    words.one("order", "next")
    whose = words.one("quant", "other", "same")
    words.one("role", "first_player")
    words.about("turn", "player")
    yield Always(
        lambda m: m.same_tilt and m.phase not in (FIRST, PLACE) and m.after.turns > m.before.turns,
        lambda m: (m.after.first != m.first) == (whose == "other"),
    )


# Parries ------------------------------------------------------------------------------------------------------


@claim("parry.range", settles=["parry.ranges"])
def _parry_range(words: Words, play: Play) -> Statements:
    """Parry works only at range n to m."""
    card = words.name()
    words.one("quant", "only")
    least, most = numbers(words)
    words.about("range", optional=["work"])
    yield Holds(play.game.knights[card].parry is not None, f"{card!r} is not a parry")
    known = play.fact("parry.ranges")
    yield Holds(known == list(range(least, most + 1)), f"a parry works at ranges {known}")


@claim("parry.next", settles=["parry.next"])
def _parry_next(words: Words, play: Play) -> Statements:
    """If your rival's aim is beside yours, it moves n more square the same way, and yours takes its place."""
    words.one("cond", "if")
    parties(words, "you", "rival", "you", "you")
    words.one("spot", "beside")
    count = words.number()
    same = words.one("quant", "same", "other") == "same"
    words.skip("than", "higher")
    words.about("aim", "square", "move", "take", "place", optional=["direction", "edge"])
    yield Holds(count == 1 and play.fact("parry.next") == same, "it is moved by one square the same way")


@claim("parry.beside", settles=["parry.beside"])
def _parry_beside(words: Words, play: Play) -> Statements:
    """Beside: edge to edge. Or, by an example: this square is beside these."""
    words.one("spot", "beside")
    known = play.fact("parry.beside")
    squares = names(words)
    if not squares:
        words.about("edge")
        target = play.game.target
        right = {cell: " ".join(c for c in target.cells if target.share_edge(cell, c)) for cell in target.cells}
        yield Holds(known == right, "a parry moves a rival's aim on a square that shares an edge, or half an edge")
        return
    words.skip("link", "and")
    here, *there = squares
    yield Holds(sorted(there) == known[here].split(), f"the squares beside {here} are {known[here]}")


@claim("parry.two", settles=["parry.two"])
def _parry_two(words: Words, play: Play) -> Statements:
    """If a move leads to n squares, you choose one."""
    words.one("cond", "if")
    count, _ = words.number(), words.maybe("number")
    found = words.every("party")
    words.about("square", "choose", optional=["aim", "move", "lead"])
    who = {("you",): "owner", ("you", "rival"): "rival", ("rival",): "rival"}.get(tuple(map(str, found)))
    yield Holds(count == 2 and play.fact("parry.two") == who, f"who chooses is the {play.fact('parry.two')}")


@claim("parry.same", settles=["parry.same"])
def _parry_same(words: Words, play: Play) -> Statements:
    """If both aims are on the same square, choose a direction: your rival's aim moves that way, yours the opposite."""
    words.one("cond", "if")
    both, same = words.one("quant"), words.one("quant")
    parties(words, "you", "rival", "you")
    words.one("opposite")
    words.about("aim", "square", "choose", "direction", "move")
    yield Holds(both == "all" and same == "same" and play.fact("parry.same"), "both aims move, in opposite directions")
    yield Always(lambda m: m.phase == PARRY and m.parrier is not None, lambda m: m.actor == m.parrier)


@claim("parry.far", settles=["parry.far"])
def _parry_far(words: Words, play: Play) -> Statements:
    """Otherwise, your aim moves n squares nearer to your rival's aim."""
    words.one("cond", "otherwise")
    parties(words, "you", "you", "rival")
    count = words.number()
    nearer = words.one("than") == "lower"
    words.about("aim", "move", "square")
    yield Holds(nearer and play.fact("parry.far") == count, f"it gets nearer by {play.fact('parry.far')}")


@claim("parry.near", settles=["parry.near"])
def _parry_near(words: Words, play: Play) -> Statements:
    """(Nearer: fewer) steps may be diagonal."""
    mode = words.one("mode")
    compared = words.every("than")
    expect(compared in ((), ("lower", "lower")), "nearer means fewer steps")
    words.about("step", "diagonal")
    known = play.fact("parry.near")
    yield Holds(known[0] == "fewest", f"the squares offered are those of the {known[0]}")
    right = {"diagonal": "may", "straight": "never"}[known[1]]
    yield Holds(mode == right, f"steps are {known[1]}")


@claim("parry.tie", settles=["parry.tie"])
def _parry_tie(words: Words, play: Play) -> Statements:
    """If several squares are equally near, your rival chooses."""
    words.one("cond", "if")
    some, same = words.one("quant"), words.one("quant")
    found = words.every("party")
    words.about("near", "choose", optional=["square"])
    who = {("you",): "owner", ("you", "rival"): "rival"}.get(tuple(map(str, found)))
    right = some == "some" and same == "same" and play.fact("parry.tie") == who
    yield Holds(right, f"of several equally near squares, the {play.fact('parry.tie')} chooses")
    chooser = 1 if who == "rival" else 0
    yield Always(lambda m: m.phase == PULL and m.parrier is not None, lambda m: m.actor == abs(m.parrier - chooser))
