/* --- practice: variants that Python drew; what was wrong comes again after 1, 3 and 7 days, a notebook's answers when its scheduler says */
const AFTER_DAYS = [1, 3, 7];
const today = () => new Date(Date.now() - 60000 * new Date().getTimezoneOffset()).toISOString().slice(0, 10);
function due(answer, day) {
  if (answer && answer.due) return Date.parse(day) >= Date.parse(answer.due);
  if (!answer || !answer.tries || answer.first_right && answer.in_a_row > 0 || answer.in_a_row >= AFTER_DAYS.length) return false;
  const last = Date.parse(answer.last);
  return isNaN(last) || Date.parse(day) >= last + 86400000 * AFTER_DAYS[answer.in_a_row];
}
class Practice {
  constructor(box, told) {
    Object.assign(this, told, { right: 0, wrong: 0, met: [] });
    this.asks = el("div", {});
    this.choices = el("fieldset", {});
    this.verdict = el("div", { role: "status", className: "verdict" });
    this.count = el("span", { className: "quiet" });
    this.checks = el("button", { type: "button", className: "main", onclick: () => this.check() }, "Check");
    const next = el("button", { type: "button", onclick: () => this.another() }, "Another one");
    box.replaceChildren(el("section", { className: "card" }, el("h3", {}, "Practice"), this.asks, this.choices, el("div", { className: "tools" }, this.checks, next, this.count), this.verdict));
    this.another();
  }
  waiting() { return Object.keys(this.variants).filter(name => due(progress.answers[name], today()) && !this.met.includes(name)); }
  /* What is due again, else a variant that was not asked for longest. */
  another() {
    const every = Object.keys(this.variants), fresh = every.filter(name => !this.met.includes(name) && !progress.answers[name]);
    const from = [this.waiting(), fresh, every.filter(name => name !== this.name)].find(each => each.length) || every;
    this.name = from[Math.floor(Math.random() * from.length)];
    this.met.push(this.name);
    const variant = this.variant = this.variants[this.name];
    this.asks.innerHTML = variant.asks;
    this.choices.replaceChildren(el("legend", { className: "pz8-unseen" }, "Your answer"), ...variant.choices.map(choice => el("label", {}, el("input", { type: "radio", name: this.begins, value: choice }), el("span", {}, choice))));
    this.verdict.innerHTML = "";
    this.checks.disabled = false;
    this.tally();
  }
  check() {
    const chosen = this.choices.querySelector("input:checked");
    if (!chosen) { this.verdict.innerHTML = "<p>Choose one first.</p>"; return; }
    const right = chosen.value === this.variant.right;
    progress.keep(this.name, chosen.value, right, "");
    this[right ? "right" : "wrong"]++;
    this.checks.disabled = right;
    this.verdict.innerHTML = `<p><b>${right ? "Yes." : "Not yet."}</b></p>${right ? this.variant.why : this.variant.says[chosen.value]}${progress.trouble ? `<p class="quiet">${escaped(progress.trouble)}</p>` : ""}`;
    this.tally();
  }
  tally() { const again = this.waiting().length; this.count.textContent = `${this.right} right, ${this.wrong} not yet${again ? ` · ${again} to come again` : ""}`; }
}

function practiceFrom(name, place) {
  loaded(name, told => { if (told) new Practice(place, told); else place.replaceChildren(el("p", { className: "problem" }, "These questions are not in this folder: copy the whole book.")); });
}
/* Practice by idea: the idea that somebody chooses, or the weakest one; those never tried stand at a half. */
function drills(box) {
  const ideas = JSON.parse(box.dataset.drills), place = el("div", {});
  const standing = idea => {
    const each = Object.keys(progress.answers).filter(name => name.startsWith(`drill ${idea} `)).map(name => progress.answers[name]);
    return (each.filter(one => one.first_right).length + 1) / (each.length + 2);
  };
  const weakest = () => ideas.reduce((found, [, idea]) => standing(idea) < standing(found) ? idea : found, ideas[0][1]);
  const choose = el("select", { "aria-label": "Idea", onchange: () => show() }, el("option", { value: "" }, "the idea you stand weakest with"), ...ideas.map(([title, idea]) => el("option", { value: idea }, title)));
  const show = () => {
    const idea = choose.value || weakest();
    practiceFrom(`drills/${idea.replace(/ /g, "-")}`, place);
  };
  box.replaceChildren(el("div", { className: "tools" }, choose), place);
  show();
}
/* Of lessons and puzzles those in which something is due today. */
function again(box) {
  const items = [...box.querySelectorAll("[data-questions]")];
  const tell = () => {
    let all = 0;
    for (const item of items) {
      const count = item.dataset.questions.split(" ").filter(name => due(progress.answers[name], today())).length;
      item.hidden = !count;
      all += count;
    }
    box.querySelector("[role=status]").textContent = all ? `${all} due today:` : "Nothing is due today. What you get wrong comes back here when you might forget it.";
  };
  counting.push(tell); tell();
}

