"""Tables at an address of the web, which are kept as a file beside the kit."""

from __future__ import annotations

from urllib.parse import urlsplit

SCHEMES = ("https",)
"""The schemes of addresses that are fetched."""
_ADDRESS = "://"


def is_address(file: str) -> bool:
    """Whether a table is given by an address, not by the name of a file."""
    return _ADDRESS in file


def problem(address: str) -> str:
    """What is wrong with an address; empty if it can be fetched."""
    try:
        parts = urlsplit(address)
        host, has_user = parts.hostname, "@" in parts.netloc
    except ValueError:
        return f"{address!r} is not an address"
    if parts.scheme.lower() not in SCHEMES:
        return f"{address!r} must begin with {SCHEMES[0]}://"
    if not host or has_user or not address.isascii() or not address.isprintable() or " " in address:
        return f"{address!r} is not an address that can be fetched"
    return ""


def kept_as(deck: str | None) -> str:
    """The name of the file in the kit's folder in which a table is kept: that of its deck, or `cards.csv`."""
    return f"{deck or 'cards'}.csv"
