"""Drawings as values: geometry, colours, SVG, bitmaps and the display list that everything else draws with."""
