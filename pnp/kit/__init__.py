"""A folder of data files -> a typed kit: YAML with places, overlays, tables, phrases, templates and labels."""
