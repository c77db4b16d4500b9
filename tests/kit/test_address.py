"""Addresses of tables: which are fetched, and the files in which their tables are kept."""

from __future__ import annotations

from pnp.kit import address


def test_a_table_is_kept_under_the_name_of_its_deck():
    assert (address.kept_as("moves"), address.kept_as(None)) == ("moves.csv", "cards.csv")
