"""The first line of a data file, which names its schema."""

from __future__ import annotations

from pnp.kit import modeline

LINE = modeline.line("kit.schema.json", "../schemas")


def test_the_line_is_the_one_that_editors_read():
    assert LINE == "# yaml-language-server: $schema=../schemas/kit.schema.json"


def test_only_a_first_line_that_names_a_schema_is_found(tmp_path):
    file = tmp_path / "kit.yaml"
    assert modeline.of(file) == "", "there is no such file"
    file.write_bytes(f"{LINE}\r\ntitle: x\r\n".encode())
    assert modeline.of(file) == LINE
    file.write_bytes(f"# A kit.\n{LINE}\n".encode())
    assert modeline.of(file) == ""


def test_a_line_that_names_another_schema_is_replaced():
    assert modeline.with_line(b"title: x\n", LINE) == f"{LINE}\ntitle: x\n".encode()
    other = modeline.line("other.json", "schemas")
    assert modeline.with_line(f"{other}\n# A kit.\n".encode(), LINE) == f"{LINE}\n# A kit.\n".encode()
