"""The lines of a rule file, and the places of their characters."""

from __future__ import annotations

from pnp.rulefile.source import RuleText, logical_lines, split

TEXT = """\
# a comment
let a = 1
    + 2

win
  "One."
  # another
  fact: when
      => value is said
"""


def test_a_line_that_is_indented_deeper_continues_the_one_above_it():
    found = [(indent, source.line, source.text) for indent, source in logical_lines(TEXT, "f")]
    assert found == [
        (0, 2, "let a = 1\n    + 2"),
        (0, 5, "win"),
        (2, 6, '"One."'),
        (2, 8, "fact: when\n      => value is said"),
    ]


def test_each_character_has_its_place():
    source = list(logical_lines(TEXT, "f"))[3][1]
    assert str(source.at()) == "f:8:3"
    assert str(source.at(source.text.index("when"))) == "f:8:9"
    assert str(source.at(source.text.index("value"))) == "f:9:10"
    part = source.part(source.text.index("=>") + 2)
    assert (part.text, str(part.at())) == ("value is said", "f:9:10")


def test_marks_in_brackets_and_quotes_divide_nothing():
    text = RuleText("a in ('=>', x is y) and \"is\" => b is 'is' is c", "f", 1, 1)
    when, told = split(text, "=>")
    assert when
    assert when.text == "a in ('=>', x is y) and \"is\""
    value, said = split(told, "is", last=True)
    assert value
    assert (value.text, said.text) == ("b is 'is'", "c")
    assert split(RuleText("this == that", "f", 1, 1), "is")[0] is None
