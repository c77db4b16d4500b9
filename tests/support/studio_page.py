"""The page of the studio in a browser, as a person uses it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from pnp.studio.shown import card_key
from tests.support.chromium import Page
from tests.support.watching import Site, served


class Studio(NamedTuple):
    """A page in which a card is open, and the kit that it is of."""

    site: Site
    page: Page

    @property
    def faces(self) -> str:
        return (self.site.kit / "faces.yaml").read_text("utf-8")

    def open(self, id_: str) -> None:
        key = next(card_key(piece) for piece in self.site.watch.view.shown.pieces if piece.id == id_)
        self.page.until(f"view && view.cards.some(card => card.key === '{key}')")
        self.page(f"openCard('{key}')")
        self.page.until(f"openPiece === '{key}' && canvas.piece && canvas.piece.id === '{id_}'")

    def middle(self, number: int) -> tuple[float, float]:
        """The middle of an element in the window."""
        x, y = self.page(
            f"(() => {{ const [x, y, w, h] = canvas.piece.elements[{number}].boxes[0], group = groupsOf({number})[0];"
            " const p = new DOMPoint(x + w / 2, y + h / 2).matrixTransform(group.parentNode.getScreenCTM());"
            " return [p.x, p.y]; })()"
        )
        return x, y

    def press(self, place: tuple[float, float], modifiers: int = 0) -> None:
        """Click at a place of the window."""
        self.page.mouse("Pressed", *place, modifiers)
        self.page.mouse("Released", *place, modifiers)

    def handle(self, name: str) -> tuple[float, float]:
        x, y = self.page(
            f"(() => {{ const r = document.querySelector('.handle.{name}').getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        return x, y

    def type(self, selector: str, words: str) -> None:
        """Type a value and leave its field."""
        field = f"document.querySelector({json.dumps(selector)})"
        self.page(f"({field}.value = {json.dumps(words)}, {field}.dispatchEvent(new Event('change')))")

    def input(self, selector: str, words: str) -> None:
        """Type into a field without leaving it."""
        field = f"document.querySelector({json.dumps(selector)})"
        self.page(f"({field}.value = {json.dumps(words)}, {field}.dispatchEvent(new Event('input')))")

    def saved(self, undo: int) -> None:
        """Wait until so many edits are made."""
        self.page.until(f"canvas.piece.undo === {undo}")

    def undone(self) -> None:
        """Take all edits back."""
        while left := self.page("canvas.piece.undo"):
            self.page("at('undo').click()")
            self.saved(left - 1)

    def box(self, number: int) -> Any:
        return self.page(f"canvas.piece.elements[{number}].box")


def dropped(name: str, text: str, x: float, y: float) -> str:
    """A script that drops a file with this name and text at a place of the window."""
    init = f"{{ dataTransfer: data, bubbles: true, cancelable: true, clientX: {x}, clientY: {y} }}"
    file = f"new File([{json.dumps(text)}], {json.dumps(name)})"
    return (
        f"(() => {{ const data = new DataTransfer(); data.items.add({file});"
        f" at('canvas').dispatchEvent(new DragEvent('drop', {init})); }})()"
    )


@contextmanager
def studio_of(kit: Path, browser: Page, piece: str) -> Iterator[Studio]:
    """The page of a kit with a piece that is open."""
    with served(kit, edits=True) as site:
        site.checked()
        browser.problems.clear()
        browser.open(site.server.url, 1400)
        one = Studio(site, browser)
        one.open(piece)
        yield one
        browser.open("about:blank", 1400)  # else it goes on to look for a server that has ended
