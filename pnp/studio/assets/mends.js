/* Do what the hint of a fault says, and offer to take it back. */
async function mend(number) {
  const key = view.cards[0]?.key, answer = key && await post("mend", key, { view: view.number, number }, (_, words) => mendSaid(words));
  if (!answer) return;
  mendSaid(`${answer.done.join("; ")}. `);
  at("mended").append(button("more", tr("undo"), async () => {
    if (await post("undo", key, {}, (_, words) => mendSaid(words))) at("mended").hidden = true;
  }));
}

function mendSaid(words) {
  at("mended").textContent = words;
  at("mended").hidden = false;
}
