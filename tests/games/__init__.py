"""Tests of the five games, and of what every game must be."""
