let lost = false;

function showState() {
  let words, kind = "";
  const seconds = view.seconds.toFixed(2);
  if (lost) [words, kind] = [tr("{program} has stopped; start it again to continue", { program: EDITS ? "pnp studio" : "pnp watch" }), "error"];
  else if (view.trouble) [words, kind] = [view.trouble, "error"];
  else if (!view.drawn) words = tr("drawing …");
  else if (view.stale) [words, kind] = [tr(view.sheets.length ? "the kit cannot be drawn; see the errors. These are the last sheets" : "the kit cannot be drawn; see the errors"), "error"];
  else if (!view.checked) words = tr("drawn in {seconds} s, checking …", { seconds });
  else [words, kind] = [tr("drawn in {seconds} s, {faults}", { seconds, faults: counted() || tr("no faults") }), view.counts.error ? "error" : view.diagnostics.length ? "warning" : "good"];
  at("state").textContent = words;
  at("state").className = kind;
}

function show(next) {
  view = next;
  const found = SEVERITIES.reduce((sum, severity) => sum + view.counts[severity], 0);
  at("title").textContent = view.title;
  document.title = `${found ? `(${found}) ` : ""}${view.title} · pnp ${EDITS ? "studio" : "watch"}`;
  at("body").classList.toggle("stale", view.stale);
  showState();
  placeFaults();
  placeCards();
  placeSheets();
  refreshCard();
  if (EDITS) refreshTable();
}

/* On a narrow screen, one pane is in view at a time. */
function showPane(name) {
  document.body.dataset.pane = name;
  for (const pane of ["cards", "faults", "sheets"]) at(`to-${pane}`).setAttribute("aria-pressed", String(pane === name));
  if (view) placeSheets();
}

function remembered(theme) {
  try {
    if (theme !== undefined) localStorage.setItem("theme", theme);
    return localStorage.getItem("theme") || "";
  } catch {
    return theme || "";  // the browser stores nothing for this page
  }
}

function toggleTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const shown = document.documentElement.dataset.theme || system, other = shown === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = remembered(other === system ? "" : other);
}

const CLICKS = {
  back: () => goToSheet(-1), on: () => goToSheet(1), smaller: () => zoom(step - 1), larger: () => zoom(step + 1),
  fit: () => zoom(FIT, false), "fit-page": () => zoom(FIT, true), theme: toggleTheme, ask: () => at("help").showModal(),
  "help-close": () => at("help").close(), "card-close": () => dialog.close(), "card-back": () => goToCard(-1),
  "card-on": () => goToCard(1), "to-cards": () => showPane("cards"), "to-faults": () => showPane("faults"),
  "to-sheets": () => showPane("sheets"),
};
for (const [id, click] of Object.entries(CLICKS)) at(id).addEventListener("click", click);
for (const id of ["search", "component", "faulty"]) at(id).addEventListener("input", filter);
at("filters").addEventListener("submit", event => event.preventDefault());
sheets.addEventListener("scroll", showPosition, { passive: true });
window.addEventListener("resize", () => placeSheets());

if (EDITS) { startStudio(); startTable(); startProof(); startExports(); }
at("values").addEventListener("submit", event => event.preventDefault());
document.documentElement.dataset.theme = remembered();
showPane("cards");
show(JSON.parse(at("first").textContent));

/* A browser connects again after an end, but not after an answer such as "too many connections". */
function listen() {
  const news = new EventSource("events");
  news.addEventListener("message", event => { lost = false; show(JSON.parse(event.data)); });
  news.addEventListener("open", () => { lost = false; showState(); });
  news.addEventListener("error", () => {
    lost = true;
    showState();
    if (news.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}
listen();
