"""screentop.gg: for each deck a picture with all cards in rows and columns, its back, and the numbers to type in."""

from __future__ import annotations

from pnp.export.printed import PrintedSet, encoded
from pnp.export.sheets import pages, sheets, things

LABEL = "screentop.gg"
OPTIONS = ("dpi",)


def files(printed: PrintedSet) -> dict[str, bytes]:
    """`DECK.png` and `DECK-back.png`, the other pieces, `rulebook.pdf`, and `decks.txt`."""
    found: dict[str, bytes] = {}
    lines = [f"{printed.title}: upload each picture as a deck, and type in its columns and rows.", ""]
    for deck in printed.decks:
        for number, sheet in enumerate(sheets(printed, deck), start=1):
            name = deck.id if number == 1 else f"{deck.id}-{number}"
            found[f"{name}.png"], found[f"{name}-back.png"] = encoded(sheet.faces), encoded(sheet.backs)
            what = "backs in the same order" if sheet.unique_backs else "one back"
            lines.append(f"{name}.png: {deck.title}, {sheet.columns} columns, {sheet.rows} rows, {what}")
            lines += [f"  {n}. {card.title} × {card.copies}" for n, card in enumerate(sheet.cards, start=1)]
            lines.append("")
    for thing in things(printed):
        if thing.shape == "die":
            printed.left_out[thing.piece.component] = f"take a die of {thing.sides} from screentop.gg's own"
            continue
        for end, image in thing.clear():
            found[f"{thing.name}{end}.png"] = encoded(image)
        lines.append(f"{thing.name}.png: {thing.title} × {thing.copies}")
    book = pages(printed)
    if book:
        found["rulebook.pdf"] = printed.book(book)
    return {**found, "decks.txt": ("\n".join(lines) + "\n").encode()}
