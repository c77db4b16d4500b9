/* Align what is chosen, or one element to the safe zone; make the gaps between several equal. */
const ALIGN = [
  [tr("left"), "A", "Alt A", () => align(0, 0), "M2 1V15M5 4.5H14M5 10.5H10"], [tr("centre"), "H", "Alt H", () => align(0, 0.5), "M8 1V15M3 4.5H13M5 10.5H11"],
  [tr("right"), "D", "Alt D", () => align(0, 1), "M14 1V15M2 4.5H11M6 10.5H11"], [tr("top"), "W", "Alt W", () => align(1, 0), "M1 2H15M4.5 5V14M10.5 5V10"],
  [tr("middle"), "V", "Alt V", () => align(1, 0.5), "M1 8H15M4.5 3V13M10.5 5V11"], [tr("bottom"), "S", "Alt S", () => align(1, 1), "M1 14H15M4.5 2V11M10.5 6V11"],
  [tr("equal gaps across"), "Shift H", "Alt Shift H", () => distribute(0), "M2 1V15M14 1V15M8 4V12"],
  [tr("equal gaps down"), "Shift V", "Alt Shift V", () => distribute(1), "M1 2H15M1 14H15M4 8H12"],
];

function alignBar() {
  const made = element("div", "arrange align"), count = chosenNumbers().length;
  made.setAttribute("role", "toolbar");
  made.setAttribute("aria-label", tr(count > 1 ? "align with each other" : "align to the safe zone"));
  for (const [name, key, keys, click, d] of ALIGN) {
    const one = button("", "", click), words = `${name} (${keys})`;
    one.append(icon(d));
    one.title = words;
    one.setAttribute("aria-label", words);
    one.disabled = key.startsWith("Shift") && count < 3;
    made.append(one);
  }
  return made;
}

/* What can be moved, with the place of each on the picture. */
function movable() {
  const place = number => groupsOf(number)[0] && canvas.piece.elements[number].box && around(canvas.piece.elements[number].box, turnOf(canvas.piece.elements[number]), toPicture(groupsOf(number)[0]));
  return chosenNumbers().map(number => ({ number, place: place(number) })).filter(one => one.place);
}

function align(axis, share) {
  const all = movable(), { size, safe } = canvas.piece;
  const low = all.length > 1 ? Math.min(...all.map(({ place }) => place[axis])) : safe;
  const high = all.length > 1 ? Math.max(...all.map(({ place }) => place[axis] + place[axis + 2])) : size[axis] - safe;
  if (all.length) moveOnPicture(all, axis, place => low + (high - low - place[axis + 2]) * share);
}

function distribute(axis) {
  const all = movable().sort((one, other) => one.place[axis] - other.place[axis]);
  if (all.length < 3) { say(tr("choose three elements or more, whose gaps are made equal"), "error"); return; }
  const [low, high] = [all[0].place[axis], all.at(-1).place[axis] + all.at(-1).place[axis + 2]];
  const gap = (high - low - all.reduce((sum, { place }) => sum + place[axis + 2], 0)) / (all.length - 1);
  let next = low;
  moveOnPicture(all, axis, place => { const here = next; next += place[axis + 2] + gap; return here; });
}

/* Move elements along an axis of the picture, each to where `to` wants it. */
function moveOnPicture(all, axis, to) {
  moveEach(all.map(({ number, place }) => {
    const by = to(place) - place[axis], { a, b, c, d } = toPicture(groupsOf(number)[0]);
    const own = new DOMPoint(axis ? 0 : by, axis ? by : 0).matrixTransform(new DOMMatrix([a, b, c, d, 0, 0]).inverse());
    return [number, [own.x, own.y]];
  }));
}

/* Keys for several elements: Ctrl A, G and D, Del, and Alt with a letter. */
function severalKey(event) {
  const isControl = event.ctrlKey || event.metaKey, key = event.key.toLowerCase();
  if (isControl && key === "a") { chooseAll(); return true; }
  if (!chosen()) return false;
  if (isControl && key === "g") { setGroup(!event.shiftKey); return true; }
  if (!canvas.piece.editable) return false;
  if (isControl && key === "d") { sendChosen("duplicate"); return true; }
  if (!isControl && ["Delete", "Backspace"].includes(event.key)) { sendChosen("delete"); return true; }
  const letter = /^[a-z]$/.test(key) ? key.toUpperCase() : event.code.slice(3);  // with Alt, a Mac types other signs
  const found = event.altKey && !isControl && ALIGN.find(one => one[1] === (event.shiftKey ? "Shift " : "") + letter);
  if (found) found[3]();
  return Boolean(found);
}
