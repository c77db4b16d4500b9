"""Show a kit's cards, sheets and diagnostics on a local web page that updates after every save.

`files` detects changed files, `redraw` draws and checks the kit, `shown` lists its sheets and cards, and `report`
describes them as JSON. `page` assembles the page from the files in `assets/`, `server` serves it to a browser, and
`connections` limits the number and the time of its connections, and `refetch` fetches the tables of the kit again.

`session` edits the kit, `proof` shows what sentences rest on and vouches for them, `mends` does what hints say, and
`exports` makes PDFs and exports. `start` is the page that makes a kit, and `words` has the languages of the pages.
"""
