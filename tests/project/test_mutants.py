"""The faults that `nox -s mutants` puts into the program are where they say, and each of a kind that people make."""

import ast

from tests.mutants import looking_for, mutants, sampled

SOURCE = """LIMIT = 3


def f(a, b):
    if not a < b and True:
        log("é", 2)
    return a + b if a else 1.5
"""


def test_every_fault_is_one_change_that_python_reads():
    found = list(mutants("f.py", SOURCE))
    data = SOURCE.encode()
    for one in found:
        text = (data[: one.start] + one.new.encode() + data[one.end :]).decode()
        assert ast.dump(ast.parse(text)) != ast.dump(ast.parse(SOURCE))
        assert data[one.start : one.end].decode() == one.old
    assert {(one.line, one.old, one.new) for one in found} == {
        (5, "not a < b", "(a < b)"), (5, "not a < b and True", "(not a < b or True)"), (5, "a < b", "(a <= b)"),
        (5, "True", "(False)"), (6, 'log("é", 2)', "pass"), (6, "2", "(3)"), (7, "a + b if a else 1.5", "(a + b)"),
        (7, "a + b if a else 1.5", "(1.5)"), (7, "a + b", "(a - b)"), (7, "1.5", "(2.5)"),
    }  # fmt: skip


def test_a_sample_is_the_same_at_every_run_and_of_the_packages_that_are_asked_for():
    sample = sampled(20, ["imposition"])
    assert sample == sampled(20, ["imposition"])
    assert {one.package for one in sample} == {"imposition"}
    assert len(set(sample)) == 20


def test_the_tests_of_a_module_come_before_those_of_its_package():
    assert looking_for("pnp/graphics/svg/style.py")[0][-1] == "tests/graphics/svg/test_style.py"
    assert looking_for("pnp/graphics/svg/style.py")[1][-1] == "tests/graphics"
    assert looking_for("pnp/__main__.py")[1][-1] == "tests/cli"
