"""The wheel: it carries its data and builds from an empty folder, and what is built stays out of git."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import distributions

import pytest

from hatch_build import without_links
from tests.conftest import ROOT


def test_built_files_are_ignored_by_git():
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    assert "/output/*" in ignored
    assert "!/output/README.md" in ignored


def test_the_readme_of_packages_has_no_links_to_files():
    text = without_links((ROOT / "README.md").read_text("utf-8"))
    assert not re.search(r"\]\((?!https?://)", text)
    assert "hero.png" not in text
    assert text.count("\n") > 100
    assert without_links("![a](b.png)\n\n[c](d.md#e), [f](https://g.org)\n") == "c, [f](https://g.org)\n"


@pytest.mark.slow
def test_a_wheel_carries_its_data_and_builds_from_an_empty_folder(tmp_path, built):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (installed,) = distributions(path=[str(site)])
    assert "# pnp: print-and-play kits from YAML" in str(installed.metadata.get_payload())
    assert (site / "pnp" / "py.typed").is_file()
    assert (site / "pnp" / "pdf" / "profiles" / "fogra39.icc").is_file()
    empty = tmp_path / "empty"
    empty.mkdir()
    script = f"import sys; sys.path.insert(0, {str(site)!r}); from pnp.cli import main; main()"
    command = [sys.executable, "-c", script, "build", "rhino", "--paper", "a4"]
    result = subprocess.run(command, cwd=empty, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    out = empty / "output" / "rhino-a4"
    for file in out.iterdir():
        assert file.read_bytes() == (built().folder / file.name).read_bytes()
    probe = script.replace("from pnp.cli import main; main()", "import pnp; print(pnp.__file__)")
    where = subprocess.run([sys.executable, "-c", probe], cwd=empty, capture_output=True, text=True, check=True)
    assert str(site) in where.stdout
