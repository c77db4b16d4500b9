"""Import the Python files of a kit's folder, from the bytes that the user allowed.

They become one package, so that `engine.py` can import the others with a dot: `from .data import Rules`. Nothing is
read from the folder, and nothing is written into it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from pnp.diagnostics.mistakes import reason
from pnp.kit.plugins import failure
from pnp.kit.trust import PythonFiles


class _Importer(MetaPathFinder, Loader):
    """Finds and runs the modules of one package in memory."""

    def __init__(self, package: str, own: PythonFiles) -> None:
        self.package, self.folder = package, Path(own.folder)
        self.sources = {f"{package}.{name.removesuffix('.py')}": (name, data) for name, data in own.files}

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname == self.package:
            return ModuleSpec(fullname, self, is_package=True)
        if fullname not in self.sources:
            return None
        spec = ModuleSpec(fullname, self, origin=str(self.folder / self.sources[fullname][0]))
        spec.has_location = True  # which makes the origin its __file__
        return spec

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ in self.sources:
            name, data = self.sources[module.__name__]
            exec(compile(data, str(self.folder / name), "exec", dont_inherit=True), vars(module))  # noqa: S102


def module(own: PythonFiles, name: str) -> ModuleType:
    """A module of a folder: `engine` or another. Its code must have been allowed. Raises PluginError."""
    package = f"pnp_kit_{sha256(f'{own.folder} {own.hash}'.encode()).hexdigest()}"
    if not any(isinstance(finder, _Importer) and finder.package == package for finder in sys.meta_path):
        sys.meta_path.insert(0, _Importer(package, own))
    try:
        return importlib.import_module(f"{package}.{name}")
    except (Exception, SystemExit) as error:
        raise failure(f"{name}.py cannot be loaded: {place(error, own)}{reason(error)}") from error


def has(own: PythonFiles, name: str) -> bool:
    """Whether there is such a module."""
    return any(file == f"{name}.py" for file, _ in own.files)


def place(error: BaseException, own: PythonFiles) -> str:
    """The file and line of the folder where an error was raised."""
    places, trace = [], error.__traceback__
    files = {str(Path(own.folder) / name): name for name, _ in own.files}
    while trace:
        if trace.tb_frame.f_code.co_filename in files:
            places.append(f"{files[trace.tb_frame.f_code.co_filename]}:{trace.tb_lineno}: ")
        trace = trace.tb_next
    return places[-1] if places else ""
