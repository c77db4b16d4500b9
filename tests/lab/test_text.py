"""The text form of a report."""

from __future__ import annotations

from dataclasses import replace

from pnp.lab import text
from pnp.lab.report import Curve, Point, Solution


def test_a_report_answers_by_question(lab):
    report = lab("rhino", 300).report
    shown = text.lines(report)
    assert shown[0] == "rhino: 300 games, 2 players, policy random, seed 1"
    questions = [line for line in shown if line and not line.startswith(" ") and "?" in line]
    assert [line.partition("?")[0] for line in questions] == [
        "Is it fair",
        "How long does it take",
        "Does the leader win",
        "Which cards matter",
    ]
    first = next(line for line in shown if "the player who begins" in line)
    low, high = report.intervals.first_player
    assert first.endswith(f"wins {100 * report.first_player:.1f} % [{100 * low:.1f} to {100 * high:.1f}]")
    assert any("estimated; 10 in kit.yaml" in line for line in shown)
    header = next(line for line in shown if line.startswith("  card "))
    rows = [line for line in shown if line.startswith(("  Charge", "  Lunge"))]
    assert {len(line) for line in rows} == {len(header)}
    assert shown[-1] == "  dead: none"


def test_pure_chance_is_named(lab):
    report = lab("lists", 60).report
    assert not report.decisions.most
    shown = "\n".join(text.lines(report))
    assert "pure chance: no player ever had a choice" in shown
    assert "no player begins, or the engine does not report who" in shown
    assert "cards matter" not in shown


def test_drama_is_shown_for_games_with_points(lab):
    drama = lab("rhino", 300).report.drama
    (line,) = [line for line in text.lines(lab("rhino", 300).report) if line.startswith("  drama")]
    assert f"changes {drama.lead_changes.mean:.1f} times" in line
    assert f"leads {drama.loser_led.mean:.1f} % of the decisions" in line
    assert lab("lists", 60).report.drama is None


def test_the_leader_has_a_row_for_each_part_of_a_game(lab):
    report = lab("rhino", 300).report
    shown = text.lines(report)
    at = next(number for number, line in enumerate(shown) if line.startswith("Does the leader win?"))
    rows = shown[at + 1 : at + 11]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert [row.split()[0] for row in rows] == ["after", "10", "20", "30", "40", "50", "60", "70", "80", "90"]
    middle = report.leads[4]
    low, high = middle.interval
    assert f"  {100 * middle.wins:.1f} % [{100 * low:.1f} to {100 * high:.1f}]" in rows[5]
    assert rows[5].endswith(f"{100 * middle.no_leader:.1f} %")
    never = replace(middle, games=0, wins=None, draws=None, no_leader=1.0)
    assert text.lines(replace(report, leads=[never]))[at + 2].split() == ["50", "%", "–", "–", "100.0", "%"]


def test_a_solution_is_shown(lab):
    solution = Solution(2715, 721, 30, -0.00001, (-0.002, 0.0015), 0.25, 0.00175)
    shown = text.lines(replace(lab("lists", 60).report, solution=solution))
    at = shown.index("What if neither player makes a mistake? (per game: +1 for a win, -1 for a defeat)")
    assert shown[at + 1 : at + 5] == [
        "  first       the player who begins gains +0.250",
        "  seat 1      gains +0.000; the exact number is from -0.0020 to +0.0015",
        "  exact to    0.0018, the gain of a perfect opponent (exploitability)",
        "  solved      2,715 positions, 721 decisions, 30 iterations of CFR+",
    ]
    without = text.lines(replace(lab("lists", 60).report, solution=replace(solution, first_player=None)))
    assert without[at + 1].startswith("  seat 1      gains ")


def test_points_show_draws_if_there_are_any(lab):
    point = Point(1, None, 0.5, (0.4, 0.6), [0.4, 0.4], 0.2, 9.0, (8.0, 10.0))
    curve = Curve("rules.n", 1, 10, [point, replace(point, value=2, draws=0.0)], changes=True)
    shown = text.lines(replace(lab("lists", 60).report, curves=[curve]))
    assert shown[-3:] == [
        "  value  wins of the player who begins  draws   jousts",
        f"  1 *    50.0 % [40.0 to 60.0]          20.0 %  9.0 [8.0 to 10.0]  {'█' * 20}",
        f"  2      50.0 % [40.0 to 60.0]          0.0 %   9.0 [8.0 to 10.0]  {'█' * 20}",
    ]
    never = replace(curve, points=[replace(point, draws=0.0)])
    assert "draws" not in "".join(text.lines(replace(lab("lists", 60).report, curves=[never]))[-2:])


def test_a_value_that_cannot_be_played_has_its_reason_and_seats_stand_for_who_begins(lab):
    point = Point(1, None, None, None, [0.4, 0.6], 0.0, 9.0, (8.0, 10.0))
    curve = Curve("rules.n", 1, 10, [Point(0, "too small"), replace(point, length=4.5), point], changes=False)
    shown = text.lines(replace(lab("lists", 60).report, curves=[curve]))
    assert shown[-5:] == [
        "  value  wins of each seat  jousts",
        f"  1 *    40.0 %, 60.0 %     4.5 [8.0 to 10.0]  {'█' * 10}",
        f"  1 *    40.0 %, 60.0 %     9.0 [8.0 to 10.0]  {'█' * 20}",
        "  0 cannot be played: too small",
        "  no game differs: this changes nothing that the engine plays",
    ]


def test_dead_cards_are_named(lab):
    report = lab("rhino", 300).report
    cards = report.cards | {"stomp": replace(report.cards["stomp"], dead="never legal")}
    assert text.lines(replace(report, cards=cards))[-1] == "  dead: Stomp (never legal)"
