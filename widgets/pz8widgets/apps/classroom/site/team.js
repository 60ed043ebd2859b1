// A game of two teams, on a visitor's own screen: what their side may do now, and what they propose.
import { army, make } from "/site/make.js";

export class Team {
  constructor(line, explore) {
    this.line = line;
    this.explore = explore;
    this.el = make("section.activity.team.pz8-card", { "aria-label": "Your team plays", hidden: true });
    this.unit = null;
    this.known = "";
  }

  show({ match }) {
    this.el.hidden = !match;
    const known = JSON.stringify(match ?? null);
    if (known === this.known) return;
    this.known = known;
    if (match) this.build(match);
  }

  build(match) {
    const mine = match.yours === match.side && !match.result;
    const others = match.sides.filter((side) => side !== match.yours);
    const close = `?rules=${match.rules}&show=${match.show}&game=${match.game}`;
    const focus = document.activeElement?.id;
    this.note = make("p.note", { role: "status" });
    this.el.replaceChildren(
      make("h2", {}, match.result || (mine ? `Your side is to ${match.kind}` : `${army(match, match.side) || "The dice"}: ${match.kind}`)),
      make("p", {}, `You play ${army(match, match.yours)}, ${count(match.teams[match.yours])}. `,
        ...others.map((side) => make("button.jupyter-button", { type: "button", onclick: () => this.line.say("side", side) }, `Change to ${army(match, side)}`))),
      make("ul.events", {}, ...match.events.map((event) => make("li", {}, event))),
      ...(mine ? this.choices(match) : []),
      this.note,
      make("p", {}, make("button.jupyter-button", { type: "button", onclick: () => this.explore.go(close) }, "Look at the table as it stands, and try things out")));
    if (match.mine) this.tell(`You propose: ${match.mine}. You may still change it.`);
    if (focus) document.getElementById(focus)?.focus();
  }

  choices(match) {
    const units = [...new Set(match.choices.map(({ unit }) => unit))];
    if (!units.includes(this.unit)) [this.unit] = units;
    const take = (event) => {
      this.unit = event.target.value;
      this.build(match);
    };
    const options = units.map((unit) => make("option", { value: unit, selected: unit === this.unit }, unit || "the side"));
    const offered = match.choices.filter(({ unit }) => unit === this.unit).map(({ choice, words, chance }, place) =>
      make("li", {}, make(`button.jupyter-button${choice === match.mine ? ".mod-primary" : ""}`,
        { type: "button", id: `choice-${place}`, "aria-pressed": String(choice === match.mine), onclick: () => this.propose(choice) }, words),
        chance ? ` ${chance}` : "", match.counts[choice] ? make("b", {}, ` · proposed by ${match.counts[choice]}`) : ""));
    const more = match.left_out ? make("p.pz8-quiet", {}, `${match.left_out} more are not offered on phones.`) : null;
    return [make("p", {}, make("label", { for: "unit" }, "Unit "), make("select", { id: "unit", onchange: take }, ...options)),
      make("ul.offered", {}, ...offered), more].filter(Boolean);
  }

  propose(choice) {
    this.tell(this.line.say("propose", choice) ? "sending…" : "The line to the room is lost: send it again when it is back.");
  }

  tell(what) {
    if (this.note) this.note.textContent = what;
  }
}

const count = (players) => (players === 1 ? "alone" : `a team of ${players}`);
