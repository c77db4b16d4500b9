"""Kits and repositories from strangers, made to run programs, to hang or to read other files."""
