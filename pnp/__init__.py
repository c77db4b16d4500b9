"""Game data -> proved words -> drawings -> pieces -> sheets -> ink: print-and-play kits from YAML.

The house, from the door inwards; nothing knows of what stands above it:

    cli          the commands; the only place that prints or exits
    report       diagnostics -> the lines people read
    watching     a kit's folder -> a page on this machine that follows it, its sheets and its faults
    comparing    two states of a kit -> what differs between them
    proofs       a kit's pieces -> pages to look at: all faces, or a card large
    arena        a game and its engine -> games played, replayed, simulated
    press        an order -> finished files, all or none
    planning     a set that is laid out -> what its first page tells of it
    choosing     an order's selection -> which pieces are printed, and which sheets of them
    facing       pairs of drawings -> pages that show them side by side
    singles      pieces -> pages of one piece each, for a print shop
    datafiles    the kinds of data files -> JSON Schema of each, for editors and other programs
    starting     a kit and a new name -> the files of an overlay of it, or of a whole copy
    exporting    a kit's cards -> a file of them for other programs, CSV, XLSX or JSON
    history      a kit's folder and a git revision -> the files as they were
    paging       groups of sheets -> the pages of each file, in printing order
    layout       a kit's pieces -> groups of sheets
    order        what somebody wants printed, and how
    preflight    any PDF -> what it holds, and what of it will print badly
    checks       a drawn kit and its engine -> faults, one kind a file; here rules and ink meet
    shelf        a kit's name -> the kit
    ink          placed drawings -> PDF, PNG, manifest, listing
    calibration  a paper -> the sheet that printers are measured with
    resizing     a kit and a card size -> the same kit, its cards laid out anew
    components   a kit's components -> pieces, one kind a file
    measuring    what is read off that sheet -> a printer's profile
    printers     a printer's profile -> the transforms that take its errors back
    marks        a side of a sheet -> cut marks, label, ruler
    cutting      placed pieces -> where to cut them, in a few styles
    inking       drawings -> the same in greys, or with little ink, one way a file
    imposition   pieces -> sheets, one scheme a file; duplex keeps the pin law
    faces        face template and card -> drawing
    elements     elements of a face -> drawing items, one kind a file
    bench        a kit and what it is drawn with -> fields, colours, styles, pictures
    book         the pages of a text -> its contents, its index, the chapter of each page
    flow         Markdown -> measured strips of type, tables and figures
    galley       type that was set before -> the same, with the pictures that the kit has now
    boxed        strips of a block quote -> the same on a ground, under a label
    rows         the rows of a table -> one strip a row
    strips       strips of type, tables and figures -> columns, broken where it hurts least
    fingerprint  drawings -> fingerprints, the same for the same ink
    showing      a kit's files in all -> text that tells where each value comes from
    template     a kit and a template -> Markdown
    setting      fonts, styles, colours and pictures -> how running text is set
    markdown     Markdown -> the tokens that flow sets, or what is wrong with it
    tokens       Markdown -> tokens, parsed once for all texts that differ in numbers only
    filling      a template and data -> text, the templates noted that are asked for
    sandbox      a stranger's template and data -> text, all work paid for
    compiled     templates -> the code that they were compiled to in an earlier run
    lookup       the name of a template -> its text
    reading      texts as they are set -> the words that somebody reads
    spaces       signs that few fonts have -> what is printed for them, and how wide it is
    text         words and a box -> lines that fit
    typeface     the file of a font -> what its letters measure, and subsets of it
    fontfile     a font -> its file, and why it cannot be printed with
    art          picture files -> drawings
    svg          SVG -> drawings, exactly or not at all
    raster       SVG that is not drawn exactly -> pixels, for those who ask for it
    rendering    SVG -> PNG, in a process of its own that ends when its time is up
    bitmap       PNG and JPEG -> drawings, the right way up
    breaking     measured words and the width of a column -> lines
    icons        names of icons -> signs that stand among letters, and their drawings
    hyphens      a word and its language -> where it may be parted
    svgpath      SVG path data -> segments
    sheetwords   a language and a key -> the words that sheets and books are lettered with
    wording      traits -> printed words, by a phrase book
    rules        game data -> engines that play by them, one game a file; unknown to all that draws
    painted      what is painted, in painting order -> the colour that lies at a point
    drawing      the display list everything is drawn into
    overlay      a kit's folder and those it extends -> one tree of nodes for each of its files
    tables       CSV and XLSX -> the cards of a kit as one tree of nodes; rows -> such files
    model        the typed things the stages hand on
    describing   models of data files -> JSON Schema
    schema       nodes -> model, validated by pydantic, every fault with its place
    translating  trees of nodes and an overlay's texts -> the trees in other words
    source       YAML -> nodes with places; faults as values
    cache        what was worked out before -> what need not be worked out again
    tones        colours -> luminance, lightness, contrast, as all kinds of eyes see them
    geometry     sizes, rectangles, transforms in mm
"""

__version__ = "0.1.0"
