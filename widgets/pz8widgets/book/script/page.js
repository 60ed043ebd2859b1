/* --- search */
let found = [];
function pz8search(entries) { found = entries; }
const MOST_FOUND = 60, UNFOUND = "The list of what this book has is not in this folder: copy the whole book.";
function searching(box) {
  const list = document.querySelector("[data-results]"), count = document.querySelector("[data-found]");
  const look = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const score = ([title, says]) => {
      const name = title.toLowerCase(), all = `${name} ${says.toLowerCase()}`;
      return words.every(word => all.includes(word)) ? words.filter(word => name.includes(word)).length * 2 + (name.startsWith(words[0]) ? 1 : 0) : -1;
    };
    const hits = words.length ? found.map((entry, at) => [score(entry), at, entry]).filter(each => each[0] >= 0).sort((a, b) => b[0] - a[0] || a[1] - b[1]) : [];
    list.replaceChildren(...hits.slice(0, MOST_FOUND).map(([, , [title, says, there]]) => el("li", {}, el("a", { href: there }, title), " ", el("small", {}, says))));
    count.textContent = !found.length ? UNFOUND : !words.length ? "" : `${hits.length} found${hits.length > MOST_FOUND ? `, the first ${MOST_FOUND} shown` : ""}`;
  };
  box.value = new URLSearchParams(location.search).get("q") || "";
  box.oninput = look;
  box.form.onsubmit = event => event.preventDefault();
  box.focus();
  look();
}

/* --- the page */
const HOME = document.currentScript.src.replace(/pz8\.js[^/]*$/, "");
const asked = {};
function pz8asked(questions) { Object.assign(asked, questions); }
/* A link to any page asks too: the search knows where each question is answered. */
function elsewhere() {
  if (!location.hash.startsWith("#ask=") || calculators.some(one => one.linked)) return;
  const tell = why => document.querySelector("main").prepend(el("p", { role: "alert", className: "problem card" }, why));
  let name;
  try { [name] = readLink(location.hash); } catch (fault) { if (!(fault instanceof BadInput)) throw fault; tell(fault.message); return; }
  const look = () => {
    const there = found.map(entry => entry[2]).find(page => [`books/${name}.html`, `books/${name}-results.html`].includes(page));
    if (there) location.replace(HOME + there + location.hash); else tell(!found.length ? UNFOUND : `This book has no question ${name}; search for it above.`);
  };
  if (found.length) look(); else document.head.append(el("script", { src: `${HOME}search.js`, onload: look, onerror: look }));
}
function begin() {
  progress.read();
  document.querySelectorAll("[data-calculator]").forEach(box => { const made = calculatorIn(box, box.dataset.calculator, {}, false); if (made && "linked" in box.dataset) follow(made); });
  document.querySelectorAll("[data-quiz]").forEach(box => new Quiz(box, asked[box.dataset.quiz]));
  document.querySelectorAll("[data-practice]").forEach(box => practiceFrom(box.dataset.practice, box));
  document.querySelectorAll("[data-drills]").forEach(drills);
  document.querySelectorAll("[data-again]").forEach(again);
  document.querySelectorAll("[data-day]").forEach(shotOfTheDay);
  document.querySelectorAll("[data-puzzle]").forEach((box, at) => new Puzzle(box, puzzles[at]));
  document.querySelectorAll("[data-puzzle-of-the-day]").forEach(puzzleOfTheDay);
  document.querySelectorAll("[data-questions]").forEach(standing);
  document.querySelectorAll("[data-search]").forEach(searching);
  document.querySelectorAll("[data-print]").forEach(button => { button.onclick = () => print(); });
  document.addEventListener("keydown", event => {
    const box = document.querySelector("header input[type=search]");
    if (event.key === "/" && box && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) { event.preventDefault(); box.focus(); }
  });
  document.querySelectorAll("[data-calibration]").forEach(calibration);
  document.querySelectorAll("[data-progress]").forEach(keeping);
  elsewhere();
  addEventListener("hashchange", elsewhere);
  if (location.protocol.startsWith("http") && navigator.serviceWorker) navigator.serviceWorker.register(`${HOME}offline.js`).catch(() => {}); // without it the book needs the network
  document.documentElement.dataset.ready = "yes";
  performance.mark("ready");
}
document.addEventListener("DOMContentLoaded", begin);
