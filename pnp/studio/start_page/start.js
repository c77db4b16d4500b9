const begin = () => document.querySelector("[name=begin]:checked")?.value || "";
let dropped = null;

const choose = value => { document.querySelector(`[name=begin][value="${value}"]`).checked = true; };

function say(words, kind = "") {
  at("said").textContent = words;
  at("said").className = kind;
}

const contents = file => new Promise((done, failed) => {
  const reader = new FileReader();
  reader.addEventListener("load", () => done(reader.result.slice(reader.result.indexOf(",") + 1)));
  reader.addEventListener("error", failed);
  reader.readAsDataURL(file);
});

async function wish() {
  const data = { name: at("name").value.trim(), begin: begin(), base: at("base").value, language: at("kit-language").value.trim() };
  const file = dropped || at("table").files[0];
  if (data.begin === "table" && file) Object.assign(data, { file: file.name, table: await contents(file) });
  return data;
}

async function make(event) {
  event.preventDefault();
  at("make").disabled = true;
  say(tr("making it …"));
  try {
    const answer = await fetch("make", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(await wish()) });
    const words = await answer.text();
    if (answer.ok) location.href = JSON.parse(words).url;
    else say(words.trim(), "error");
  } catch {
    say(tr("{program} has stopped; start it again to continue", { program: "pnp studio" }), "error");
  }
  at("make").disabled = false;
}

at("start").addEventListener("submit", make);
at("table").addEventListener("change", () => { dropped = null; choose("table"); });
at("base").addEventListener("change", () => choose("edition"));
document.addEventListener("dragover", event => { event.preventDefault(); at("drop").classList.add("over"); });
document.addEventListener("dragleave", () => at("drop").classList.remove("over"));
document.addEventListener("drop", event => {
  event.preventDefault();
  at("drop").classList.remove("over");
  const [file] = event.dataTransfer.files;
  if (!file) return;
  dropped = file;
  choose("table");
  say(file.name);
  at("name").value ||= file.name.replace(/\.\w+$/, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "");
});
choose("cards");
