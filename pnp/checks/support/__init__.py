"""What several checks need: what is printed, what play showed, and names."""
