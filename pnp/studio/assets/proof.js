/* Shade the sentences of the open card by what they rest on, and list beside it what is known of each. */
const proof = { on: false, data: null, piece: null };

function svgOf(text) {
  return document.importNode(new DOMParser().parseFromString(text, "text/html").querySelector("svg"), true);
}

function toggleProof() {
  proof.on = !proof.on;
  dialog.classList.toggle("proving", proof.on);
  at("to-proof").setAttribute("aria-pressed", String(proof.on));
  if (proof.on) readProof();
  else drawSides();
}

/* Of the piece as it is drawn now: while the checks run there is none, and the view that ends them reads it. */
async function readProof() {
  const { piece } = canvas, open = new Set([...at("proof").querySelectorAll("[open]")].map(one => one.dataset.text));
  Object.assign(proof, { piece, data: null });
  at("proof").replaceChildren(element("p", "about", tr("checking …")));
  const found = view.checked ? await fetched(`proof/${openKey}.json`) : null;
  if (canvas.piece !== piece || !found?.lines) return;
  proof.data = found;
  const patterns = svgOf(found.patterns);
  patterns.setAttribute("width", "0");
  patterns.setAttribute("height", "0");
  at("proof").replaceChildren(patterns, classes(), ...found.lines.map(line => sentence(line, open)));
  placeShades();
}

function classes() {
  const made = element("dl");
  for (const { name, about, swatch: picture } of proof.data.classes) {
    const term = element("dt", "", tr(name));
    term.prepend(svgOf(picture));
    made.append(term, element("dd", "", tr(about)));
  }
  return made;
}

function sentence(line, open) {
  const made = element("details", "sentence"), summary = element("summary", "", line.text);
  made.dataset.text = line.text;
  made.open = open.has(line.text);
  made.classList.toggle("asked", Boolean(line.vouch));
  summary.prepend(svgOf(proof.data.classes.find(one => one.name === line.kind).swatch));
  made.append(summary, element("p", "", line.head));
  if (line.wrong) made.append(element("p", "wrong", line.wrong));
  made.append(...line.details.map(words => element("p", "", words)));
  if (line.position) {
    const figure = element("div", "position");
    figure.append(svgOf(line.position));
    made.append(figure);
  }
  if (line.vouch) made.append(vouching(line));
  made.addEventListener("toggle", markShades);
  return made;
}

/* Who vouches for a sentence, and why: what its entry needs. */
function vouching(line) {
  const made = element("form", "vouch"), given = proof.data.given, fields = {};
  made.append(element("p", "wrong", line.vouch.was ? tr("it was: {text}", { text: line.vouch.was }) : tr("no one vouches for it yet")));
  for (const [name, words] of [["why", tr("why it is true")], ["by", tr("who you are")]].filter(([one]) => line.vouch.needs.includes(one))) {
    fields[name] = Object.assign(document.createElement("input"), { value: given[name], required: true });
    made.append(labelled(words, fields[name]));
  }
  const send = element("button", "", tr("I have read it, and it is true"));
  send.disabled = !canvas.piece.editable;
  made.append(send);
  made.addEventListener("submit", event => {
    event.preventDefault();
    const data = { text: line.text, class: line.kind, why: fields.why?.value || "", by: fields.by?.value || "" };
    last = last.then(async () => after(await ask("vouch", data)));
  });
  return made;
}

function placeShades() {
  if (!proof.on || !canvas.piece) return;
  if (proof.piece !== canvas.piece) { readProof(); return; }
  if (!proof.data) return;
  canvas.piece.sides.forEach(({ side }, number) => {
    const guides = at("canvas").children[number].querySelector(".guides");
    guides.parentNode.querySelector(".shades")?.remove();
    const shades = shape("g", {}, "shades");
    shades.append(...svgOf(`<svg>${proof.data.sides[side]}</svg>`).children);
    guides.before(shades);
  });
  markShades();
}

const sentences = () => [...at("proof").querySelectorAll(".sentence")];

function markShades() {
  const open = sentences().map(one => one.open);
  for (const one of at("canvas").querySelectorAll(".shade")) one.classList.toggle("picked", open[one.dataset.line]);
}

/* A click on a shade opens its sentence alone. */
function clickedShade(event) {
  const shade = proof.on && event.target.closest?.(".shade");
  if (!shade) return;
  event.stopPropagation();
  sentences().forEach((one, number) => { one.open = number === Number(shade.dataset.line); });
  sentences()[shade.dataset.line].scrollIntoView({ block: "nearest" });
}

function startProof() {
  at("to-proof").addEventListener("click", toggleProof);
  at("canvas").addEventListener("pointerdown", clickedShade, { capture: true });
  new MutationObserver(placeShades).observe(at("canvas"), { childList: true });  // drawn again: edited, or zoomed
}
