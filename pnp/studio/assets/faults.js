function count(severity) {
  const found = view.counts[severity];
  return found ? `${found} ${tr(found > 1 ? `${severity}s` : severity)}` : "";
}

function counted() {
  return SEVERITIES.map(count).filter(Boolean).join(", ");
}

/* A fault of which a click shows the card; without a card it is text alone. Its place and its code are in small type above its message. */
function fault(diagnostic, open = openCard) {
  const item = element("li", diagnostic.severity), cut = diagnostic.head.indexOf("]: ") + 1;
  const head = diagnostic.card && open ? button("head", "", () => open(diagnostic.card)) : element("div", "head");
  head.append(element("span", "code", diagnostic.head.slice(0, cut)), element("span", "message", diagnostic.head.slice(cut + 2)));
  item.append(head);
  if (diagnostic.more) item.append(element("pre", "", diagnostic.more));
  if (diagnostic.hints) item.append(element("div", "hints", diagnostic.hints));
  if (EDITS && diagnostic.mend) item.append(button("more", diagnostic.mend, () => mend(diagnostic.at)));
  return item;
}

function group(diagnostic, number) {
  const item = fault(diagnostic);
  if (diagnostic.count === 1) return item;
  const others = element("ul"), show = button("more", tr("show all {count}", { count: diagnostic.count }), () => showOthers(item, others, show, number));
  item.append(element("div", "summary", diagnostic.summary), show, others);
  return item;
}

async function showOthers(item, others, show, number) {
  show.disabled = true;
  const found = await fetched(`faults/${view.number}-${number}-${others.children.length}.json`);
  show.disabled = false;
  if (!found || !item.isConnected) return;  // the kit was saved: the list is a new one
  others.append(...found.faults.map(diagnostic => fault(diagnostic)));
  show.textContent = tr("show {count} more", { count: found.left });
  show.hidden = !found.left;
  item.append(show);
}

let shownFaults = "";

function placeFaults() {
  const text = JSON.stringify(view.diagnostics);
  const counts = counted(), panel = at("diagnostics");
  panel.hidden = !counts;
  panel.className = counts ? view.diagnostics[0].severity : "";
  at("counts").textContent = counts;
  at("to-faults").textContent = counts || tr("no faults");
  at("to-faults").disabled = !counts;
  if (!counts && document.body.dataset.pane === "faults") showPane("cards");
  if (text === shownFaults) return;  // keeps what the user has opened
  shownFaults = text;
  at("list").replaceChildren(...view.diagnostics.map(group));
}
