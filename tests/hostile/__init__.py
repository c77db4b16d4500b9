"""Attacks: data, files and clients that mean harm get an answer, and nothing else happens."""
