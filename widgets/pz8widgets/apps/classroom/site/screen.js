// What everybody looks at: how to come in, what is asked, the class's guesses, the exact tree and bars.
import { army, fraction, make } from "/site/make.js";

const LOOKS = ["guessed", "even", "fairly", "certain"]; // patterns of the confidences, from unsure to sure
const MOST = 12; // outcomes that fit on a screen

export class Screen {
  constructor(told) {
    this.told = told;
    this.el = make("section.screen", { "aria-label": "Screen" });
    this.known = "";
  }

  show(room) {
    const known = JSON.stringify([room.activity ?? null, room.match ?? null]) + room.here + room.over;
    if (known === this.known) return;
    this.known = known;
    const asked = room.activity;
    this.el.replaceChildren(...(room.over ? [make("h1", {}, room.over)] : asked ? this.asked(asked, room) : room.match ? this.played(room.match) : [this.door(room)]));
  }

  door(room) {
    const { link, code, qr } = this.told;
    const plain = link.replace(/\?.*/, "");
    return make("div.entrance", {},
      make("div.qr", { html: qr, role: "img", "aria-label": `QR code of ${link}` }),
      make("div", {},
        make("h1", {}, "Come in"),
        make("p.link", {}, plain),
        code ? make("p", {}, "The code is ", make("b.code", {}, code)) : null,
        make("p.pz8-quiet", {}, `${room.here} here`)));
  }

  /** How to come in while a question is up. */
  latecomers() {
    const { link, code } = this.told;
    return make("p.pz8-quiet.latecomers", {}, "Come in: ", make("b", {}, link.replace(/^https?:\/\/|\/?\?.*$|\/$/g, "")), code ? make("span", {}, ", code ", make("b.letters", {}, code)) : null);
  }

  /** A game of two teams: the table, whose it is, and what the team proposes. */
  played(match) {
    const proposed = match.proposed.slice(0, 5).map(([{ unit, words, chance }, count]) =>
      make("li", {}, make("b", {}, `${count} × `), [unit, words].filter(Boolean).join(": "), chance ? ` · ${chance}` : ""));
    const teams = match.sides.map((side) => `${army(match, side)} ${match.teams[side]}`).join(", ");
    return [make("h1", {}, match.result || `${army(match, match.side) || "The dice"}: ${match.kind}`),
      make("div.played", {},
        make("div.picture", { html: match.picture, role: "img", "aria-label": match.title }),
        make("div", {},
          make("p.pz8-quiet", {}, `${match.title} · players: ${teams}`),
          make("h2", {}, "Proposed"), proposed.length ? make("ul", {}, ...proposed) : make("p", {}, "nothing yet"),
          make("h2", {}, "What has happened"), make("ul", {}, ...match.events.map((event) => make("li", {}, event))),
          this.latecomers()))];
  }

  asked(asked, room) {
    const count = asked.kind === "guess" ? `${asked.answered} of ${room.here} have guessed` : `${asked.rolled} ${asked.rolled === 1 ? "roll" : "rolls"}`;
    if (asked.step === "tree" && asked.tree) return [make("h1", {}, asked.asks), make("div.tree", { html: asked.tree })];
    const parts = [
      make("h1", {}, asked.asks),
      make("p.pz8-quiet", {}, `${asked.title}, ${asked.system} · ${count}`),
      make("div.pz8-quiet", { html: asked.inputs }),
    ];
    if (asked.stage === "open") parts.push(this.latecomers());
    if (asked.stage === "revealed") {
      const right = asked.answers.find(({ name }) => name === asked.asked);
      if (asked.choices.length) parts.push(make("p.exact", {}, "It is: ", make("b", {}, asked.exact)));
      else if (asked.kind === "guess") parts.push(make("p.exact", {}, "Exactly ", fraction(asked.exact), asked.chances ? ` = ${right.percent}` : ""));
    }
    if (asked.stage === "revealed" && asked.why) parts.push(make("div", { html: asked.why }));
    else if (asked.choices.length && asked.stage === "open") parts.push(make("ul.choices", {}, ...asked.choices.map((choice) => make("li", {}, choice))));
    const beside = [];
    if (asked.tally) beside.push(tally(asked));
    if (asked.histogram) beside.push(histogram(asked.histogram, asked.chances));
    if (asked.kind === "roll") beside.push(piles(asked));
    if (asked.stage === "revealed" && asked.kind === "guess" && asked.chances && asked.answers.length > 1) beside.push(bars(asked));
    parts.push(make(`div.${beside.length > 1 ? "pair" : "alone"}`, {}, ...beside));
    return parts;
  }
}

