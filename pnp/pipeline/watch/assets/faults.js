function count(severity) {
  const found = view.counts[severity];
  return found ? `${found} ${severity}${found > 1 ? "s" : ""}` : "";
}

/* A fault of which a click shows the card; without a card it is text alone. */
function fault(diagnostic, open = openCard) {
  const item = element("li", diagnostic.severity);
  item.append(diagnostic.card && open ? button("head", diagnostic.head, () => open(diagnostic.card)) : element("span", "head", diagnostic.head));
  if (diagnostic.more) item.append(element("pre", "", diagnostic.more));
  return item;
}

function group(diagnostic, number) {
  const item = fault(diagnostic);
  if (diagnostic.count === 1) return item;
  const others = element("ul"), show = button("more", `show all ${diagnostic.count}`, () => showOthers(item, others, show, number));
  item.append(element("div", "summary", diagnostic.summary), show, others);
  return item;
}

async function showOthers(item, others, show, number) {
  show.disabled = true;
  const found = await fetched(`/faults/${view.number}-${number}-${others.children.length}.json`);
  show.disabled = false;
  if (!found || !item.isConnected) return;  // the kit was saved: the list is a new one
  others.append(...found.faults.map(diagnostic => fault(diagnostic)));
  show.textContent = `show ${found.left} more`;
  show.hidden = !found.left;
  item.append(show);
}

let shownFaults = "";

function placeFaults() {
  const text = JSON.stringify(view.diagnostics);
  const counts = SEVERITIES.map(count).filter(Boolean), panel = at("diagnostics");
  panel.hidden = !counts.length;
  panel.className = counts.length ? view.diagnostics[0].severity : "";
  at("counts").textContent = counts.join(", ");
  at("to-faults").textContent = counts.length ? counts.join(", ") : "no faults";
  at("to-faults").disabled = !counts.length;
  if (text === shownFaults) return;  // keeps what the user has opened
  shownFaults = text;
  at("list").replaceChildren(...view.diagnostics.map(group));
}
