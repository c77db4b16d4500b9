"""A small game for the tests of rule files: players take one to three matches of ten, and the last one wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.lexicon import Word, lexicon
from pnp.rulefile import GameRules, Prover, RuleFile, readers
from pnp.rulefile.expression import ExpressionNames, RuleExpression
from pnp.rulefile.pattern import Pattern
from pnp.rulefile.source import RuleText
from pnp.rules.game import Action, Game, Outcome, Outcomes
from pnp.rules.moments import Moment, moments
from pnp.rules.playing import transitions

ENGLISH = lexicon("en")
assert ENGLISH
read: Callable[[str], list[Word]] = partial(ENGLISH.words, names={}, nouns={"match": ["match", "matches"]})


class State(NamedTuple):
    """The matches that are left, those that each seat has taken, and whose turn it is."""

    left: int
    taken: tuple[tuple[str, ...], tuple[str, ...]]
    seat: int


class Nim(Game[State]):
    """Nim with one heap."""

    name = "nim"
    players = 2
    endings = frozenset({"last"})
    unit = "turns"
    verbs = frozenset({"take"})

    def actions(self) -> tuple[Action, ...]:
        return tuple(("take", str(n)) for n in (1, 2, 3))

    def setup(self) -> State:
        return State(10, ((), ()), 0)

    def actor(self, state: State) -> int | None:
        return state.seat if state.left else None

    def legal(self, state: State) -> tuple[Action, ...]:
        return tuple(action for action in self.actions() if int(action[1]) <= state.left)

    def chance(self, _state: State) -> Outcomes:
        return ()

    def apply(self, state: State, action: Action) -> State:
        count = int(action[1])
        taken = tuple((*own, *["match"] * count) if seat == state.seat else own for seat, own in enumerate(state.taken))
        return State(state.left - count, taken, 1 - state.seat)  # type: ignore[arg-type]

    def outcome(self, state: State) -> Outcome | None:
        if state.left:
            return None
        return Outcome("last", (1 - state.seat,), self.standings(state))

    def standings(self, state: State) -> tuple[int, ...]:
        return tuple(map(len, state.taken))

    def hand(self, state: State, seat: int) -> tuple[str, ...]:
        return tuple(sorted(set(state.taken[seat])))

    def view(self, state: State, _seat: int) -> Mapping[str, Any]:
        return state._asdict()

    def resample(self, state: State, _seat: int, _rng: Any) -> State:
        return state

    def length(self, state: State) -> int:
        return 10 - state.left

    def show(self, state: State) -> str:
        return f"{state.left} left"


GAME = Nim()


def doubled(game: Nim, count: int) -> int:
    """Twice a number of matches, but not more than there are: a function of the game for its rules."""
    return min(2 * count, game.setup().left)


def rules(text: str, *more: RuleFile) -> tuple[GameRules, Diagnostics]:
    """The rules of a text, and the errors in it."""
    diagnostics = Diagnostics()
    return GameRules([RuleFile(text, "nim/proof.rules", "en"), *more], diagnostics, {"doubled": doubled}), diagnostics


def problems(text: str, *more: RuleFile) -> list[str]:
    """The errors in rules, each as `line:column message`."""
    return [f"{one.span.line}:{one.span.column} {one.message}" for one in rules(text, *more)[1]]


def played(made: GameRules, games: int = 40) -> list[Moment[Any, Any]]:
    """The moments of some random games."""
    make = partial(made.moment, GAME)
    return [moment for seed in range(games) for moment in moments(make, transitions(GAME, str(seed)))]


def prover(text: str) -> tuple[GameRules, Prover]:
    """Rules without errors, and what tries sentences by them."""
    made, diagnostics = rules(text)
    assert list(diagnostics) == []
    return made, Prover(made, GAME, played(made), {})


def verdict(text: str, sentence: str) -> tuple[str, str]:
    """The state and the message of a sentence by rules; `unread` if no rule reads it."""
    made, tries = prover(text)
    found = tries.proved(readers([*made.rules.values()], read(sentence), "en", read))
    return (found.verdict.state, found.verdict.message) if found else ("unread", "")


NAMES = ExpressionNames({"phase", "before", "role"}, {"fact", "moments"}, {"hole"})


def expression(text: str) -> RuleExpression:
    """An expression at the third line of a rule file."""
    return RuleExpression(RuleText(text, "proof.rules", 3, 5), NAMES)


def pattern(text: str) -> Pattern:
    """A sentence with holes at the second line of a rule file."""
    return Pattern(RuleText(text, "proof.rules", 2, 3), "en")


def orders(text: str) -> None:
    """Write a sentence in all its orders."""
    pattern(text).orders(read)


def holes(text: str, sentence: str) -> Any:
    """The values of the holes of a sentence that reads another one, or None."""
    return pattern(text).read(read(sentence), read).holes
