"""What drawing collects: fields, conditions and moves of all cards, one report for each unknown field."""

from pathlib import Path

from pnp.components.collector import Collector
from pnp.diagnostics import Span

HERE = Span("faces.yaml", 3, 5)
THERE = Span("faces.yaml", 8, 5)


def test_a_field_is_filled_if_any_card_has_it():
    collector = Collector()
    for filled in (False, True, False):
        collector.use("words.effect", HERE, filled=filled)
    collector.use("words.effect", THERE, filled=False)
    assert collector.used_fields == {("words.effect", HERE): True, ("words.effect", THERE): False}


def test_a_condition_keeps_each_of_its_results():
    collector = Collector()
    for result in (True, True, False):
        collector.test("when", "name", HERE, result=result)
    collector.test("unless", "name", HERE, result=True)
    assert collector.conditions == {("when", "name", HERE): {True, False}, ("unless", "name", HERE): {True}}


def test_moves_are_kept_to_a_micrometre():
    collector = Collector()
    collector.move(HERE, 1.00004, 0)
    collector.move(HERE, 1.0, 0)
    collector.move(HERE, 2.5, -1)
    assert collector.moves == {HERE: {(1.0, 0), (2.5, -1)}}


def test_an_unknown_field_is_reported_once_at_each_place():
    collector = Collector()
    assert [collector.is_first_report("wrods", span) for span in (HERE, HERE, THERE)] == [True, False, True]


def test_a_figure_knows_the_figures_around_it_even_after_an_error():
    collector = Collector()
    with collector.figure("board:mat") as around:
        assert around == ()
        with collector.figure("card:lunge") as inner:
            assert inner == ("board:mat",)
    try:
        with collector.figure("card:spin"):
            raise OSError(Path("gone"))
    except OSError:
        pass
    with collector.figure("card:lunge") as around:
        assert around == ()
