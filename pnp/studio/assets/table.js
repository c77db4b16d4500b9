/* The cards of a deck as a table: each cell is written when it is left; a block of a spreadsheet can be pasted. */
const sheet = { key: "", data: null, sort: null, added: [] };

async function openTable(component) {
  const card = view.cards.find(one => one.component === component);
  const found = card && await fetched(`table/${card.key}.json`);
  if (!found) return;
  if (sheet.key !== card.key) Object.assign(sheet, { sort: null, added: [] });
  sheet.key = card.key;
  showTable(found);
  if (!at("table").open) at("table").showModal();
}

function openFirstTable() {
  const names = [...new Set(view.cards.map(card => card.component))], chosenName = at("component").value;
  at("table-of").replaceChildren(...names.map(name => new Option(name, name)));
  at("table-of").value = chosenName || names.find(name => view.cards.filter(card => card.component === name).length > 1) || names[0];
  openTable(at("table-of").value);
}

function showTable(found) {
  const { row, column } = document.activeElement?.dataset || {};
  sheet.data = withView(found);
  const head = element("tr");
  head.append(...["id", ...found.columns].map(sortingHead), element("th"));
  at("cells").tHead.replaceChildren(head);
  at("cells").tBodies[0].replaceChildren(...sheet.data.rows.map(tableRow));
  at("table-facts").textContent = found.why || tr("{cards} cards, {copies} copies", { cards: found.rows.length, copies: found.total });
  for (const name of ["undo", "redo"]) at(`table-${name}`).disabled = !found[name];
  at("table-new").hidden = !found.editable || Boolean(found.why);
  if (row) [...at("cells").querySelectorAll("[data-cell]")].find(one => one.dataset.row === row && one.dataset.column === column)?.focus();
}

/* The table as it is viewed: with columns that no card fills yet, and sorted. Nothing of it is written. */
function withView(found) {
  found.columns.push(...sheet.added.filter(name => !found.columns.includes(name)));
  if (!sheet.sort) return found;
  const { column, down } = sheet.sort, valueOf = row => column === "id" ? row.id : row.cells[column] ?? "";
  const compared = (one, other) => typeof one === "number" && typeof other === "number" ? one - other
    : cellText(one).localeCompare(cellText(other), undefined, { numeric: true });
  return { ...found, rows: [...found.rows].sort((one, other) => (down ? -1 : 1) * compared(valueOf(one), valueOf(other))) };
}

/* A click sorts by a column, up and then down; a third one shows the order of the file. */
function sortingHead(name) {
  const made = element("th"), isSorted = sheet.sort?.column === name;
  made.setAttribute("aria-sort", !isSorted ? "none" : sheet.sort.down ? "descending" : "ascending");
  made.append(button("sort", name, () => {
    sheet.sort = !isSorted ? { column: name, down: false } : sheet.sort.down ? null : { column: name, down: true };
    openTable(at("table-of").value);
  }));
  return made;
}

/* A column is written with its first cell. */
function addColumn() {
  const word = at("table-column").value.trim().toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "");
  at("table-column").value = "";
  if (!word) return;
  sheet.added.push(`asides.${word}`);
  openTable(at("table-of").value);
}

function tableRow(row, number) {
  const made = element("tr"), may = sheet.data.editable && !sheet.data.why;
  made.append(element("th", "", row.id), ...sheet.data.columns.map((column, across) => tableCell(row, column, number, across, may)));
  const end = element("td", "tools");
  if (may) end.append(button("", "+", () => sendTable("copycard", { card: row.id })), button("", "✕", () => sendTable("deletecard", { card: row.id })));
  end.children[0]?.setAttribute("aria-label", tr("{card} once more", { card: row.id }));
  end.children[1]?.setAttribute("aria-label", tr("delete {card}", { card: row.id }));
  made.append(end);
  return made;
}

function tableCell(row, column, down, across, may) {
  const made = element("td", typeof row.cells[column] === "number" ? "number" : "", cellText(row.cells[column]));
  Object.assign(made.dataset, { cell: `${down} ${across}`, row: row.id, column });
  const [severity, words] = row.wrong?.[column] || [];
  if (severity) { made.classList.add(severity); made.title = words; made.setAttribute("aria-label", `${made.textContent} · ${words}`); }
  made.tabIndex = 0;
  made.contentEditable = may ? "plaintext-only" : "false";
  made.addEventListener("blur", () => {
    if (made.textContent !== cellText(row.cells[column])) sendCells([cellChange(row, column, made.textContent)]);
  });
  return made;
}

const rowOf = cell => sheet.data.rows.find(row => row.id === cell.dataset.row);

const isPlain = value => Array.isArray(value) && value.every(one => typeof one === "string" && one && !/[,[\]]/.test(one));

/* A list of words is shown, and typed, with commas. */
function cellText(value) {
  if (value === undefined || value === null) return "";
  return isPlain(value) && value.length ? value.join(", ") : asText(value);
}

function ofList(words) {
  return words.startsWith("[") ? typed(words, []) : words.split(",").map(one => one.trim()).filter(Boolean);
}

