// What everybody looks at: how to come in, what is asked, the class's guesses, the exact tree and bars.
import { army, exactly, fraction, make } from "/site/make.js";

const LOOKS = ["guessed", "even", "fairly", "certain"]; // patterns of the confidences, from unsure to sure
const MOST = 12; // outcomes that fit on a screen

export class Screen {
  constructor(told) {
    this.told = told;
    this.el = make("section.screen", { "aria-label": "Screen" });
    this.known = "";
  }

  show(room) {
    this.count(room.until);
    const known = JSON.stringify([room.activity ?? null, room.match ?? null, room.league ?? null]) + room.here + room.over;
    if (known === this.known) return;
    this.known = known;
    const asked = room.activity;
    const door = !room.over && !asked && !room.match && !room.league;
    const parts = room.over ? [make("h1", {}, room.over)] : asked ? this.asked(asked, room) : room.match ? this.played(room.match) : room.league ? [league(room.league)] : [this.door(room)];
    this.el.replaceChildren(...parts.filter(Boolean), ...(door || room.over ? [] : [this.corner()]));
    this.fit(1);
    for (let size = 0.95; size > 0.5 && document.documentElement.scrollHeight > innerHeight; size -= 0.05) this.fit(size);
  }

  /** What is drawn and told becomes smaller, where it is too much for the wall. */
  fit(size) {
    this.el.style.setProperty("--fit", size);
  }

  /** A countdown, where the teacher wants one: nothing ends with it. */
  count(until) {
    clearInterval(this.clock);
    this.time ??= make("p.time", { role: "timer" });
    const tick = () => {
      const left = Math.round(until - Date.now() / 1000);
      this.time.textContent = !until ? "" : left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "look up";
      if (!until || left <= 0) clearInterval(this.clock);
    };
    tick();
    if (until) this.clock = setInterval(tick, 500);
  }

  /** How to come in, in a corner of every step. */
  corner() {
    const { link, code, qr } = this.told;
    const address = link.replace(/^https?:\/\/|\/?\?.*$|\/$/g, "");
    return make("aside.corner", {}, this.time, make("p", {}, make("span.pz8-quiet", {}, "Come in: "), make("b", {}, address), code ? make("span", {}, ", code ", make("b.letters", {}, code)) : null),
      make("div.small-qr", { html: qr, role: "img", "aria-label": `QR code of ${link}` }));
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
          make("h2", {}, "What has happened"), make("ul", {}, ...match.events.map((event) => make("li", {}, event)))))];
  }

  asked(asked, room) {
    const revealed = asked.stage === "revealed";
    const right = asked.answers?.find(({ name }) => name === asked.asked);
    const exact = revealed && asked.kind !== "roll" ? make("p.exact", {}, ...(asked.choices.length ? ["The answer: ", make("b", {}, asked.exact)] : exactly(asked.exact, right.percent))) : null;
    const head = make("header.asks", {}, make("h1", {}, asked.asks), exact);
    if (asked.step === "tree" && asked.tree) return [head, make("div.tree", { html: asked.tree })];
    if (asked.stage === "open") return [head, this.situation(asked), seats(asked, room)];
    const beside = [];
    if (asked.tally) beside.push(tally(asked));
    if (asked.histogram) beside.push(histogram(asked.histogram, asked.chances));
    if (asked.kind === "roll") beside.push(piles(asked));
    if (asked.counted) beside.push(counted(asked));
    if (revealed && asked.kind === "guess" && asked.chances && asked.answers.length > 1) beside.push(bars(asked));
    else if (revealed && asked.why) beside.push(make("div.told.why", { html: asked.why }));
    return [head, make(`div.${beside.length > 1 ? "pair" : "alone"}`, {}, ...beside), revealed ? mistakes(asked) : disagree(asked)];
  }

  /** What is asked about: the picture or the words, the rule in a few lines, the choices; rolls as they fall. */
  situation(asked) {
    const rule = asked.rule?.length && asked.kind !== "count" ? make("div.rule", {}, make("h2", {}, "The rule"), make("ol", {}, ...asked.rule.map((line) => make("li", {}, line)))) : null;
    const choices = asked.choices.length ? make("ul.choices", {}, ...asked.choices.map((choice) => make("li", {}, choice))) : null;
    const words = make("div.told", {}, make("p.pz8-quiet", {}, `${asked.title}, ${asked.system}`), make("div", { html: asked.inputs }), choices);
    const picture = asked.picture ? make("div.picture", { html: asked.picture }) : null;
    const beside = asked.kind === "roll" ? piles(asked) : rule;
    const side = picture ? make("div", {}, words, beside) : beside;
    return make(`div.situation${picture ? ".drawn" : ""}${side ? "" : ".single"}`, {}, picture ?? words, side);
  }
}

