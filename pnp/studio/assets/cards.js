const SEVERITIES = ["error", "warning", "note"], THUMB_WIDE = 78, THUMB_HIGH = 108;
const cards = at("cards"), cardsInView = lazily(cards), thumbs = new Map();

function worst(card) {
  return SEVERITIES.find(severity => card.faults.some(one => view.diagnostics[one].severity === severity)) || "";
}

function thumb(card) {
  const made = button("thumb", "", () => openCard(made.dataset.key));
  made.dataset.key = card.key;
  made.append(element("span", "sides"), element("span", "name"), element("span", "facts"));
  return made;
}

function fillThumb(made, card) {
  const [sides, name, facts] = made.children, severity = worst(card), text = JSON.stringify(card) + severity;
  if (made.shownCard === text) return;
  made.shownCard = text;
  made.className = `thumb ${severity}`;
  made.title = card.id;
  name.textContent = card.name;
  facts.textContent = [severity && tr(severity), card.component, card.copies ? `× ${card.copies}` : ""].filter(Boolean).join(" · ");
  while (sides.children.length > card.sides.length) forget(sides.lastElementChild);
  while (sides.children.length < card.sides.length) {
    const image = picture("");
    sides.append(image);
    cardsInView.observe(image);
  }
  card.sides.forEach((key, number) => fillSide(sides.children[number], card, key, number));
}

function fillSide(image, card, key, number) {
  const wide = Math.min(THUMB_WIDE * 2 / card.sides.length, THUMB_HIGH * card.w / card.h, card.sides.length > 1 ? THUMB_WIDE : 160);
  image.alt = tr(number ? "back" : "front");
  size(image, wide, wide * card.h / card.w);
  point(image, `side/${key}-${resolution(wide, card.w)}.png`);
}

function forget(image) {
  cardsInView.unobserve(image);
  image.remove();
}

function placeCards() {
  const kept = new Set(view.cards.map(card => card.key));
  for (const [key, made] of thumbs) if (!kept.has(key)) {
    made.querySelectorAll("img").forEach(forget);
    made.remove();
    thumbs.delete(key);
  }
  view.cards.forEach((card, number) => {
    if (!thumbs.has(card.key)) thumbs.set(card.key, thumb(card));
    const made = thumbs.get(card.key);
    fillThumb(made, card);
    if (cards.children[number] !== made) cards.insertBefore(made, cards.children[number] || null);
  });
  placeComponents();
  filter();
}

function placeComponents() {
  const names = [...new Set(view.cards.map(card => card.component))], chosen = at("component").value;
  at("component").replaceChildren(new Option(tr("all components"), ""), ...names.map(name => new Option(name, name)));
  at("component").value = names.includes(chosen) ? chosen : "";
}

function matching() {
  const words = at("search").value.trim().toLowerCase(), component = at("component").value;
  const least = SEVERITIES.indexOf(at("faulty").value);
  return view.cards.filter(card => (!component || card.component === component)
    && (least < 0 || SEVERITIES.slice(0, least + 1).includes(worst(card)))
    && (!words || `${card.name} ${card.id}`.toLowerCase().includes(words)));
}

function filter() {
  const found = matching(), keys = new Set(found.map(card => card.key));
  for (const [key, made] of thumbs) made.hidden = !keys.has(key);
  const all = view.cards.length;
  at("matching").textContent = found.length === all ? tr("{all} pieces", { all }) : tr("{found} of {all} pieces", { found: found.length, all });
}

function toggleFaulty() {
  at("faulty").value = at("faulty").value ? "" : "warning";
  filter();
}

function clearFilters() {
  for (const id of ["search", "component", "faulty"]) at(id).value = "";
  filter();
}

/* Move the focus from one thumbnail to another: [columns, rows]. */
function moveFocus(columns, rows) {
  const shown = [...cards.children].filter(made => !made.hidden), from = shown.indexOf(document.activeElement);
  const across = getComputedStyle(cards).gridTemplateColumns.split(" ").length;
  const to = shown[from + columns + rows * across];
  if (to) to.focus();
}
