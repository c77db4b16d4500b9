"""Code shared by several checks: printed texts, plays, and names."""
