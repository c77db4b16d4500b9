"""A drawn kit and its engine -> faults: one kind of fault per file, found by looking.

A check's module is named after its code (`words_disagree` finds `words-disagree`). Its docstring says what it
finds and why that matters, and shows edits of the rhino kit that pass and that fail; the tests make those edits.
`check(context)` yields diagnostics. This is where rules and ink meet: nothing below knows of both.

The codes of faults in data, which the other stages find, are explained in the same form by the files of `codes/`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from pnp import components, rules
from pnp.components.context import RenderContext
from pnp.components.kinds.deck import printers
from pnp.diagnostics.diagnostic import Diagnostic, Faults, Span
from pnp.graphics.drawing import Drawing, Piece
from pnp.kit.model import Card, Kit
from pnp.rules import Game, Proof, loading


@dataclass(frozen=True, eq=False)
class CheckContext:
    """All that checks look at: the kit with what it is drawn with, its engine, and its pieces by component."""

    render: RenderContext
    game: Game[Any] | None
    pieces: dict[str, list[Piece]]

    @cached_property
    def by_id(self) -> dict[str, Piece]:
        """All pieces by their ids."""
        return {piece.id: piece for pieces in self.pieces.values() for piece in pieces}

    @cached_property
    def proof(self) -> Proof[Any] | None:
        """What play of the kit's game shows; None where no engine plays it."""
        return rules.proof(self.game) if self.game else None

    def cards(self) -> Iterator[tuple[str, str, Card]]:
        """Every card with its deck and its id."""
        for deck, cards in self.render.kit.cards.items():
            for id_, card in cards.items():
                yield deck, id_, card

    def drawings(self) -> Iterator[tuple[Piece, Drawing]]:
        """Every drawing once, with the first piece that it is a side of."""
        seen: set[Drawing] = set()
        for piece in (piece for pieces in self.pieces.values() for piece in pieces):
            for drawing in (piece.front, piece.back):
                if drawing and drawing not in seen:
                    seen.add(drawing)
                    yield piece, drawing

    def prints(self, deck: str, id_: str) -> list[Piece]:
        """The pieces that are printed for a card, one in each of its deck's liveries."""
        made = (self.printed(name, id_) for name in printers(self.render.kit, deck))
        return [piece for piece in made if piece]

    def printed(self, component: str, card: str) -> Piece | None:
        """The piece of a component that is printed for a card."""
        return self.by_id.get(f"{component}/{card}")

    @property
    def whole(self) -> bool:
        """Whether every component of the game is here, and not only those that were asked for."""
        return all(
            id_ in self.pieces or components.describes_set(spec) for id_, spec in self.render.kit.components.items()
        )

    def piece(self, deck: str, id_: str) -> Piece | None:
        """The first piece that is printed for a card."""
        return next(iter(self.prints(deck, id_)), None)


@cache
def checks() -> dict[str, ModuleType]:
    """Every check by its code."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg)
    return {name.replace("_", "-"): importlib.import_module(f"{__name__}.{name}") for name in names}


@cache
def explanations() -> dict[str, str]:
    """What every code of a fault means, the checks' own and those of the data: in one sentence, then at length."""
    texts = {path.stem: path.read_text("utf-8") for path in (Path(__file__).parent / "codes").glob("*.txt")}
    texts |= {code: module.__doc__ or "" for code, module in checks().items()}
    return {code: texts[code].strip() for code in sorted(texts)}


def faulty(kit: Kit) -> frozenset[str]:
    """The cards in whose traits the engine finds a fault, by id: what comes of these is no fault of its own.

    Nothing is drawn of such traits, a template that only fails because of them is no fault, and what is printed of
    these cards is not proved. All of that is told once they can be played.
    """
    faults = Faults()
    if kit.engine in rules.names():
        loading.make(kit.engine, kit.rules, kit.cards, faults)
    wrong = {found.span for found in faults}
    cards = [(id_, card.traits) for deck in kit.cards.values() for id_, card in deck.items() if wrong and card.traits]
    return frozenset(id_ for id_, traits in cards if traits and not wrong.isdisjoint(traits.spans()))


def context(render: RenderContext, pieces: dict[str, list[Piece]]) -> CheckContext:
    """The pieces of a kit and its engine. Faults in its rules are reported."""
    kit, game = render.kit, None
    if kit.engine in rules.names():
        game = loading.make(kit.engine, kit.rules, kit.cards, render.faults)
    elif kit.engine is not None:
        loading.no_engine(kit.engine, kit.at("engine"), render.faults)
    return CheckContext(render, game, {id_: [_proved(piece, render) for piece in made] for id_, made in pieces.items()})


def _proved(piece: Piece, render: RenderContext) -> Piece:
    """A piece, without its front if that is of a card which cannot be played."""
    is_blank = piece.id.rpartition("/")[2] in render.faulty
    return replace(piece, front=replace(piece.front, items=())) if is_blank else piece


def run(context: CheckContext) -> list[Diagnostic]:
    """What every check finds, in the order of files and lines, each fault once."""
    found = {diagnostic for module in checks().values() for diagnostic in module.check(context)}
    return sorted(found)


def fault(module: str, span: Span, message: str, *hints: str, severity: str = "error") -> Diagnostic:
    """A diagnostic with the code of the check's module (its `__name__`)."""
    code = module.rpartition(".")[2].replace("_", "-")
    return Diagnostic(span, severity, code, message, tuple(hint for hint in hints if hint))