/* As date.toordinal in Python: the kit has the same puzzle on the same day. */
const dayNumber = day => Math.round(Date.parse(day) / 86400000) + 719163;

/* --- the shot of the day: the kit has the same one; a first guess that is near enough counts for the row */
const SHOT = "shot of the day ";
function streak(day) {
  const days = Object.keys(progress.answers).filter(name => name.startsWith(SHOT) && progress.answers[name].first_right).map(name => dayNumber(name.slice(SHOT.length))).sort((a, b) => a - b);
  let row = 0, best = 0, last = NaN;
  for (const each of days) { row = each === last + 1 ? row + 1 : 1; best = Math.max(best, row); last = each; }
  return [last >= dayNumber(day) - (progress.answers[SHOT + day] ? 0 : 1) ? row : 0, best];
}
function shotOfTheDay(box) {
  const day = today(), id = SHOT + day;
  loaded(`days/${dayNumber(day) % Number(box.dataset.day)}`, shot => {
    if (!shot) { box.replaceChildren(el("p", { className: "problem" }, "The shot of this day is not in this folder: copy the whole book.")); return; }
    const scripts = shot.scripts.map(from => new Promise(done => document.head.append(el("script", { src: HOME + from, onload: done, onerror: done }))));
    Promise.all(scripts).then(() => {
      const place = el("div", {}), row = el("p", { className: "quiet", role: "status" });
      box.replaceChildren(row, place);
      new Quiz(place, Object.assign({}, shot, { id }));
      const told = () => { const [now, best] = streak(day); row.textContent = `${day}. ${!now && progress.answers[id] ? `A new row begins tomorrow${best ? `, best ${best}` : ""}` : best ? `${now} in a row, best ${best}` : "Start a streak: one guess a day"} · ${shot.near}`; };
      counting.push(told); told();
      box.dataset.ready = "yes";
    });
  });
}

/* --- puzzles: one choice, then what every one is worth */
let puzzles = [];
function pz8puzzles(several) { puzzles = several; }
class Puzzle {
  constructor(box, one) {
    this.one = one;
    this.hidden = unscrambled(one.hidden);
    this.verdict = el("div", { role: "status" });
    this.buttons = one.choices.map(([choice, said]) => el("button", { type: "button", onclick: () => this.take(choice) }, said));
    const before = progress.answers[one.id];
    box.replaceChildren(el("div", { className: "wide", innerHTML: one.html }),
      el("section", { className: "card question" }, el("h2", {}, "Find the choice"), el("p", {}, one.asks),
        ...before ? [el("p", { className: "quiet" }, `Last time: ${before.right ? "right" : "not yet"}.`)] : [],
        el("div", { className: "choices" }, ...this.buttons), this.verdict));
  }
  take(choice) {
    const { right, rows, why } = this.hidden, said = Object.fromEntries(this.one.choices);
    this.buttons.forEach(button => { button.disabled = true; });
    progress.keep(this.one.id, choice, choice === right, "");
    const lines = rows.map(([each, worth, exact, lost]) => `<tr><th scope="row">${escaped(said[each])}${each === choice ? " ← your choice" : ""}</th><td class="number" title="${exact}">${worth}</td><td>${lost}</td></tr>`);
    this.verdict.innerHTML = `<div class="wide"><table><caption>How often it wins</caption><tbody>${lines.join("")}</tbody></table></div>${why[choice].map(each => `<p>${escaped(each)}</p>`).join("")}`
      + (progress.trouble ? `<p class="quiet">${escaped(progress.trouble)}</p>` : "");
  }
}
function puzzleOfTheDay(link) {
  const count = document.querySelectorAll("#all a").length;
  if (!count) link.replaceWith("This book has no puzzles.");
  else link.href = document.querySelector(`#all [data-turn="${dayNumber(today()) % count}"] a`).href;
}
/* How far somebody is with the questions of a lesson, or with a puzzle. */
function standing(item) {
  const names = item.dataset.questions.split(" ").filter(Boolean), met = names.map(name => progress.answers[name]).filter(Boolean);
  if (met.length) item.append(el("small", { className: "standing" }, met.length === names.length && met.every(each => each.right) ? " ✓ done" : ` ${met.filter(each => each.right).length} of ${names.length} right`));
}
