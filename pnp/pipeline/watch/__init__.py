"""Show a kit's sheets and diagnostics on a local web page that updates after every save.

`files` detects changed files, `redraw` draws and checks the kit, `server` serves `page.html` to a browser, and
`connections` limits the number and the time of its connections.
"""
