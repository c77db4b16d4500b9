"""Attacks: hostile data, full disks, kills at any moment."""
