"""Colour profiles (ICC, version 2), made here."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Mapping
from itertools import product

from PIL import Image, ImageCms

D50 = (0.9642, 1.0, 0.8249)
ADOBE = ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457))
P3 = ((0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407))
PROPHOTO = ((0.79767, 0.28804, 0.0), (0.13519, 0.71188, 0.0), (0.03134, 0.00009, 0.82491))


def srgb_curve(share: float) -> float:
    return ((share + 0.055) / 1.055) ** 2.4 if share > 0.04045 else share / 12.92


def gamma(exponent: float) -> Callable[[float], float]:
    return lambda share: share**exponent


def matrix(colorants: tuple[tuple[float, ...], ...], curve: Callable[[float], float] | int) -> bytes:
    """A profile for RGB, by the colours of its channels."""
    tags = {f"{channel}XYZ": _xyz(colorant) for channel, colorant in zip("rgb", colorants, strict=True)}
    return _profile("RGB ", "XYZ ", {**tags, **{f"{channel}TRC": _curve(curve) for channel in "rgb"}})


def grey(curve: Callable[[float], float]) -> bytes:
    return _profile("GRAY", "XYZ ", {"kTRC": _curve(curve)})


def cmyk(looks: Mapping[tuple[int, int, int, int], tuple[int, int, int]]) -> bytes:
    """A profile for CMYK: how some overprints of solid inks look in sRGB; others look black."""
    to_lab = ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")
    table = b""
    for inks in product((0, 1), repeat=4):
        lab = to_lab.apply(Image.new("RGB", (1, 1), looks.get(inks, (0, 0, 0)))).tobytes()
        lightness, a, b = lab[0], (lab[1] + 128) % 256, (lab[2] + 128) % 256
        table += struct.pack(">3H", lightness * 0xFF00 // 255, a * 256, b * 256)
    unit = struct.pack(">9i", *(65536 * value for value in (1, 0, 0, 0, 1, 0, 0, 0, 1)))
    straight = struct.pack(">2H", 0, 65535)
    lut = b"mft2\0\0\0\0" + bytes([4, 3, 2, 0]) + unit + struct.pack(">2H", 2, 2) + straight * 4 + table + straight * 3
    return _profile("CMYK", "Lab ", {"A2B0": lut}, kind="prtr")


def encoded(colour: tuple[int, int, int], profile: bytes, mode: str = "RGB") -> tuple[int, ...]:
    """A colour of sRGB as the pixels with another profile are."""
    source, target = ImageCms.createProfile("sRGB"), ImageCms.ImageCmsProfile(io.BytesIO(profile))
    found = ImageCms.buildTransform(source, target, "RGB", mode).apply(Image.new("RGB", (1, 1), colour))
    return tuple(found.tobytes())


def _profile(space: str, connection: str, tags: Mapping[str, bytes], kind: str = "mntr") -> bytes:
    description = b"desc\0\0\0\0" + struct.pack(">I", 2) + b"x\0" + bytes(78)
    every = {"desc": description, "cprt": b"text\0\0\0\0x\0", "wtpt": _xyz(D50), **tags}
    at, table, body = 132 + 12 * len(every), b"", b""
    for name, content in every.items():
        padded = content + bytes(-len(content) % 4)
        table += struct.pack(">4s2I", name.encode(), at + len(body), len(content))
        body += padded
    words = (word.encode() for word in (kind, space, connection))
    head = struct.pack(">I4xI4s4s4s6H4s", at + len(body), 0x02400000, *words, 2020, 1, 1, 0, 0, 0, b"acsp")
    illuminant = struct.pack(">3i", *(round(65536 * value) for value in D50))
    return head.ljust(68, b"\0") + illuminant + bytes(48) + struct.pack(">I", len(every)) + table + body


def _xyz(values: tuple[float, ...]) -> bytes:
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(65536 * value) for value in values))


def _curve(curve: Callable[[float], float] | int) -> bytes:
    if isinstance(curve, int):  # a power, in parts of 256
        return b"curv\0\0\0\0" + struct.pack(">IH", 1, curve)
    levels = [round(65535 * curve(step / 1023)) for step in range(1024)]
    return b"curv\0\0\0\0" + struct.pack(">I1024H", 1024, *levels)
