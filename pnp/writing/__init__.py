"""The only place that creates, moves and removes files.

`tree` works below a folder without following links, `builds` writes folders completely or not at all, `state` keeps
what the program must remember about folders, `prints` what was printed, and `temporary` has files and folders that
nothing remains of.
"""

from pnp.writing.builds import HalfwayError as HalfwayError
from pnp.writing.builds import create_folder as create_folder
from pnp.writing.builds import last_files as last_files
from pnp.writing.builds import record as record
from pnp.writing.builds import recorded as recorded
from pnp.writing.builds import recover as recover
from pnp.writing.builds import write_file as write_file
from pnp.writing.builds import write_folder as write_folder
from pnp.writing.state import keep_print as keep_print
from pnp.writing.state import known_prints as known_prints
from pnp.writing.state import seal as seal
from pnp.writing.tree import PlaceError as PlaceError
from pnp.writing.tree import Streamed as Streamed
from pnp.writing.tree import Tree as Tree
from pnp.writing.tree import is_inside as is_inside
from pnp.writing.tree import link_in as link_in
from pnp.writing.tree import scratch_file as scratch_file
from pnp.writing.tree import scratch_place as scratch_place
from pnp.writing.tree import temporary_folder as temporary_folder
