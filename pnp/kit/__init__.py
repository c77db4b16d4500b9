"""Load kits from folders of data files: YAML, overlays, tables, phrases, templates and labels."""
