"""Kits from strangers: whatever is in their files, a diagnostic with a place comes soon, and nothing else happens."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.graphics import raster
from tests.conftest import edit, run


def expect_refused(kit: Path, *parts: str) -> str:
    """The report on a hostile kit: exit 1, a place in every diagnostic, no traceback, and nothing written."""
    before = {path: path.stat().st_mtime_ns for path in kit.parent.rglob("*")}
    result = run("check", kit)
    assert result.exit_code == 1, result.output
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "error[" in result.stdout
    for part in parts:
        assert part in result.stdout, result.stdout[:2000]
    assert {path: path.stat().st_mtime_ns for path in kit.parent.rglob("*")} == before
    return result.stdout


GARBAGE = {
    "empty": b"",
    "nothing but spaces": b"   \n  \n",
    "a list": b"- a\n- b\n",
    "a word": b"hello\n",
    "a number": b"42\n",
    "tabs": b"a:\n\tb: 1\n",
    "not utf-8": b"a: \xff\xfe\n",
    "utf-16": "a: b\n".encode("utf-16"),
    "nul bytes": b"a: \x00\n",
    "two documents": b"a: 1\n---\nb: 2\n",
    "an alias bomb": b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n",
    "a python tag": b"a: !!python/object/apply:os.system ['echo']\n",
    "duplicate keys": b"a: 1\na: 2\n",
    "deep nesting": b"a: " + b"[" * 5000 + b"]" * 5000 + b"\n",
    "a huge number": b"a: " + b"9" * 5000 + b"\n",
    "ten megabytes": b"a: " + b"x" * 10_000_000 + b"\n",
    "many keys": b"".join(b"k%d: 1\n" % i for i in range(150_000)),
    "a png": b"\x89PNG\r\n\x1a\n" + b"\x00" * 100,
}


OTHERS = [
    (file, what) for file in ("kit.yaml", "faces.yaml", "phrases.yaml") for what in ("a list", "a word", "not utf-8")
]


@pytest.mark.parametrize(("file", "what"), [*(("cards.yaml", what) for what in GARBAGE), *OTHERS])
def test_garbage_in_place_of_a_file_is_refused(small, file, what):
    (small / file).write_bytes(GARBAGE[what])
    assert f"{file}:" in expect_refused(small)


@pytest.mark.parametrize(
    "name",
    [
        "../../../etc/passwd",
        "/etc/passwd",
        "..\\..\\x.svg",
        "C:\\x.svg",
        "C:x.svg",
        "art/../../x.svg",
        "\x00.svg",
        "é" * 5000,
    ],
)
def test_art_that_leads_elsewhere_is_refused(small, name):
    line = edit(small, "cards.yaml", "art: dodge.svg", f"art: {json.dumps(name)}")
    report = expect_refused(small, f"cards.yaml:{line}:")
    assert "root:" not in report


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_out_of_the_kit_is_refused(small):
    secret = small.parent / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>SECRET</title></svg>')
    (small / "mine.svg").symlink_to(secret)
    edit(small, "cards.yaml", "art: dodge.svg", "art: mine.svg")
    expect_refused(small, "error[outside-path]: 'mine.svg' is a link to a file outside the kit")


TEMPLATES = {
    "attributes": "{{ kit.__class__.__mro__ }}",
    "globals": "{{ self.__init__.__globals__ }}",
    "imports": "{% import '/etc/passwd' as x %}",
    "a file elsewhere": "{% include '../../secret.md' %}",
    "division": "{{ 1 / 0 }}",
    "an unknown filter": "{{ 1 | nosuch }}",
    "endless text": "{{ 'x' * 10000000000 }}",
    "long loops": "{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}",
    "recursion": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "itself": "{% include 'rulebook.md' %}",
}


@pytest.mark.parametrize("what", TEMPLATES)
def test_templates_that_reach_out_or_never_end_are_refused(small, what):
    (small / "rulebook.md").write_text(TEMPLATES[what], "utf-8")
    expect_refused(small, "rulebook.md:1:1: error[bad-template]")


@pytest.mark.slow
def test_a_template_without_end_is_reported_and_the_command_ends(small):
    """A power, which nothing interrupts: the process ends. tests/kit/test_child.py tries more, with a lower limit."""
    (small / "rulebook.md").write_text("# Turn\n\n{{ 9 ** (9 ** 9) }}\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pnp", "check", str(small)], capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 1
    assert "rulebook.md:3:1: error[bad-template]: cannot fill this template: this takes more than 6 s" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


SVGS = {
    "an entity": '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
    "a billion laughs": '<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg/>',
    "an outside file": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><use href="http://example.org/x#a"/></svg>',
    "a script": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>',
    "an image": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="file:///etc/passwd"/></svg>',
    "no svg": "<html/>",
    "no xml": "hello",
    "nothing": "",
}


@pytest.mark.parametrize("what", SVGS)
def test_hostile_svg_is_refused_at_its_line(small, what):
    (small / "dodge.svg").write_text(SVGS[what], "utf-8")
    expect_refused(small, "dodge.svg:1:")


@pytest.mark.slow
def test_svg_that_takes_minutes_as_pixels_is_broken_off(small, monkeypatch):
    monkeypatch.setattr(raster, "LONGEST", 0.5)
    line = '<path d="M0 0L99999 20L0 {}" stroke="#000" stroke-width=".01" stroke-dasharray=".1"/>'
    body = "\n".join(map(line.format, range(1, 2000)))
    (small / "dodge.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{body}</svg>', "utf-8"
    )
    edit(small, "kit.yaml", "palette:", "rasterise: [dodge.svg]\n\npalette:")
    expect_refused(
        small,
        "dodge.svg:1:1: error[svg-refused]: it cannot be drawn as pixels: it takes more than 0.5 seconds of computing",
        "hint: use fewer shapes, dashes and effects",
    )
