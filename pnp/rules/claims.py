"""Claims and facts: what the sentences of a kit state about play, and their proof by play.

A claim belongs to a game. It takes the words of meaning of a sentence as arguments, and makes statements about moments
of play from them. So a changed word is another statement, which play disproves. A fact is an answer found by playing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from pnp.confined import timing
from pnp.kit.plugins import PluginError
from pnp.lexicon import NAME, Word
from pnp.rules import guard
from pnp.rules.game import CHANCE, Action, Game, written

G = TypeVar("G", bound=Game[Any])
S = TypeVar("S")
Value = str | int

LEAST = 10
"""The number of relevant moments that a statement needs, if it does not give its own."""


class WordsError(ValueError):
    """A sentence does not have the words that its claim reads."""


class Words:
    """The words of a sentence. A claim reads them by axis, in their order; at the end none may be left unread."""

    def __init__(self, words: Sequence[Word]) -> None:
        self._words = list(words)
        self._unread = [True] * len(words)

    def __iter__(self) -> Iterator[Word]:
        """All words, read or not."""
        return iter(self._words)

    def one(self, axis: str, *allowed: Value) -> Value:
        """The value of the next unread word on an axis. Raises WordsError if there is none, or if it is not allowed."""
        value = self.maybe(axis)
        if value is None:
            expected = f" ({' or '.join(map(str, allowed))})" if allowed else ""
            raise WordsError(f"it has no word for {axis!r}{expected}")
        if allowed and value not in allowed:
            raise WordsError(f"its word for {axis!r} means {value!r}, not {' or '.join(map(repr, allowed))}")
        return value

    def maybe(self, axis: str) -> Value | None:
        """The value of the next unread word on an axis; None if there is none."""
        for index, word in enumerate(self._words):
            value = word.value(axis)
            if self._unread[index] and value is not None:
                self._unread[index] = False
                return value
        return None

    def every(self, axis: str) -> tuple[Value, ...]:
        """The values of all unread words on an axis."""
        found: list[Value] = []
        while (value := self.maybe(axis)) is not None:
            found.append(value)
        return tuple(found)

    def number(self) -> int:
        """The next number, in digits or as a word."""
        return int(self.one("number"))

    def name(self) -> str:
        """The id of the next card, component or term."""
        return str(self.one(NAME))

    def has(self, axis: str, value: Value) -> bool:
        """Whether the next unread word on an axis has a value; if so, it is read."""
        for index, word in enumerate(self._words):
            if self._unread[index] and word.value(axis) is not None:
                if word.value(axis) == value:
                    self._unread[index] = False
                    return True
                return False
        return False

    def negated(self) -> bool:
        """Whether there is an unread `not`."""
        return self.maybe("neg") is not None

    def about(self, *things: str, optional: Iterable[str] = ()) -> None:
        """Read what the sentence is about: all words for certain nouns, verbs, or names.

        Raises WordsError if one of `things` is not mentioned. Those in `optional` may be.
        """
        known = {*things, *optional}
        mentioned: set[Value] = set()
        for index, word in enumerate(self._words):
            values = {sense.value for sense in word.senses if sense.axis in ("thing", "act", NAME, "role")} & known
            if self._unread[index] and values:
                self._unread[index] = False
                mentioned |= values
        missing = [thing for thing in things if thing not in mentioned]
        if missing:
            raise WordsError(f"it does not mention {', '.join(missing)}")

    def skip(self, axis: str, *values: Value) -> None:
        """Read every word on an axis that has one of some values: words that belong to the sentence's grammar only."""
        for index, word in enumerate(self._words):
            if self._unread[index] and word.value(axis) in values:
                self._unread[index] = False

    def unread(self) -> list[Word]:
        """The words of meaning that no claim has read, and words that the lexicon lacks."""
        return [word for word, unread in zip(self._words, self._unread, strict=True) if unread and not word.neutral]


