"""What is wrong with data, as values with places, and the forms in which it is reported."""
