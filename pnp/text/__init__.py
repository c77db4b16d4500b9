"""Set text: measure words with a kit's fonts, and lay out lines, paragraphs, tables and pages."""
