"""The command that writes JSON Schemas: `schema`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from pnp import writing
from pnp.cli.console import CONTEXT, echo
from pnp.cli.params import Named, Output, cannot_write, report_left_out
from pnp.diagnostics import unknown
from pnp.pipeline import schemas


class FileKind(Named):
    """A kind of data file."""

    name = "file-kind"

    def names(self) -> Iterable[str]:
        return schemas.kinds()

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name, known = str(value), schemas.kinds()
        if name not in known:
            self.fail(unknown("kind of data file", name, known), param, ctx)
        return name


@click.command(context_settings=CONTEXT)
@click.argument("kind", type=FileKind(), required=False, metavar="[FILE-KIND]")
@click.option("--overlay", is_flag=True, help="For the file of an overlay, which contains only what differs.")
@click.option("--output", type=Output(folder=True), metavar="DIR",
              help="Write FILE-KIND.schema.json there; without FILE-KIND, the schemas of all files.")  # fmt: skip
def schema(kind: str | None, overlay: bool, output: Path | None) -> None:
    """Write JSON Schema, for editors to complete and check data.

    Without FILE-KIND and --output, list the kinds of data files. docs/data.md explains every key.
    """
    if kind and overlay and not schemas.kinds()[kind].layered:
        raise click.BadParameter(f"an overlay has no file of the kind {kind!r}", param_hint="--overlay")
    files = schemas.files() if kind or output else {}
    if kind:
        name = schemas.file_name(kind, part=overlay)
        files = {name: files[name]}
    report_left_out("the schemas have none of their keys")
    if output:
        try:
            writing.write_folder(output, {name: text.encode() for name, text in files.items()})
        except OSError as error:
            cannot_write(output, error)
        echo(*files, f"in {output}")
    elif kind:
        echo(*files[name].rstrip("\n").split("\n"))
    else:
        for name, file in schemas.kinds().items():
            echo(f"  {name:<14} {file.place:<28} {file.about}")
