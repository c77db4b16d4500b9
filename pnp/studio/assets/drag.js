/* Drag an element, or a handle of its box. The element itself moves; the server draws it again when its size changes. */
const NEAR = 6, STEP = 0.5;
let drag = null, trying = false, nudged = null, pause = 350;

const rounded = value => Math.round(value * 100) / 100;

function unit(group) {
  const { a, b, c, d } = group.parentNode.getScreenCTM();
  return new DOMMatrix([a, b, c, d, 0, 0]).inverse();
}

function pressedAt(event) {
  if (!canvas.piece || event.button) return;
  at("canvas").focus({ preventScroll: true });  // what was typed is written, and keys are for what is drawn
  const name = event.target.dataset?.handle, found = elementsAt(event.clientX, event.clientY);
  if (!name && startFrame(event, found)) return;
  const kept = name ? undefined : event.altKey ? undefined : found.find(number => number === canvas.selected) ?? found.find(isChosen);
  if (!name) pick(event, found, kept);
  const one = chosen(), group = one && groupsOf(canvas.selected)[0];
  if (!one?.box || !group || !canvas.piece.editable) return;
  drag = { x: event.clientX, y: event.clientY, name, one, unit: unit(group), box: one.box, moved: false, first: found[0], kept: kept !== undefined, out: event.shiftKey && kept !== undefined };
  if (name === "turn") Object.assign(drag, { from: directionOf(event, group, one.box), turn: turnOf(one) });
  at("canvas").setPointerCapture(event.pointerId);
  event.preventDefault();
}

/* Choose what was pressed; with Shift also, with Alt the element below, alone. What was chosen before is kept, to be dragged. */
function pick(event, found, kept) {
  const below = found.includes(canvas.selected) ? found[(found.indexOf(canvas.selected) + 1) % found.length] : found[0];
  if (kept !== undefined) select(kept, several.keys);
  else if (!found.length) select(null);
  else if (event.altKey) select(below, [elementKey(canvas.piece.elements[below])]);
  else if (event.shiftKey) toggleChosen(found[0]);
  else select(found[0]);
}

function movedTo(event) {
  if (!drag) return;
  if (drag.frame) { frameTo(event); return; }
  const by = new DOMPoint(event.clientX - drag.x, event.clientY - drag.y).matrixTransform(drag.unit);
  drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 3;
  if (!drag.moved) return;
  if (drag.name === "turn") { turnTo(event); return; }
  const free = event.altKey || event.ctrlKey || event.metaKey;
  drag.box = drag.name ? resizedBox(drag, by, free) : placed(drag, by, free, event.shiftKey);
  drag.what = { box: drag.box };
  if (drag.name) tryChange(drag.one, drag.what);
  else shiftChosen([drag.box[0] - drag.one.box[0], drag.box[1] - drag.one.box[1]]);
  drawSelection(drag.box);
  showPlace(drag.box);
}

function released() {
  const done = drag;
  drag = null;
  showSnapped([]);
  if (!done) return;
  if (done.frame) endFrame(done);
  else if (done.moved && done.name) change(done.what, done.one);
  else if (done.moved) moveChosen([done.box[0] - done.one.box[0], done.box[1] - done.one.box[1]]);
  else if (done.out) toggleChosen(canvas.selected);
  else if (done.kept) select(done.first);  // a click on a smaller element inside, or on one of several
  else drawSelection();
}

function cancelDrag() {
  if (!drag) return false;
  drag.frame?.remove();
  drag = null;
  showSnapped([]);
  drawSides();
  return true;
}

function shift(number, x, y) {
  for (const group of groupsOf(number)) group.setAttribute("transform", `translate(${x} ${y})`);
}

/* The lines that an edge or a middle snaps to: those of the card, its safe zone and other elements. */
function magnets(axis, one) {
  const size = canvas.piece.size[axis], { safe } = canvas.piece, found = [0, size / 2, size, safe, size - safe];
  for (const other of canvas.piece.elements) {
    if (several.keys.has(elementKey(other)) || other.face !== one.face || !other.shown || !other.box) continue;
    const [from, long] = [other.box[axis], other.box[axis + 2]];
    found.push(from, from + long / 2, from + long);
  }
  return found;
}

