/* A fault of the open card with the button of the same one in the list, once the checks are done. */
function withMend(diagnostic) {
  return { ...view.diagnostics.find(other => other.mend && other.head === diagnostic.head), ...diagnostic };
}

/* Do what the hint of a fault says. On an open card, it is taken back like other edits; else a button offers that. */
async function mend(number) {
  if (dialog.classList.contains("editing") && dialog.open) {
    const answer = await ask("mend", { view: view.number, number });
    if (answer) { after(answer); say(answer.done.join("; ")); }
    return;
  }
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
