"""Builds: what a finished build says about itself in `manifest.json`."""
