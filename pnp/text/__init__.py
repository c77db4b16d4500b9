"""Words -> lines, paragraphs, tables and pages of drawing items, measured with the fonts that print them."""
