/* A picture from a file: dropped on a side, or chosen, which puts it into the middle of the card. */
function droppedOn(event) {
  const side = document.elementsFromPoint(event.clientX, event.clientY).find(one => one.matches(".picture"));
  if (!side) return null;
  const number = elementsAt(event.clientX, event.clientY)[0], numbers = canvas.piece.sides[[...at("canvas").querySelectorAll(".picture")].indexOf(side)].elements;
  const isOn = number !== undefined && "art" in canvas.piece.elements[number].values, empty = isOn ? -1 : emptyPlace(event, number ?? numbers[0]);
  return { at: [event.clientX, event.clientY], number: empty < 0 ? number ?? numbers[0] : empty, isOn: isOn || empty >= 0 };
}

/* The picture of this face at a place that is not drawn, because its file is missing or the card has none; -1 if there is none. */
function emptyPlace(event, number) {
  const group = groupsOf(number)[0], { elements } = canvas.piece;
  if (!group) return -1;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(group.parentNode.getScreenCTM().inverse());
  const isIn = ([left, top, w, h]) => x >= left && x <= left + w && y >= top && y <= top + h;
  return elements.findIndex(one => one.face === elements[number].face && "art" in one.values && one.box && isIn(one.box) && !one.boxes.length);
}

async function dropPicture(file, place) {
  const one = canvas.piece.elements[place?.number], most = canvas.piece.picture_bytes;
  if (!one || !file) return say(tr("drop a picture on a side of the card"), "error");
  if (file.size > most) return say(tr("{name} has {size} MB; a dropped picture has at most {most} MB", { name: file.name, size: Math.ceil(file.size / 1e6), most: most / 1e6 }), "error");
  const data = await base64Of(file);
  const group = groupsOf(place.number)[0], at = group ? new DOMPoint(...place.at).matrixTransform(group.parentNode.getScreenCTM().inverse()) : new DOMPoint();
  last = last.then(async () => {
    const before = canvas.piece, sent = { name: file.name, data, face: one.face, at: [rounded(at.x), rounded(at.y)], on: place.isOn ? wanted({}, one) : null };
    const answer = await ask("picture", sent);
    after(answer);
    if (answer?.elements && !place.isOn) choose(added(before, answer));
  });
}

function base64Of(file) {
  return new Promise(done => {
    const reader = new FileReader();
    reader.addEventListener("loadend", () => done(String(reader.result || "").split(",")[1] || ""));
    reader.readAsDataURL(file);
  });
}

/* The middle of the side that has what is chosen, or of the first one. */
function middlePlace() {
  const numbers = canvas.piece.sides[0].elements, number = chosen() && groupsOf(canvas.selected).length ? canvas.selected : numbers[0];
  const box = groupsOf(number)[0]?.ownerSVGElement.getBoundingClientRect();
  return box && { at: [box.x + box.width / 2, box.y + box.height / 2], number, isOn: false };
}

function startDrop() {
  const input = at("picture-file");
  document.addEventListener("dragover", event => event.preventDefault());
  document.addEventListener("drop", event => {  // which would leave this page for the file
    event.preventDefault();
    if (at("table").open) droppedOnCell(event.target.closest?.("[data-cell]"), event.dataTransfer.files[0]);
    else if (!dialog.open) mendSaid(tr("open a card, and drop the picture on it"));
  });
  dialog.addEventListener("drop", event => {
    event.preventDefault();
    if (!dialog.classList.contains("editing") || !canvas.piece?.editable) return;
    if (event.dataTransfer.files.length > 1) say(tr("drop one picture at a time"), "error");
    else dropPicture(event.dataTransfer.files[0], droppedOn(event));
  });
  input.addEventListener("change", () => { dropPicture(input.files[0], middlePlace()); input.value = ""; });
}
