"""A kit's folder -> a page on this machine that follows it: its sheets and its faults, anew after every save.

`connections` limits what clients may take. `looking` tells when a file changed, `redrawing` draws and checks what there
is then, `serving` shows it to a browser by way of `page.html`.
"""
