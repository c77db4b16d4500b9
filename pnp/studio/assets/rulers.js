/* Rulers in mm along the edges of a side, from the corner of the trim, and the place of the pointer. */
const THICK = 16;

function ruler(side, axis) {
  const { scale, piece } = canvas, { bleed } = side, long = piece.size[axis], whole = (long + 2 * bleed) * scale;
  const every = scale < 3 ? 5 : 1, named = scale < 2.5 ? 20 : 10, ticks = [];
  const made = shape("svg", axis ? { width: THICK, height: whole } : { width: whole, height: THICK }, `ruler ${axis ? "down" : "across"}`);
  made.setAttribute("aria-hidden", "true");
  for (let mm = Math.ceil(-bleed / every) * every; mm <= long + bleed; mm += every) {
    const at = (mm + bleed) * scale, length = mm % 10 ? mm % 5 ? 3 : 5 : THICK;
    ticks.push(axis ? `M${THICK} ${at}h${-length}` : `M${at} ${THICK}v${-length}`);
    if (mm % named || mm < 0 || mm > long) continue;
    const words = shape("text", axis ? { x: 8, y: at + 2, transform: `rotate(-90 8 ${at + 2})`, "text-anchor": "end" } : { x: at + 2, y: 8 });
    words.textContent = String(mm);
    made.append(words);
  }
  made.append(shape("path", { d: ticks.join("") }), shape("path", { d: "" }, "pointer"));
  return made;
}

function rulers(side) {
  return canvas.lines && at("canvas").clientWidth > 400 ? [ruler(side, 0), ruler(side, 1)] : [];
}

/* Mark the place of the pointer on the rulers of the side that it is over, and write it below. */
function showPointer(event) {
  for (const side of at("canvas").querySelectorAll(".side")) {
    const svg = side.querySelector(".picture"), { x, y, width, height } = svg.viewBox.baseVal;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const isOver = point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
    for (const [name, d] of [["across", `M${(point.x - x) * canvas.scale} 0v${THICK}`], ["down", `M0 ${(point.y - y) * canvas.scale}h${THICK}`]]) {
      side.querySelector(`.${name} .pointer`)?.setAttribute("d", isOver ? d : "");
    }
    side.querySelector(".caption").textContent = side.dataset.name + (isOver ? ` · ${point.x.toFixed(1)}, ${point.y.toFixed(1)} mm` : "");
  }
}