/** The guesses of the class, each column with its confidences one on the other, and where the exact answer lies. */
function histogram({ low, high, exact, counts, sure }, chances) {
  const most = Math.max(1, ...counts.map((bin) => bin.reduce((a, b) => a + b)));
  const said = (value) => (chances ? `${Math.round(100 * value)} %` : String(Math.round(100 * value) / 100));
  const edge = (place) => low + ((high - low) * place) / counts.length;
  const columns = counts.map((bin, place) => {
    const count = bin.reduce((a, b) => a + b);
    const words = `${said(edge(place))} to ${said(edge(place + 1))}: ${count}`;
    return make("div.column", { title: words },
      make("b", {}, count || ""),
      ...bin.map((each, which) => make(`i.${LOOKS[which]}`, { style: `height:${(100 * each) / most}%` })).reverse());
  });
  const marks = counts.map((_, place) => make("span", {}, said(edge(place))));
  const parts = [make("div.columns", {}, ...columns), make("div.marks", {}, ...marks, make("span.end", {}, said(high)))];
  if (exact !== undefined) parts[0].append(make("div.truth", { style: `left:${(100 * (exact - low)) / (high - low)}%` }));
  const legend = confidences(sure);
  if (exact !== undefined) legend.append(make("span", {}, make("i.truth-mark"), " exact"));
  const words = counts.map((bin, place) => `${bin.reduce((a, b) => a + b)} between ${said(edge(place))} and ${said(edge(place + 1))}`);
  return make("figure.histogram", { role: "img", "aria-label": `Guesses: ${words.filter((each) => !each.startsWith("0 ")).join(", ") || "none yet"}` }, ...parts, legend);
}

/** What the patterns of the confidences mean. */
const confidences = (sure) => make("p.pz8-quiet.legend", {}, ...sure.map((word, which) => make("span", {}, make(`i.${LOOKS[which]}`), ` ${word} `)));

/** How many took each choice, with their confidences side by side; the right one is named once it is revealed. */
function tally({ tally: all, sure, stage, exact }) {
  const count = ({ counts }) => counts.reduce((a, b) => a + b);
  const most = Math.max(1, ...all.map(count));
  const lines = all.map((each) => {
    const parts = each.counts.map((many, which) => make(`i.${LOOKS[which]}`, { style: `width:${(100 * many) / most}%` }));
    const right = stage === "revealed" && each.name === exact;
    return make(`tr${right ? ".right" : ""}`, {}, make("th", { scope: "row" }, right ? `✓ ${each.name}` : each.name), make("td.pz8-track", {}, make("div", {}, ...parts)), make("td", {}, make("b", {}, count(each))));
  });
  return make("figure.histogram", {}, make("table.pz8-bars.tally", { "aria-label": "What the class has chosen" }, ...lines), confidences(sure));
}

function row(name, css, share, ...more) {
  return make("tr", {}, make("th", { scope: "row" }, name), make("td.pz8-track", {}, make("span.pz8-bar", { style: `width:${100 * share}%;${css}` })), ...more);
}

/** The exact chances of all outcomes. */
function bars(asked) {
  const shown = asked.answers.length > MOST ? asked.answers.slice(0, MOST) : asked.answers;
  const lines = shown.map(({ name, css, exact, percent }) => {
    const [above, below] = exact.split("/").map(Number);
    return row(name, css, above / (below ?? 1), make("td", {}, fraction(exact)), make("td.pz8-percent", {}, percent));
  });
  return make("table.pz8-bars", { "aria-label": "Exact chances" }, ...lines);
}

/** The class's dice, and beside them, once revealed, what exactly was to be expected and how far off chance leaves it. */
function piles({ piles: all, rolled, stage }) {
  const most = Math.max(1, ...all.map(({ count, expected = 0 }) => Math.max(count, expected)));
  const near = (value) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
  const lines = all.slice(0, MOST).map(({ name, css, count, expected, error }) => {
    const line = row(name, css, count / most, make("td", {}, make("b", {}, count)));
    if (stage === "revealed") {
      line.append(make("td", {}, `expected ${near(expected)}, give or take ${near(error)}`));
      line.children[1].append(make("i.expected", { style: `left:${(100 * expected) / most}%` }));
    }
    return line;
  });
  const words = stage === "revealed" ? make("p.pz8-quiet", {}, `${rolled} rolls. “Give or take” is how far chance alone leaves a count from its expectation on average.`) : null;
  return make("div", {}, make("table.pz8-bars.piles", { "aria-label": "What the class has rolled" }, ...lines), words);
}
