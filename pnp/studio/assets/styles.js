/* The text styles that an element names: an edit of one changes all elements that have it. */
const openStyles = new Set();

function stylesOf(one) {
  const { style, styles } = one.values;
  return Object.keys(canvas.piece.used).filter(name => name === style || (styles && name.startsWith(`${styles}-`)));
}

function styleFields(one) {
  return stylesOf(one).map(name => {
    const made = element("details", "style"), { values, elements, where, keys } = canvas.piece.used[name], set = what => changeStyle(name, what);
    made.append(element("summary", "", tr("style {name}", { name })), element("p", "about", `${where} · ${tr(elements === 1 ? "changes one element" : "changes {number} elements", { number: elements })}`));
    for (const [key, value] of Object.entries(values)) made.append(field(one, key, value, set));
    if (canvas.piece.editable) made.append(newKey(keys.filter(key => !(key in values)), set));
    made.open = openStyles.has(name);
    made.addEventListener("toggle", () => openStyles[made.open ? "add" : "delete"](name));
    return made;
  });
}

function changeStyle(name, { values }) {
  last = last.then(async () => {
    const now = canvas.piece.used[name];
    if (now) after(await ask("style", { style: name, shown: now.values, values }));
  });
}
