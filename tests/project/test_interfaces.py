"""The public names of packages: other packages use each of them, and import it from the package."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from importlib import import_module

import pytest

from tests.conftest import ROOT

PACKAGES = ("graphics", "kit", "text", "pipeline")


@cache
def imports() -> list[tuple[str, str, str, str]]:
    """The file, its package, and the module and the name of each import from a package of pnp."""
    found = []
    for path in sorted((ROOT / "pnp").rglob("*.py")):
        file = path.relative_to(ROOT / "pnp")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found += [(file.as_posix(), file.parts[0], node.module, alias.name) for alias in node.names]
    return found


@pytest.mark.slow
def test_a_package_has_a_few_names_that_others_import_from_it():
    for name in PACKAGES:
        package = import_module(f"pnp.{name}")
        assert 3 <= len(package.__all__) <= 10
        assert len((package.__doc__ or "").splitlines()) > 3
        for public in package.__all__:
            assert hasattr(package, public), public
        foreign = [
            (file, module, public) for file, own, module, public in imports() if own not in (name, "__init__.py")
        ]
        used = {public for _, module, public in foreign if module == f"pnp.{name}"}
        assert used >= set(package.__all__)
        past = [each for each in foreign if each[1].startswith(f"pnp.{name}.") and each[2] in package.__all__]
        assert past == []


@pytest.mark.parametrize("name", ["kit", "pipeline"])
def test_names_are_imported_on_first_use(name):
    code = f"import sys; import pnp.{name}; print('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        import_module(f"pnp.{name}").nothing  # noqa: B018
