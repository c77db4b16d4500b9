"""The wheel: it carries its data and builds from an empty folder, and what is built stays out of git."""

import re
import subprocess
import sys
from importlib.metadata import distributions

import pytest

from tests.conftest import ROOT


def test_built_files_are_ignored_by_git():
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    assert "/output/*" in ignored
    assert "!/output/README.md" in ignored


@pytest.mark.slow
def test_a_wheel_carries_its_data_and_builds_from_an_empty_folder(tmp_path, built):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    site = tmp_path / "site"
    options = ["--no-deps", "--no-index", "--no-compile", "--quiet", "--target", str(site)]
    install = [sys.executable, "-m", "pip", "install", *options, str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (installed,) = distributions(path=[str(site)])
    # Not the message's payload: the package `importlib_metadata`, once some other test has loaded it, empties that.
    page = installed.metadata["Description"]
    assert "# pnp: print-and-play kits from YAML" in page
    assert page.count("\n") > 100
    assert re.findall(r"\]\((?!https?://)", (ROOT / "README.md").read_text("utf-8"))
    assert not re.findall(r"\]\((?!https?://)", page)
    assert "hero.png" not in page
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
