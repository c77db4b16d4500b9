/* Turn an element about the middle of its box, clockwise, and resize one that is turned. */
const REACH = 22, TURN_STEP = 15;

const middleOf = ([x, y, w, h]) => [x + w / 2, y + h / 2];

/* The handle that turns: above the box, or below it, or inside, where the picture has room for it. */
function turnHandle(group, box, turn) {
  const [x, y] = middleOf(box), reach = REACH / canvas.scale, radius = 5 / canvas.scale, low = box[1] + box[3];
  const { x: left, y: top, width, height } = group.ownerSVGElement.viewBox.baseVal;
  const isIn = ([, high]) => {
    const tip = new DOMPoint(0, high - y).matrixTransform(new DOMMatrix().translate(x, y).rotate(turn)).matrixTransform(toPicture(group));
    return tip.x > left + radius && tip.x < left + width - radius && tip.y > top + radius && tip.y < top + height - radius;
  };
  const places = [[box[1], box[1] - reach], [low, low + reach], [box[1], box[1] + reach]], [edge, high] = places.find(isIn) || places[2];
  const made = shape("g", {}), knob = shape("circle", { cx: x, cy: high, r: radius }, "handle turn");
  knob.dataset.handle = "turn";
  made.append(shape("path", { d: `M${x} ${edge}V${high}` }, "chosen"), knob);
  return made;
}

/* The direction of the pointer from the middle of a box, in degrees. */
function directionOf(event, group, box) {
  const [x, y] = middleOf(box), point = new DOMPoint(event.clientX, event.clientY).matrixTransform(group.parentNode.getScreenCTM().inverse());
  return Math.atan2(point.y - y, point.x - x) * 180 / Math.PI;
}

/* Whole degrees; with Shift multiples of 15, with Alt tenths. */
function turnTo(event) {
  const step = event.shiftKey ? TURN_STEP : event.altKey ? 0.1 : 1;
  const turn = turnOf(drag.one) + directionOf(event, groupsOf(canvas.selected)[0], drag.one.box) - drag.from;
  const upright = Math.round((turn - 360 * Math.round(turn / 360)) / step) * step;
  drag.turn = rounded(upright === -180 ? 180 : upright);
  drag.what = { values: { rotate: drag.turn || null } };
  say(`${drag.turn}°`);
  tryChange(drag.one, drag.what);
  drawSelection(drag.box, drag.turn);
}

/* A turned box that is resized: what is opposite to the handle stays where it is. */
function resizedTurned(one, name, by, free) {
  const turn = turnOf(one), local = new DOMPoint(by.x, by.y).matrixTransform(new DOMMatrix().rotate(-turn));
  const box = resized({ one, name }, local, free), [x, y] = middleOf(one.box), [left, top] = middleOf(box);
  const moved = new DOMPoint(left - x, top - y).matrixTransform(new DOMMatrix().rotate(turn));
  return [rounded(x + moved.x - box[2] / 2), rounded(y + moved.y - box[3] / 2), box[2], box[3]];
}
