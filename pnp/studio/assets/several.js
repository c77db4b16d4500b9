/* Several elements at once: choose, group, move and align them. Groups are kept by this page alone. */
const several = { keys: new Set(), groups: [] };

const isChosen = number => canvas.selected !== null && several.keys.has(elementKey(canvas.piece.elements[number]));
const chosenNumbers = () => [...canvas.piece.elements.keys()].filter(isChosen);
const isReachable = one => !canvas.hidden.has(elementKey(one)) && !canvas.locked.has(elementKey(one));

/* The keys of the group of an element, or its own. */
function keysWith(number) {
  if (number === null) return [];
  const key = elementKey(canvas.piece.elements[number]);
  return several.groups.find(group => group.has(key)) || [key];
}

function choose(numbers, before = []) {
  select(numbers[0] ?? null, [...before, ...numbers.flatMap(number => [...keysWith(number)])]);
}

function chooseAll() {
  const { elements } = canvas.piece;
  choose([...elements.keys()].filter(number => elements[number].shown && isReachable(elements[number])));
}

/* Choose one more, or no longer, with its group. */
function toggleChosen(number) {
  const keys = new Set(canvas.selected === null ? [] : several.keys), isOut = keys.has(elementKey(canvas.piece.elements[number]));
  for (const key of keysWith(number)) isOut ? keys.delete(key) : keys.add(key);
  const left = canvas.piece.elements.findIndex(one => keys.has(elementKey(one)));
  select(isOut ? (left < 0 ? null : left) : number, keys);
}

function setGroup(isGroup) {
  const keys = new Set(chosenNumbers().map(number => elementKey(canvas.piece.elements[number])));
  several.groups = several.groups.filter(other => ![...other].some(key => keys.has(key)));
  if (isGroup && keys.size > 1) several.groups.push(keys);
  say(isGroup && keys.size > 1 ? tr("{number} elements are a group while this page is open", { number: keys.size }) : tr("no group here now"));
}

function groupBar() {
  const made = element("div", "arrange");
  made.append(button("", tr("group"), () => setGroup(true)), button("", tr("no group"), () => setGroup(false)));
  [...made.children].forEach((each, number) => { each.title = [tr("chosen by one click (Ctrl G)"), tr("each by itself again (Ctrl Shift G)")][number]; });
  return made;
}

/* Where the elements of the piece are in the piece after an edit, by key: the same values first, then the same number. */
function followed(before, now) {
  const found = new Map(), taken = new Set();
  const follow = (one, other) => { found.set(elementKey(one), elementKey(other)); taken.add(other); };
  const nearest = one => now.elements.filter(other => other.face === one.face && !taken.has(other) && JSON.stringify(other.values) === JSON.stringify(one.values))
    .sort((a, b) => Math.abs(a.number - one.number) - Math.abs(b.number - one.number))[0];
  for (const one of before.elements) { const other = nearest(one); if (other) follow(one, other); }
  for (const one of before.elements) {
    const other = now.elements.find(each => elementKey(each) === elementKey(one));
    if (other && !found.has(elementKey(one)) && !taken.has(other)) follow(one, other);
  }
  return found;
}

/* Keep what is chosen, grouped, hidden and locked on the same elements after an edit. */
function followEdit(before, now) {
  const to = followed(before, now), moved = keys => new Set([...keys].map(key => to.get(key)).filter(Boolean));
  const primary = chosen() && to.get(elementKey(chosen())), at = now.elements.findIndex(one => elementKey(one) === primary);
  several.keys = moved(several.keys);
  several.groups = several.groups.map(moved).filter(keys => keys.size > 1);
  [canvas.hidden, canvas.locked] = [moved(canvas.hidden), moved(canvas.locked)];
  canvas.selected = at < 0 ? null : at;
}

/* The elements of the answer that the piece before the edit did not have. */
function added(before, now) {
  const known = new Set(followed(before, now).values());
  return [...now.elements.keys()].filter(number => !known.has(elementKey(now.elements[number])));
}

/* The box around a box that is rotated about its middle, under a matrix. */
function around([x, y, w, h], turn, matrix) {
  const all = DOMMatrix.fromMatrix(matrix).multiply(new DOMMatrix().translate(x + w / 2, y + h / 2).rotate(turn));
  const points = [[-w, -h], [w, -h], [-w, h], [w, h]].map(([across, down]) => new DOMPoint(across / 2, down / 2).matrixTransform(all));
  const [left, top] = ["x", "y"].map(axis => Math.min(...points.map(point => point[axis])));
  return [left, top, Math.max(...points.map(point => point.x)) - left, Math.max(...points.map(point => point.y)) - top];
}

const turnOf = one => Number(one.values.rotate) || 0;

function placesOf(number, matrixOfGroup) {
  const one = canvas.piece.elements[number];
  return groupsOf(number).flatMap(each => one.boxes.map(box => around(box, 0, matrixOfGroup(each))));
}

