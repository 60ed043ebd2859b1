"use strict";
/* The book without a kernel: packs are walked, fractions are exact (BigInt), nothing is fetched.
   A classic script that works from file://, and in browsers since 2020. */

/* --- packs */
const packs = {}, wordsOf = {};
class BadInput extends Error {}
const has = (object, name) => Object.prototype.hasOwnProperty.call(object, name);
const nameOf = pack => `${pack.of[0]}/${pack.of[1]}${pack.rules ? "@" + pack.rules : ""}`;
const CRC = Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? n >>> 1 ^ 0xedb88320 : n >>> 1; return n >>> 0; });
function crc32(text) {
  let sum = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) sum = CRC[(sum ^ byte) & 255] ^ sum >>> 8;
  return (sum ^ 0xffffffff) >>> 0;
}
function pz8pack(name, pack) {
  let trouble = "";
  try {
    if (pack.v !== 1) trouble = `The pack of ${name} has format ${pack.v}; this page reads format 1.`;
    else if (crc32(pack.walk + JSON.stringify(pack.laws)) !== pack.sum) trouble = `The pack of ${name} is damaged: copy it again.`;
    else { pack.levels = levelsOf(pack); name = nameOf(pack); }
  } catch (fault) { trouble = `The pack of ${name} cannot be read: copy it again.`; }
  packs[name] = trouble ? { trouble } : pack;
}
function pz8words(name, words) { wordsOf[name] = words; }
/* Trees: the walk from a situation to the question at each place, which is the answers on the way there. */
const trees = {};
function pz8tree(name, tree) {
  const { inputs, strings, questions, places } = tree;
  if (tree.v !== 1 || crc32(JSON.stringify({ inputs, strings, questions, places })) !== tree.sum) return;
  tree.at = {};
  for (const place of places) { place.levels = levelsOf(place, place.rows.length); tree.at[place.at.map(at => strings[at]).join("\n")] = place; }
  trees[nameOf(tree)] = tree;
}
/* A question with its answers, [name, words, short words, throws, chance, outcome or null]; null where there is none. */
function questionAt(tree, places, way) {
  const place = tree.at[way.join("\n")], row = place ? place.rows[walk(place, places)] : -1;
  if (row < 0) return null;
  const [title, need, answers] = tree.questions[row], say = at => tree.strings[at];
  return { title: say(title), need: say(need), answers: answers.map(([name, words, short, throws, part, of, end]) => [say(name), say(words), say(short), say(throws), F(part, of), end < 0 ? null : say(end)]) };
}
function levelsOf(pack, ends = pack.laws.length) {
  const bytes = Uint8Array.from(atob(pack.walk), letter => letter.charCodeAt(0));
  let at = 0;
  return pack.shape.map(([rows, wide], place) => {
    const next = place + 1 < pack.shape.length ? pack.shape[place + 1][0] : ends;
    const size = next <= 256 ? 1 : next <= 65536 ? 2 : 4;
    return Uint32Array.from({ length: rows * wide }, () => {
      let cell = 0;
      for (let byte = size - 1; byte >= 0; byte--) cell = cell * 256 + bytes[at + byte];
      at += size;
      return cell;
    });
  });
}
function walk(pack, places) {
  let row = 0;
  pack.levels.forEach((level, place) => { row = level[row * pack.shape[place][1] + pack.classes[place][places[pack.order[place]]]]; });
  return row;
}
/* A refusal, or [[word, fraction], ...]; of a chain [[name, exact text], ...]. */
function lawAt(pack, places) {
  const law = pack.laws[walk(pack, places)];
  if (typeof law === "string") return law;
  const found = [];
  if (law[0] === 0) for (let at = 1; at < law.length; at += 2) found.push([pack.words[law[at]], pack.words[law[at + 1]]]);
  else
  for (let at = 1; at < law.length; at += 2) found.push([pack.words[law[at]], F(law[at + 1], law[0])]);
  return found;
}
const same = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
/* Places from {input: value}; the others stand as they start. */
function placesOf(pack, given) {
  const places = pack.inputs.map(axis => axis.start);
  for (const name in given) {
    const place = pack.inputs.findIndex(axis => axis.name === name);
    if (place < 0) throw new BadInput(`There is no input ${name}; there are ${pack.inputs.map(axis => axis.name).join(", ")}.`);
    const { values } = pack.inputs[place];
    const value = values.findIndex(each => same(each, given[name]) || written(each) === given[name]);
    if (value < 0) throw new BadInput(`${name} is packed for ${listed(values.map(written))}; got ${written(given[name])}.`);
    places[place] = value;
  }
  return places;
}
const listed = words => words.length > 24 ? `${words.slice(0, 22).join(", ")} … ${words[words.length - 1]}` : words.join(", ");
const written = value => value === null ? "none" : typeof value === "object" ? JSON.stringify(value) : String(value);

