"""Show a kit's cards, sheets and diagnostics on a local web page that updates after every save.

`files` detects changed files, `redraw` draws and checks the kit, `shown` lists its sheets and cards, and `report`
describes them as JSON. `page` assembles the page from the files in `assets/`, `server` serves it to a browser, and
`connections` limits the number and the time of its connections, and `refetch` fetches the tables of the kit again.

`session` makes the edits of the page: `element_files` finds where each is written, `edits` writes and undoes it,
`styles` counts the elements of a text style, `pictures` copies a dropped picture into the kit, and `mends` does what
hints say. `proof` shows what sentences rest on and vouches for them, and `exports` makes PDFs and exports. `start` is
the page that makes a kit, and `words` has the languages of the pages.
"""