class Moment(Generic[G, S]):
    """A transition of play: the state before an action, the action, and the state after it.

    Games have subclasses with names for what claims speak of.
    """

    def __init__(self, game: G, before: S, action: Action, after: S, previous: Moment[G, S] | None = None) -> None:
        self.game, self.before, self.action, self.after, self.previous = game, before, action, after, previous

    @property
    def verb(self) -> str:
        return self.action[0]

    @cached_property
    def actor(self) -> int | None:
        """The seat that acts, or CHANCE."""
        return self.game.actor(self.before)

    @cached_property
    def actor_after(self) -> int | None:
        return self.game.actor(self.after)

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        return self.game.legal(self.before)

    @cached_property
    def legal_after(self) -> tuple[Action, ...]:
        return self.game.legal(self.after)

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The first words of the legal actions."""
        return frozenset(action[0] for action in self.legal)

    @cached_property
    def verbs_after(self) -> frozenset[str]:
        return frozenset(action[0] for action in self.legal_after)

    @cached_property
    def over(self) -> bool:
        """Whether the game is over after the action."""
        return self.actor_after is None

    @cached_property
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


M = TypeVar("M", bound=Moment[Any, Any])


class Always(NamedTuple, Generic[M]):
    """A statement: at every moment for which `when` is true, `then` is true. It needs `least` such moments."""

    when: Callable[[M], Any]
    then: Callable[[M], Any]
    least: int = LEAST


class Holds(NamedTuple):
    """A statement about the game as a whole, such as a comparison with a fact, and the reason if it is false."""

    true: object
    reason: str = ""


Statement = Always[Any] | Holds
Maker = Callable[[Words, "Play"], Iterable[Statement]]
Fact = Callable[["Play"], Any]


class Claim(NamedTuple):
    """A claim: what makes its statements, and the facts that it settles."""

    name: str
    make: Maker
    settles: tuple[str, ...] = ()


class Claims(dict[str, Claim]):
    """The claims of a game by name."""

    def claim(self, name: str, *, settles: Iterable[str] = ()) -> Callable[[Maker], Maker]:
        """Decorator that adds a claim. `settles` are the facts that its sentence states."""

        def add(make: Maker) -> Maker:
            if name in self:
                raise ValueError(f"there is already a claim {name!r}")
            self[name] = Claim(name, make, tuple(settles))
            return make

        return add


class Facts(dict[str, Fact]):
    """The facts of a game by name, as functions of play."""

    def fact(self, name: str) -> Callable[[Fact], Fact]:
        """Decorator that adds a fact."""

        def add(find: Fact) -> Fact:
            if name in self:
                raise ValueError(f"there is already a fact {name!r}")
            self[name] = find
            return find

        return add


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

    def values(self, when: Callable[[Any], Any], value: Callable[[Any], Any]) -> list[Any]:
        """All different values at the moments for which `when` is true, sorted."""
        values = (value(moment) for moment in self.moments if when(moment))
        found = {repr(one): one for one in values}
        return sorted(map(plain, found.values()), key=_by_size)

    def value(self, when: Callable[[Any], Any], value: Callable[[Any], Any]) -> Any:
        """The value at all moments for which `when` is true: a list if several, `unseen` if none."""
        found = self.values(when, value)
        return found[0] if len(found) == 1 else found or "unseen"


def _by_size(value: Any) -> tuple[bool, Any]:
    return (False, value) if isinstance(value, int) else (True, repr(value))


def plain(value: Any) -> Any:
    """A fact as plain data: sets sorted, tuples as lists."""
    if isinstance(value, (set, frozenset)):
        return sorted(map(plain, value), key=repr)
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return value


class Verdict(NamedTuple):
    """The result of trying to prove a sentence.

    `state` is `proved`, `false` (play disproves it), `unread` (its words are not those of the claim), `never` (no
    moment is relevant), `seldom` (too few) or `broken` (the claim or the game raises an error).
    """

    state: str
    message: str = ""
    moment: Moment[Any, Any] | None = None
    verbs: frozenset[str] = frozenset()
    """For a proved sentence, the kinds of action that it states something about: those of the moments relevant to it.

    A statement about all moments of play is about no kind of action."""


def prove(claim: Claim, words: Words, play: Play) -> Verdict:
    """Prove the sentence that has some words by a claim."""
    try:
        statements = list(claim.make(words, play))
    except WordsError as error:
        return Verdict("unread", str(error))
    except FactError as error:
        return Verdict("broken", str(error))
    except Exception as error:  # noqa: BLE001 - claims may be the code of others
        return Verdict("broken", f"{type(error).__name__}: {error}")
    unread = words.unread()
    if unread:
        unknown = [word.text for word in unread if not word.senses]
        rest = [word.text for word in unread if word.senses]
        parts = [f"the lexicon lacks {_listed(unknown)}"] if unknown else []
        parts += [f"the claim does not read {_listed(rest)}"] if rest else []
        return Verdict("unread", " and ".join(parts))
    if not statements:
        return Verdict("broken", "the claim makes no statement")
    return _tried(statements, play)


def _tried(statements: list[Statement], play: Play) -> Verdict:
    few, verbs = "", set()
    for number, statement in enumerate(statements, start=1):
        if isinstance(statement, Holds):
            if not statement.true:
                return Verdict("false", statement.reason)
            continue
        try:
            cases, about = 0, set()
            for moment in play.moments:
                if statement.when(moment):
                    cases += 1
                    about.add(moment.verb)
                    if not statement.then(moment):
                        return Verdict("false", "", moment)
        except Exception as error:  # noqa: BLE001 - claims may be the code of others
            return Verdict("broken", f"{type(error).__name__}: {error}", moment)
        if not cases:
            return Verdict("never", f"no moment of play is relevant to statement {number}")
        if cases < statement.least:
            few = few or f"statement {number} was relevant {cases} times in play, fewer than {statement.least}"
        verbs |= about if cases < len(play.moments) else set()
    return Verdict("seldom", few) if few else Verdict("proved", verbs=frozenset(verbs))


def _listed(words: Iterable[str]) -> str:
    return ", ".join(repr(word) for word in words)


Meaning = Callable[[Words, Any], None]
"""Reads the words of a phrase, given the traits that it is for. Raises WordsError if they disagree."""


def moments(make: Callable[..., Any], transitions: Iterable[tuple[Any, Action, Any]]) -> Iterator[Moment[Any, Any]]:
    """The moments of one game, each with the one before it."""
    previous = None
    for before, action, after in transitions:
        previous = make(before, action, after, previous)
        yield previous
