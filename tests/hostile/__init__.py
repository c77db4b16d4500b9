"""Kits from strangers, attacked where they were once found to be weak."""
