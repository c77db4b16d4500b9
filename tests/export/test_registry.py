"""The targets: what each declares."""

from pathlib import Path

from pnp import export
from pnp.export import REGISTRY
from pnp.kit.plugins import PluginError

TARGETS = export.targets()


def test_the_targets_are_the_modules_of_the_folder():
    modules = (Path(export.__path__[0]) / "targets").glob("*.py")
    assert set(TARGETS) == {path.stem.replace("_", "-") for path in modules} - {"--init--"}
    assert export.label("tabletop-simulator") == "Tabletop Simulator"


def test_each_target_declares_settings_that_exist():
    for target in TARGETS:
        assert set(export.options(target)) <= set(export.Settings._fields), target
    assert export.taking("corners") == ["png"]


def test_a_target_of_another_distribution_takes_resolution_and_bleed(monkeypatch):
    monkeypatch.setattr(REGISTRY, "module", lambda _name: object())
    assert export.options("theirs") == ("dpi", "bleed")
    assert export.bleed("theirs") == 0


def test_a_target_that_cannot_be_imported_offers_no_settings(monkeypatch):
    whole = REGISTRY.module

    def module(name):
        if name == "screentop":
            raise PluginError("broken")
        return whole(name)

    monkeypatch.setattr(REGISTRY, "module", module)
    assert "screentop" not in export.taking("dpi")
    assert "tabletopia" in export.taking("dpi")
