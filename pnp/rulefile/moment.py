"""What the rules of every game may speak of: names of a moment of play, and of play as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pnp.rulefile.expression import MissingError
from pnp.rulefile.work import Work
from pnp.rules.game import CHANCE, Action
from pnp.rules.moments import Moment, Play, kept, plain
from pnp.rules.proofs import proof

MOST_ACTIONS = 2_000
"""The number of actions after which a game that is played on purpose is left."""


class Seen(Moment[Any, Any]):
    """A transition of any game. What it calls a field is a field of the engine's states."""

    @kept
    def seats(self) -> range:
        return range(self.game.players)

    @kept
    def chance(self) -> bool:
        """Whether chance acts."""
        return self.actor == CHANCE

    @kept
    def rival(self) -> int:
        """The other one of two seats."""
        return 1 - (self.actor or 0)

    @kept
    def phase(self) -> str:
        """The engine's phase before the action; the action's verb, if its states have no phase."""
        return str(getattr(self.before, "phase", self.verb))

    @kept
    def phase_after(self) -> str:
        return str(getattr(self.after, "phase", ""))

    @kept
    def card(self) -> str:
        """The second word of the action."""
        return self.action[1] if len(self.action) > 1 else ""

    @kept
    def choices(self) -> frozenset[str]:
        """The second words of the legal actions."""
        return frozenset(action[1] for action in self.legal if len(action) > 1)

    @kept
    def ways(self) -> int:
        """The number of legal actions with this verb and card."""
        return sum(action[:2] == self.action[:2] for action in self.legal)

    @kept
    def hands(self) -> list[tuple[str, ...] | None]:
        """The cards that each seat holds before the action, each once."""
        return [self.game.hand(self.before, seat) for seat in self.seats]

    @kept
    def hands_after(self) -> list[tuple[str, ...] | None]:
        return [self.game.hand(self.after, seat) for seat in self.seats]

    @kept
    def score(self) -> tuple[int, ...] | None:
        """The points of each seat before the action."""
        return self.game.standings(self.before)  # type: ignore[no-any-return]

    @kept
    def score_after(self) -> tuple[int, ...] | None:
        return self.game.standings(self.after)  # type: ignore[no-any-return]

    @kept
    def scored(self) -> list[int]:
        """The points that the action brings to each seat."""
        return [after - before for before, after in zip(self.score or (), self.score_after or (), strict=True)]

    @kept
    def result(self) -> list[int]:
        """The points of each seat as the game counts them at its end; empty before."""
        outcome = self.game.outcome(self.after)
        return list(outcome.points) if outcome else []

    @kept
    def ending(self) -> str:
        """The kind of ending; empty before the end."""
        outcome = self.game.outcome(self.after)
        return outcome.ending if outcome else ""

    def gained(self, name: str) -> list[list[str]]:
        """What each seat has more than before in a field by seat, sorted."""
        return _more(getattr(self.before, name), getattr(self.after, name))

    def lost(self, name: str) -> list[list[str]]:
        """What each seat has less than before in a field by seat, sorted."""
        return _more(getattr(self.after, name), getattr(self.before, name))

    def view(self, state: Any, seat: int) -> Any:
        """What a seat sees of a state."""
        return self.game.view(state, seat)

    def shown(self, name: str) -> bool:
        """Whether every seat sees a field as it is after the action."""
        value = plain(getattr(self.after, name))
        return all(plain(self.game.view(self.after, seat).get(name)) == value for seat in self.seats)

    def secret(self, name: str) -> bool:
        """Whether no seat sees another's cards in a field by seat, before the action."""
        cards = getattr(self.before, name)
        views = [repr(self.game.view(self.before, seat)) for seat in self.seats]
        return not any(
            repr(card) in views[other]
            for owner in self.seats
            for other in self.seats
            if other != owner
            for card in cards[owner]
        )

    def applied(self, state: Any, action: Action, **changes: Any) -> Any:
        """The state after an action that is tried, in a state with some fields changed."""
        return self.game.apply(state._replace(**changes), action)


