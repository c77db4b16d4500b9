"""What every check uses: its input, its diagnostics, work that several of them share, and the texts of a kit's data
files and templates, in which names are looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from pathlib import Path
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from pnp import components, rulefile, rules
from pnp.components.context import RenderContext
from pnp.components.kinds.deck import Spec as Deck
from pnp.components.kinds.deck import deck_of, printers
from pnp.diagnostics import CardPlace, Diagnostic, Diagnostics, Span
from pnp.graphics import Drawing, Piece
from pnp.kit import Card, Kit
from pnp.kit.plugins import HINT, PluginError
from pnp.rules import Game, Proof, loading
from pnp.sources.yaml import read_text

_WITH_TEXT = frozenset({"text-overflow", "missing-glyph", "bad-svg", "svg-refused", "unknown-colour", "unread-file"})
"""Errors in drawing after which the texts are there all the same."""


@dataclass(frozen=True, eq=False)
class CheckContext:
    """The input of every check: the kit's render context, its engine, and its pieces by component."""

    render: RenderContext
    game: Game[Any] | None
    pieces: dict[str, list[Piece]]
    described: tuple[Piece, ...] = ()
    """The pieces that describe the finished set, such as the guide."""

    @cached_property
    def by_id(self) -> dict[str, Piece]:
        """All pieces by their ids; the first of a card's copies that differ also by the id without its number."""
        every = [piece for pieces in self.pieces.values() for piece in pieces]
        firsts = {f"{piece.component}/{piece.card}": piece for piece in every if piece.number == 1}
        return {piece.id: piece for piece in every} | firsts

    @cached_property
    def proof(self) -> Proof[Any] | None:
        """The proof of the kit's game; None if no engine plays it, or if it has neither a proof nor a rule file."""
        if self.game is None:
            return None
        return rules.proof(self.game) or (Proof(self.game) if rulefile.paths_of(self.render.kit) else None)

    def cards(self) -> Iterator[tuple[str, str, Card]]:
        """Every card with its deck and its id."""
        for deck, cards in self.render.kit.cards.items():
            for id_, card in cards.items():
                yield deck, id_, card

    def drawings(self) -> Iterator[tuple[Piece, Drawing]]:
        """Every drawing once, with the first piece that it is a side of."""
        seen: set[Drawing] = set()
        for piece in (piece for pieces in self.pieces.values() for piece in pieces):
            for drawing in piece.sides:
                if drawing not in seen:
                    seen.add(drawing)
                    yield piece, drawing

    def card_of(self, piece: Piece) -> CardPlace:
        """The card that a piece of a deck shows; an empty place for other pieces."""
        deck, id_ = piece.component, piece.card
        spec = self.render.kit.components.get(deck)
        if not isinstance(spec, Deck):
            return CardPlace()
        card = self.render.kit.cards.get(deck_of(deck, spec), {}).get(id_)
        return CardPlace(id_, card.name, card.origin.key_span) if card else CardPlace()

    @cached_property
    def _overflowing(self) -> frozenset[tuple[Span, str]]:
        """The places of texts that do not fit, with the ids of their cards. What follows from that is not reported."""
        every = (*self.render.diagnostics, *self.render.diagnostics.ignored)
        return frozenset((one.span, one.card.id) for one in every if one.code == "text-overflow")

    @cached_property
    def _overflowing_anywhere(self) -> frozenset[Span]:
        return frozenset(span for span, _ in self._overflowing)

    def overflows(self, origin: Span | None, card: str = "") -> bool:
        """Whether a text that is written there does not fit, on a card or, without a card's id, on any piece."""
        return (origin, card) in self._overflowing if card else origin in self._overflowing_anywhere

    def prints(self, deck: str, id_: str) -> list[Piece]:
        """The pieces of a card, one for each colourway (`colourway`) of its deck."""
        pieces = (self.printed(name, id_) for name in printers(self.render.kit, deck))
        return [piece for piece in pieces if piece]

    def printed(self, component: str, card: str) -> Piece | None:
        """The piece of a component that is printed for a card."""
        return self.by_id.get(f"{component}/{card}")

    @property
    def whole(self) -> bool:
        """Whether all components of the game were drawn, and not only a selection or what was left after an error."""
        return not self._failed and self.all_drawn

    @property
    def all_drawn(self) -> bool:
        """Whether all components of the game were drawn, with or without errors."""
        every = self.render.kit.components.items()
        return all(id_ in self.pieces or components.describes_set(spec) for id_, spec in every)

    @property
    def _failed(self) -> bool:
        """Whether texts may be missing because of an error."""
        return any(found.severity == "error" and found.code not in _WITH_TEXT for found in self.render.diagnostics)

    @property
    def complete(self) -> bool:
        """Whether everything was drawn, also what describes the finished set."""
        described = {piece.component for piece in self.described}
        return not self._failed and all(id_ in self.pieces or id_ in described for id_ in self.render.kit.components)

    def piece(self, deck: str, id_: str) -> Piece | None:
        """The first piece of a card."""
        return next(iter(self.prints(deck, id_)), None)


