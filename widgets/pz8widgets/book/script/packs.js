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
  const bytes = new TextEncoder().encode(text);
  let sum = 0xffffffff;
  for (let at = 0; at < bytes.length; at++) sum = CRC[(sum ^ bytes[at]) & 255] ^ sum >>> 8;
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
function pz8words(name, words) {
  for (const each of words.outcomes) each[3] = words.meanings[each[3]];
  wordsOf[name] = words;
}
/* Trees: the walk from a situation to the question at each place, which is the answers on the way there. */
const trees = {};
function pz8tree(name, tree) {
  const { inputs, answers, questions, places, strings } = tree;
  if (tree.v !== 2 || crc32(JSON.stringify({ inputs, answers, questions, places, strings })) !== tree.sum) return;
  tree.at = {};
  for (const place of places) tree.at[place.at.map(at => strings[at]).join("\n")] = place;
  trees[nameOf(tree)] = tree;
}
/* A question with its answers, [name, words, short words, throws, chance, outcome or null]; null where there is none. */
function questionAt(tree, places, way) {
  const place = tree.at[way.join("\n")];
  if (place && !place.levels) place.levels = levelsOf(place, place.rows.length);
  const row = place ? place.rows[walk(place, places)] : -1;
  if (row < 0) return null;
  const [title, need, answers] = tree.questions[row], say = at => tree.strings[at];
  return { title: say(title), need: say(need), answers: answers.map(at => tree.answers[at]).map(([name, words, short, throws, part, of, end]) => [say(name), say(words), say(short), say(throws), F(part, of), end < 0 ? null : say(end)]) };
}
/* Where each level begins and how many bytes a cell has: a cell is read when a walk comes by. */
function levelsOf(pack, ends = pack.laws.length) {
  pack.bytes = atob(pack.walk);
  let at = 0;
  const levels = pack.shape.map(([rows, wide], place) => {
    const next = place + 1 < pack.shape.length ? pack.shape[place + 1][0] : ends;
    const level = { at, wide, size: next <= 256 ? 1 : next <= 65536 ? 2 : 4 };
    at += rows * wide * level.size;
    return level;
  });
  if (at !== pack.bytes.length) throw new RangeError(`a walk of ${at} bytes has ${pack.bytes.length}`);
  return levels;
}
function walk(pack, places) {
  let row = 0;
  pack.levels.forEach(({ at, wide, size }, place) => {
    const from = at + size * (row * wide + pack.classes[place][places[pack.order[place]]]);
    row = 0;
    for (let byte = size - 1; byte >= 0; byte--) row = row * 256 + pack.bytes.charCodeAt(from + byte);
  });
  return row;
}
/* A formula of counts, worked out: a refusal, or the chance of each outcome. Its numbers are the inputs, and what was drawn. */
function lawBy(formula, numbers) {
  const numberOf = ([plain, ...rest]) => rest.reduce((all, at, i) => i % 2 ? all : all + numbers[at] * rest[i + 1], plain);
  if (formula.refused) return formula.refused.map(each => typeof each === "string" ? each : numberOf(each)).join("");
  if (formula.word) return new Map([[typeof formula.word === "string" ? formula.word : String(numberOf(formula.word)), F(1)]]);
  if (formula.test) return lawBy(numberOf(formula.test) >= 1 ? formula.yes : formula.no, numbers);
  const kinds = formula.of.map(([worth, form]) => [worth, numberOf(form)]), count = numberOf(formula.draw), found = new Map();
  const cards = kinds.reduce((all, kind) => all + kind[1], 0), every = formula.back ? BigInt(cards) ** BigInt(count) : choose(cards, count);
  for (const [total, ways] of waysOf(kinds, count, formula.back)) {
    const law = lawBy(formula.then, [...numbers, total]);
    if (typeof law === "string") return law;
    for (const [word, part] of law) {
      const more = { n: ways * part.n, d: every * part.d }, before = found.get(word);
      found.set(word, before ? sum(before, more) : more);
    }
  }
  return found;
}
/* In how many ways so many cards are worth a total, drawn of kinds [worth, copies] and put back or not. */
function waysOf([[worth, copies], ...others], count, back) {
  const found = new Map();
  for (let taken = others.length ? 0 : count; taken <= count; taken++) {
    const ways = back ? choose(count, taken) * BigInt(copies) ** BigInt(taken) : choose(copies, taken);
    if (!ways) continue;
    for (const [total, more] of others.length ? waysOf(others, count - taken, back) : [[0, 1n]]) {
      const at = total + worth * taken;
      found.set(at, (found.get(at) || 0n) + ways * more);
    }
  }
  return found;
}
const rowsOfChoices = [[1n]];
function choose(of, taken) {
  while (rowsOfChoices.length <= of) {
    const last = rowsOfChoices[rowsOfChoices.length - 1];
    rowsOfChoices.push([...last, 0n].map((each, at) => each + (last[at - 1] || 0n)));
  }
  return rowsOfChoices[of][taken] || 0n;
}
/* A refusal, or [[word, fraction], ...], which may be reduced further; of a chain [[name, exact text], ...]. */
function lawAt(pack, places) {
  const law = pack.laws[walk(pack, places)];
  if (typeof law === "object" && !Array.isArray(law)) {
    const found = lawBy(law, pack.inputs.map((axis, place) => Number(axis.values[places[place]]) || 0));
    return typeof found === "string" ? found : Array.from(found);
  }
  if (typeof law === "string") return law.replace("\ufffd", () => pack.inputs.map((axis, place) => inGap(axis, places[place])).join(""));
  const found = [];
  if (law[0] === 0) for (let at = 1; at < law.length; at += 2) found.push([pack.words[law[at]], pack.words[law[at + 1]]]);
  else
  for (let at = 1; at < law.length; at += 2) found.push([pack.words[law[at]], F(law[at + 1], law[0])]);
  return found;
}
const same = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
/* What a value of an endless input stands for: all numbers between two steps, or all counts from the last on. */
const alike = axis => /alike$/.test(axis.only), more = axis => /any more$/.test(axis.only);
function inGap(axis, at) {
  if (alike(axis) && at % 2) return `between ${axis.values[at - 1]} and ${axis.values[at + 1]}`;
  return more(axis) && at === axis.values.length - 1 ? `${axis.values[at]} or more` : "";
}
function gapOf(axis, given) {
  const last = axis.values.length - 1;
  if (more(axis) && /^\d{1,15}$/.test(given) && +given > axis.values[last]) return last;
  return alike(axis) && /^\d{1,6}(\.\d{1,6})?$/.test(given) ? axis.values.findIndex((high, at) => at > 1 && at % 2 === 0 && axis.values[at - 2] < +given && +given < high) - 1 : -1;
}
/* Places from {input: value}; the others stand as they start. */
function placesOf(pack, given) {
  const places = pack.inputs.map(axis => axis.start);
  for (const name in given) {
    const place = pack.inputs.findIndex(axis => axis.name === name);
    if (place < 0) throw new BadInput(`There is no input ${name}; there are ${pack.inputs.map(axis => axis.name).join(", ")}.`);
    const { values } = pack.inputs[place];
    let value = values.findIndex(each => same(each, given[name]) || written(each) === given[name]);
    if (value < 0) value = gapOf(pack.inputs[place], written(given[name]));
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
const sum = (a, b) => a.d === b.d ? { n: a.n + b.n, d: a.d } : add(a, b); // may be reduced further
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
/* How many times as wide the bars of many outcomes are drawn, as in Python (page/odds_bars.py). */
const MANY = 8;
const stretched = chances => chances.length < MANY ? 1n : [8n, 4n, 2n].find(by => chances.every(({ n, d }) => by * n <= d)) || 1n;
const LARGEST = 1000000000n, UNSTACKED = 100000n;
function fractionHtml(a) {
  const told = text(a);
  if ((a.n < 0n ? -a.n : a.n) >= LARGEST || a.d >= LARGEST) return `<span class="pz8-long" title="${told.length > 200 ? told.slice(0, 200) + "…" : told}">≈ ${decimal(a)}</span>`;
  if (a.d === 1n) return `<span class="pz8-whole">${told}</span>`;
  if (a.d >= UNSTACKED) return `<span class="pz8-long">${told}</span>`;
  return `<span class="pz8-fraction" aria-hidden="true"><span>${a.n}</span><span>${a.d}</span></span><span class="pz8-unseen">${told}</span>`;
}
