"""The command that writes JSON Schemas: `schema`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from pnp import writing
from pnp.cli.console import CONTEXT, echo, refuse
from pnp.cli.params import KitName, Named, Output, report_left_out, writing_to
from pnp.diagnostics import Diagnostics, unknown
from pnp.kit import jsonschema, modeline
from pnp.pipeline import known_names, schemas


class FileKind(Named):
    """A kind of data file."""

    name = "file-kind"

    def names(self) -> Iterable[str]:
        return schemas.kinds()

    def unknown(self, name: str) -> str:
        return unknown("kind of data file", name, self.names())


@click.command(context_settings=CONTEXT)
@click.argument("kind", type=FileKind(), required=False, metavar="[FILE-KIND]")
@click.option("--for", "kit", type=KitName(), metavar="KIT",
              help="With the names of this kit: its cards, faces, colours, sizes and so on.")  # fmt: skip
@click.option("--overlay", is_flag=True, help="For the file of an overlay, which contains only what differs.")
@click.option("--output", "-o", type=Output(folder=True), metavar="DIR",
              help="Write FILE-KIND.schema.json there; without FILE-KIND, the schemas of all files.")  # fmt: skip
def schema(kind: str | None, kit: Path | None, overlay: bool, output: Path | None) -> None:
    """Write JSON Schema, for editors to complete and check data.

    Without FILE-KIND and --output, list the kinds of data files. docs/data.md explains every key.

    With --for, the schemas are of the files of one kit only, and editors also mark names that the kit does not have,
    such as 'size: pokre'. Write them again when names were added.

    \b
    Examples:  pnp schema cards
               pnp schema --for kits/mine
    """
    if kind and overlay and not schemas.kinds()[kind].layered:
        raise click.BadParameter(f"an overlay has no file of the kind {kind!r}", param_hint="--overlay")
    if kit and overlay:
        raise click.UsageError("--for KIT writes what the kit needs, an overlay or not: leave out --overlay")
    if kit:
        _for_kit(kit, kind, output)
        return
    files = schemas.files() if kind or output else {}
    if kind:
        name = schemas.file_name(kind, part=overlay)
        files = {name: files[name]}
    report_left_out("the schemas have none of their keys")
    if output:
        _write(output, files)
    elif kind:
        _print(files[name])
    else:
        for name, file in schemas.kinds().items():
            echo(f"  {name:<14} {file.place:<28} {file.about}")


def _for_kit(kit: Path, kind: str | None, output: Path | None) -> None:
    """Write, print or list the schemas of one kit."""
    diagnostics = Diagnostics()
    known = known_names.read(kit, diagnostics)
    if known is None:
        refuse(diagnostics, "no schema was written")
    every = schemas.of_kit(known)
    of_kit = {file: one for file, one in every.items() if kind in (None, one.kind, Path(file).stem)}
    if not of_kit:
        kinds = ", ".join(one.kind for one in every.values())
        raise click.BadParameter(f"{kit.name} has no file of the kind {kind!r}; it has {kinds}", param_hint="FILE-KIND")
    report_left_out("the schemas have none of their keys")
    texts = {one.file_name: jsonschema.text(one.schema) for one in of_kit.values()}
    if output:
        _write(output, texts)
        _report_lines(kit, {file: one.file_name for file, one in of_kit.items()}, output)
    elif kind:
        _print(*texts.values())
    else:
        for file, one in of_kit.items():
            echo(f"  {one.kind:<14} {file:<28} {schemas.kinds()[one.kind].about}")


def _report_lines(kit: Path, names: Mapping[str, str], output: Path) -> None:
    """Report the first lines that the kit's files need, if they do not have them."""
    places = schemas.relative(output, kit)
    lines = {file: modeline.line(name, places) for file, name in names.items() if (kit / file).is_file()}
    needed = {file: line for file, line in lines.items() if modeline.of(kit / file) != line}
    if needed:
        echo("first lines of the kit's files, for editors:")
        width = max(map(len, needed))
        echo(*(f"  {file:{width}}  {line}" for file, line in needed.items()))


def _write(output: Path, files: Mapping[str, str]) -> None:
    with writing_to(output):
        writing.write_folder(output, {name: text.encode() for name, text in files.items()})
    echo(*files, f"in {output}")


def _print(*texts: str) -> None:
    for text in texts:
        echo(*text.rstrip("\n").split("\n"))