class OpenedGame(NamedTuple):
    """A kit's engine, and the errors in the kit's rules and traits. It is made once for drawing and for the checks."""

    game: Game[Any] | None
    diagnostics: Diagnostics

    def faulty(self, kit: Kit) -> frozenset[str]:
        """The ids of the cards in whose traits the engine finds errors.

        Errors that only follow from these are not reported: such traits are not drawn, a template that fails because
        of them is not an error, and the words of these cards are not compared with play. Once the traits are
        corrected, all of this is checked.
        """
        wrong = {diagnostic.span for diagnostic in self.diagnostics}
        cards = [
            (id_, card.traits) for deck in kit.cards.values() for id_, card in deck.items() if wrong and card.traits
        ]
        return frozenset(id_ for id_, traits in cards if traits and not wrong.isdisjoint(traits.spans()))


def open_game(kit: Kit) -> OpenedGame:
    """Make the engine of a kit, if it names one."""
    diagnostics = Diagnostics()
    if kit.engine is None:
        return OpenedGame(None, diagnostics)
    game = loading.open_game(kit.engine, kit.at("engine"), kit.rules, kit.cards, diagnostics)
    return OpenedGame(game, diagnostics)


def context(
    render: RenderContext, pieces: dict[str, list[Piece]], opened: OpenedGame, described: tuple[Piece, ...] = ()
) -> CheckContext:
    """The context for checking a kit. Errors in its rules are reported."""
    kit, game = render.kit, opened.game
    render.diagnostics.add(opened.diagnostics)
    checkable = {id_: [_checkable(piece, render) for piece in members] for id_, members in pieces.items()}
    checked = CheckContext(render, game, checkable, described)
    try:
        return checked if checked.proof else replace(checked, game=None)
    except PluginError as error:
        render.diagnostics.error(kit.at("engine"), "unusable-plugin", str(error), HINT)
        return replace(checked, game=None)


def _checkable(piece: Piece, render: RenderContext) -> Piece:
    """The piece, with an empty front if it shows a card whose traits have errors."""
    is_blank = piece.card in render.faulty
    return replace(piece, front=replace(piece.front, items=())) if is_blank else piece


def diagnostic(
    module: str,
    span: Span,
    message: str,
    *hints: str,
    severity: str = "error",
    card: CardPlace = CardPlace(),  # noqa: B008 - immutable
) -> Diagnostic:
    """A diagnostic with the code of the check's module (its `__name__`)."""
    code = module.rpartition(".")[2].replace("_", "-")
    return Diagnostic(span, severity, code, message, tuple(hint for hint in hints if hint), card)


T = TypeVar("T")
P = ParamSpec("P")
OfContext = Callable[Concatenate[CheckContext, P], T]


def memo(owner: RenderContext, key: Hashable, make: Callable[[], T]) -> T:
    """Memoise make() under a key as long as `owner` exists; values may hold their owner, and end with it."""
    known = owner.known_by_checks
    if key not in known:
        known[key] = make()
    value: T = known[key]
    return value


def by_game(context: CheckContext) -> Iterable[Hashable]:
    return (context.game,)


def by_pieces(context: CheckContext) -> Iterable[Hashable]:
    return context.by_id


def memoised(
    by: Callable[[CheckContext], Iterable[Hashable]] = lambda _context: (),
) -> Callable[[OfContext[P, T]], OfContext[P, T]]:
    """Memoise a function of a context, and of arguments with a hash, as long as the render context exists.

    `by` gives what else it depends on.
    """

    def decorated(function: OfContext[P, T]) -> OfContext[P, T]:
        @wraps(function)
        def known(context: CheckContext, /, *given: P.args, **named: P.kwargs) -> T:
            key = (known, *by(context), *given, *named.items())
            return memo(context.render, key, lambda: function(context, *given, **named))

        return known

    return decorated


_READERS = ("faces.yaml", "kit.yaml", "phrases.yaml", "cards.yaml", "*.md")


def sources(context: CheckContext, *but: str) -> str:
    """All data files and templates of the kit's folders that can name a picture or a field, without the files `but`."""
    kit = context.render.kit
    folders = [kit.folder, *map(Path, kit.spoken)]
    files = {file for folder in folders for pattern in _READERS for file in folder.glob(pattern)}
    files |= set(context.render.templates.files())
    return "\n".join(read_text(file, Diagnostics()) or "" for file in sorted(files) if file.name not in but)
