/* --- progress: as progress.py keeps it, in this browser; out and in as its file */
const KEPT = "pz8edu-progress", NOWHERE = "This browser keeps nothing here: save your answers as a file.", counting = [];
const size = value => typeof value === "number" ? value : 0;
const truth = value => value === true, whole = value => Number.isInteger(value) ? value : 0, words = value => value === undefined || value === null ? "" : String(value);
const answerOf = saved => ({
  given: words(saved.given), right: truth(saved.right), tries: whole(saved.tries), first: words(saved.first), first_right: truth(saved.first_right),
  confidence: words(saved.confidence), last: words(saved.last), in_a_row: whole(saved.in_a_row),
  stability: size(saved.stability), difficulty: size(saved.difficulty), due: words(saved.due),
});
const isObject = each => Boolean(each) && typeof each === "object" && !Array.isArray(each);
/* The answers in a file; its puzzles of games of one's own, which only the notebook asks, stay in it. */
function answersIn(said) {
  let found;
  try { found = JSON.parse(said); } catch (fault) { throw new BadInput("This file holds no answers: it is not JSON."); }
  const answers = found && found.answers;
  if (!isObject(answers) || !Object.values(answers).every(isObject)) throw new BadInput("This file holds no answers.");
  if (isObject(found.puzzles)) progress.puzzles = Object.assign({}, found.puzzles, progress.puzzles);
  return Object.fromEntries(Object.entries(answers).map(([name, saved]) => [name, answerOf(saved)]));
}
/* Two records of the same learner: of each question the one with more tries, and a right answer stays right. */
function merged(mine, saved) {
  const found = Object.assign({}, mine);
  for (const name in saved) {
    const one = mine[name], other = saved[name];
    const rank = each => [String(each.tries).padStart(9, "0"), each.last, JSON.stringify(each)].join(" ");
    found[name] = !one ? other : Object.assign({}, rank(one) > rank(other) ? one : other, { right: one.right || other.right });
  }
  return found;
}
const progress = {
  answers: {}, puzzles: {}, trouble: "",
  read() {
    let kept = null;
    try {
      kept = localStorage.getItem(KEPT);
      if (kept !== null) this.answers = merged(this.answers, answersIn(kept));
    } catch (fault) {
      this.trouble = fault instanceof BadInput ? `What this browser had kept could not be read: it is set aside as ${KEPT}-damaged, and a fresh record begins.` : NOWHERE;
      try { if (kept !== null) localStorage.setItem(`${KEPT}-damaged`, kept); } catch (full) { this.trouble = NOWHERE; }
    }
  },
  write() {
    try { localStorage.setItem(KEPT, this.file()); this.trouble = ""; } catch (fault) { this.trouble = NOWHERE; }
    counting.forEach(count => count());
  },
  keep(name, given, right, confidence) {
    this.read();
    const before = this.answers[name] || answerOf({}), first = !before.tries, day = today();
    const row = before.in_a_row + (first || day !== before.last ? 1 : 0);
    this.answers[name] = {
      given, right: right || before.right, tries: before.tries + 1, first: first ? given : before.first, first_right: first ? right : before.first_right,
      confidence: first ? confidence : before.confidence, last: day, in_a_row: right ? row : 0,
      stability: 0, difficulty: 0, due: "", // what the notebook's scheduler knew it works out anew from these days
    };
    this.write();
  },
  file() {
    const sorted = each => isObject(each) ? Object.fromEntries(Object.keys(each).sort().map(name => [name, sorted(each[name])])) : each;
    const own = Object.keys(this.puzzles).length ? { puzzles: this.puzzles } : {};
    return JSON.stringify(sorted(Object.assign({ answers: this.answers }, own)), null, 1) + "\n";
  },
  take(said) { this.answers = merged(this.answers, answersIn(said)); this.write(); },
};
function keeping(box) {
  const count = el("span", { role: "status" }), file = el("input", { type: "file", accept: ".json,application/json", className: "pz8-unseen", tabIndex: -1, "aria-label": "A file of answers" });
  const tell = () => { const all = Object.values(progress.answers); count.textContent = `${all.filter(each => each.right).length} of ${all.length} answered questions right. ${progress.trouble}`; };
  const save = el("button", { type: "button", onclick: () => {
    const link = el("a", { href: URL.createObjectURL(new Blob([progress.file()], { type: "application/json" })), download: ".pz8edu-progress.json" });
    document.body.append(link); link.click(); link.remove(); setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  } }, "Save my answers as a file");
  const open = el("button", { type: "button", onclick: () => file.click() }, "Take answers from a file");
  file.onchange = () => { const [chosen] = file.files; if (chosen) chosen.text().then(said => { progress.take(said); location.reload(); }).catch(fault => { count.textContent = fault instanceof BadInput ? fault.message : "This file cannot be read."; }); file.value = ""; };
  counting.push(tell); tell();
  box.replaceChildren(el("p", { className: "quiet" }, "Your answers stay in this browser. ", count), el("div", { className: "tools" }, save, open, file));
}
