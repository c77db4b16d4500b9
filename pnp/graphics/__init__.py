"""Drawings: geometry, colours, SVG, bitmaps and the display list of drawing items."""
