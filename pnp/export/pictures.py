"""Pictures of pieces made to fit: extended past their edges, cut to a shape, or a part of them."""

from __future__ import annotations

from PIL import Image, ImageDraw

from pnp.graphics import Piece, Rect, Transform
from pnp.graphics.contour import contours, outline
from pnp.graphics.geometry import MM_PER_INCH

RING = 2
"""The width of the rings by which a round picture is extended, px."""
NEARLY_WHITE, OUTSIDE = 250, 128
"""The lightest grey that is drawn, and the mark for what is outside."""
FINE = 4
"""How much finer masks are drawn, so that their edges are smooth."""


def at_most(image: Image.Image, longest: int) -> Image.Image:
    """A picture whose sides are at most `longest` px; it keeps its shape."""
    if max(image.size) <= longest:
        return image
    scale = longest / max(image.size)
    return image.resize((round(image.width * scale), round(image.height * scale)))


def on_white(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """A picture in the middle of a larger white one; a larger picture is cropped."""
    out = Image.new("RGB", size, "white")
    out.paste(image, ((size[0] - image.width) // 2, (size[1] - image.height) // 2))
    return out


def extended(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """A picture in the middle of a larger one, whose border repeats its edge pixels; a larger picture is cropped."""
    width, height = size
    left, top = (width - image.width) // 2, (height - image.height) // 2
    out = on_white(image, size)
    right, far = left + image.width, top + image.height
    _repeat(out, (max(left, 0), top, min(right, width), top + 1), (max(left, 0), 0), top, across=False)
    _repeat(out, (max(left, 0), far - 1, min(right, width), far), (max(left, 0), far), height - far, across=False)
    _repeat(out, (left, 0, left + 1, height), (0, 0), left, across=True)
    _repeat(out, (right - 1, 0, right, height), (right, 0), width - right, across=True)
    return out


def _repeat(
    out: Image.Image, line: tuple[int, int, int, int], at: tuple[int, int], times: int, *, across: bool
) -> None:
    """Repeat a row or a column of pixels beside it."""
    if times > 0:
        strip = out.crop(line)
        out.paste(strip.resize((times, strip.height) if across else (strip.width, times)), at)


def extended_round(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The largest circle in a square picture, in the middle of a larger one, with its rim extended outwards."""
    out = Image.new(image.mode, size)
    reach = int((size[0] ** 2 + size[1] ** 2) ** 0.5) + RING
    for diameter in range(reach, image.width, -2 * RING):
        _put_disc(out, image.resize((diameter, diameter)))
    _put_disc(out, image)
    return out


def _put_disc(out: Image.Image, image: Image.Image) -> None:
    left, top = (out.width - image.width) // 2, (out.height - image.height) // 2
    out.paste(image, (left, top), _mask(image.size, 0, oval=True))


def cut_round(image: Image.Image) -> Image.Image:
    """A picture that is transparent outside of the largest ellipse in it."""
    return _transparent(image, _mask(image.size, 0, oval=True))


def cut_corners(image: Image.Image, radius: float) -> Image.Image:
    """A picture with transparent corners; the radius in px."""
    return _transparent(image, _mask(image.size, radius))


def cut_to(image: Image.Image, piece: Piece, bleed: float = 0.0) -> Image.Image:
    """A picture of a side that is transparent outside of the piece's shape and the bleed around it, in mm."""
    scale = image.width * FINE / (piece.size.w + 2 * bleed)
    at = Transform(scale, 0, 0, scale, bleed * scale, bleed * scale)
    (contour,) = contours(outline(piece.shape, Rect(0, 0, *piece.size), by=bleed), at)
    mask = Image.new("L", (image.width * FINE, image.height * FINE), 0)
    ImageDraw.Draw(mask).polygon(contour.points(), fill=255)
    return _transparent(image, mask.resize(image.size, Image.Resampling.BOX))


def cut_out(image: Image.Image) -> Image.Image:
    """What is drawn on a white ground, with a transparent ground and nothing around it."""
    ground = image.convert("L").point(lambda level: 255 if level > NEARLY_WHITE else 0)
    framed = Image.new("L", (image.width + 2, image.height + 2), 255)
    framed.paste(ground, (1, 1))
    ImageDraw.floodfill(framed, (0, 0), OUTSIDE)
    mask = framed.crop((1, 1, image.width + 1, image.height + 1)).point(lambda level: 0 if level == OUTSIDE else 255)
    return _transparent(image, mask).crop(mask.getbbox())


def _transparent(image: Image.Image, mask: Image.Image) -> Image.Image:
    clear = image.convert("RGBA")
    clear.putalpha(mask)
    return clear


def _mask(size: tuple[int, int], radius: float, *, oval: bool = False) -> Image.Image:
    """White where a picture is kept."""
    mask = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
    box, pen = (0, 0, mask.width - 1, mask.height - 1), ImageDraw.Draw(mask)
    if oval:
        pen.ellipse(box, fill=255)
    else:
        pen.rounded_rectangle(box, radius * FINE, fill=255)
    return mask.resize(size, Image.Resampling.BOX)


def cropped(image: Image.Image, part: Rect, dpi: float) -> Image.Image:
    """A part of a picture; the part in mm from its top left corner."""
    scale = dpi / MM_PER_INCH
    left, top = round(part.x * scale), round(part.y * scale)
    return image.crop((left, top, left + round(part.w * scale), top + round(part.h * scale)))
