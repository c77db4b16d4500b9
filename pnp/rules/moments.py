"""What is seen of a game: its moments, and the facts that are found from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from pnp.confined import timing
from pnp.kit.plugins import PluginError
from pnp.rules import guard
from pnp.rules.game import CHANCE, Action, Game, written

G = TypeVar("G", bound=Game[Any])
S = TypeVar("S")
T = TypeVar("T")


class kept(Generic[T]):  # noqa: N801 - a decorator
    """A property that is computed once.

    Before Python 3.12 `functools.cached_property` takes a lock for each object, which was a tenth of all proving.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self.__doc__ = make, make.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, moment: Any, _owner: type | None = None) -> T:
        value = moment.__dict__[self._name] = self._make(moment)
        return value


class Moment(Generic[G, S]):
    """A transition of play: the state before an action, the action, and the state after it.

    Rule files have a subclass with more names.
    """

    def __init__(self, game: G, before: S, action: Action, after: S, previous: Moment[G, S] | None = None) -> None:
        self.game, self.before, self.action, self.after, self.previous = game, before, action, after, previous

    @property
    def verb(self) -> str:
        return self.action[0]

    @kept
    def actor(self) -> int | None:
        """The seat that acts, or CHANCE."""
        return self.game.actor(self.before)

    @kept
    def actor_after(self) -> int | None:
        return self.game.actor(self.after)

    @kept
    def legal(self) -> tuple[Action, ...]:
        return self.game.legal(self.before)

    @kept
    def legal_after(self) -> tuple[Action, ...]:
        return self.game.legal(self.after)

    @kept
    def verbs(self) -> frozenset[str]:
        """The first words of the legal actions."""
        return frozenset(action[0] for action in self.legal)

    @kept
    def verbs_after(self) -> frozenset[str]:
        return frozenset(action[0] for action in self.legal_after)

    @kept
    def over(self) -> bool:
        """Whether the game is over after the action."""
        return self.actor_after is None

    @kept
    def winners(self) -> tuple[int, ...]:
        """The seats that have won."""
        outcome = self.game.outcome(self.after)
        return outcome.winners if outcome else ()

    def show(self) -> list[str]:
        """The position and the action, as lines of text."""
        who = "chance" if self.actor == CHANCE else f"player {(self.actor or 0) + 1}"
        try:
            position = self.game.show(self.before).rstrip().split("\n")
        except Exception:  # noqa: BLE001 - a wrong engine may not be able to show what it has done
            position = ["(a position that the game cannot show)"]
        return [*position, f"then {who}: {written(self.action)}"]


def moments(make: Callable[..., Any], transitions: Iterable[tuple[Any, Action, Any]]) -> Iterator[Moment[Any, Any]]:
    """The moments of one game, each with the one before it."""
    previous = None
    for before, action, after in transitions:
        previous = make(before, action, after, previous)
        yield previous


Fact = Callable[["Play"], Any]


class FactError(Exception):
    """A fact cannot be found because the game raises an error."""


class Play:
    """What was seen of a game: its moments, and the facts found from them and by trying positions."""

    def __init__(self, game: Any, moments: Sequence[Any], facts: Mapping[str, Fact]) -> None:
        self.game, self.moments = game, moments
        self._functions = facts
        self._known: dict[str, Any] = {}
        self._late: FactError | None = None

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The kinds of action that were seen: the first words of all actions, those of chance included."""
        return frozenset(moment.verb for moment in self.moments)

    def fact(self, name: str) -> Any:
        """The value of a fact: plain data. Raises KeyError for an unknown fact, FactError if it cannot be found."""
        if name not in self._known:
            self._known[name] = self._found(name, self._functions[name])
        value = self._known[name]
        if isinstance(value, FactError):
            raise value
        return value

    def _found(self, name: str, find: Fact) -> Any:
        """A fact, or the error for one that cannot be found. After one that takes too long no other is looked for."""
        if self._late:
            return self._late
        try:
            return guard.ask(self.game, f"the fact {name}", lambda: plain(find(self)))
        except PluginError as error:
            found = FactError(str(error))
            if isinstance(error.__cause__, timing.OutOfTimeError):
                self._late = found
            return found

    def names(self) -> list[str]:
        return sorted(self._functions)


def plain(value: Any) -> Any:
    """A fact as plain data: sets sorted, tuples as lists."""
    if isinstance(value, (int, str)):  # nearly all values are
        return value
    if isinstance(value, (set, frozenset)):
        return sorted(map(plain, value), key=repr)
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return value


class Verdict(NamedTuple):
    """The result of trying to prove a sentence.

    `state` is `proved`, `false` (play disproves it), `never` (no
    moment is relevant), `seldom` (too few) or `broken` (the rule or the game raises an error).
    """

    state: str
    message: str = ""
    moment: Moment[Any, Any] | None = None
    verbs: frozenset[str] = frozenset()
    """For a proved sentence, the kinds of action that it states something about: those of the moments relevant to it.

    A statement about all moments of play is about no kind of action."""
    relevant: int = 0
    """For a proved sentence, the number of moments that bear it out; `moment` is the first of them."""
