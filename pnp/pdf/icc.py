"""ICC profiles of printing conditions: the one that comes with the program, and those of users.

A print shop's file contains the profile of the condition that it is made for. The program's own is made from the
measurements of FOGRA39; CONTRIBUTING.md has the command. Pillow is imported where it is used: files for printers at
home need no profile.
"""

from __future__ import annotations

import hashlib
import io
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp.diagnostics import files

MAX_PROFILE = 20_000_000
"""The largest profile that is read, in bytes."""
_STANDARD = Path(__file__).parent / "profiles" / "fogra39.icc"
_CLASSES = {"scnr": "an input device", "mntr": "a display", "prtr": "a printer", "link": "a link of two devices"}
_INSTEAD = "give the CMYK profile that your print shop names"


class OutputProfile(NamedTuple):
    """An ICC profile: its bytes, its own description, and the major version of its format."""

    data: bytes
    description: str
    version: int

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes, in hex."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def summary(self) -> dict[str, str]:
        """What lists of files say of it."""
        return {"description": self.description, "sha256": self.digest}


@cache
def standard() -> OutputProfile:
    """The profile of FOGRA39."""
    return read(_STANDARD)


def read(path: Path) -> OutputProfile:
    """Read the profile of a CMYK printer from a file. Raises ValueError, or OSError."""
    data = files.read(path, MAX_PROFILE)
    if data[36:40] != b"acsp" or int.from_bytes(data[:4], "big") != len(data):
        raise ValueError(f"{path} is not an ICC profile, or not a whole one; {_INSTEAD}")
    kind, space = (data[at : at + 4].decode("latin-1").strip() for at in (12, 16))
    if (kind, space) != ("prtr", "CMYK"):
        found = _CLASSES.get(kind, f"the class {kind!r}")
        raise ValueError(f"{path} is a profile of {found} in {space}, not of a printer in CMYK; {_INSTEAD}")
    from PIL import ImageCms

    try:
        described = ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(data)))
        words = " ".join("".join(c if c.isprintable() else " " for c in described[:200]).split())
        profile = OutputProfile(data, words or path.stem, data[8])
        for back in (False, True):
            separation(profile, back=back)
    except (OSError, ImageCms.PyCMSError):
        raise ValueError(f"{path} is damaged: its colours cannot be read; {_INSTEAD}") from None
    return profile


def _kept(data: bytes) -> Any:
    """A profile that keeps its bytes: Pillow asks for them for each picture, and to write them again takes 1.5 ms."""
    from PIL import ImageCms

    class Kept(ImageCms.ImageCmsProfile):
        def tobytes(self) -> bytes:
            return data

    return Kept(io.BytesIO(data))


@cache
def separation(profile: OutputProfile, *, back: bool = False) -> Any:
    """The conversion of pictures from sRGB to the inks of a press, or back to how they look in sRGB."""
    from PIL import ImageCms

    screen, press = ImageCms.createProfile("sRGB"), _kept(profile.data)
    how = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    if back:
        return ImageCms.buildTransform(press, screen, "CMYK", "RGB", *how)
    return ImageCms.buildTransform(screen, press, "RGB", "CMYK", *how)
