"""The command line: the only place that prints, exits or asks where it is. One file for each kind of command.

Exit codes: 0 done, 1 the data are wrong, 2 the command was used wrongly or cannot write. Stages are imported
where a command uses them, so that `pnp --help` stays quick.
"""

from __future__ import annotations

import click

from pnp import __version__
from pnp.cli import calibrating, checking, comparing, describing, making, playing, preflighting, printing, watching
from pnp.cli.asking import CONTEXT


@click.group(context_settings=CONTEXT)
@click.version_option(__version__, "--version", prog_name="pnp")
def main() -> None:
    """Print-and-play kits from YAML: cards, boards, foldies and rulebooks as print-ready PDFs.

    \b
    Begin with:  pnp list
                 pnp build rhino --paper a4
                 pnp check rhino
    """


for command in (
    printing.build, printing.list_, checking.check, checking.explain, playing.simulate, playing.replay, playing.play,
    preflighting.preflight, comparing.diff, calibrating.calibrate, calibrating.printer,
    making.new, making.show, describing.schema, watching.preview, watching.watch,
):  # fmt: skip
    main.add_command(command)
