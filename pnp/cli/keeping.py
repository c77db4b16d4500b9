"""The command for what is kept between builds: `cache`."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from pnp.cli.asking import CONTEXT, WRONG_USE


@click.command(context_settings=CONTEXT)
@click.option("--clear", is_flag=True, help="Delete all of it; the next build works everything out anew.")
def cache(clear: bool) -> None:
    """Say where builds keep what they need not work out again, and how much that is.

    It may be deleted at any time. Where PNP_CACHE names another folder it is kept there, and nowhere if PNP_CACHE is
    empty.
    """
    from pnp import cache as kept

    place = kept.place()
    if place is None:
        click.echo(f"nothing is kept: {kept.VARIABLE} is empty")
        return
    folders = [Path(place, name) for name in kept.FOLDERS]
    if clear:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
    sizes = [path.stat().st_size for folder in folders for path in folder.glob("*") if path.is_file()]
    click.echo(f"{place}: {len(sizes)} {'file' if len(sizes) == 1 else 'files'}, {sum(sizes) / 1e6:.1f} MB")
    if clear and sizes:
        click.echo(f"cannot delete all of {place}: it is in use, or not yours", err=True)
        raise SystemExit(WRONG_USE)