/* An element that covers the whole card is like the ground: a frame can be drawn over it. */
function isGround(number) {
  const [wide, high] = canvas.piece.size;
  return placesOf(number, toPicture).some(([x, y, w, h]) => x <= 0.01 && y <= 0.01 && x + w >= wide - 0.01 && y + h >= high - 0.01);
}

/* Begin a frame where nothing is but the ground; with Ctrl, anywhere. */
function startFrame(event, found) {
  if (!event.ctrlKey && !event.metaKey && found.some(number => isChosen(number) || !isGround(number))) return false;
  const frame = element("div", "frame");
  dialog.append(frame);
  drag = { x: event.clientX, y: event.clientY, frame, first: found[0] ?? null, before: event.shiftKey ? [...several.keys] : [], moved: false };
  at("canvas").setPointerCapture(event.pointerId);
  event.preventDefault();
  return true;
}

function frameTo(event) {
  const [x, y] = [Math.min(drag.x, event.clientX), Math.min(drag.y, event.clientY)];
  drag.box = [x, y, Math.abs(event.clientX - drag.x), Math.abs(event.clientY - drag.y)];
  drag.moved ||= drag.box[2] + drag.box[3] > 3;
  ["left", "top", "width", "height"].forEach((name, number) => { drag.frame.style[name] = `${drag.box[number]}px`; });
}

function endFrame({ frame, box, moved, first, before }) {
  frame.remove();
  if (!moved) {
    if (!before.length) select(first);
    return;
  }
  const overlaps = ([x, y, w, h]) => x < box[0] + box[2] && x + w > box[0] && y < box[1] + box[3] && y + h > box[1];
  const touched = number => placesOf(number, each => each.parentNode.getScreenCTM()).some(overlaps);
  const { elements } = canvas.piece;
  choose([...elements.keys()].filter(number => isReachable(elements[number]) && !isGround(number) && touched(number)), before);
}

/* The outlines of what is chosen beside the element whose values are shown. */
function outlineOthers() {
  for (const number of chosenNumbers()) {
    const one = canvas.piece.elements[number];
    if (number === canvas.selected) continue;
    for (const each of groupsOf(number)) {
      const layer = shape("g", { transform: `${matrixOf(toPicture(each))} ${each.getAttribute("transform") || ""}` });
      const isOne = one.box && one.boxes.length === 1;
      for (const box of isOne ? [one.box] : one.boxes) layer.append(outline(box, isOne ? turnOf(one) : 0, "chosen other"));
      each.ownerSVGElement.querySelector(".selection").append(layer);
    }
  }
}

function outline([x, y, w, h], turn, kind) {
  return shape("rect", { x, y, width: w, height: h, transform: `rotate(${turn} ${x + w / 2} ${y + h / 2})` }, kind);
}

/* A move of the element whose values are shown, as one of another element: its face may be drawn at another scale. */
function sameMove(number, [x, y]) {
  const [mine, from] = [groupsOf(number)[0], groupsOf(canvas.selected)[0]];
  if (!mine || !from) return [x, y];
  const to = new DOMPoint(x, y).matrixTransform(unit(mine).multiply(unit(from).inverse()));
  return [to.x, to.y];
}

function shiftChosen(by) {
  for (const number of chosenNumbers()) if (canvas.piece.elements[number].box) shift(number, ...sameMove(number, by));
}

const movedBox = (box, by) => box.map((value, at) => by[at] ? rounded(value + by[at]) : value);

/* Move what is chosen: one edit, which is made whole or not at all. */
function moveChosen(by) {
  return moveEach(chosenNumbers().map(number => [number, sameMove(number, by)]));
}

function moveEach(moves) {
  const { elements } = canvas.piece;
  const boxes = moves.filter(([number]) => elements[number].box).map(([number, by]) => [elements[number], { box: movedBox(elements[number].box, by) }]);
  const changed = boxes.filter(([one, { box }]) => box.some((value, at) => value !== one.box[at]));
  if (!changed.length) { say(tr("they are there already")); drawSides(); return last; }
  return sendSeveral("change", changed);
}

/* Edit several elements, as the edits before have left them. */
function sendSeveral(name, listed) {
  const keyed = listed.map(([one, what]) => [elementKey(one), what]);
  last = last.then(async () => {
    const before = canvas.piece, now = keyed.map(([key, what]) => [before.elements.find(one => elementKey(one) === key), what]).filter(([one]) => one);
    if (!now.length) return;
    const answer = await ask(name, { several: now.map(([one, what]) => wanted(what, one)) });
    after(answer);
    if (name === "duplicate" && answer?.elements) choose(added(before, answer));
  });
  return last;
}

function sendChosen(name) {
  sendSeveral(name, chosenNumbers().map(number => [canvas.piece.elements[number], {}]));
}

/* The face that an edit needs in the kit itself: that of the first element without an id. */
function faceToCopy({ face, several: listed }) {
  const without = one => canvas.piece.elements.some(other => other.face === one.face && other.number === one.number && !other.own && !other.id);
  return listed ? (listed.find(without) || listed[0]).face : face;
}