class Shared:
    """A name that has the same value in all moments of a game: it is computed in the first that is asked."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
        if isinstance(self._value, kept):
            self._value.__set_name__(owner, name)

    def __get__(self, moment: Seen, owner: type) -> Any:
        first = owner.firsts.setdefault(id(moment.game), moment)  # type: ignore[attr-defined]
        value = self._value.__get__(moment, owner) if first is moment else getattr(first, self._name)
        moment.__dict__[self._name] = value
        return value


def _more(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> list[list[str]]:
    pairs = zip(before, after, strict=True)
    # Most seats have what they had. To count their cards was a tenth of all proving.
    return [sorted((Counter(now) - Counter(then)).elements()) if now != then else [] for then, now in pairs]


NAMES = frozenset(name for name in {*dir(Seen), "game", "before", "action", "after", "previous"} if name[0] != "_")
WHOLE = frozenset({"game", "seats", "view", "applied"})
"""The names that do not depend on the moment."""


class Whole:
    """Play as a whole."""

    def __init__(self, play: Play, work: Work) -> None:
        self.moments, self.game, self._play = play.moments, play.game, play
        self._facts = frozenset(play.names())
        self._work = work
        self._values: dict[str, Any] = {}
        self._playouts: dict[tuple[str, ...], list[Any]] = {}
        self._those: dict[tuple[str, ...], Sequence[Any]] = {}

    def fact(self, name: str) -> Any:
        """The value of a fact of the game."""
        if name not in self._facts:
            raise MissingError(name, sorted(self._facts))
        return self._play.fact(name)

    def value(self, text: str, make: Callable[[], Any]) -> Any:
        """The value of an expression about play as a whole, computed once."""
        if text not in self._values:
            self._values[text] = make()
        return self._values[text]

    def begin(self) -> None:
        """Begin to count the work of another line."""
        self._work.begin()

    def those(self, tests: Mapping[str, Callable[[Any, Whole], Any]]) -> Sequence[Any]:
        """The moments for which some conditions are true. Lines that begin with the same ones share them."""
        found: Sequence[Any] = self.moments
        conditions: tuple[str, ...] = ()
        for condition, test in tests.items():
            conditions = (*conditions, condition)
            if conditions not in self._those:
                self._those[conditions] = [moment for moment in found if test(moment, self)]
            found = self._those[conditions]
        return found

    @cached_property
    def setup(self) -> Any:
        """The state at the start of a game."""
        return self.game.setup()

    def observed(self, deck: str, card: str) -> Any:
        """The traits of a card as observed in play, by the hook `observe` of the game's proof."""
        made = proof(self.game)
        return made.observe(deck, card) if made else None

    def playout(self, *preferred: str) -> list[Any]:
        """The moments of a game in which each seat takes the last legal action with the first of these words that is
        possible, or the last one; chance takes its first outcome. Actions are compared word by word, numbers by size.
        """
        if preferred not in self._playouts:
            self._playouts[preferred] = list(self._played(preferred))
        return self._playouts[preferred]

    def _played(self, preferred: tuple[str, ...]) -> Any:
        game, make, state, last = self.game, type(self.moments[0]), self.setup, None
        for _ in range(MOST_ACTIONS):
            actor = game.actor(state)
            if actor is None:
                return
            self._work.spend(1)
            legal = sorted(game.legal(state), key=_by_words)
            wanted = ([action for action in legal if word in action] for word in preferred)
            action = legal[0] if actor == CHANCE else next(filter(None, wanted), legal)[-1]
            after = game.apply(state, action)
            last = make(game, state, action, after, last)
            yield last
            state = after


def _by_words(action: Action) -> list[tuple[bool, int, str]]:
    return [(word.isdecimal(), int(word) if word.isdecimal() else 0, word) for word in action]


PLAY_NAMES = frozenset({"moments", "fact", "setup", "playout", "observed"})
