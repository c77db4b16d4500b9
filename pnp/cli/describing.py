"""Commands that describe: `schema`."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from pnp.cli.asking import CONTEXT, cannot_write


class FileKind(click.ParamType[str]):
    """A kind of data file."""

    name = "file-kind"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from pnp import datafiles, shelf

        name, known = str(value), datafiles.kinds()
        if name not in known:
            self.fail(shelf.unknown("kind of data file", name, known), param, ctx)
        return name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from pnp import datafiles

        return [CompletionItem(name) for name in datafiles.kinds() if name.startswith(incomplete)]


@click.command(context_settings=CONTEXT)
@click.argument("kind", type=FileKind(), required=False, metavar="[FILE-KIND]")
@click.option("--overlay", is_flag=True, help="For the file of an overlay, which says only what is other.")
@click.option("--output", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Write FILE-KIND.schema.json there; without FILE-KIND, those of all files.")  # fmt: skip
def schema(kind: str | None, overlay: bool, output: Path | None) -> None:
    """Write JSON Schema for data files, by which editors complete and check what you type.

    Without FILE-KIND and --output, list the kinds of data files. docs/data.md says what each key means.
    """
    from pnp import datafiles

    if kind and overlay and not datafiles.kinds()[kind].layered:
        raise click.BadParameter(f"no overlay has a file of the kind {kind!r}", param_hint="--overlay")
    if output:
        _write(output, datafiles.files() if kind is None else _one(kind, part=overlay))
    elif kind:
        (text,) = _one(kind, part=overlay).values()
        click.echo(text, nl=False)
    else:
        for name, file in datafiles.kinds().items():
            click.echo(f"  {name:<14} {file.place:<28} {file.about}")


def _one(kind: str, *, part: bool) -> dict[str, str]:
    from pnp import datafiles

    name = datafiles.file_name(kind, part=part)
    return {name: datafiles.files()[name]}


def _write(folder: Path, files: dict[str, str]) -> None:
    """Write all files, and say which."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_bytes(text.encode())
    except OSError as error:
        cannot_write(folder, error)
    for name in files:
        click.echo(name)
    click.echo(f"in {folder}")
