/* --- a question */
const SURE = [["A wild guess (1 in 4)", "1/4"], ["Even chances (1 in 2)", "1/2"], ["Fairly sure (3 in 4)", "3/4"], ["Nearly certain (19 in 20)", "19/20"]];
const TRY_IT = "<p>Try it yourself, as often as you like. The chances come with your next guess.</p>";
/* So that an answer does not stand in plain sight; it is no lock. */
function unscrambled(said) { return JSON.parse(said.replace(/[!-~]/g, sign => String.fromCharCode(33 + (sign.charCodeAt(0) + 14) % 94))); }
/* Large pictures lie in scripts of their own, which are loaded when they are opened. */
const stills = {};
function pz8still(name, said) { stills[name] = unscrambled(said); }
function picture(box, { still: name, html, says }) {
  const show = found => { box.innerHTML = `<section class="card still">${found ?? "<p>This picture is not in this folder: copy the whole book.</p>"}<p class="quiet">${escaped(says)}</p></section>`; };
  if (name) loaded(name, show); else show(html);
}
/* What lies in a script of its own, for `then`; nothing where the folder has no such script. */
function loaded(name, then) {
  const show = () => then(stills[name]);
  if (name in stills) show(); else document.head.append(el("script", { src: `${HOME}lessons/${name}.js`, onload: show, onerror: show }));
}
class Quiz {
  constructor(box, asked) {
    const hidden = unscrambled(asked.hidden);
    Object.assign(this, { asked, hidden, hints: 0, wrong: 0, judged: "", veiled: [] });
    if (asked.kind !== "choice") Object.assign(this, { right: F(...hidden.right), within: F(...hidden.within), traps: hidden.traps.map(([n, d, says]) => [F(n, d), says]) });
    this.answer = asked.choices
      ? el("fieldset", {}, el("legend", { className: "pz8-unseen" }, "Your answer"), ...asked.choices.map(choice => el("label", {}, el("input", { type: "radio", name: asked.id, value: choice }), el("span", {}, choice))))
      : el("input", { type: "text", autocomplete: "off", placeholder: EXAMPLE[asked.kind] + (asked.unit ? ` (${asked.unit})` : ""), "aria-label": "Your answer" });
    this.hint = el("button", { type: "button", onclick: () => this.help() });
    this.form = el("form", { className: "tools", onsubmit: event => { event.preventDefault(); this.check(); } }, this.answer, el("button", { type: "submit", className: "main" }, "Check"), this.hint);
    this.sure = el("div", { className: "tools" });
    this.verdict = el("div", { role: "status", className: "verdict" });
    this.helped = el("div", { role: "status" });
    this.after = el("div", { className: "after" });
    this.opened = el("div", {});
    this.card = el("section", { className: "card question" }, el("h3", {}, "Predict, then check"), el("div", { className: "asked", innerHTML: asked.text }), this.form, this.sure, this.verdict, this.helped, this.after);
    this.before_it = el("div", {});
    box.replaceChildren(this.before_it, this.card, this.opened);
    for (const entry of asked.shows || []) {
      const place = el("div", {});
      this.before_it.append(place);
      if (entry.board) this.board(place, entry, true); else picture(place, entry);
    }
    this.label();
    const before = this.before;
    this.say([progress.trouble, !before ? "" : before.right ? "You have answered this rightly before. Answer again, or read on." : `Your last try was ${before.given}.`].filter(Boolean).map(said => `<p class="quiet">${escaped(said)}</p>`).join("") + (before && before.right ? `<details><summary>The answer, and why</summary>${this.whole}</details>` : ""));
    if (before) this.unlock();
  }
  /* One that stands there from the first tells its chances when the question does, or never where it asks something else. */
  board(place, { board, tells }, veils) {
    loaded(board, told => { if (!told) picture(place, { says: "" }); else { const made = new Board(place, told, veils && !(this.told && tells)); if (veils && tells) this.veiled.push(made); } });
  }
  get whole() { return `<p>${this.hidden.answer}</p>${this.hidden.why}`; }
  get before() { return progress.answers[this.asked.id]; }
  get told() { const known = this.before || answerOf({}); return known.right || known.tries > 1 || this.hints > this.asked.hints; }
  given() { return this.asked.choices ? (this.form.querySelector("input:checked") || { value: "" }).value : strip(this.answer.value); }
  say(html) { this.verdict.innerHTML = html; }
  judgement(said) {
    if (this.asked.kind !== "choice") return judge(this.asked.kind, readGuess(this.asked.kind, said), this.right, this.within, this.traps);
    if (!said) throw new BadInput("Choose one first.");
    return said === this.hidden.right ? ["exact", "", ""] : ["trap", this.hidden.traps[said] || "", ""];
  }
  check() {
    const said = this.given();
    if (said && said === this.judged) return;
    try { this.judgement(said); } catch (fault) {
      if (!(fault instanceof BadInput)) throw fault;
      this.sure.replaceChildren();
      this.say(`<p>${escaped(fault.message)}</p>`);
      return;
    }
    if (this.before) this.keep("");
    else if (!this.sure.childNodes.length) {
      this.say("");
      this.sure.replaceChildren(el("span", { role: "status" }, "How sure are you?"), ...SURE.map(([label, chance]) => el("button", { type: "button", onclick: () => this.keep(chance) }, label)));
    }
  }
  keep(sure) {
    const said = this.given();
    let found;
    try { found = this.judgement(said); } catch (fault) { if (!(fault instanceof BadInput)) throw fault; this.say(`<p>${escaped(fault.message)}</p>`); return; }
    const [verdict, says, off] = found, right = verdict === "exact" || verdict === "near";
    this.sure.replaceChildren();
    this.judged = said;
    progress.keep(this.asked.id, said, right, sure);
    this.card.classList.toggle("right", right);
    if (right) { this.solved = true; this.helped.innerHTML = ""; }
    this.wrong = right ? 0 : this.wrong + 1;
    if (this.wrong === 2 && this.asked.hints && !this.hints) this.help();
    this.unlock();
    const ways = [...(this.asked.hints ? [this.wrong === 2 ? "look at the hint" : "take a hint"] : []), ...(this.opened.childNodes.length ? ["try it out below"] : [])].join(" or ");
    const more = ways ? `${ways[0].toUpperCase()}${ways.slice(1)}.` : "", far = off ? `: ${escaped(said)} is ${off}` : "";
    this.say((right ? `<p><b>${verdict === "exact" ? "Yes." : "Near enough."}</b> ${this.asked.kind === "choice" ? "" : this.hidden.answer}</p>${this.hidden.why}`
      : verdict === "trap" ? `<p><b>Not yet${far}.</b></p>${says || "<p>That is another one.</p>"}`
        : `<p><b>Not yet${far}.</b> ${more}</p>`) + (progress.trouble ? `<p class="quiet">${escaped(progress.trouble)}</p>` : ""));
    this.label();
  }
  help() {
    if (this.hints >= this.asked.hints && !this.before) return;
    this.hints = Math.min(this.hints + 1, this.asked.hints + 1);
    const lines = this.hidden.hints.slice(0, this.hints).map(hint => `<li>${hint}</li>`).join("");
    const whole = this.hints > this.asked.hints;
    this.helped.innerHTML = (lines ? `<ol>${lines}</ol>` : "") + (whole ? this.whole : "");
    if (whole) this.unlock();
    this.label();
  }
  label() {
    const left = this.asked.hints - this.hints;
    this.hint.textContent = left > 0 ? `Hint ${this.hints + 1} of ${this.asked.hints}` : this.before ? "Show the answer" : "Guess first, then the answer";
    this.hint.disabled = this.hints > this.asked.hints || left <= 0 && !this.before;
    this.hint.hidden = Boolean(this.solved);
  }
  /* After one wrong guess the calculators without their chances; else all that the question opens. */
  unlock() {
    const told = this.told;
    this.veiled.forEach(each => { if (each.veiled === told) { each.veiled = !told; if (each.measured) each.measured.open = told; each.draw(); } });
    this.hidden.opens.forEach((entry, place) => {
      const key = `open-${place}`;
      if (this.opened.querySelector(`[data-key="${key}"]`) || !told && !entry.calculator) return;
      const box = el("div", { "data-key": key });
      this.opened.append(box);
      if (entry.board) this.board(box, entry);
      else if (entry.calculator) { const made = calculatorIn(box, entry.calculator, entry.inputs, !told); if (made) this.veiled.push(made); } else picture(box, entry);
    });
    this.after.innerHTML = told ? this.hidden.after : this.opened.childNodes.length ? TRY_IT : "";
  }
}
/* How sure, and how often right. */
function calibration(box) {
  const tell = () => {
    const rows = SURE.map(([label, chance]) => [label, Object.values(progress.answers).filter(each => each.confidence === chance)]).filter(([, each]) => each.length);
    box.innerHTML = rows.length
      ? `<section class="card"><table class="plain"><caption>How sure, and how often right?</caption><thead><tr><th scope="col">How sure</th><th scope="col">First guesses</th><th scope="col">Right</th></tr></thead><tbody>${rows.map(([label, each]) => `<tr><th scope="row">${label}</th><td>${each.length}</td><td>${each.filter(one => one.first_right).length}</td></tr>`).join("")}</tbody></table></section>`
      : "<p class='quiet'>No guess has been made yet. Answer a few questions, say how sure you are, and come back.</p>";
  };
  counting.push(tell); tell();
}