/* --- fractions */
const gcd = (a, b) => { a = a < 0n ? -a : a; while (b) [a, b] = [b, a % b]; return a; };
const F = (n, d = 1n) => {
  n = BigInt(n); d = BigInt(d);
  if (d < 0n) { n = -n; d = -d; }
  const common = gcd(n, d) || 1n;
  return { n: n / common, d: d / common };
};
const add = (a, b) => F(a.n * b.d + b.n * a.d, a.d * b.d), sub = (a, b) => F(a.n * b.d - b.n * a.d, a.d * b.d);
const mul = (a, b) => F(a.n * b.n, a.d * b.d), div = (a, b) => F(a.n * b.d, a.d * b.n);
const cmp = (a, b) => { const more = a.n * b.d - b.n * a.d; return more < 0n ? -1 : more > 0n ? 1 : 0; };
const abs = a => a.n < 0n ? { n: -a.n, d: a.d } : a;
const low = (a, b) => cmp(a, b) <= 0 ? a : b, high = (a, b) => cmp(a, b) >= 0 ? a : b;
const text = a => a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`;
const share = a => Number(a.n * 1000000n / a.d) / 10000;
/* As short_percent in Python: three figures, never a false 0 % or 100 %. */
function percent({ n, d }) {
  if (n % d === 0n) return `${100n * n / d} %`;
  if (n > 0n && n * 100000n < d) return "< 0.001 %";
  if (d > n && (d - n) * 1000n < d) return "> 99.9 %";
  const over = 100n * (n < 0n ? -n : n), sign = n < 0n ? "−" : "";
  let places = 2;
  while (places && over >= d * 10n ** BigInt(3 - places)) places--;
  while (places >= 2 && over * 10n ** BigInt(places - 2) < d) places++;
  const scaled = (2n * over * 10n ** BigInt(places) + d) / (2n * d), unit = 10n ** BigInt(places);
  return places ? `${sign}${scaled / unit}.${String(scaled % unit).padStart(places, "0")} %` : `${sign}${scaled} %`;
}
/* To so many figures, halves to the even digit, as decimal in Python. */
function decimal({ n, d }, figures = 4) {
  if (d === 1n) return String(n).replace("-", "−");
  const size = n < 0n ? -n : n, whole = size / d, places = Math.max(figures - (whole ? String(whole).length : 0), 0);
  const unit = 10n ** BigInt(places), twice = 2n * size * unit;
  let scaled = twice / (2n * d);
  const rest = twice - scaled * 2n * d;
  if (rest > d || rest === d && scaled % 2n) scaled++;
  const sign = n < 0n ? "−" : "";
  return places ? `${sign}${scaled / unit}.${String(scaled % unit).padStart(places, "0")}` : `${sign}${scaled}`;
}
const LARGEST = 1000000000n;
function fractionHtml(a) {
  const told = text(a);
  if ((a.n < 0n ? -a.n : a.n) >= LARGEST || a.d >= LARGEST) return `<span class="pz8-long" title="${told.length > 200 ? told.slice(0, 200) + "…" : told}">≈ ${decimal(a)}</span>`;
  if (a.d === 1n) return `<span class="pz8-whole">${told}</span>`;
  return `<span class="pz8-fraction" aria-hidden="true"><span>${a.n}</span><span>${a.d}</span></span><span class="pz8-unseen">${told}</span>`;
}

/* --- the guess and the judge: as guess.py and judge.py, line by line (no lookbehind: Safari before 16.4 has none) */
const CERTAIN = { never: 0, impossible: 0, always: 1, certain: 1, certainly: 1, sure: 1 };
const EVEN = ["50/50", "50-50", "fifty-fifty", "fifty fifty", "fifty/fifty", "even", "evens", "even chances"];
const COUNTED = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const PARTS = "half third quarter fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const TIMES = { once: 1, twice: 2, double: 2, thrice: 3, "the same": 1, equally: 1 };
const VULGAR = { "½": [1, 2], "⅓": [1, 3], "⅔": [2, 3], "¼": [1, 4], "¾": [3, 4], "⅕": [1, 5], "⅖": [2, 5], "⅗": [3, 5], "⅘": [4, 5], "⅙": [1, 6], "⅚": [5, 6], "⅐": [1, 7], "⅛": [1, 8], "⅜": [3, 8], "⅝": [5, 8], "⅞": [7, 8], "⅑": [1, 9], "⅒": [1, 10] };
const NONE = /^(?:no idea.*|(i )?(do not|don'?t|dont) know.*|no guess|\?+)$/;
const EXAMPLE = { chance: "a fraction, a percentage or 1 in …", odds: "… to …", count: "a whole number", ratio: "a fraction or a decimal", expectation: "a fraction or a decimal" };
const MOST_FACTORS = 6, MOST_LETTERS = 80;
const BLANK = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BLANKS = new RegExp(`[${BLANK}]+`), STRIPPED = new RegExp(`^[${BLANK}]+|[${BLANK}]+$`, "g");
const strip = said => said.replace(STRIPPED, "");
const BY_LENGTH = COUNTED.slice().sort((a, b) => b.length - a.length).join("|");
const guessed = (value, unit = F(0)) => ({ value, unit });
function shown(said) {
  const quote = said.includes("'") && !said.includes('"') ? '"' : "'";
  let told = "";
  for (const letter of Array.from(said).slice(0, MOST_LETTERS + 1)) {
    const code = letter.codePointAt(0), hex = code.toString(16);
    if (letter === "\\" || letter === quote) told += "\\" + letter;
    else if (letter === "\n") told += "\\n"; else if (letter === "\r") told += "\\r"; else if (letter === "\t") told += "\\t";
    else if (letter !== " " && /[\p{C}\p{Z}]/u.test(letter)) told += code < 256 ? "\\x" + hex.padStart(2, "0") : code < 65536 ? "\\u" + hex.padStart(4, "0") : "\\U" + hex.padStart(8, "0");
    else told += letter;
  }
  told = Array.from(quote + told + quote);
  return (told.length <= MOST_LETTERS ? told : [...told.slice(0, MOST_LETTERS - 3), "..."]).join("");
}
/* Digits of other scripts as our own: they stand in runs of ten. */
function ourDigits(said) {
  return said.replace(/\p{Nd}/gu, digit => {
    let code = digit.codePointAt(0), back = 0;
    if (code < 128) return digit;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - 1))) { code--; back++; }
    return String(back % 10);
  });
}
function tidy(kind, said) {
  let words = ourDigits(said).toLowerCase().replace(/ß/g, "ss").replace(/−/g, "-").split(BLANKS).filter(Boolean).join(" ");
  if (kind === "count") {
    words = words.replace(/(\d),(?=\d{3}(?![\p{L}\p{N}_]))/gu, "$1");
    words = words.replace(new RegExp(`^(${BY_LENGTH}) [a-z ]+$`), "$1");
  }
  words = words.replace(/(\d),(?=\d)/g, "$1.").replace(/^(about|around|roughly|some|~|≈|=)\s*/, "");
  return words.replace(/([\d½⅓⅔¼¾])\s*(?!percent|per cent|in |out |to |of |x\b)[a-z]+( [a-z]+)*$/, "$1");
}
function related(kind, words) {
  let m;
  if (kind === "chance" && has(CERTAIN, words)) return guessed(F(CERTAIN[words]));
  if (kind === "chance" && EVEN.includes(words)) return guessed(F(1, 2));
  const times = words.replace(/ (times|as) .*| times$/g, "");
  if (kind === "ratio" && has(TIMES, times)) return guessed(F(TIMES[times]));
  if (kind === "chance" && (m = /^(.+?) (?:in|out of|of) (.+)$/.exec(words))) {
    const part = number(m[1]), whole = number(m[2]);
    if (part && whole && whole.value.n) {
      const rounded = cmp(whole.value, F(3)) >= 0 && cmp(part.value, F(1)) === 0;
      return guessed(div(part.value, whole.value), rounded ? div(F(1), mul(whole.value, whole.value)) : F(0));
    }
  }
  if ((kind === "chance" || kind === "odds") && (m = /^(.+?) ?(?:to|:) ?(.+)$/.exec(words))) {
    const on = number(m[1]), against = number(m[2]);
    if (on && against && add(on.value, against.value).n && against.value.n)
      return guessed(div(on.value, kind === "chance" ? add(on.value, against.value) : against.value));
  }
  return null;
}
function withPercent(kind, words) {
  const m = /^(.+?) ?(?:%|percent|per cent)$/.exec(words), found = m ? number(m[1]) : null;
  if (!found) return null;
  if (kind !== "chance") throw new BadInput(`Only a chance is told in percent; write ${EXAMPLE[kind]}.`);
  return guessed(mul(found.value, F(1, 100)), mul(found.unit.n ? found.unit : F(1), F(1, 100)));
}
function factorsOf(words) {
  const parts = [];
  let begun = 0;
  for (let at = 0; at + 1 < words.length && parts.length < MOST_FACTORS; at++)
    if ("x×*·".includes(words[at]) && !(at && /[a-z]/.test(words[at - 1]))) { parts.push(words.slice(begun, at)); begun = at + 1; }
  return [...parts, words.slice(begun)].map(strip);
}
function product(kind, words) {
  const parts = factorsOf(words), factors = parts.map(part => withPercent(kind, part) || number(part)).filter(Boolean);
  if (factors.length < parts.length) return null;
  return guessed(factors.map(each => each.value).reduce(mul), factors.map(each => each.unit).reduce(high));
}
function number(words) {
  let m;
  if (/^-?\d*\.\d+$/.test(words) || /^-?\d+\.$/.test(words)) {
    const [whole, part] = words.replace("-", "").split("."), unit = 10n ** BigInt(part.length);
    return guessed(F(BigInt(whole + part) * (words[0] === "-" ? -1n : 1n), unit), F(1n, unit));
  }
  if (/^-?\d{1,40}$/.test(words)) return guessed(F(words));
  if ((m = /^(?:(\d{1,20}) )?(-?\d{1,40}) ?\/ ?(\d{1,40})$/.exec(words))) {
    if (!BigInt(m[3])) throw new BadInput("Nothing can be divided by 0.");
    return guessed(add(F(m[1] || 0), F(m[2], m[3])));
  }
  if ((m = /^(\d*) ?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])$/.exec(words))) return guessed(add(F(m[1] || 0), F(...VULGAR[m[2]])));
  return inWords(words);
}
function inWords(words) {
  let said = words.startsWith("a ") ? words.slice(2) : words;
  said = said.startsWith("an ") ? said.slice(3) : said;
  said = said.endsWith(" times") ? said.slice(0, -6) : said;
  const blank = said.lastIndexOf(" "), count = blank < 0 ? "" : said.slice(0, blank), part = said.slice(blank + 1).replace(/s+$/, "");
  const many = count ? counted(count) : 1;
  if (many !== null && PARTS.includes(part)) return guessed(F(many, PARTS.indexOf(part) + 2));
  const whole = counted(said);
  return whole === null ? null : guessed(F(whole));
}
function counted(said) {
  if (COUNTED.includes(said)) return COUNTED.indexOf(said);
  const plain = said.replace(/-/g, " "), blank = plain.indexOf(" ");
  const tens = blank < 0 ? plain : plain.slice(0, blank), ones = blank < 0 ? "" : plain.slice(blank + 1);
  if (!TENS.includes(tens) || ones && !COUNTED.slice(1, 10).includes(ones)) return said === "hundred" ? 100 : null;
  return 10 * (TENS.indexOf(tens) + 2) + (ones ? COUNTED.indexOf(ones) : 0);
}
function readGuess(kind, said) {
  const words = tidy(kind, said), told = strip(said);
  if (!words) throw new BadInput(`Write your guess first: ${EXAMPLE[kind]}.`);
  if (NONE.test(words)) throw new BadInput(`Any guess will do, and a wrong one costs nothing: ${EXAMPLE[kind]}.`);
  const guess = related(kind, words) || product(kind, words);
  if (!guess) throw new BadInput(`Write ${EXAMPLE[kind]}; ${shown(told)} was not understood.`);
  if (kind === "chance" && guess.value.n > guess.value.d)
    throw new BadInput(`A chance is at most 1, which is certain${/^(?:\d{1,2}(\.\d+)?|100)$/.test(ourDigits(told)) ? `: did you mean ${told} %?` : "."}`);
  if (guess.value.n < 0n && ["chance", "odds", "count"].includes(kind)) throw new BadInput(`It cannot be less than 0; ${told} is.`);
  if (kind === "count" && guess.value.d !== 1n) throw new BadInput(`It is counted in whole numbers; ${told} is none.`);
  return guess;
}
/* [verdict, sentence] */
function judge(kind, guess, right, within, traps) {
  if (cmp(guess.value, right) === 0) return ["exact", ""];
  const half = mul(guess.unit, F(1, 2)), allowed = high(half, within), far = value => abs(sub(guess.value, value)), off = far(right);
  let nearest = null;
  for (const trap of traps) if (!nearest || cmp(far(trap[0]), far(nearest[0])) < 0) nearest = trap;
  if (nearest && cmp(far(nearest[0]), low(half, off)) <= 0) return ["trap", nearest[1]];
  const nearer = !nearest || cmp(off, far(nearest[0])) < 0, extreme = kind === "chance" && (!guess.value.n || guess.value.n === guess.value.d);
  if (cmp(off, allowed) <= 0 && nearer && !extreme) return ["near", ""];
  return [cmp(guess.value, right) > 0 ? "too high" : "too low", ""];
}

/* --- pieces of a page */
const escaped = said => String(said).replace(/[&<>"']/g, sign => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[sign]);
function el(tag, more, ...inside) {
  const made = document.createElement(tag);
  for (const name in more || {}) name in made ? made[name] = more[name] : made.setAttribute(name, more[name]);
  made.append(...inside);
  return made;
}
const spoken = value => value === null ? "none" : value === true ? "yes" : value === false ? "no"
  : typeof value === "number" ? String(value).replace("-", "−") : typeof value === "object" ? JSON.stringify(value) : value.replace(/([a-z])-(?=[a-z])/g, "$1 ");
const MOST_ROWS = 14;

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
    this.treeBox = el("details", { className: "ways", open: true }, el("summary", {}, "Every way it can go"), this.tree);
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
  say_value(axis, value) { return ((this.words.values || {})[axis.name] || {})[value] || spoken(value); }
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
    this.bars.innerHTML = refused ? "" : this.veiled ? "<p class='quiet'>The chances come with your next guess.</p>" : this.words.results ? this.results(law) : this.table(law);
    const more = this.bars.querySelector("button");
    if (more) more.onclick = () => { this.every = true; this.draw(); };
    this.tally.textContent = "";
    this.drawTree();
    const rules = this.pack.rules ? ` --set ${this.pack.rules.split(", ").map(quoted).join(" --set ")}` : "";
    const doubt = /^(reading=|[RT]\d+=)/, [read, given] = [true, false].map(wanted => this.given().filter(each => doubt.test(each) === wanted));
    const chain = this.words.results ? " --kind chain" : "";
    const reading = read.length ? ` --reading ${read.map(each => each.replace(/^reading=/, "")).join(",")}` : "";
    this.command.textContent = ["python -m pz8edu ask", this.pack.of[0], this.words.asks || this.pack.of[1], ...given.map(quoted)].join(" ") + chain + reading + rules;
  }
  /* The tree as a list in a list, which the stylesheet draws; the way that was rolled is lit. */
  drawTree() {
    const tree = trees[this.name], hidden = this.veiled || !!this.words.results || typeof this.law === "string";
    this.treeBox.hidden = hidden || !!this.words.bare;
    if (this.treeBox.hidden) return;
    const asTaken = tree && this.pack.inputs.slice(tree.inputs).every((axis, at) => this.places[tree.inputs + at] === axis.start);
    const root = asTaken && questionAt(tree, this.places, []);
    this.tree.innerHTML = root ? `<ul class="tree">${this.branch(tree, root, [], F(1), true)}</ul>` : "<p class='quiet'>Python draws this tree: it is not packed.</p>";
  }
  branch(tree, asked, way, reached, lit) {
    const items = asked.answers.map(([name, words, short, throws, chance, end]) => {
      const on = [...way, name], after = mul(reached, chance), onward = end === null ? questionAt(tree, this.places, on) : null;
      const taken = lit && this.way.length > way.length && this.way[way.length] === name;
      const how = `<span class="how" title="${escaped(words)}">${escaped(short || words)}${throws ? ` <small>${escaped(throws)}</small>` : ""} ${chance.n === chance.d ? "" : fractionHtml(chance)}</span>`;
      if (onward) return `<li${taken ? ' class="lit"' : ""}>${how}${this.branch(tree, onward, on, after, taken)}</li>`;
      const [, look, said] = this.words.outcomes.find(each => each[0] === end) || [end, "plain", spoken(end || "")];
      return `<li${taken ? ' class="lit"' : ""}>${how}<span class="end"><i class="pz8-o-${look}"></i>${escaped(said)} <b>${fractionHtml(after)}</b></span></li>`;
    });
    const title = asked.title ? `<span class="asks">${escaped(asked.title)}${asked.need ? ` <small>(${escaped(asked.need)})</small>` : ""}</span>` : "";
    return way.length ? `${title}<ul>${items.join("")}</ul>` : `<li>${title}<ul>${items.join("")}</ul></li>`;
  }
  /* What a rule comes to that is played turn after turn. */
  results(law) {
    const lines = law.map(([name, told]) => {
      const number = /^\d+(\/\d+)?$/.test(told) && F(...told.split("/").map(BigInt)), share = number && name.startsWith("p_");
      const about = number && number.d !== 1n ? share ? percent(number) : `≈ ${decimal(number)}` : "";
      return `<tr><th scope="row">${escaped(this.words.results[name] || spoken(name))}</th><td class="number">${number ? fractionHtml(number) : escaped(spoken(told))}</td><td class="number pz8-percent">${about}</td></tr>`;
    });
    return `<table class="odds"><caption>What it comes to</caption><tbody>${lines.join("")}</tbody></table>`;
  }
  table(law) {
    const known = this.words.outcomes, order = word => { const at = known.findIndex(each => each[0] === word); return at < 0 ? known.length : at; };
    let rows = law.filter(([, chance]) => chance.n).sort((one, other) => order(one[0]) - order(other[0])), rest = [];
    if (rows.length > MOST_ROWS && !this.every) {
      const kept = rows.slice().sort((one, other) => cmp(other[1], one[1])).slice(0, MOST_ROWS - 1);
      rest = rows.filter(row => !kept.includes(row));
      rows = rows.filter(row => kept.includes(row));
    }
    const lines = rows.map(([word, chance]) => { const look = known[order(word)] || [word, "plain", spoken(word), ""]; return this.line(look, chance); });
    if (rest.length) lines.push(this.line(["", "neutral", `${rest.length} others`, ""], rest.map(row => row[1]).reduce(add)));
    const all = rest.length ? `<button type="button">Show all ${rows.length + rest.length}</button>` : "";
    return `<table class="odds"><caption>What can happen</caption><thead class="pz8-unseen"><tr><th scope="col">outcome</th><td></td><th scope="col">chance</th><th scope="col">percent</th></tr></thead><tbody>${lines.join("")}</tbody></table>${all}`;
  }
  line([, look, said, meaning], chance) {
    const name = meaning ? `<abbr tabindex="0" title="${escaped(meaning)}">${escaped(said)}</abbr>` : escaped(said);
    return `<tr><th scope="row">${name}</th><td class="bar" aria-hidden="true"><i class="pz8-o-${look}" style="width:${share(chance)}%"></i></td><td class="number">${fractionHtml(chance)}</td><td class="number pz8-percent">${percent(chance)}</td></tr>`;
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
  if (!found) throw new BadInput("A link asks as in #ask=pz8-ww2 direct-fire attack=5: a book, a question and its inputs.");
  for (const each of found[3].split(/ +(?=[^ =]+=)/).filter(Boolean)) {
    const at = each.indexOf("=");
    if (at < 1) throw new BadInput(`A link asks as in #ask=pz8-ww2 direct-fire attack=5; ${shown(each)} is no input with its value.`);
    given[each.slice(0, at)] = each.slice(at + 1);
  }
  return [`${found[1]}/${found[2]}`, given];
}
function follow(calculator) {
  let own = "";
  calculator.changed = () => { own = `#ask=${encodeURIComponent(calculator.asked()).replace(/%3D/g, "=")}`; location.replace(own); };
  const arrived = () => {
    if (!location.hash.startsWith("#ask=") || location.hash === own) return;
    own = location.hash;
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

/* --- progress: as progress.py keeps it, in this browser; out and in as its file */
const KEPT = "pz8edu-progress", counting = [];
const size = value => typeof value === "number" ? value : 0;
const truth = value => value === true, whole = value => Number.isInteger(value) ? value : 0, words = value => value === undefined || value === null ? "" : String(value);
const answerOf = saved => ({
  given: words(saved.given), right: truth(saved.right), tries: whole(saved.tries), first: words(saved.first), first_right: truth(saved.first_right),
  confidence: words(saved.confidence), last: words(saved.last), in_a_row: whole(saved.in_a_row),
  stability: size(saved.stability), difficulty: size(saved.difficulty), due: words(saved.due),
});
function answersIn(said) {
  let found;
  try { found = JSON.parse(said); } catch (fault) { throw new BadInput("This file holds no answers: it is not JSON."); }
  const answers = found && found.answers;
  if (!answers || typeof answers !== "object" || Array.isArray(answers) || Object.values(answers).some(each => !each || typeof each !== "object")) throw new BadInput("This file holds no answers.");
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
  answers: {}, trouble: "",
  read() {
    try {
      const kept = localStorage.getItem(KEPT);
      if (kept !== null) this.answers = merged(this.answers, answersIn(kept));
    } catch (fault) {
      this.trouble = fault instanceof BadInput ? "What this browser had kept could not be read; a fresh record begins." : "This browser keeps nothing here: save your answers as a file.";
    }
  },
  write() {
    try { localStorage.setItem(KEPT, JSON.stringify({ answers: this.answers })); this.trouble = ""; } catch (fault) { this.trouble = "This browser keeps nothing here: save your answers as a file."; }
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
    const sorted = Object.fromEntries(Object.keys(this.answers).sort().map(name => [name, Object.fromEntries(Object.entries(this.answers[name]).sort())]));
    return JSON.stringify({ answers: sorted }, null, 1) + "\n";
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

/* --- a question */
const SURE = [["A wild guess (1 in 4)", "1/4"], ["Even chances (1 in 2)", "1/2"], ["Fairly sure (3 in 4)", "3/4"], ["Nearly certain (19 in 20)", "19/20"]];
const TRY_IT = "<p>Roll it yourself, as often as you like. The chances come with your next guess.</p>";
/* So that an answer does not stand in plain sight; it is no lock. */
function unscrambled(said) {
  const bytes = Uint8Array.from(atob(said), letter => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes.map((byte, at) => byte ^ (90 + 7 * at & 255))));
}
class Quiz {
  constructor(box, asked) {
    const hidden = unscrambled(asked.hidden);
    Object.assign(this, { asked, hidden, hints: 0, judged: "", veiled: [] });
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
    for (const entry of asked.shows || []) if (entry.board) { const place = el("div", {}); this.before_it.append(place); this.veiled.push(new Board(place, entry.board, true)); } else this.before_it.append(el("section", { className: "card still", innerHTML: `${entry.html}<p class="quiet">${escaped(entry.says)}</p>` }));
    this.label();
    const before = this.before;
    this.say([progress.trouble, !before ? "" : before.right ? "You have answered this rightly before. Answer again, or read on." : `Your last try was ${before.given}.`].filter(Boolean).map(said => `<p class="quiet">${escaped(said)}</p>`).join(""));
    if (before) this.unlock();
  }
  get before() { return progress.answers[this.asked.id]; }
  get told() { const known = this.before || answerOf({}); return known.right || known.tries > 1 || this.hints > this.asked.hints; }
  given() { return this.asked.choices ? (this.form.querySelector("input:checked") || { value: "" }).value : strip(this.answer.value); }
  say(html) { this.verdict.innerHTML = html; }
  judgement(said) {
    if (this.asked.kind !== "choice") return judge(this.asked.kind, readGuess(this.asked.kind, said), this.right, this.within, this.traps);
    if (!said) throw new BadInput("Choose one first.");
    return said === this.hidden.right ? ["exact", ""] : ["trap", this.hidden.traps[said] || ""];
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
    const [verdict, says] = found, right = verdict === "exact" || verdict === "near";
    this.sure.replaceChildren();
    this.judged = said;
    progress.keep(this.asked.id, said, right, sure);
    this.card.classList.toggle("right", right);
    this.unlock();
    const ways = [...(this.asked.hints ? ["take a hint"] : []), ...(this.opened.childNodes.length ? ["try it out below"] : [])].join(" or ");
    const more = ways ? ` ${ways[0].toUpperCase()}${ways.slice(1)}.` : "";
    this.say((right ? `<p><b>${verdict === "exact" ? "Yes." : "Near enough."}</b> ${this.hidden.answer}</p>${this.hidden.why}`
      : verdict === "trap" ? `<p><b>Not yet.</b></p>${says || "<p>That is another one.</p>"}`
        : `<p><b>Not yet:</b> ${escaped(said)} is ${verdict}.${more}</p>`) + (progress.trouble ? `<p class="quiet">${escaped(progress.trouble)}</p>` : ""));
    this.label();
  }
  help() {
    if (this.hints >= this.asked.hints && !this.before) return;
    this.hints = Math.min(this.hints + 1, this.asked.hints + 1);
    const lines = this.hidden.hints.slice(0, this.hints).map(hint => `<li>${hint}</li>`).join("");
    const whole = this.hints > this.asked.hints;
    this.helped.innerHTML = (lines ? `<ol>${lines}</ol>` : "") + (whole ? `<p>${this.hidden.answer}</p>${this.hidden.why}` : "");
    if (whole) this.unlock();
    this.label();
  }
  label() {
    const left = this.asked.hints - this.hints;
    this.hint.textContent = left > 0 ? `Hint ${this.hints + 1} of ${this.asked.hints}` : this.before ? "Show the answer" : "Guess first, then the answer";
    this.hint.disabled = this.hints > this.asked.hints || left <= 0 && !this.before;
  }
  /* After one wrong guess the calculators without their chances; else all that the question opens. */
  unlock() {
    const told = this.told;
    this.veiled.forEach(each => { if (each.veiled === told) { each.veiled = !told; each.draw(); } });
    this.hidden.opens.forEach((entry, place) => {
      const key = `open-${place}`;
      if (this.opened.querySelector(`[data-key="${key}"]`) || !told && !entry.calculator) return;
      const box = el("div", { "data-key": key });
      this.opened.append(box);
      if (entry.board) new Board(box, entry.board);
      else if (entry.calculator) { const made = calculatorIn(box, entry.calculator, entry.inputs, !told); if (made) this.veiled.push(made); } else box.innerHTML = `<section class="card still">${entry.html}<p class="quiet">${escaped(entry.says)}</p></section>`;
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
    this.facts = el("div", { role: "status" });
    this.answer = el("div", {});
    this.picture.querySelectorAll("[data-base]").forEach(each => each.addEventListener("click", () => this.pick(each.dataset.base)));
    box.replaceChildren(el("section", { className: "card" }, el("h3", {}, told.title || "The table"), el("p", { className: "quiet" }, "Pick a base, then another one. Bases are moved where Python runs."),
      el("div", { className: "sides" }, this.picture, el("div", {}, el("div", { className: "inputs" }, ...fields), this.facts)), el("details", { innerHTML: `<summary>The board in words</summary><div class="wide">${told.words}</div>` })), this.answer);
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
    this.facts.innerHTML = (why ? `<p class="problem">${escaped(why)}</p>` : "") + (rows ? `<table class="plain"><caption>Measured on the table</caption><tbody>${rows}</tbody></table>` : "");
    if (this.veiled) { this.shown = ""; this.answer.replaceChildren(); return; }
    if (!pair || !pair.asks) { this.shown = ""; this.answer.replaceChildren(...pair && pair.asks === "" ? [el("p", { className: "quiet" }, "Python answers this question: it is not packed.")] : []); return; }
    if (this.shown !== pair.asks) { this.calculator = calculatorIn(this.answer, pair.asks, pair.inputs, false); this.shown = pair.asks; } else if (this.calculator) this.calculator.fill(pair.inputs);
  }
}

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
  constructor(box, hidden) {
    Object.assign(this, unscrambled(hidden), { right: 0, wrong: 0, met: [] });
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

/* --- the shot of the day */
let shots = [];
function pz8days(every) { shots = every; }
function shotOfTheDay(box) {
  if (!shots.length) { box.replaceChildren(el("p", { className: "quiet" }, "This book has no shots of the day.")); return; }
  const day = today(), shot = shots[Math.round(Date.parse(day) / 86400000) % shots.length], id = `shot of the day ${day}`;
  const scripts = shot.scripts.map(from => new Promise(done => document.head.append(el("script", { src: from, onload: done, onerror: done }))));
  Promise.all(scripts).then(() => {
    const place = el("div", {}), row = el("p", { className: "quiet", role: "status" });
    box.replaceChildren(row, place);
    new Quiz(place, Object.assign({}, shot, { id }));
    const told = () => {
      let days = 0, at = Date.parse(day);
      if (!progress.answers[id]) at -= 86400000;
      while (progress.answers[`shot of the day ${new Date(at).toISOString().slice(0, 10)}`]) { days++; at -= 86400000; }
      row.textContent = `${day}. ${days ? `${days} ${days === 1 ? "day" : "days"} in a row.` : "The first of a row."}`;
    };
    counting.push(told); told();
    box.dataset.ready = "yes";
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
  const all = document.querySelectorAll("#all a");
  if (!all.length) link.replaceWith("This book has no puzzles.");
  else link.href = all[Math.round(Date.parse(today()) / 86400000) % all.length].href;
}
/* How far somebody is with the questions of a lesson, or with a puzzle. */
function standing(item) {
  const names = item.dataset.questions.split(" ").filter(Boolean), met = names.map(name => progress.answers[name]).filter(Boolean);
  if (met.length) item.append(el("small", { className: "standing" }, met.length === names.length && met.every(each => each.right) ? " ✓ done" : ` ${met.filter(each => each.right).length} of ${names.length} right`));
}

/* --- search */
let found = [];
function pz8search(entries) { found = entries; }
const MOST_FOUND = 60;
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
    count.textContent = !words.length ? "" : `${hits.length} found${hits.length > MOST_FOUND ? `, the first ${MOST_FOUND} shown` : ""}`;
  };
  box.value = new URLSearchParams(location.search).get("q") || "";
  box.oninput = look;
  box.form.onsubmit = event => event.preventDefault();
  box.focus();
  look();
}

/* --- the page */
const asked = {};
function pz8asked(questions) { Object.assign(asked, questions); }
function begin() {
  progress.read();
  document.querySelectorAll("[data-calculator]").forEach(box => { const made = calculatorIn(box, box.dataset.calculator, {}, false); if (made && "linked" in box.dataset) follow(made); });
  document.querySelectorAll("[data-quiz]").forEach(box => new Quiz(box, asked[box.dataset.quiz]));
  document.querySelectorAll("[data-practice]").forEach(box => new Practice(box, box.dataset.practice));
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
  document.documentElement.dataset.ready = "yes";
  performance.mark("ready");
}
document.addEventListener("DOMContentLoaded", begin);
