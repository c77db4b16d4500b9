"""The lab: play a kit many times, and report with intervals whether it is fair, how long it takes and more.

`simulate` is the quick look. For the report `subject` opens a kit, `sampling` plays games in blocks, `store` keeps
these, `report` makes numbers of tallies, and `text` shows them. `solve` finds the value of a small game from its
`tree`; `spiel` and `zoo` show any engine to OpenSpiel and PettingZoo, with an extra that nothing else imports. Of this
program only the command line imports the lab.
"""

from pnp.lab.sampling import simulate

__all__ = ["simulate"]
