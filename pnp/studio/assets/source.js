/* The text of the chosen element as it is in its file: tried while it is typed, and written when it has no errors. */
const source = { key: "", shown: "", text: "", isOpen: false, isTried: false, timer: 0 };

function sourceField(one) {
  const made = element("details", "source"), text = element("textarea"), shown = JSON.stringify(one.values);
  const isSame = source.key === elementKey(one) && source.shown === shown;
  if (source.isTried && !isSame) setTimeout(() => openStudio(openKey));  // what was typed was not written
  if (!isSame) Object.assign(source, { key: elementKey(one), shown, text: "", isTried: false });
  Object.assign(text, { rows: 6, spellcheck: false, readOnly: !canvas.piece.editable });
  text.setAttribute("aria-label", tr("the element as YAML"));
  made.append(element("summary", "", tr("as YAML")), text);
  if (canvas.piece.editable) made.append(element("p", "about", tr("It is written when you leave the field, if it has no errors.")));
  made.addEventListener("toggle", () => { source.isOpen = made.open; if (made.open) fillSource(one, text); });
  text.addEventListener("input", () => { source.text = text.value; source.isTried = true; sizeSource(text); clearTimeout(source.timer); source.timer = setTimeout(() => trySource(one), 250); });
  text.addEventListener("change", () => { clearTimeout(source.timer); writeSource(one, text.value); });
  made.open = source.isOpen;
  return made;
}

async function fillSource(one, field) {
  if (!source.text) {
    const answer = await ask("source", wanted({}, one));
    if (!answer || source.key !== elementKey(one)) return;
    source.text = answer.text;
  }
  field.value = source.text;
  sizeSource(field);
}

function sizeSource(field) {
  field.rows = Math.min(16, Math.max(3, source.text.split("\n").length, Math.ceil(source.text.length / 28)));
}

async function trySource(one) {
  const { text } = source, answer = await ask("trysource", wanted({ text }, one));
  if (!answer || source.text !== text || source.key !== elementKey(one)) return;
  say("");
  if (answer.sides) {
    canvas.piece = { ...canvas.piece, sides: answer.sides, faults: answer.faults, problems: [] };
    drawSides();
  } else canvas.piece = { ...canvas.piece, problems: answer.problems };
  showPieceFaults();
}

function writeSource(one, text) {
  last = last.then(async () => {
    const now = canvas.piece.elements.find(other => elementKey(other) === elementKey(one));
    const answer = now && await ask("rewrite", wanted({ text }, now));
    if (!answer) return;  // refused: the text stays, to be mended
    Object.assign(source, { key: "", text: "", isTried: false });
    after(answer);
  });
}
