const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = {
  "0": () => zoom(FIT, false), p: () => zoom(FIT, true), "+": () => zoom(step + 1), "=": () => zoom(step + 1), "-": () => zoom(step - 1),
  "/": () => { showPane("cards"); at("search").focus(); at("search").select(); },
  f: () => { showPane("cards"); toggleFaulty(); },
  t: () => EDITS && openFirstTable(),
  e: () => EDITS && openExports([]),
  d: toggleTheme, "?": () => at("help").showModal(), Escape: () => clearFilters(),
};

function arrow([columns, rows]) {
  if (document.activeElement.classList.contains("thumb")) moveFocus(columns, rows);
  else if (columns) goToSheet(columns);
  else return false;
  return true;
}

function pressed(key) {
  const typing = document.activeElement.matches("input, select, textarea");
  if (at("help").open || at("table").open || at("printing").open || (typing && key !== "Escape")) return false;
  if (dialog.open) {
    if (!ARROWS[key] || ARROWS[key][1]) return false;
    goToCard(ARROWS[key][0]);
    return true;
  }
  if (ARROWS[key]) return arrow(ARROWS[key]);
  if (!Object.hasOwn(KEYS, key)) return false;
  if (typing) document.activeElement.blur();
  KEYS[key]();
  return true;
}

document.addEventListener("keydown", event => {
  if (EDITS && studioKey(event)) { event.preventDefault(); return; }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (pressed(event.key)) event.preventDefault();
});
