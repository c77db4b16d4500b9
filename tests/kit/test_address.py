"""Addresses of tables: which are fetched, and the files in which their tables are kept."""

from __future__ import annotations

import pytest

from pnp.kit import address


@pytest.mark.parametrize(
    "url", ["https://docs.google.com/spreadsheets/d/e/2PACX/pub?gid=0&single=true&output=csv", "HTTPS://example.org/a"]
)
def test_an_address_of_the_web_can_be_fetched(url):
    assert address.is_address(url)
    assert address.problem(url) == ""


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org",
        "https:///a",
        "https://[bad/a",
        "https://a b/c",
        "https://a@b/c",
        "https://a.b/\u00e9",
        "x://",
    ],
)
def test_others_cannot(url):
    assert address.is_address(url)
    assert address.problem(url)


def test_files_are_no_addresses():
    assert not address.is_address("cards.csv")
    assert not address.is_address("C:\\cards.csv")


def test_a_table_is_kept_under_the_name_of_its_deck():
    assert (address.kept_as("moves"), address.kept_as(None)) == ("moves.csv", "cards.csv")
