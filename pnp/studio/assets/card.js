const dialog = at("card");
let openKey = "";

function openCard(key) {
  const card = view.cards.find(one => one.key === key);
  if (!card) return;
  openKey = key;
  at("card-name").textContent = card.name;
  at("card-facts").textContent = [card.id, card.component, card.copies ? `× ${card.copies}` : tr("fills up sheets"), `${tidy(card.w)} × ${tidy(card.h)} mm`].join(" · ");
  at("card-sides").replaceChildren(...card.sides.map((side, number) => largeSide(card, side, number)));
  if (!dialog.open) {
    dialog.showModal();
    canvas.justOpened = true;
    at("card-faults").replaceChildren();
    at("card-place").textContent = at("card-source").textContent = "";
  }
  if (EDITS) openStudio(key);
  showSource(key);
}

const tidy = length => String(Math.round(length * 100) / 100);

function largeSide(card, side, number) {
  const image = picture(tr(number ? "back" : "front"));
  const room = Math.min(dialog.clientWidth || 800, window.innerWidth - 40) - 40, most = room / card.sides.length - 10;
  const large = Math.max(card.w * PER_MM * 1.3, 96);
  const wide = Math.min(most, large, window.innerHeight * 0.55 * card.w / card.h);
  size(image, wide, wide * card.h / card.w);
  image.dataset.near = "1";
  point(image, `side/${side}-${resolution(wide, card.w)}.png`);
  return image;
}

async function showSource(key) {
  const found = await fetched(`card/${key}.json`);
  if (key !== openKey || !found) return;
  at("card-place").textContent = found.place;
  at("card-source").replaceChildren(...found.source.split("\n").flatMap((line, number) => [
    number ? "\n" : "", found.marked[number] ? element("mark", found.marked[number], line) : line]));
  if (EDITS && canvas.piece) canvas.checked = view.checked && !view.stale ? found.faults : null;
  if (dialog.classList.contains("editing")) showPieceFaults();
  else at("card-faults").replaceChildren(...found.faults.map(diagnostic => fault(diagnostic, null)));
}

function goToCard(by) {
  const found = matching(), from = found.findIndex(card => card.key === openKey);
  const to = found[from + by] || (from < 0 ? found[0] : null);
  if (to) openCard(to.key);
}

/* After a save, the open card is drawn again; it may have gone. */
function refreshCard() {
  if (!dialog.open || drag || nudged) return;
  if (view.cards.some(card => card.key === openKey)) openCard(openKey);
  else dialog.close();
}
