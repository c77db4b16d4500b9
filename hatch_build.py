"""Hook of hatchling: the README as a package index shows it, without links and pictures that it does not have.

The links of the README are to files of the repository, whose address the package does not contain.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"^!\[[^]]*\]\((?!\w+:)[^)]*\)\n\n?", re.MULTILINE)
_LINK = re.compile(r"\[([^]]*)\]\((?!\w+:)[^)]*\)")


def without_links(text: str) -> str:
    """Markdown whose relative links are their texts, without relative pictures."""
    return _LINK.sub(r"\1", _PICTURE.sub("", text))


class Readme(MetadataHookInterface):
    """Adds the README to the metadata of packages."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": without_links(text)}
