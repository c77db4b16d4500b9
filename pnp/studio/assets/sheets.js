const STEPS = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4], FIT = STEPS.indexOf(1), CAPTION = 40;
const sheets = at("sheets"), sheetsInView = lazily(sheets);
let step = FIT, wholePage = false;

function width(sheet) {
  const style = getComputedStyle(sheets);
  const wide = sheets.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const high = (sheets.clientHeight - CAPTION) * sheet.w / sheet.h;
  return STEPS[step] * Math.min(wide, sheet.w * PER_MM, wholePage ? high : Infinity);
}

function figure() {
  const made = document.createElement("figure"), image = picture("");
  made.append(document.createElement("figcaption"), image);
  sheetsInView.observe(image);
  return made;
}

function placeSheets() {
  while (sheets.children.length > view.sheets.length) {
    sheetsInView.unobserve(sheets.lastElementChild.lastElementChild);
    sheets.lastElementChild.remove();
  }
  while (sheets.children.length < view.sheets.length) sheets.append(figure());
  if (sheets.clientWidth) view.sheets.forEach((sheet, number) => placeSheet(sheet, sheets.children[number]));
  showPosition();
}

function placeSheet(sheet, shown) {
  const [caption, image] = shown.children, wide = width(sheet), known = shown.dataset.key;
  caption.textContent = `${sheet.label} · ${sheet.file}`;
  image.alt = sheet.label;
  size(image, wide, wide * sheet.h / sheet.w);
  point(image, `sheet/${sheet.key}-${resolution(wide, sheet.w)}.png`);
  shown.classList.toggle("new", known !== undefined && known !== sheet.key);
  shown.dataset.key = sheet.key;
}

function current() {
  const top = sheets.getBoundingClientRect().top + 20;
  const found = [...sheets.children].findIndex(shown => shown.getBoundingClientRect().bottom > top);
  return found < 0 ? sheets.children.length - 1 : found;
}

function showPosition() {
  at("where").textContent = view.sheets.length ? `${current() + 1} / ${view.sheets.length}` : "";
  at("fit").setAttribute("aria-pressed", String(step === FIT && !wholePage));
  at("fit-page").setAttribute("aria-pressed", String(step === FIT && wholePage));
}

function goToSheet(by) {
  const shown = sheets.children[Math.min(Math.max(current() + by, 0), sheets.children.length - 1)];
  if (shown) shown.scrollIntoView({ block: "start" });
}

function zoom(to, whole = wholePage) {
  const shown = sheets.children[current()];
  step = Math.min(Math.max(to, 0), STEPS.length - 1);
  wholePage = whole;
  placeSheets();
  if (shown) shown.scrollIntoView({ block: "start" });
  showPosition();
}
