"""Read what strangers made (fonts, tables, pictures, PDFs, templates) in one child process with limits.

`service` gives a task to the child, which `child` runs; `timing` limits the computing time of code in this process.
A task is a function that takes plain data and bytes and returns plain data and bytes, so that it works the same in
this process and in the child. `pool` starts others that only share work.
"""

from pnp.confined.pool import cores as cores
from pnp.confined.pool import processes as processes
from pnp.confined.pool import signals_delayed as signals_delayed
from pnp.confined.service import Limits as Limits
from pnp.confined.service import StoppedError as StoppedError
from pnp.confined.service import call as call
