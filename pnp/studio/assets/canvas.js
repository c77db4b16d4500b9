/* The sides of the open piece as SVG, with what is selected, lines for bleed, trim and safe zone, and a grid. */
const SVG = at("blank").namespaceURI, HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];
const canvas = { piece: null, checked: null, justOpened: false, selected: null, scale: 6, grid: false, lines: true, hidden: new Set(), locked: new Set() };

function shape(tag, attributes, kind = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if (kind) made.setAttribute("class", kind);
  return made;
}

const elementKey = one => `${one.face} ${one.number}`;
const chosen = () => canvas.selected === null ? null : canvas.piece.elements[canvas.selected] || null;

function drawSides() {
  const { piece, scale } = canvas;
  at("canvas").replaceChildren(...piece.sides.map(side => {
    const made = element("div", "side"), [w, h] = piece.size;
    const svg = document.importNode(new DOMParser().parseFromString(side.svg, "image/svg+xml").documentElement, true);
    svg.setAttribute("width", String((w + 2 * side.bleed) * scale));
    svg.setAttribute("height", String((h + 2 * side.bleed) * scale));
    svg.setAttribute("aria-hidden", "true");
    svg.append(guides(side), shape("g", {}, "snapped"), shape("g", {}, "selection"));
    svg.setAttribute("class", "picture");
    made.dataset.name = tr(side.side);
    made.append(...rulers(side), svg, element("span", "caption", made.dataset.name));
    return made;
  }));
  for (const group of allGroups()) group.classList.toggle("hidden", canvas.hidden.has(elementKey(piece.elements[group.dataset.element])));
  drawSelection();
}

function guides(side) {
  const [w, h] = canvas.piece.size, made = shape("g", {}, "guides");
  if (canvas.grid) {
    const lines = [];
    for (let x = 0; x <= w; x += 5) lines.push(`M${x} 0v${h}`);
    for (let y = 0; y <= h; y += 5) lines.push(`M0 ${y}h${w}`);
    made.append(shape("path", { d: lines.join("") }, "grid"));
  }
  if (canvas.lines) made.append(...Object.entries(side.lines).map(([kind, d]) => shape("path", { d }, kind)));
  return made;
}

const allGroups = () => [...at("canvas").querySelectorAll("[data-element]")];
const groupsOf = number => allGroups().filter(group => Number(group.dataset.element) === number);

/* The matrix from where a group of an element is to the picture that it is in: faces may be drawn inside others. */
function toPicture(group) {
  return group.ownerSVGElement.getScreenCTM().inverse().multiply(group.parentNode.getScreenCTM());
}

function matrixOf({ a, b, c, d, e, f }) {
  return `matrix(${[a, b, c, d, e, f].join(" ")})`;
}

function drawSelection(box = null, turn = chosen() ? turnOf(chosen()) : 0) {
  at("canvas").querySelectorAll(".selection").forEach(one => one.replaceChildren());
  const one = chosen();
  if (!one) return;
  const isAlone = chosenNumbers().length < 2;
  outlineOthers();
  for (const group of groupsOf(canvas.selected)) {
    const own = box || one.box, layer = shape("g", { transform: matrixOf(toPicture(group)) });
    const isOne = box || (own && one.boxes.length === 1);
    for (const each of isOne ? [own] : one.boxes) layer.append(outline(each, isOne ? turn : 0, "chosen"));
    if (own && isAlone && canvas.piece.editable) layer.append(handles(group, own, turn));
    group.ownerSVGElement.querySelector(".selection").append(layer);
  }
}

function handles(group, box, turn) {
  const made = shape("g", { transform: `rotate(${turn} ${middleOf(box).join(" ")})` });
  const hasRoom = name => name.length > 1 || box["ns".includes(name) ? 2 : 3] * canvas.scale > 27;  // beside those of the corners
  made.append(turnHandle(group, box, turn), ...HANDLES.filter(hasRoom).map(name => handle(name, box)));
  return made;
}

function handle(name, [x, y, w, h]) {
  const size = 9 / canvas.scale;
  const across = name.includes("w") ? x : name.includes("e") ? x + w : x + w / 2;
  const down = name.includes("n") ? y : name.includes("s") ? y + h : y + h / 2;
  const made = shape("rect", { x: across - size / 2, y: down - size / 2, width: size, height: size }, `handle ${name}`);
  made.dataset.handle = name;
  return made;
}

/* The elements at a point of the screen, the smallest first: small ones lie on large ones. */
function elementsAt(x, y) {
  const found = new Map();
  for (const group of allGroups()) {
    const number = Number(group.dataset.element), one = canvas.piece.elements[number];
    if (!isReachable(one)) continue;
    const point = new DOMPoint(x, y).matrixTransform(group.parentNode.getScreenCTM().inverse()), slack = 4 / canvas.scale;
    for (const [left, top, w, h] of one.boxes) {
      if (point.x < left - slack || point.x > left + w + slack || point.y < top - slack || point.y > top + h + slack) continue;
      found.set(number, Math.min(found.get(number) ?? Infinity, Math.max(w, 0.1) * Math.max(h, 0.1)));
    }
  }
  return [...found].sort((one, other) => one[1] - other[1]).map(([number]) => number);
}

function select(number, keys = keysWith(number)) {
  endNudge();
  canvas.selected = number;
  several.keys = new Set(keys);
  drawSelection();
  showElements();
  showValues();
}

function zoomCanvas(by) {
  canvas.scale = Math.min(Math.max(canvas.scale * by, 1), 40);
  drawSides();
}

function fitCanvas() {
  const { piece } = canvas, room = at("canvas").clientWidth - 40 - THICK * canvas.piece.sides.length, high = at("canvas").clientHeight - 60 - THICK;
  const wide = piece.sides.reduce((sum, side) => sum + piece.size[0] + 2 * side.bleed, 0);
  canvas.scale = Math.max(1, Math.min((room - 16 * piece.sides.length) / wide, high / (piece.size[1] + 6), 12));
  drawSides();
}
