/* The values of the selected element, and its place in mm. A value is written as in the file: texts bare, the rest as JSON. */
const PLACES = ["x", "y", tr("wide"), tr("high")], PAINTS = ["fill", "stroke", "colour"], TEXTS = ["text", "markdown", "qr", "when", "unless"];

const ARRANGE = [["raise", "↑", tr("above the next element (])")], ["lower", "↓", tr("below the one before ([)")],
  ["duplicate", tr("copy"), tr("once more (Ctrl D)")], ["delete", "✕", tr("delete (Del)")]];

/* What a new element is, with colours and styles that the kit has. */
const NEW = {
  text: face => ({ text: "Text", box: [6, 6, 40, 8], style: styleOf(face) }),
  markdown: () => ({ markdown: "**Text**", box: [6, 20, 40, 20], styles: canvas.piece.offered.styles[0] }),
  icon: () => ({ art: canvas.piece.offered.art[0], box: [6, 6, 8, 8] }),
  art: () => ({ art: "{art}", box: [6, 18, 40, 40] }),
  rectangle: () => ({ rectangle: [6, 6, 30, 15], fill: Object.keys(canvas.piece.palette)[0] }),
  circle: () => ({ circle: [20, 20, 8], fill: Object.keys(canvas.piece.palette)[0] }),
  line: () => ({ line: [6, 30, 40, 30], stroke: Object.keys(canvas.piece.palette)[0], width: 0.5 }),
  qr: () => ({ qr: "{name}", box: [6, 6, 20, 20] }),
};

/* The style of another text of the face, or any. */
function styleOf(face) {
  const one = canvas.piece.elements.find(other => other.face === face && other.values.style);
  return one ? one.values.style : canvas.piece.styles[0];
}

function addElement(kind) {
  const face = chosen()?.face || canvas.piece.elements[0]?.face;
  if (!face || !NEW[kind]) return;
  last = last.then(async () => {
    const answer = await ask("add", { face, values: NEW[kind](face) });
    const before = canvas.piece;
    after(answer);
    if (answer?.elements) choose(added(before, answer));
  });
}

function showValues() {
  const one = chosen(), panel = at("values");
  panel.replaceChildren();
  panel.hidden = !one;
  if (!one) return;
  const count = chosenNumbers().length;
  if (count > 1) {
    panel.append(element("h3", "", tr("{number} elements", { number: count })));
    if (canvas.piece.editable) panel.append(arrange(one, ["duplicate", "delete"]), alignBar(), groupBar());
    return;
  }
  panel.append(element("h3", "", `${one.kind}${one.label ? ` · ${one.label}` : ""}`), aboutElement(one));
  if (canvas.piece.editable) panel.append(arrange(one), alignBar());
  if (one.box) panel.append(placeFields(one));
  for (const [key, value] of Object.entries(one.values)) if (key !== one.place) panel.append(field(one, key, value));
  if (canvas.piece.editable) panel.append(newKey(keysLeft(one), what => change(what, one)));
  panel.append(...styleFields(one), sourceField(one));
}

function aboutElement(one) {
  const words = [one.where, one.shown ? "" : tr("not drawn on this piece")];
  if (one.cards > 1) words.push(tr("its face is on {number} cards: an edit changes all of them", { number: one.cards }));
  const made = element("p", "about", words.filter(Boolean).join(" · "));
  if (!one.extends || !one.id) return made;
  const here = document.createElement("input"), label = element("label", "here", ` ${tr("only on cards of this face")}`);
  here.type = "checkbox";
  label.prepend(here);
  made.append(label);
  return made;
}

function arrange(one, names = ARRANGE.map(([name]) => name)) {
  const made = element("div", "arrange");
  made.setAttribute("role", "toolbar");
  for (const [name, sign, words] of ARRANGE.filter(([name]) => names.includes(name))) {
    const click = button("", sign, () => ["duplicate", "delete"].includes(name) ? sendChosen(name) : send(name, one));
    click.title = words;
    click.setAttribute("aria-label", words);
    made.append(click);
  }
  return made;
}

function labelled(name, input) {
  const made = element("label", "field", "");
  made.append(element("span", "", name), input);
  input.disabled = !canvas.piece.editable;
  return made;
}

function placeFields(one) {
  const made = element("div", "places");
  PLACES.forEach((name, number) => {
    const input = document.createElement("input");
    Object.assign(input, { type: "number", step: 0.5, value: one.box[number] });
    input.dataset.place = String(number);
    input.addEventListener("change", () => change({ box: one.box.map((value, at) => at === number ? Number(input.value) : value) }, one));
    made.append(labelled(name, input));
  });
  return made;
}

function showPlace(box) {
  for (const input of at("values").querySelectorAll("[data-place]")) input.value = String(box[Number(input.dataset.place)]);
}

const asText = value => typeof value === "string" ? value : JSON.stringify(value);

function typed(text, before) {
  if (typeof before === "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function field(one, key, value, set = what => change(what, one)) {
  let input;
  if (TEXTS.includes(key)) input = Object.assign(document.createElement("textarea"), { rows: Math.min(6, 1 + Math.ceil(asText(value).length / 30)) });
  else input = document.createElement("input");
  if (PAINTS.includes(key)) input.setAttribute("list", "palette");
  if (key === "style") input.setAttribute("list", "styles");
  if (canvas.piece.offered[key]) {
    input.setAttribute("list", "offered");
    input.addEventListener("focus", () => options("offered", canvas.piece.offered[key]));
  }
  input.value = asText(value);
  input.dataset.key = key;
  input.addEventListener("change", () => set({ values: { [key]: input.value === "" ? null : typed(input.value, value) } }));
  const made = labelled(key, input);
  if (PAINTS.includes(key) && canvas.piece.palette[value]) made.append(swatch(canvas.piece.palette[value]));
  return made;
}

function swatch(colour) {
  const made = shape("svg", { viewBox: "0 0 1 1", width: 16, height: 16 }, "swatch");
  made.append(shape("rect", { width: 1, height: 1, fill: colour }));
  return made;
}

const keysLeft = one => (canvas.piece.keys[one.kind] || []).filter(name => !(name in one.values));

function newKey(left, set) {
  const made = element("div", "field new"), key = document.createElement("select"), value = document.createElement("input");
  key.append(new Option(tr("add a key …"), ""), ...left.map(name => new Option(name, name)));
  key.setAttribute("aria-label", tr("key to add"));
  value.setAttribute("aria-label", tr("its value"));
  value.hidden = true;
  value.setAttribute("list", "offered");
  key.addEventListener("change", () => { options("offered", canvas.piece.offered[key.value] || []); value.hidden = !key.value; if (key.value) value.focus(); });
  value.addEventListener("change", () => key.value && value.value && set({ values: { [key.value]: typed(value.value, PAINTS.includes(key.value) ? "" : 0) } }));
  made.append(key, value);
  return made;
}

function options(id, names) {
  at(id).replaceChildren(...names.map(name => new Option(name, name)));
}
