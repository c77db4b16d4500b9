/* Open a piece to edit it, send edits one after the other, and show what the server says. */
const EDITS = document.body.dataset.mode === "edits";
let last = Promise.resolve(), openPiece = "";

async function openStudio(key) {
  const found = await fetched(`piece/${key}.json`);
  if (key !== openKey) return;
  dialog.classList.toggle("editing", Boolean(found));
  if (!found) return;
  const isNew = openPiece !== key;
  if (isNew) {
    endNudge();
    Object.assign(canvas, { selected: null, hidden: new Set(), locked: new Set() });
  }
  openPiece = key;
  showPiece(found);
  if (isNew) fitCanvas();
  if (canvas.justOpened) at("canvas").focus({ preventScroll: true });  // else keys would go to the first menu
  canvas.justOpened = false;
}

function showPiece(found) {
  if (canvas.piece?.id === found.id) followEdit(canvas.piece, found);
  canvas.piece = found;
  options("palette", Object.keys(found.palette));
  options("styles", found.styles);
  at("add").disabled = !found.editable;
  for (const [kind, key] of [["markdown", "styles"], ["icon", "art"]]) at("add").querySelector(`[value=${kind}]`).disabled = !found.offered[key].length;
  at("undo").disabled = !found.undo;
  at("redo").disabled = !found.redo;
  drawSides();
  showElements();
  showValues();
  showPieceFaults();
}

function showElements() {
  const faulty = new Set(canvas.piece.faults.flatMap(fault => fault.elements));
  const { elements } = canvas.piece, faces = [...new Set(elements.map(one => one.face))];
  at("elements").replaceChildren(...faces.flatMap(face => [element("li", "face", face), ...elements.map((one, number) =>
    one.face === face && elementLine(one, number, faulty.has(number))).filter(Boolean).reverse()]));
}

/* What is hidden has a crossed eye, what is locked a padlock. */
const EYE = "M1 8C5 2.5 11 2.5 15 8C11 13.5 5 13.5 1 8ZM8 6.2V9.8M2 14L14 2", LOCK = "M3.5 7.5H12.5V14H3.5ZM5.5 7.5V5A2.5 2.5 0 0 1 10.5 5V7.5";

function icon(d) {
  const made = shape("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" });
  made.append(shape("path", { d, stroke: "currentColor", "stroke-width": 1.6, fill: "none" }));
  return made;
}

function elementLine(one, number, faulty) {
  const made = element("li", `${one.shown ? "" : "unshown"}${faulty ? " error" : ""}`), key = elementKey(one);
  const name = button("name", `${one.kind} ${one.label}`, event => event.shiftKey ? toggleChosen(number) : select(number, [key]));
  name.setAttribute("aria-pressed", String(chosenNumbers().includes(number)));
  made.append(name, toggle("hidden", EYE, tr("hide here"), key), toggle("locked", LOCK, tr("lock here"), key));
  return made;
}

function toggle(kind, d, words, key) {
  const made = button(`toggle ${canvas[kind].has(key) ? "on" : ""}`, "", () => {
    if (!canvas[kind].delete(key)) canvas[kind].add(key);
    drawSides();
    showElements();
  });
  made.append(icon(d));
  made.title = words;
  made.setAttribute("aria-label", words);
  made.setAttribute("aria-pressed", String(canvas[kind].has(key)));
  return made;
}

/* The faults of the open piece as it is drawn now; once the checks are done, their faults of it too, and how many others have. */
function showPieceFaults() {
  const { faults, problems } = canvas.piece, drawn = [...problems, ...faults], heads = new Set(drawn.map(one => one.head));
  const all = [...drawn, ...(canvas.checked || []).filter(one => !heads.has(one.head))];
  const elsewhere = view.counts.error - all.filter(one => one.severity === "error").length;
  const items = all.map(diagnostic => fault(withMend(diagnostic), null));
  if (canvas.checked && elsewhere > 0) items.push(errorsElsewhere(elsewhere));
  at("card-faults").replaceChildren(...items);
}

function errorsElsewhere(number) {
  const item = element("li", "error");
  item.append(button("more", tr("errors elsewhere: {number}", { number }), () => { dialog.close(); showPane("faults"); }));
  return item;
}

function say(words, kind = "") {
  at("said").textContent = words;
  at("said").className = kind;
}

function wanted(what, one) {
  return { face: one.face, number: one.number, shown: one.values, here: Boolean(at("values").querySelector(".here input")?.checked), ...what };
}

