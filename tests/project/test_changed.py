"""What changed is tested by what has its name, and by what imports it."""

import pytest

from tests.changed import imported, selected


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("pnp/text/layout.py", "tests/text/test_layout.py"),
        ("pnp/graphics/images.py", "tests/graphics/images"),
        ("tests/text/test_layout.py", "tests/text/test_layout.py"),
        ("card_data/rhino/cards.yaml", "tests/kits/test_rhino.py"),
        ("card_data/papers.yaml", "tests/laws/test_papers.py"),
        ("pnp/checks/small_type.py", "tests/checks/test_checks.py"),
        ("pnp/components/elements/line.py", "tests/components/test_shapes.py"),
        ("tests/cases/drawn/elements/shapes.yaml", "tests/components/test_shapes.py"),
        ("tests/golden/drawings/kinds/dial.txt", "tests/components/kinds/test_dial.py"),
        ("tests/golden/drawings/text/fit.txt", "tests/text/test_fit.py"),
        ("docs/cutting.md", "tests/project/test_docs.py::test_a_page_can_be_followed[docs/cutting.md]"),
    ],
)
def test_tests_of_the_same_name_run_whole(file, test):
    found = selected([file])
    assert test in found.whole
    assert test not in found.quick
    assert not found.without


@pytest.mark.parametrize(
    ("file", "test"),
    [("pnp/text/fit.py", "tests/text/test_icons.py"), ("tests/mutants.py", "tests/project/test_mutants.py")],
)
def test_of_tests_that_import_it_the_quick_ones_run(file, test):
    assert test in selected([file]).quick


def test_cases_of_messages_run_with_every_change_of_the_program_or_its_data():
    assert "tests/cases/test_wrong.py" in selected(["pnp/text/fit.py"]).quick
    assert "tests/cases/test_wrong.py" in selected(["card_data/papers.yaml"]).quick
    assert "tests/cases/test_wrong.py" not in selected(["docs/cutting.md"]).quick


def test_what_no_test_belongs_to_is_listed():
    assert selected(["LICENSE"]) == ([], [], ["LICENSE"])


def test_every_way_to_import_a_module_is_seen():
    source = "import a.b\nfrom a import c\nfrom a.d import e\n\ndef f():\n    from g import h\n"
    assert {"a.b", "a.c", "a.d", "g.h"} <= set(imported(source))


def test_cases_of_a_module_and_of_a_changed_file_run_whole():
    for file in ("pnp/kit/schema.py", "tests/cases/wrong/kit/schema.txt"):
        found = selected([file]).whole
        assert "tests/cases/test_wrong.py::test_a_case_gives_what_it_shows[kit/schema/built-bool]" in found
