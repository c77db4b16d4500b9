/* The words of the page in the language that is chosen, or that the browser prefers. What the program reports is in English. */
const WORDS = JSON.parse(at("words").textContent), language = chosenLanguage();

function chosenLanguage() {
  let stored = "";
  try {
    stored = localStorage.getItem("language") || "";
  } catch { /* the browser stores nothing for this page */ }
  const wanted = [stored, ...navigator.languages].map(one => one.slice(0, 2).toLowerCase());
  return wanted.find(one => one === "en" || one in WORDS) || "en";
}

/* Words in the language of the page, with values in place of {names}. */
function tr(words, values = {}) {
  const found = WORDS[language]?.[words] || words;
  return found.replace(/\{(\w+)\}/g, (all, name) => name in values ? String(values[name]) : all);
}

function translatePage() {
  document.documentElement.lang = language;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, node =>
    node.parentElement.closest("script") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts, words = node.data.trim();
    if (words) node.data = node.data.replace(words, () => tr(words));
  }
  for (const name of ["title", "aria-label", "placeholder"]) for (const one of document.querySelectorAll(`[${name}]`)) one.setAttribute(name, tr(one.getAttribute(name)));
  at("language").value = language;
  at("language").addEventListener("change", () => {
    try {
      localStorage.setItem("language", at("language").value);
    } catch { return; }
    location.reload();
  });
}
translatePage();
