"""The balance lab: play a kit many times, and report with intervals whether it is fair, how long it takes and more.

`subject` opens a kit, `store` keeps blocks of games, `report` makes numbers of tallies, and `text` shows them. Games
are played by `pnp.rules.sampling`. `solve` finds the value of a small game from its `tree`; `spiel` and `zoo` show any
engine to OpenSpiel and PettingZoo, with an extra that nothing else imports.
"""