function snapped(value, offsets, lines) {
  const near = NEAR / canvas.scale;
  let best = null;
  for (const offset of offsets) for (const line of lines) {
    const by = line - (value + offset);
    if (Math.abs(by) <= near && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, line };
  }
  return best;
}

function placed({ one }, by, free, straight) {
  const box = [...one.box], lines = [];
  const moves = straight ? (Math.abs(by.x) > Math.abs(by.y) ? [by.x, 0] : [0, by.y]) : [by.x, by.y];
  for (const axis of [0, 1]) {
    const value = one.box[axis] + moves[axis];
    const found = free || !moves[axis] ? null : snapped(value, turnOf(one) ? [box[axis + 2] / 2] : [0, box[axis + 2] / 2, box[axis + 2]], magnets(axis, one));
    box[axis] = found ? rounded(value + found.by) : rounded(Math.round(value / STEP) * STEP);
    if (free || !moves[axis]) box[axis] = rounded(value);
    if (found) lines.push([axis, found.line]);
  }
  showSnapped(lines);
  return box;
}

const resizedBox = ({ one, name }, by, free) => turnOf(one) ? resizedTurned(one, name, by, free) : resized({ one, name }, by, free);

function resized({ one, name }, by, free) {
  const box = [...one.box], lines = [];
  for (const [axis, low, high, move] of [[0, "w", "e", by.x], [1, "n", "s", by.y]]) {
    const isLow = name.includes(low);
    if (!isLow && !name.includes(high)) continue;
    const edge = one.box[axis] + (isLow ? 0 : one.box[axis + 2]) + move;
    const found = free || turnOf(one) ? null : snapped(edge, [0], magnets(axis, one));
    const to = found ? edge + found.by : free ? edge : Math.round(edge / STEP) * STEP;
    const end = one.box[axis] + one.box[axis + 2];
    if (found) lines.push([axis, found.line]);
    if (isLow) [box[axis], box[axis + 2]] = [rounded(Math.min(to, end - 0.1)), rounded(Math.max(end - to, 0.1))];
    else box[axis + 2] = rounded(Math.max(to - one.box[axis], 0.1));
  }
  showSnapped(lines);
  return box;
}

function showSnapped(lines) {
  const [w, h] = canvas.piece.size;
  const drawn = lines.map(([axis, line]) => axis ? `M-9 ${line}H${w + 9}` : `M${line} -9V${h + 9}`);
  for (const one of at("canvas").querySelectorAll(".snapped")) {
    one.replaceChildren(...drawn.map(d => shape("path", { d })));
  }
}

/* Draw the piece with a change, one request at a time; what comes late is left out. */
async function tryChange(one, what) {
  if (trying) return;
  trying = true;
  const answer = await ask("try", wanted(what, one));
  trying = false;
  if (!drag || drag.one !== one || !answer?.sides) return;
  canvas.piece = { ...canvas.piece, sides: answer.sides, faults: answer.faults };
  showPieceFaults();
  drawSides();
  drawSelection(drag.box, drag.turn);
  if (drag.what !== what) tryChange(one, drag.what);
}

/* Arrow keys move by half a millimetre, with Shift by five, with Alt by a tenth; several make one edit, also if the
   piece is drawn again between them. A pause, in ms, or another choice ends it. */
function nudge([across, down], event) {
  const one = chosen();
  if (!one || !canvas.piece.editable) return false;
  const by = event.shiftKey ? 5 : event.altKey ? 0.1 : STEP;
  nudged ||= { by: [0, 0] };
  nudged.by = [rounded(nudged.by[0] + across * by), rounded(nudged.by[1] + down * by)];
  shiftChosen(nudged.by);
  drawSelection(one.box && movedBox(one.box, nudged.by));
  if (one.box) showPlace(movedBox(one.box, nudged.by));
  clearTimeout(nudged.timer);
  nudged.timer = setTimeout(endNudge, pause);
  return true;
}

async function endNudge() {
  if (!nudged) return;
  const { by, timer } = nudged;
  nudged = null;
  clearTimeout(timer);
  await moveChosen(by);
}
