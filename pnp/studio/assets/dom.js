const RESOLUTIONS = [60, 110, 220], PER_MM = 96 / 25.4;
const AGAIN = 1000, TRIES = 5;
const at = id => document.getElementById(id);
let view = null;

function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function button(className, text, click) {
  const made = element("button", className, text);
  made.type = "button";
  made.addEventListener("click", click);
  return made;
}

function resolution(wide, mm) {
  const needed = wide * (window.devicePixelRatio || 1) / (mm / 25.4);
  return RESOLUTIONS.find(one => one >= needed * 0.95) || RESOLUTIONS.at(-1);
}

/* A picture has its address in data-src, and is requested only while it is near the visible part of its pane. */
function picture(label) {
  const made = document.createElement("img");
  made.alt = label;
  made.decoding = "async";
  made.addEventListener("load", () => { made.dataset.shown = made.getAttribute("src"); made.dataset.tries = "0"; });
  made.addEventListener("error", () => {
    const tries = Number(made.dataset.tries || 0) + 1;
    made.dataset.tries = String(tries);
    if (made.getAttribute("src") && tries < TRIES) setTimeout(() => made.dataset.near && load(made), AGAIN * tries);
  });
  return made;
}

function load(image) {
  image.src = image.dataset.src;
}

function size(image, wide, high) {
  image.style.width = `${wide}px`;
  image.style.height = `${high}px`;
}

function point(image, source) {
  if (image.dataset.src === source) return;
  image.dataset.src = source;
  if (image.dataset.near) load(image);
}

function lazily(pane) {
  return new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      target.dataset.near = isIntersecting ? "1" : "";
      if (isIntersecting) {
        if (target.getAttribute("src") !== target.dataset.src) load(target);
      } else if (!target.complete) {
        target.removeAttribute("src");  // scrolled past before it was drawn: let others be drawn first
      }
    }
  }, { root: pane, rootMargin: "300px" });
}

async function fetched(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
