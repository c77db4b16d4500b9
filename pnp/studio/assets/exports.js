/* Make PDFs of all cards or of some, and the files of the targets of exports. The options are those of the program. */
const exporting = { known: null, pieces: [], timer: 0 }, POLL = 250;
const NOTHING = { running: false, stopped: false, left: 0, most: 0, files: [], notes: [], problems: [], refused: "" };
const pickedCards = new Set();

async function openExports(pieces) {
  exporting.known ||= await fetched("exports.json");
  if (!exporting.known) return;
  exporting.pieces = pieces;
  at("printing-name").textContent = pieces.length ? pieces.length === 1 ? tr("Print {card}", { card: pieces[0] }) : tr("Print {count} cards", { count: pieces.length }) : tr("Print, export");
  if (!at("export-to").length) {
    at("export-to").append(new Option(tr("PDFs to print"), ""), ...exporting.known.targets.map(one => new Option(one.label, one.name)));
    options("papers", exporting.known.papers);
    showOptions();
  }
  at("export-to").disabled = pieces.length > 0;
  if (pieces.length && at("export-to").value) { at("export-to").value = ""; showOptions(); }
  at("printing").showModal();
  showExport(NOTHING);
  followExport(true);
}

function showOptions() {
  const target = exporting.known.targets.find(one => one.name === at("export-to").value), listed = target ? target.options : exporting.known.build;
  at("export-first").replaceChildren(...listed.filter(one => one.first).map(optionField));
  at("export-others").replaceChildren(...listed.filter(one => !one.first).map(optionField));
  at("export-more").hidden = Boolean(target);
}

function optionField(one) {
  const made = element("label", "option"), input = optionInput(one);
  input.dataset.option = one.name;
  made.append(element("span", "", one.name.replaceAll("_", " ")), input, element("small", "", one.help));
  return made;
}

function optionInput(one) {
  if (one.kind === "choice") {
    const made = document.createElement("select");
    made.append(...(one.default === null ? ["", ...one.among] : one.among).map(name => new Option(name, name)));
    made.value = one.default ?? "";
    return made;
  }
  const made = Object.assign(document.createElement("input"), { type: { yes: "checkbox", number: "number" }[one.kind] || "text", placeholder: one.hint });
  if (one.name === "paper") made.setAttribute("list", "papers");
  if (one.kind === "yes") made.checked = one.default === true;
  else made.value = one.default ?? "";
  if (one.kind === "number") Object.assign(made, { min: one.limits[0], max: one.limits[1], step: one.whole ? 1 : "any" });
  return made;
}

/* The options that differ from what they are without a choice. */
function wantedOptions() {
  const target = exporting.known.targets.find(one => one.name === at("export-to").value), wanted = {};
  for (const one of target ? target.options : exporting.known.build) {
    const input = at("printing").querySelector(`[data-option="${one.name}"]`);
    let value = one.kind === "yes" ? input.checked : input.value.trim();
    if (value === "" || value === (one.default ?? "") || value === String(one.default)) continue;
    if (one.kind === "number") value = Number(value);
    if (one.kind === "list") value = value.split(",").map(word => word.trim()).filter(Boolean);
    wanted[one.name] = value;
  }
  return wanted;
}

async function makeFiles() {
  showExport({ ...NOTHING, running: true });
  const data = { to: at("export-to").value, options: wantedOptions(), pieces: exporting.pieces };
  const answer = view.cards.length && await post("export", view.cards[0].key, data, (_, words) => showExport({ ...NOTHING, refused: words }));
  if (answer) followExport();
}

async function stopExport() {
  at("export-stop").disabled = true;
  await post("stop", view.cards[0].key, {}, (_, words) => say(words, "error"));
}

/* On opening, only what is still being made: what was made before may be of other cards. */
async function followExport(isOpening = false) {
  clearTimeout(exporting.timer);
  const state = await fetched("exporting.json");
  if (!state || !at("printing").open || (isOpening && !state.running)) return;
  showExport(state);
  if (state.running) exporting.timer = setTimeout(() => followExport(), POLL);
}

function showExport(state) {
  const { files, problems, refused, running, most, left } = state, progress = at("export-progress");
  progress.hidden = !running;
  if (most) Object.assign(progress, { max: most, value: most - left });
  else progress.removeAttribute("value");
  at("export-make").disabled = running;
  at("export-stop").hidden = !running;
  at("export-stop").disabled = state.stopped;
  at("printing-said").className = refused || problems.length ? "error" : "";
  at("printing-said").textContent = refused || exportWords(state);
  at("printing-files").replaceChildren(...(files.length > 1 ? [fileLink(`${state.name}.zip`, "all", tr("all as {name}", { name: `${state.name}.zip` }))] : []),
    ...files.map((name, number) => fileLink(name, number, name)), ...state.notes.map(words => element("li", "about", words)));
  at("printing-faults").replaceChildren(...problems.map(one => fault(one, null)));
}

function exportWords({ files, problems, running, stopped }) {
  if (running) return tr(stopped ? "stopping …" : "making the files …");
  if (!files.length && stopped) return tr("stopped; nothing was made");
  if (!files.length) return problems.length ? tr("nothing was made: mend these errors, or tick “draft”") : "";
  const count = files.length === 1 ? tr("1 file") : tr("{count} files", { count: files.length });
  return at("export-to").value ? count : tr("{count}; print PDFs at 100 %", { count });
}

function fileLink(name, number, words) {
  const item = element("li"), link = element("a", "", words);
  link.href = `made/${number}/${encodeURIComponent(name.split("/").at(-1))}`;
  if (name.endsWith(".pdf")) link.target = "_blank";
  else link.download = name.split("/").at(-1);
  item.append(link);
  return item;
}

/* While cards are chosen, a click on one adds it or takes it out. */
function toggleChoosing() {
  const on = at("choose").getAttribute("aria-pressed") !== "true";
  at("choose").setAttribute("aria-pressed", String(on));
  pickedCards.clear();
  showPicked();
}

function showPicked() {
  const on = at("choose").getAttribute("aria-pressed") === "true";
  for (const [key, made] of thumbs) {
    if (on) made.setAttribute("aria-pressed", String(pickedCards.has(key)));
    else made.removeAttribute("aria-pressed");
  }
  at("print-chosen").hidden = !pickedCards.size;
  at("print-chosen").textContent = pickedCards.size === 1 ? tr("print this card") : tr("print these {count} cards", { count: pickedCards.size });
}

function pickedThumb(event) {
  const made = event.target.closest?.(".thumb");
  if (!made || at("choose").getAttribute("aria-pressed") !== "true") return;
  event.stopPropagation();
  if (!pickedCards.delete(made.dataset.key)) pickedCards.add(made.dataset.key);
  showPicked();
}

const idOf = key => view.cards.find(card => card.key === key)?.id;

function startExports() {
  at("print-one").addEventListener("click", () => openExports([idOf(openKey)].filter(Boolean)));
  at("print-all").addEventListener("click", () => openExports([]));
  at("printing-close").addEventListener("click", () => at("printing").close());
  at("export-to").addEventListener("change", showOptions);
  at("export-form").addEventListener("submit", event => { event.preventDefault(); makeFiles(); });
  at("export-stop").addEventListener("click", stopExport);
  at("choose").addEventListener("click", toggleChoosing);
  at("print-chosen").addEventListener("click", () => openExports([...pickedCards].map(idOf).filter(Boolean)));
  cards.addEventListener("click", pickedThumb, { capture: true });
}
