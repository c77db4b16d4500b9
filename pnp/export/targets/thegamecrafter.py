"""The Game Crafter: a picture for each face with the pixels of the nearest product, and the calls that upload them.

Pictures are 300 dpi and RGB, with the trim in the middle and art up to the edge. `calls.json` has the calls of the
shop's web API in order; `$deck-1` in a call is the id that the call `deck-1` returned. Nothing is sent.
Sources: https://www.thegamecrafter.com/developer/ (Deck, Card, TwoSided, Booklet, BookletPage, ScorePad), and
templative/templative-electron, `src/main/templative/lib/distribute/gameCrafter/util/httpOperations.js`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from pnp.diagnostics.grouping import by_key
from pnp.export import parts, products
from pnp.export.printed import CARDS, PrintedSet
from pnp.export.products import Fit, Use, nearest
from pnp.graphics import Piece, Size
from pnp.graphics.drawing import RECTANGLE

LABEL = "The Game Crafter"
OPTIONS = ()
BLEED = products.BLEED
API = "https://www.thegamecrafter.com/api"
MOST = 99
"""The largest quantity in a call."""
MOST_PAGES = 20
LEAST_SCALE = 0.7
"""What would be drawn smaller is left out: its type could not be read. 10 pt becomes 7, the smallest type of cards."""
USES: dict[str, Use] = {
    "deck": "card",
    "lane": "tile",
    "mat": "board",
    "track": "board",
    "token": "token",
    "foldie": "standee",
    "booklet": "book",
    "pad": "pad",
    "bracket": "pad",
    "net": "die",
}
"""What the pieces of each kind of component are."""
TO_LOG_IN = (
    "Log in with POST /session, and add its id to each call as session_id. $user is its user_id, $designer one of GET "
    "/user/$user/designers. Send the calls in order; $NAME is the id that the call NAME returned."
)


def files(printed: PrintedSet) -> dict[str, bytes]:
    """`COMPONENT/PIECE.png` and `-back.png`, `rulebook.pdf`, and `calls.json`."""
    order = _Order(printed)
    for id_, pieces in groupby(printed.pieces, lambda piece: piece.component):
        order.component(id_, list(pieces))
    return {**order.found, "calls.json": order.calls()}


class _Order:
    """Collects the pictures and calls of an order."""

    def __init__(self, printed: PrintedSet) -> None:
        self.printed = printed
        self.found: dict[str, bytes] = {}
        self.numbers: Counter[str] = Counter()
        self.uploads: list[dict[str, Any]] = []
        self.items: list[dict[str, Any]] = []

    def calls(self) -> bytes:
        """`calls.json`: the folder, the files, the game, and what it contains."""
        kit = self.printed.context.kit
        folder = _call("folder", {"name": self.printed.title, "user_id": "$user"}, "folder")
        about = {"short_description": kit.tagline, "min_players": kit.players[0], "max_players": kit.players[1]}
        ages = {} if kit.ages is None else {"min_age": kit.ages}
        game = _call("game", {"name": self.printed.title, "designer_id": "$designer", **about, **ages}, "game")
        data = {"api": API, "first": TO_LOG_IN, "calls": [folder, *self.uploads, game, *self.items]}
        return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()

    def component(self, id_: str, pieces: list[Piece]) -> None:
        """Order the pieces of a component as the products that are nearest in size."""
        kind = self.printed.kind(pieces[0])
        if kind == "tuckbox":
            self.printed.left_out[id_] = self._box()
            return
        use = _use(kind, pieces[0])
        if use is None:
            self.printed.left_out[id_] = "it has no such product"
            return
        by_fit, missing = self._fitted(pieces, use)
        for fit, mine in by_fit.items():
            getattr(self, f"_{fit.product.group}")(id_, mine, fit)
        if by_fit:
            self.printed.notes[id_] = "; ".join(_described(fit) for fit in by_fit)
        whole = len(missing) == len(pieces) and len(set(missing.values())) == 1
        self.printed.left_out.update({id_: next(iter(missing.values()))} if whole else missing)

    def _fitted(self, pieces: list[Piece], use: Use) -> tuple[dict[Fit, list[Piece]], dict[str, str]]:
        """The pieces by the product that is nearest in size, and why those without one have none."""
        by_fit: dict[Fit, list[Piece]] = {}
        missing: dict[str, str] = {}
        for piece in pieces:
            size = self._size(piece)
            fit = nearest(size, use) if size else None
            if fit and fit.scale >= LEAST_SCALE:
                by_fit.setdefault(fit, []).append(piece)
            elif fit:
                missing[piece.id] = f"its nearest product would show it at {100 * fit.scale:.0f} % of its size"
            else:
                missing[piece.id] = f"it has no product of about {size}" if size else "it prints only dice of six"
        return by_fit, missing

    def _size(self, piece: Piece) -> Size | None:
        """The size of what is on a product, mm: one side of a standee, one face of a die that is a cube."""
        kind, spec = self.printed.kind(piece), self.printed.context.kit.components[piece.component]
        if kind == "foldie":
            return parts.panels(piece, spec)[0].size
        if kind == "net":
            faces = list(parts.faces(piece).values())
            return faces[0].size if len(faces) == parts.CUBE else None
        return piece.size

    def _box(self) -> str:
        cards = {deck: deck.total for deck in self.printed.decks}
        largest = max(cards, key=lambda deck: cards[deck], default=None)
        fit = nearest(largest.size, "card") if largest else None
        mine = sum(number for deck, number in cards.items() if largest and deck.size == largest.size)
        box = products.tuck_box(fit.product.identity, mine) if fit else None
        reason = "its boxes have other nets"
        return f"{reason}; {box} holds the {mine} cards" if box else reason

    # Calls

    def _upload(self, name: str, data: bytes) -> str:
        """Add a file; return the reference to its id."""
        self.found[name] = data
        return self._add("file", {"name": name, "folder_id": "$folder", "file": name}, self.uploads)

    def _add(self, path: str, params: dict[str, Any], calls: list[dict[str, Any]] | None = None) -> str:
        self.numbers[path] += 1
        name = f"{path}-{self.numbers[path]}"
        (self.items if calls is None else calls).append(_call(path, params, name))
        return f"${name}"

    def _set(self, path: str, name: str, fit: Fit, **more: Any) -> str:
        """Add a deck or set to the game."""
        params = {"name": name, "game_id": "$game", "identity": fit.product.identity, "quantity": 1}
        return self._add(path, {**params, **more})

    def _members(self, path: str, piece: Piece, params: dict[str, Any]) -> None:
        """Add a piece to a deck or set, in several calls if there are very many copies."""
        for number in _quantities(piece):
            self._add(path, {"name": piece.title, "quantity": number, **params})

    # Products

    def _card(self, id_: str, pieces: list[Piece], fit: Fit) -> None:
        """A deck. Its back is that of most cards; the others have their own."""
        images = products.faces(self.printed, pieces, fit)
        backs = Counter(id(piece.back) for piece in pieces if piece.back)
        usual = backs.most_common(1)[0][0] if backs else None
        first = next((piece for piece in pieces if id(piece.back) == usual), None)
        back = {"back_id": self._upload(f"{id_}-back.png", images[first, "back"])} if first and usual else {}
        deck = self._set("deck", self._title(id_), fit, **back)
        own: dict[int, str] = {}
        for piece in pieces:
            params = {"deck_id": deck, "face_id": self._upload(f"{piece.id}.png", images[piece, "front"])}
            if piece.back is None or id(piece.back) == usual:
                params["back_from"] = "Deck"
            else:
                if id(piece.back) not in own:
                    own[id(piece.back)] = self._upload(f"{piece.id}-back.png", images[piece, "back"])
                params |= {"back_from": "Card", "back_id": own[id(piece.back)]}
            self._members("card", piece, params)

    def _mat(self, id_: str, pieces: list[Piece], fit: Fit) -> None:
        self._two_sided(id_, "twosided", pieces, fit, products.faces(self.printed, pieces, fit))

    def _chit(self, id_: str, pieces: list[Piece], fit: Fit) -> None:
        self._two_sided(id_, "twosidedslugged", pieces, fit, products.faces(self.printed, pieces, fit, disc=True))

    def _standee(self, id_: str, pieces: list[Piece], fit: Fit) -> None:
        spec = self.printed.context.kit.components[id_]
        self._two_sided(id_, "twosidedslugged", pieces, fit, products.standees(self.printed, pieces, spec, fit))

    def _two_sided(self, id_: str, path: str, pieces: list[Piece], fit: Fit, images: products.Faces) -> None:
        """Pieces with two sides, in a set for each back."""
        by_back = by_key(pieces, lambda piece: images.get((piece, "back"), b""))
        for data, mine in by_back.items():
            back = {"back_id": self._upload(f"{mine[0].id}-back.png", data)} if data else {}
            one = self._set(f"{path}set", self._title(id_), fit, **back)
            for piece in mine:
                face = self._upload(f"{piece.id}.png", images[piece, "front"])
                self._members(path, piece, {"set_id": one, "face_id": face})

    def _book(self, id_: str, pieces: list[Piece], fit: Fit) -> None:
        """A booklet, and the same pages as a PDF to download."""
        pdf = self._upload(f"{id_}.pdf", self.printed.book(pieces))
        if len(pieces) <= MOST_PAGES:
            images = products.faces(self.printed, pieces, fit)
            book = self._set("booklet", self._title(id_), fit)
            # The shop binds at the left. Bound at the right, a book has the same leaves in reverse order.
            bound = pieces[::-1] if self.printed.context.kit.right_to_left else pieces
            for number, page in enumerate(bound, start=1):
                image = self._upload(f"{page.id}.png", images[page, "front"])
                self._add(
                    "bookletpage",
                    {"name": f"{number}", "booklet_id": book, "sequence_number": number, "image_id": image},
                )
        else:
            self.printed.left_out[id_] = f"booklets have at most {MOST_PAGES} pages, so it is only a download"
        self._add("gamedownload", {"name": f"{self._title(id_)}.pdf", "game_id": "$game", "file_id": pdf})

    def _pad(self, _id: str, pieces: list[Piece], fit: Fit) -> None:
        images = products.faces(self.printed, pieces, fit)
        for piece in pieces:
            image = self._upload(f"{piece.id}.png", images[piece, "front"])
            for number in _quantities(piece):
                self._set("scorepad", piece.title, fit, image_id=image, page_count=40, quantity=number)

    def _die(self, id_: str, pieces: list[Piece], fit: Fit) -> None:
        for piece in pieces:
            sides = {
                f"side{number}_id": self._upload(f"{piece.id}-{number}.png", data)
                for number, data in products.die(self.printed, piece, fit).items()
            }
            for number in _quantities(piece):
                self._set("customcolord6", self._title(id_), fit, color="white", quantity=number, **sides)

    def _title(self, id_: str) -> str:
        return self.printed.context.kit.components[id_].title


def _use(kind: str, piece: Piece) -> Use | None:
    """What pieces of a kind are; None without a product. Round cards are printed as tokens."""
    if kind == CARDS and piece.shape != RECTANGLE:
        return "token" if piece.shape == "circle" else None
    return USES.get(kind)


def _quantities(piece: Piece) -> Iterator[int]:
    """The copies of a piece in calls of at most `MOST`."""
    for first in range(0, piece.copies, MOST):
        yield min(MOST, piece.copies - first)


def _call(path: str, params: dict[str, Any], name: str) -> dict[str, Any]:
    return {"name": name, "method": "POST", "path": f"/{path}", "params": params}


def _described(fit: Fit) -> str:
    scale = "" if fit.scale == 1 else f", drawn at {fit.scale:.0%}"
    return f"{fit.product.identity}{scale}{', turned' if fit.turned else ''}"
