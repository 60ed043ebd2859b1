/* --- pieces of a page */
const escaped = said => String(said).replace(/[&<>"']/g, sign => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[sign]);
function el(tag, more, ...inside) {
  const made = document.createElement(tag);
  for (const name in more || {}) name in made ? made[name] = more[name] : made.setAttribute(name, more[name]);
  made.append(...inside);
  return made;
}
const spoken = value => value === null ? "none" : value === true ? "yes" : value === false ? "no"
  : typeof value === "number" ? String(value).replace("-", "−") : Array.isArray(value) ? value.map(each => Array.isArray(each) ? each.map(spoken).join(" ") : spoken(each)).join(", ") || "none" : typeof value === "object" ? JSON.stringify(value) : value.replace(/([a-z])-(?=[a-z])/g, "$1 ");
const MOST_ROWS = 25;

const wide = (chance, by) => `${share({ n: by * chance.n, d: chance.d })}%`;

/* --- a calculator */
const calculators = [];
let lastId = 0;
class Calculator {
  constructor(name, given = {}, veiled = false) {
    this.name = name;
    this.pack = packs[name];
    this.words = wordsOf[name] || { labels: {}, outcomes: [], title: this.pack.title };
    this.places = this.pack.inputs.map(axis => axis.start);
    this.veiled = veiled;
    this.rolled = {};
    this.way = [];
    this.every = false;
    this.tree = el("div", { className: "wide" });
    this.treeBox = el("details", { className: "ways", open: true, ontoggle: () => this.drawTree() }, el("summary", {}, "Every way it can go"), this.tree);
    this.shape = "";
    this.bars = el("div", { className: "answer" });
    this.refusal = el("p", { role: "status", className: "problem" });
    this.selects = this.pack.inputs.map((axis, place) => this.select(axis, place));
    this.form = el("div", { className: "inputs" }, ...this.pack.inputs.map((axis, place) => this.field(axis, place)));
    this.tally = el("p", { role: "status", className: "quiet" });
    const again = el("button", { type: "button", onclick: () => this.fill({}) }, "As at first");
    const roll = el("button", { type: "button", onclick: () => this.roll() }, "Roll it");
    this.command = el("code", {});
    this.box = el("section", { className: "card calculator" },
      el("h3", {}, this.words.title || this.pack.title), el("p", { className: "quiet" }, this.words.place || ""),
      el("div", { className: "sides" }, el("div", {}, this.bars, this.refusal, el("div", { className: "tools" }, ...(this.words.results ? [] : [roll]), this.tally)), el("div", {}, this.form, this.pack.inputs.length ? again : "")), this.treeBox,
      el("details", { className: "same" }, el("summary", {}, "The same in Python"), this.command));
    try { this.places = placesOf(this.pack, given); } catch (fault) { this.say(fault); }
    this.draw();
    calculators.push(this);
  }
  /* A slider for numbers, a choice for words. */
  select(axis, place) {
    const turned = () => { this.places[place] = +made.value; this.rolled = {}; this.way = []; this.draw(); this.changed(); };
    const many = axis.values.length, slides = many > 3 && axis.values.every(value => typeof value === "number");
    const made = el(slides ? "input" : "select", { id: `in-${++lastId}`, onchange: turned, disabled: many < 2 });
    if (slides) Object.assign(made, { type: "range", min: 0, max: many - 1, step: 1, oninput: turned });
    else axis.values.forEach((value, at) => made.add(new Option(this.say_value(axis, value), at)));
    if (axis.help || axis.only) made.setAttribute("aria-describedby", `${made.id}-help`);
    return made;
  }
  field(axis, place) {
    const select = this.selects[place], label = this.words.labels[axis.name] || axis.name;
    const told = [axis.help.replace(/`/g, ""), axis.only && `here ${axis.only}`].filter(Boolean).join("; ");
    const help = told ? [el("small", { id: `${select.id}-help`, className: "help" }, told)] : [];
    const shows = select.type === "range" ? [el("output", { htmlFor: select.id })] : [];
    return el("div", { className: "field" }, el("label", { htmlFor: select.id }, label), ...shows, select, ...help);
  }
  say_value(axis, value) {
    const at = axis.values.indexOf(value), told = (this.words.values || {})[axis.name] || {};
    return inGap(axis, at) || told[Array.isArray(told) ? at : value] || spoken(value);
  }
  say(fault) { if (!(fault instanceof BadInput)) throw fault; this.told = fault.message; }
  /* The inputs that stand otherwise than at first, as a link and a command have them. */
  given() {
    return this.pack.inputs.map((axis, place) => [axis, place]).filter(([axis, place]) => this.places[place] !== axis.start)
      .map(([axis, place]) => `${axis.name}=${written(axis.values[this.places[place]])}`);
  }
  asked() { return [...this.pack.of.slice(0, 2), ...this.given()].join(" "); }
  fill(given) {
    this.told = "";
    try { this.places = placesOf(this.pack, given); } catch (fault) { this.say(fault); }
    this.rolled = {};
    this.draw();
    this.changed();
  }
  changed() {}
  draw() {
    this.selects.forEach((select, place) => {
      select.value = this.places[place];
      if (select.type !== "range") return;
      const axis = this.pack.inputs[place], said = this.say_value(axis, axis.values[this.places[place]]);
      select.setAttribute("aria-valuetext", said);
      const shows = select.parentNode && select.parentNode.querySelector("output");
      if (shows) shows.textContent = said;
    });
    const law = this.law = lawAt(this.pack, this.places), refused = typeof law === "string";
    this.refusal.textContent = [this.told, refused ? law : ""].filter(Boolean).join(" ");
    this.told = "";
    this.drawBars(law, refused);
    this.tally.textContent = "";
    this.drawTree();
    const rules = this.pack.rules ? ` --set ${this.pack.rules.split(", ").map(quoted).join(" --set ")}` : "";
    const doubt = /^(reading=|[RT]\d+=)/, [read, given] = [true, false].map(wanted => this.given().filter(each => doubt.test(each) === wanted));
    const chain = this.words.results ? " --kind chain" : "";
    const reading = read.length ? ` --reading ${read.map(each => each.replace(/^reading=/, "")).join(",")}` : "";
    this.command.textContent = ["python -m pz8edu ask", this.pack.of[0], this.words.asks || this.pack.of[1], ...given.map(quoted)].join(" ") + chain + reading + rules;
  }
  /* The bars; where the same outcomes are shown as before, only their chances are written anew. */
  drawBars(law, refused) {
    const plain = !refused && !this.veiled && !this.words.results, lines = plain ? this.lines(law) : [];
    const by = stretched(lines.map(line => line[1]));
    const shown = plain && by + lines.map(([[word, , said]]) => `${word}\n${said}`).join("\t");
    if (shown && shown === this.shown) {
      lines.forEach(([, chance], at) => this.cells[at](chance));
      return;
    }
    this.shown = shown;
    this.bars.innerHTML = plain ? this.table(lines, law, by) : refused ? "" : this.veiled ? "<p class='quiet'>The chances come with your next guess.</p>" : this.results(law);
    if (!plain) return;
    this.cells = Array.from(this.bars.querySelectorAll("tbody tr"), row => {
      const [, bar, number, hundred] = row.cells;
      return chance => { bar.firstChild.style.width = wide(chance, by); number.innerHTML = fractionHtml(chance); hundred.textContent = percent(chance); };
    });
    const more = this.bars.querySelector("button");
    if (more) more.onclick = () => { this.every = true; this.draw(); };
  }
  /* The tree as a list in a list, which the stylesheet draws; the way that was rolled is lit. */
  drawTree() {
    const tree = trees[this.name], hidden = this.veiled || !!this.words.results || typeof this.law === "string";
    this.treeBox.hidden = hidden || !!this.words.bare;
    if (this.treeBox.hidden || !this.treeBox.open) return;
    const asTaken = tree && this.pack.inputs.slice(tree.inputs).every((axis, at) => this.places[tree.inputs + at] === axis.start);
    const root = asTaken && questionAt(tree, this.places, []);
    this.chances = [];
    const shape = root ? `<ul class="tree">${this.branch(tree, root, [], F(1), true)}</ul>` : "<p class='quiet'>Python draws this tree: it is not packed.</p>";
    if (shape !== this.shape) { this.tree.innerHTML = this.shape = shape; this.slots = this.tree.querySelectorAll("[data-n]"); this.drawn = []; }
    this.chances.forEach((chance, at) => { const told = text(chance); if (told !== this.drawn[at]) { this.slots[at].innerHTML = fractionHtml(chance); this.drawn[at] = told; } });
  }
  /* A chance of the tree: filled in by itself, so that a turned input does not lay out the whole tree anew. */
  slot(chance) { this.chances.push(chance); return "<span data-n></span>"; }
  branch(tree, asked, way, reached, lit) {
    const items = asked.answers.map(([name, words, short, throws, chance, end]) => {
      const on = [...way, name], after = mul(reached, chance), onward = end === null ? questionAt(tree, this.places, on) : null;
      const taken = lit && this.way.length > way.length && this.way[way.length] === name;
      const how = `<span class="how" title="${escaped(words)}">${escaped(short || words)}${throws ? ` <small>${escaped(throws)}</small>` : ""} ${chance.n === chance.d ? "" : this.slot(chance)}</span>`;
      if (onward) return `<li${taken ? ' class="lit"' : ""}>${how}${this.branch(tree, onward, on, after, taken)}</li>`;
      const [, look, said] = this.words.outcomes.find(each => each[0] === end) || [end, "plain", spoken(end || "")];
      return `<li${taken ? ' class="lit"' : ""}>${how}<span class="end"><i class="pz8-o-${look}"></i>${escaped(said)} <b>${this.slot(after)}</b></span></li>`;
    });
    const title = asked.title ? `<span class="asks">${escaped(asked.title)}${asked.need ? ` <small>(${escaped(asked.need)})</small>` : ""}</span>` : "";
    return way.length ? `${title}<ul>${items.join("")}</ul>` : `<li>${title}<ul>${items.join("")}</ul></li>`;
  }
  /* What a rule comes to that is played turn after turn. */
  results(law) {
    const lines = law.map(([name, told]) => {
      const number = /^\d+(\/\d+)?$/.test(told) && F(...told.split("/").map(BigInt)), share = number && name.startsWith("p_");
      const about = number && number.d !== 1n ? share ? percent(number) : `≈ ${decimal(number)}` : "";
      return `<tr><th scope="row">${escaped(this.words.results[name] || spoken(name))}</th><td class="${number ? "number" : "told"}">${number ? fractionHtml(number) : escaped(spoken(told))}</td><td class="number pz8-percent">${about}</td></tr>`;
    });
    return `<table class="odds"><caption>What it comes to</caption><tbody>${lines.join("")}</tbody></table>`;
  }
  /* The outcomes that are shown, in their order: [look, chance]; the least likely of many are one. */
  lines(law) {
    const known = this.words.outcomes, order = word => { const at = known.findIndex(each => each[0] === word); return at < 0 ? known.length : at; };
    let rows = law.filter(([, chance]) => chance.n).sort((one, other) => order(one[0]) - order(other[0])), rest = [];
    if (rows.length > MOST_ROWS && !this.every) {
      const kept = rows.slice().sort((one, other) => cmp(other[1], one[1])).slice(0, MOST_ROWS - 1);
      rest = rows.filter(row => !kept.includes(row));
      rows = rows.filter(row => kept.includes(row));
    }
    const lines = rows.map(([word, chance]) => [known[order(word)] || [word, "plain", spoken(word), ""], F(chance.n, chance.d)]);
    if (rest.length) {
      const all = rest.map(row => row[1]).reduce(sum);
      lines.push([["", "neutral", `${rest.length} others`, ""], F(all.n, all.d)]);
    }
    return lines;
  }
  table(lines, law, by) {
    const many = law.filter(([, chance]) => chance.n).length;
    const all = many > lines.length ? `<button type="button">Show all ${many}</button>` : "";
    return `<table class="odds${lines.length < MANY ? "" : " dense"}"><caption>What can happen${by > 1n ? ` <small>full width: ${100 / Number(by)} %</small>` : ""}</caption><thead class="pz8-unseen"><tr><th scope="col">outcome</th><td></td><th scope="col">chance</th><th scope="col">percent</th></tr></thead><tbody>${lines.map(([look, chance]) => this.line(look, chance, by)).join("")}</tbody></table>${all}`;
  }
  line([, look, said, meaning], chance, by) {
    const name = meaning ? `<abbr tabindex="0" title="${escaped(meaning)}">${escaped(said)}</abbr>` : escaped(said);
    return `<tr><th scope="row">${name}</th><td class="bar" aria-hidden="true"><i class="pz8-o-${look}" style="width:${wide(chance, by)}"></i></td><td class="number">${fractionHtml(chance)}</td><td class="number pz8-percent">${percent(chance)}</td></tr>`;
  }
  /* One outcome by chance, exactly as likely as it is: question by question where the tree is known. */
  roll() {
    if (typeof this.law === "string") return;
    const tree = trees[this.name], way = [];
    let found = null, asked = tree && !this.treeBox.hidden ? questionAt(tree, this.places, []) : null;
    while (asked) {
      const [name, , , , , end] = fallen(asked.answers, each => each[4]);
      way.push(name);
      found = end;
      asked = end === null ? questionAt(tree, this.places, way) : null;
    }
    if (found === null) [found] = fallen(this.law, each => each[1]);
    this.way = way;
    this.rolled[found] = (this.rolled[found] || 0) + 1;
    this.drawTree();
    const look = word => (this.words.outcomes.find(each => each[0] === word) || [0, 0, word])[2], rolls = Object.values(this.rolled).reduce((a, b) => a + b);
    this.tally.textContent = `${look(found)}. In ${rolls} ${rolls === 1 ? "roll" : "rolls"}: ${Object.keys(this.rolled).map(word => `${look(word)} ${this.rolled[word]}`).join(", ")}`;
  }
}
/* One of several by their chances. */
function fallen(several, chanceOf) {
  const whole = several.map(each => chanceOf(each).d).reduce((a, b) => a * b / gcd(a, b));
  let at = under(whole);
  return several.find(each => { const part = chanceOf(each).n * (whole / chanceOf(each).d); at -= part; return at < 0n; });
}
const quoted = said => /^[\w.=/-]+$/.test(said) ? said : `'${said}'`;
/* A whole number from 0 to one less, all equally likely. */
function under(whole) {
  const length = whole.toString(16).length;
  for (;;) {
    let digits = "0x";
    for (let at = 0; at < length; at++) digits += Math.floor(Math.random() * 16).toString(16);
    if (BigInt(digits) < whole) return BigInt(digits);
  }
}
/* A pack, or why there is none. */
function troubleWith(name) {
  if (!packs[name]) return `The pack of ${name} is not in this folder: copy the whole book.`;
  return packs[name].trouble || "";
}
function calculatorIn(box, name, given, veiled) {
  const trouble = troubleWith(name);
  if (trouble) { box.replaceChildren(el("p", { role: "alert", className: "problem card" }, trouble)); return null; }
  const made = new Calculator(name, given, veiled);
  box.replaceChildren(made.box);
  return made;
}

/* --- links: #ask=pz8-ww2 direct-fire attack=5 */
function readLink(hash) {
  let said;
  try { said = decodeURIComponent(hash.replace(/^#ask=/, "")).trim(); } catch (fault) { throw new BadInput("This link cannot be read: part of it is missing."); }
  const found = /^(\S+) +(\S+) *(.*)$/.exec(said), given = {};
  if (!found) throw new BadInput("A link asks as in #ask=pz8-ww2 direct-fire attack=5: a book, a question, its inputs.");
  for (const each of found[3].split(/ +(?=[^ =]+=)/).filter(Boolean)) {
    const at = each.indexOf("=");
    if (at < 1) throw new BadInput(`A link asks as in #ask=pz8-ww2 direct-fire attack=5; ${shown(each)} is no input with its value.`);
    given[each.slice(0, at)] = each.slice(at + 1);
  }
  return [`${found[1]}/${found[2]}`, given];
}
function follow(calculator) {
  let own = "", later = 0;
  calculator.linked = true;
  /* The address follows when an input has come to rest: each new one lays out the whole page. */
  calculator.changed = () => {
    clearTimeout(later);
    later = setTimeout(() => { own = `#ask=${encodeURIComponent(calculator.asked()).replace(/%3D/g, "=")}`; location.replace(own); }, 200);
  };
  const arrived = () => {
    if (!location.hash.startsWith("#ask=") || location.hash === own) return;
    own = location.hash;
    clearTimeout(later);
    try {
      const [name, given] = readLink(own);
      if (name !== calculator.name) throw new BadInput(`This page answers ${calculator.name}; the link asks ${name}.`);
      calculator.places = placesOf(calculator.pack, given);
    } catch (fault) { calculator.say(fault); }
    calculator.rolled = {};
    calculator.draw();
  };
  addEventListener("hashchange", arrived);
  arrived();
}
