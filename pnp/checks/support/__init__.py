"""Code shared by several checks: printed texts, evidence from play, and names."""