/* Requests that change nothing. After others, what the checks found is of the files before. */
const LOOKS = new Set(["try", "source", "trysource", "export", "stop"]);

/* What the server answers to an edit; null if it refuses, after `refuse` got its status and its words. */
async function post(name, key, data, refuse) {
  try {
    const answer = await fetch(`${name}/${key}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
    if (answer.ok && !LOOKS.has(name)) { at("mended").hidden = true; canvas.checked = null; }
    if (answer.ok) return await answer.json();
    refuse(answer.status, (await answer.text()).trim());
  } catch {
    refuse(0, tr("pnp studio has stopped; start it again to continue"));
  }
  return null;
}

const ask = (name, data) => post(name, openKey, data, (status, words) => refused(status, words, data));

function refused(status, words, data) {
  say(words, "error");
  if (status !== 424) return;
  at("said").append(" ", button("", tr("copy this face into my kit"), async () => after(await ask("copy", { face: faceToCopy(data) }))));
}

function after(answer) {
  if (!answer || answer.gone) {
    if (answer?.gone) { say(tr("the kit cannot be opened after this edit: undo it"), "error"); canvas.piece.problems = answer.problems; showPieceFaults(); at("undo").disabled = false; }
    else openStudio(openKey);
    return;
  }
  if (answer.problems.length && !answer.sides) return;
  say(tr("saved"));
  showPiece(answer);
}

/* Edits follow each other, so that each one is of the element as the one before has left it. */
function change(what, one) {
  const key = elementKey(one);
  last = last.then(async () => {
    const now = canvas.piece.elements.find(other => elementKey(other) === key);
    if (now) after(await ask("change", wanted(what, now)));
  });
  return last;
}

/* Do something with an element that needs no values. */
function send(name, one) {
  last = last.then(async () => after(await ask(name, wanted({}, one))));
}

function takeBack(name) {
  last = last.then(async () => after(await ask(name, {})));
}

function studioKey(event) {
  if (!dialog.open || !dialog.classList.contains("editing") || at("printing").open || at("table").open || at("help").open) return false;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    if (event.target.matches("input, textarea")) return false;  // the browser's own
    takeBack(event.shiftKey ? "redo" : "undo");
    return true;
  }
  if (event.target.matches("input, select, textarea")) return false;
  const one = canvas.piece?.editable && chosen();
  if (canvas.piece && severalKey(event)) return true;
  if (event.ctrlKey || event.metaKey) return false;
  const sent = { "]": "raise", "[": "lower" }[event.key];
  if (one && sent) { send(sent, one); return true; }
  if (ARROWS[event.key] && chosen()) return nudge(ARROWS[event.key], event);
  if (event.key === "Escape" && cancelDrag()) return true;
  if (event.key === "Escape" && chosen()) { select(null); return true; }
  if (event.key === "w") { toggleProof(); return true; }
  if (event.key === "g") { canvas.grid = !canvas.grid; drawSides(); return true; }
  if (event.key === "l") { canvas.lines = !canvas.lines; drawSides(); return true; }
  return false;
}

function startStudio() {
  const surface = at("canvas");
  surface.addEventListener("pointerdown", pressedAt);
  surface.addEventListener("pointermove", movedTo);
  surface.addEventListener("pointermove", showPointer);
  surface.addEventListener("pointerup", released);
  surface.addEventListener("pointercancel", cancelDrag);
  surface.addEventListener("wheel", event => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomCanvas(event.deltaY < 0 ? 1.1 : 1 / 1.1);
  }, { passive: false });
  dialog.addEventListener("cancel", event => { if (chosen() || drag) { event.preventDefault(); if (!cancelDrag()) select(null); } });
  const clicks = { undo: () => takeBack("undo"), redo: () => takeBack("redo"), "canvas-smaller": () => zoomCanvas(1 / 1.25), "canvas-larger": () => zoomCanvas(1.25),
    "canvas-fit": fitCanvas, "canvas-real": () => { canvas.scale = PER_MM; drawSides(); }, "canvas-grid": () => { canvas.grid = !canvas.grid; drawSides(); }, "canvas-lines": () => { canvas.lines = !canvas.lines; drawSides(); } };
  at("add").addEventListener("change", () => { at("add").value === "file" ? at("picture-file").click() : addElement(at("add").value); at("add").value = ""; at("canvas").focus({ preventScroll: true }); });
  startDrop();
  for (const [id, click] of Object.entries(clicks)) at(id).addEventListener("click", click);
}
