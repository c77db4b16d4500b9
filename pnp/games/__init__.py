"""The five games of this program: each package is an engine, its data, and what proves its words.

They are found by entry points, as the games of other distributions are, and nothing in this program imports them.
"""
