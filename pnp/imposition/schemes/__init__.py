"""The schemes by which pieces are arranged on sheets, one module each, found by looking."""
