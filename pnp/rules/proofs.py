"""The interface by which checks compare a kit with play: cards, tables, tracks, boards and worked examples.

An engine's proof tries what the engine allows and changes. It reads neither traits nor printed words. Play itself
never imports a proof.

The words of a phrase, which a game's meanings read by axis.

A meaning takes the words of meaning of a phrase and the traits that it is for, and says whether they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from pnp.kit.plugins import PluginError
from pnp.lexicon import NAME, Word
from pnp.rules import guard, loading
from pnp.rules.game import Game
from pnp.rules.moments import Fact

Value = str | int


class WordsError(ValueError):
    """A phrase does not have the words that its meaning reads."""


class PhraseWords:
    """The words of a phrase. A meaning reads them by axis, in their order; at the end none may be left unread."""

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
        """The words of meaning that no meaning has read, and words that the lexicon lacks."""
        words = zip(self._words, self._unread, strict=True)
        return [word for word, unread in words if unread and not (word.neutral or word.minor)]


Meaning = Callable[[PhraseWords, Any], None]
"""Reads the words of a phrase, given the traits that it is for. Raises WordsError if they disagree."""


def meaning(*things: str, optional: Iterable[str] = (), **values: Value) -> Meaning:
    """Reads a word with a value on each of some axes, and what the phrase is about: `meaning("speed", change="plus")`.

    Things in `optional` may be mentioned.
    """

    def read(words: PhraseWords, _traits: Any) -> None:
        for axis, value in values.items():
            words.one(axis, value)
        words.about(*things, optional=optional)

    return read


G = TypeVar("G", bound=Game[Any])


class Board(NamedTuple):
    """A board: its squares in reading order, the neighbours of each square, and named areas.

    An area (`zone`, `start`, `centre`) is a set of squares; for a line, the squares on either side of it. The squares
    of the lists are named `1.7`: the seventh square of the first lane, which is furthest from the reader.
    """

    squares: tuple[str, ...]
    neighbours: Mapping[str, frozenset[str]]
    areas: Mapping[str, frozenset[str]] = {}


Cell = int | str | list[str] | None
"""A cell of a table: a number, an id, ids, or nothing."""
Table = list[list[Cell]]
"""The rows of a table."""
Path = tuple[str, ...]
"""The keys that lead to a value in a mapping."""
Problem = tuple[str | tuple[str, str], str]
"""The reason why the game cannot be played, with its rule, its card (deck and id), or "" for the whole game."""


def of_game(function: Callable[..., Any]) -> Any:
    """A hook that is a function of the game and of what the check asks for."""

    def hook(proof: Proof[Any], *arguments: Any) -> Any:
        return function(proof.game, *arguments)

    return hook


class Proof(Generic[G]):
    """The base class of every engine's proof: what checks may ask beyond a game's rule file. Every hook is optional.

    A subclass with a public name that is not a hook, such as a misspelt one, cannot be defined.
    """

    _hooks: ClassVar[frozenset[str]] = frozenset()
    FORMS: ClassVar[Mapping[str, Any]] = {}
    """The forms of worked examples that the game has beside `play`, by name: see `pnp.rules.examples`."""

    def __init__(self, game: G) -> None:
        self.game = game

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        known = {*HOOKS, "FORMS"}
        unknown = sorted(name for name in vars(cls) if not name.startswith("_") and name not in known)
        if unknown:
            hooks = ", ".join(sorted(known))
            raise TypeError(f"{cls.__name__} has the unknown hook {', '.join(unknown)}; hooks are {hooks}")

    def observe(self, deck: str, card: str) -> Mapping[str, Any] | None:
        """The traits of a card as observed in play; None for a card that is not played."""
        return None

    def problems(self) -> Sequence[Problem]:
        """The reasons why a game with this data cannot be played to its end."""
        return ()

    def tables(self) -> Mapping[str, Table]:
        """The rows of printed tables, by their names in phrases.yaml."""
        return {}

    def tracks(self) -> Mapping[str, Sequence[str | int]]:
        """The steps of each track, by their rule."""
        return {}

    def boards(self) -> Mapping[str, Board]:
        """The boards of the game, by name."""
        return {}

    def tiles(self, deck: str, card: str) -> Mapping[str, int | bool] | None:
        """For each position: False where a card may not be played, else the points it scores there, or True if it
        scores none. None for a card that is not played by position."""
        return None

    def example_problems(self, example: Mapping[str, Any]) -> Sequence[tuple[Path, str]]:
        """The differences between a worked example and play: paths in it and messages.

        Every game has examples of the form `play`.
        """
        from pnp.rules import examples  # not for those who only play

        return list(examples.problems(self.game, example, self.FORMS))

    def renewed_example(self, example: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """A worked example with the results of play; None if it cannot be played."""
        from pnp.rules import examples  # not for those who only play

        return examples.renewed(self.game, example, self.FORMS)

    def vocabulary(self) -> Mapping[str, Callable[..., Any]]:
        """Functions that lines of the rule file may call, by name, such as probes of a card. They are given the game
        first, and never change it."""
        return {}

    def scenes(self) -> Iterable[Any]:
        """Positions from which games are played too, because random games reach them too seldom."""
        return ()

    def variants(self) -> Iterable[Proof[G]]:
        """The proofs of the game for each number of players, whose games are played for facts and rules."""
        return (self,)

    def facts(self) -> Mapping[str, Fact]:
        """The facts of the game that are not in its rule file, by name: answers found by playing."""
        return {}

    def meanings(self) -> Mapping[str, Meaning]:
        """For each field of phrases.yaml, what reads the words of its phrases and compares them with their traits."""
        return {}


QUESTIONS = frozenset(name for name, value in vars(Proof).items() if callable(value) and not name.startswith("_"))
"""What checks ask of a proof."""
HOOKS = QUESTIONS - {"example_problems", "renewed_example"}
"""The questions that a game answers itself; of worked examples it has `FORMS`."""
Proof._hooks = HOOKS


def proof(game: Game[Any]) -> Proof[Any] | None:
    """Make the proof of an engine; None for one that has neither `proof.py` nor a function `proof` in `engine.py`.

    Raises TypeError for an unknown hook, or PluginError if the engine is the code of others.
    """
    source = game.source
    name, own = (source.engine, source.own) if source else (game.name, None)
    has_own_file = guard.has_own(own, "proof") if own else loading.REGISTRY.has(name, "proof")
    module = loading.part(name, own, "proof" if has_own_file else "engine")
    if not hasattr(module, "proof"):
        return None
    found: Proof[Any]
    if name in loading.REGISTRY.own:
        found = module.proof(game)
        guard.guard(found, sorted(QUESTIONS), game, f"game {name}")
        return found
    about = f"the proof of {game.name} cannot be used"
    found = guard.call(about, module.proof, game, own=own)
    if not isinstance(found, Proof):
        raise PluginError(f"{about}: proof() returned {type(found).__name__}, not a Proof")
    guard.guard(found, sorted(QUESTIONS), game, loading.title(game))
    return found