/* --- a table: two bases are picked, by hand or in the form, and the question between them is answered */
class Board {
  constructor(box, told, veiled = false) {
    Object.assign(this, { told, shown: "", veiled });
    this.selects = told.roles.map((role, at) => {
      const made = el("select", { id: `in-${++lastId}`, onchange: () => { this.chosen[at] = made.value; this.draw(); } }, new Option("nobody", ""), ...told.bases.map(name => new Option(name, name)));
      return made;
    });
    this.chosen = told.chosen.slice();
    const fields = this.selects.map((select, at) => el("div", { className: "field" }, el("label", { htmlFor: select.id }, told.roles[at]), select));
    this.picture = el("div", { className: "board", innerHTML: told.svg });
    this.why = el("div", { role: "status" });
    this.facts = el("div", {});
    this.measured = el("details", { open: !veiled }, el("summary", {}, "Measured on the table"), this.facts);
    this.answer = el("div", {});
    this.picture.querySelectorAll("[data-base]").forEach(each => each.addEventListener("click", () => this.pick(each.dataset.base)));
    box.replaceChildren(el("section", { className: "card" }, el("h3", { className: "pz8-unseen" }, told.title || "The table"), el("p", { className: "quiet" }, "Pick a base, then another one. To drag them, open the lesson live: its last lines say where."),
      el("div", { className: "sides tables" }, this.picture, el("div", {}, el("div", { className: "inputs" }, ...fields), this.why, this.measured)), el("details", { innerHTML: `<summary>The board in words</summary><div class="wide">${told.words}</div>` })), this.answer);
    this.draw();
  }
  pick(name) {
    const [first, second] = this.chosen;
    this.chosen = !first || second || first === name ? [name, ""] : [first, name];
    this.draw();
  }
  draw() {
    this.selects.forEach((select, at) => { select.value = this.chosen[at]; });
    this.picture.querySelectorAll("[data-base]").forEach(each => { each.classList.toggle("first", each.dataset.base === this.chosen[0]); each.classList.toggle("second", each.dataset.base === this.chosen[1]); });
    const pair = this.told.pairs[this.chosen.join("\n")];
    const rows = pair ? pair.facts.map(([name, value, remark]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}${remark ? `<br><small>${escaped(remark)}</small>` : ""}</td></tr>`).join("") : "";
    const why = pair ? pair.why || ("asks" in pair ? "" : "These two have no question.") : "Choose two different bases.";
    this.why.innerHTML = why ? `<p class="problem">${escaped(why)}</p>` : "";
    this.facts.innerHTML = rows ? `<table class="plain"><caption class="pz8-unseen">Measured on the table</caption><tbody>${rows}</tbody></table>` : "";
    this.measured.hidden = !rows;
    if (this.veiled) { this.shown = ""; this.answer.replaceChildren(); return; }
    if (!pair || !pair.asks) { this.shown = ""; this.answer.replaceChildren(...pair && pair.asks === "" ? [el("p", { className: "quiet" }, "Python answers this question: it is not packed.")] : []); return; }
    if (this.shown !== pair.asks) { this.calculator = calculatorIn(this.answer, pair.asks, pair.inputs, false); this.shown = pair.asks; } else if (this.calculator) this.calculator.fill(pair.inputs);
  }
}
