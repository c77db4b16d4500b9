"""Text that is set, and what was set where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hypothesis import strategies as st

from pnp.diagnostics import Span
from pnp.graphics.drawing import Drawing, Group, Item, Tag, Text, Use
from pnp.graphics.geometry import Size, Transform
from pnp.text.blocks import Strip
from pnp.text.styles import Setting

HERE = Span("kit.yaml", 9, 5, 11)
WIDTH = 90.0
COLOURS = {
    "ink": "#111111", "accent": "#cc0000", "cream": "#fffbe0", "red": "#cc0000", "pale": "#dddddd", "soft": "#777777",
}  # fmt: skip
PICTURES = {
    name: Drawing(name, Size(w, h), (), alt=name)
    for name, w, h in (("wide.svg", 200, 100), ("high.svg", 10, 40), ("größe 1.svg", 20, 10))
}


class Set(NamedTuple):
    """A text as it stands in its strip or box: `item` moved by `x` and `y`."""

    x: float
    y: float
    item: Text


def walk(items: Iterable[Item], at: Transform = Transform()) -> Iterator[tuple[Transform, Item]]:  # noqa: B008
    for item in items:
        if isinstance(item, Group):
            yield from walk(item.items, at.over(item.transform))
        elif isinstance(item, Tag):
            yield at, item
            yield from walk(item.items, at)
        else:
            yield at, item


def texts(items: Iterable[Item]) -> list[Set]:
    return [Set(*at.apply(item.x, item.y), item) for at, item in walk(items) if isinstance(item, Text)]


def said(strips: Iterable[Strip]) -> list[str]:
    return [" ".join(t.item.text for t in texts(strip.items)) for strip in strips]


def uses(items: Iterable[Item]) -> list[tuple[Transform, Use]]:
    return [(at, item) for at, item in walk(items) if isinstance(item, Use)]


def extent(setting: Setting, text: Text) -> float:
    return setting.fonts.width(text.text, text.font, text.size)


def heights(page: list[Strip]) -> float:
    return sum(s.height for s in page) + sum(s.before for s in page[1:])


blocks = st.one_of(
    st.lists(st.sampled_from(["a", "word", "rhinoceros", "**bold**", "*i*"]), min_size=1, max_size=60).map(" ".join),
    st.sampled_from(["# Head", "## A longer heading with some words in it", "### h", "***"]),
    st.lists(st.sampled_from(["- a", "- b c d", "  - e"]), min_size=1, max_size=9).map(
        lambda ls: "- x\n" + "\n".join(ls)
    ),
    st.integers(1, 19).map(lambda n: "| a | b |\n|--|--|\n" + "| c | words and words |\n" * n),
    st.lists(st.sampled_from(["> a b c", "> " + "d " * 90, ">", "> - e"]), min_size=1, max_size=4).map("\n".join),
    st.sampled_from(["![](wide.svg#40)", "![A caption](high.svg#9)"]),
)
_PIECES = [
    *[
        "a", " ", "\n", "\n\n", "    ", "*", "**", "_", "`", "- ", "1. ", "> ", "# ", "|", "|--|--|\n", "![](",
        "wide.svg",
    ],
    *["#4", "#", ")", "[", "]", "](b)", "]: c\n", "<b>", "<!--", "-->", "&amp;", "\\", "***\n", "```\n", "\t", "\0"],
    *["---\n", "x" * 90, "\r", "\u00a0", "![](<b#²>)", '![](wide.svg "t")', "<http://a.b>", "٣. ", "[^1]"],
]  # fmt: skip
words = st.lists(st.sampled_from(_PIECES), max_size=30).map("".join)