/** Seats that fill, without saying where. */
function seats(asked, room) {
  const said = asked.kind === "roll" ? `${asked.rolled} ${asked.rolled === 1 ? "roll" : "rolls"}` : `${asked.answered} of ${room.here} have ${asked.kind === "count" ? "counted" : "guessed"}`;
  const filled = Math.min(asked.answered, room.here);
  const row = asked.kind === "roll" || room.here > 60 ? null : make("p.seats", { "aria-hidden": "true" }, "●".repeat(filled), make("span.pz8-quiet", {}, "○".repeat(room.here - filled)));
  return make("footer.here", {}, row, make("p", {}, make("b", {}, said), asked.kind === "guess" ? make("span.pz8-quiet", {}, " · nobody sees where, until all have") : null));
}

/** Two answers that cannot both be right, without names. */
function disagree({ disagree: two }) {
  return two?.length ? make("footer.here", {}, make("p", {}, "These two disagree: who is right? ", ...two.map((each) => make("q", {}, each)))) : null;
}

/** The mistakes that somebody made, named. */
function mistakes({ mistakes: all }) {
  return all?.length ? make("footer.here", {}, ...all.map(([many, value, says]) => make("p", {}, make("b", {}, `${many} said ${value}: `), says))) : null;
}

/** How many counted each number with their own dice; once revealed, the outline of what was to be expected. */
function counted({ counted: all, expected }) {
  const most = Math.max(1, ...all, ...(expected ?? []));
  const columns = all.map((count, place) => make("div.column", { title: `${place}: ${count}` }, make("b", {}, count || ""), make("i.certain", { style: `height:${(100 * count) / most}%` }), expected ? make("em", { style: `height:${(100 * expected[place]) / most}%` }) : null));
  const label = all.map((count, place) => (count ? `${count} counted ${place}` : "")).filter(Boolean).join(", ");
  return make("figure.histogram.dice", { role: "img", "aria-label": `Our own dice: ${label || "none yet"}` },
    make("div.columns", {}, ...columns), make("div.marks", {}, ...all.map((_, place) => make("span", {}, String(place)))),
    expected ? make("p.pz8-quiet", {}, "The dashed outline is what was to be expected, exactly.") : null);
}

/** The teams by how well they know what they know: Brier's score, 0 is best. */
function league(rows) {
  return make("div.told", {}, make("h1", {}, "Who knows what they know?"),
    make("table.pz8-bars.league", {}, make("tr", {}, ...["", "team", "guesses", "score"].map((each) => make("th", { scope: "col" }, each))),
      ...rows.map(([team, guesses, brier], place) => make("tr", {}, make("td", {}, brier === null ? "" : `${place + 1}.`), make("th", { scope: "row" }, `Team ${team}`), make("td", {}, guesses), make("td", {}, brier === null ? "no guess yet" : brier.toFixed(3))))),
    make("p.pz8-quiet", {}, "For each guess: how sure you were, less 1 if you were right (less 0 if not), squared; then the mean. 0 is best; always saying “1 in 2” gives 0.25. How quick you are counts for nothing."));
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
  const marks = counts.map((_, place) => make("span", {}, said(edge(place)).replace(" %", "")));
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