function cellChange(row, column, text) {
  const shown = row.cells[column] ?? null, words = text.trim();
  const isText = typeof shown === "string" || (shown === null && column.startsWith("asides."));  // an aside is a text
  let value = isText ? words : shown === null ? numberOr(words) : typed(words, shown);
  if (Array.isArray(shown)) value = ofList(words);
  if (words === "") value = null;
  return { card: row.id, column, shown, value };
}

/* A new value is a number if it looks like one. */
const numberOr = words => /^-?\d+(\.\d+)?$/.test(words) ? Number(words) : words;

async function sendTable(name, data) {
  const answer = await askTable(name, data);
  showTable(answer || sheet.data);
}

const sendCells = cells => sendTable("cells", { cells });

async function askTable(name, data) {
  at("table-said").textContent = "";
  const answer = await post(name, sheet.key, data, (status, words) => { at("table-said").textContent = words; });
  return answer && (name === "undo" || name === "redo") ? fetched(`table/${sheet.key}.json`) : answer;
}

/* Cells of a spreadsheet, pasted from the chosen cell to the right and down; rows below the last card are new cards. */
async function pasted(event) {
  const start = event.target.closest("[data-cell]"), text = event.clipboardData.getData("text/plain").replace(/\r?\n$/, "");
  if (!start || !/[\t\n]/.test(text)) return;
  event.preventDefault();
  const [down, across] = start.dataset.cell.split(" ").map(Number), { rows, columns } = sheet.data;
  const lines = text.split(/\r?\n/).map(line => line.split("\t")), beyond = across + Math.max(...lines.map(line => line.length)) - columns.length;
  const cells = lines.flatMap((line, number) => line.map((words, column) => ({ row: rows[down + number], column: columns[across + column], words })));
  const fitting = cells.filter(one => one.row && one.column && one.words !== cellText(one.row.cells[one.column]));
  const changes = fitting.map(one => cellChange(one.row, one.column, one.words)), below = rows.at(-1);
  const added = lines.slice(rows.length - down).map(line => newCard(line, across, below));
  if (added.length) await sendTable("paste", { cells: changes, rows: added, below: below.id });
  else if (changes.length) await sendCells(changes);
  if (beyond > 0 && !at("table-said").textContent) at("table-said").textContent = tr("{count} of the pasted columns are not in this table, and were left out", { count: beyond });
}

/* A picture is copied into the kit, and its name into the cell. */
async function droppedOnCell(cell, file) {
  if (!cell || !file || !sheet.data.editable) return;
  const shown = rowOf(cell).cells[cell.dataset.column] ?? null;
  sendTable("cellpicture", { cells: [{ card: cell.dataset.row, column: cell.dataset.column, shown, value: file.name }], name: file.name, data: await base64Of(file) });
}

/* The values of a new card, whose kinds are those of the last card. */
function newCard(line, across, below) {
  const named = line.slice(0, sheet.data.columns.length - across).map((words, column) => [sheet.data.columns[across + column], words]);
  return Object.fromEntries(named.map(([column, words]) => [column, cellChange(below, column, words).value]));
}

function tableKey(event) {
  const cell = event.target.closest?.("[data-cell]");
  if (!cell && event.target.matches("input, select")) return;
  const isTyped = cell && isTypedIn(cell);
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !isTyped) {
    event.preventDefault();
    sendTable(event.shiftKey ? "redo" : "undo", {});
    return;
  }
  if (!cell || (event.key === "Escape" && !isTyped)) return;
  const [down, across] = cell.dataset.cell.split(" ").map(Number), go = (row, column) =>
    [...at("cells").querySelectorAll("[data-cell]")].find(one => one.dataset.cell === `${row} ${column}`)?.focus();
  if (event.key === "Enter" || event.key === "ArrowDown") go(down + 1, across);
  else if (event.key === "ArrowUp") go(down - 1, across);
  else if ((event.ctrlKey || event.metaKey) && event.key === "d" && down) {
    cell.textContent = cellText(sheet.data.rows[down - 1].cells[cell.dataset.column]);
    cell.blur();
  } else if (event.key === "Escape") cell.textContent = cellText(rowOf(cell).cells[cell.dataset.column]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/* After a save, the open table is read again, unless a cell is being typed in. */
function refreshTable() {
  const cell = document.activeElement?.dataset?.cell && document.activeElement;
  if (at("table").open && !(cell && isTypedIn(cell))) openTable(at("table-of").value);
}

const isTypedIn = cell => cell.textContent !== cellText(rowOf(cell).cells[cell.dataset.column]);

function startTable() {
  at("to-table").addEventListener("click", openFirstTable);
  at("table-of").addEventListener("change", () => openTable(at("table-of").value));
  at("table-new").addEventListener("submit", event => { event.preventDefault(); addColumn(); });
  at("table-close").addEventListener("click", () => at("table").close());
  for (const name of ["undo", "redo"]) at(`table-${name}`).addEventListener("click", () => sendTable(name, {}));
  at("cells").addEventListener("paste", pasted);
  at("table").addEventListener("keydown", tableKey);
}
