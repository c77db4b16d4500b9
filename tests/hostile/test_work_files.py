"""Work files of strangers: huge, damaged, or with code. They are refused, and nothing is run or written elsewhere."""

from __future__ import annotations

import pytest

from pnp.sources import po
from tests.conftest import run
from tests.support.translating import found_in, translate, translation, work_file


def errors(kit) -> list[tuple[str, str]]:
    return [(one.code, one.message) for one in found_in(kit) if one.severity == "error"]


def test_a_file_that_is_too_large_is_refused(tmp_path):
    kit = translation(tmp_path)
    work_file(kit).write_bytes(b"#" * (po.MAX_BYTES + 1))
    assert errors(kit) == [("file-too-large", "this file is larger than 10000 kB")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff\xfe\x00", "not-utf-8"), (b"\x00" * 100, "bad-po"),
        (b'msgid "' + b"a" * 30_000 + b'"\nmsgstr ""\n', "bad-po"),
        (b'msgid "a"\nmsgstr "' + b"\\" * 9_999 + b'"\n', "bad-po"), (b'"' * 50_000, "bad-po"),
        (b"%PDF-1.7\n", "bad-po"),
    ],
)  # fmt: skip
def test_odd_files_are_refused(data, code, tmp_path):
    kit = translation(tmp_path)
    work_file(kit).write_bytes(data)
    assert [found for found, _ in errors(kit)] == [code]
    assert run("check", kit).exit_code == 1


def test_a_link_to_a_file_of_the_user_is_not_followed(tmp_path):
    kit = translation(tmp_path)
    secret = tmp_path.parent / f"{tmp_path.name}-secret.po"
    secret.write_text('msgctxt "cards.yaml all.wolf.name"\nmsgid "Wolf"\nmsgstr "secret"\n', "utf-8")
    work_file(kit).unlink()
    work_file(kit).symlink_to(secret)
    assert ("outside-path", "this is a link to a file outside the kit") in errors(kit)
    assert run("translate", kit).exit_code != 0
    assert "secret" in secret.read_text("utf-8")


@pytest.mark.parametrize(
    "code",
    [
        "{{ ().__class__.__mro__[1].__subclasses__() }}", '{% include "/etc/passwd" %}', "{{ range(9**9) | list }}",
        "{name}",
    ],
)  # fmt: skip
def test_code_that_the_source_does_not_have_is_refused(code, tmp_path):
    kit = translation(tmp_path, {"The hunt": f"La caza {code}"})
    ((found, message),) = errors(kit)
    assert found == "wrong-placeholder"
    assert "more than the source" in message


def test_code_in_an_allowed_expression_runs_in_the_sandbox_only(tmp_path):
    kit = translation(tmp_path)
    source = '{{ 2 }} {{ "card" if 2 == 1 else "cards" }} :moon: win.'
    translate(kit, {source: '{{ 2 }} {{ "x".__class__.__base__ if 2 == 1 else "y".__class__ }} :moon:'})
    assert {found for found, _ in errors(kit)} <= {"wrong-placeholder", "bad-template"}
    assert errors(kit)


@pytest.mark.parametrize("language", ["../es", "es/../../x", "..", "es\\..\\x"])
def test_a_language_that_is_a_path_names_no_file(language, tmp_path):
    kit = translation(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    (kit / "kit.yaml").write_text(f"extends: ../beasts\nlanguage: '{language}'\n", "utf-8")
    before[kit / "kit.yaml"] = (kit / "kit.yaml").read_bytes()
    assert run("translate", kit).exit_code == 1
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
