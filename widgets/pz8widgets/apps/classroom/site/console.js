// The teacher's console: what the class does now, and who needs help.
import { make } from "/site/make.js";

export class Console {
  constructor(line, explore) {
    this.line = line;
    this.explore = explore;
    const press = (label, kind, what, look = "") =>
      make(`button.jupyter-button${look}`, { type: "button", onclick: () => this.say(kind, typeof what === "function" ? what() : what) }, label);
    this.asking = make("select", { id: "asking" });
    this.course = make("select", { id: "course" });
    this.search = make("input", { id: "search", type: "search", placeholder: "words of a question or a lesson", oninput: () => this.list() });
    this.questions = [];
    fetch("/course.json").then((answer) => answer.json()).then((questions) => {
      this.questions = questions;
      this.list();
    });
    this.note = make("p.note", { role: "status" });
    this.freeze = make("button.jupyter-button", { type: "button", onclick: () => this.say("freeze", !this.room.frozen) }, "Freeze all pages");
    this.now = make("div.now");
    this.guests = make("table.guests");
    const asked = () => this.asked();
    this.tree = press("Show how it comes about", "show", "tree");
    this.steps = make("span.steps", {},
      press("Show the guesses", "show", "guesses"), press("Reveal the answer", "show", "revealed", ".mod-primary"), this.tree, press("Done", "end", true));
    this.does = press("Do what most propose", "do", true, ".mod-primary");
    this.finish = press("End the game", "finish", true);
    this.over = make("button.jupyter-button", { type: "button", onclick: () => this.say("over", !this.room.over) }, "End the room");
    this.el = make("section.console.pz8-card", { "aria-label": "Teacher's console" },
      make("h1", {}, "Classroom"),
      make("p.row", {},
        make("a.jupyter-button.mod-info", { href: "/projector", target: "projector" }, "Open the projector's screen"),
        this.freeze, press("Send everybody to the page below", "push", () => this.explore.address),
        make("a.jupyter-button", { href: "/results.csv" }, "Results (CSV)"),
        make("a.jupyter-button", { href: "/results.csv?names=yes" }, "… with names"), this.over),
      make("p.row", {},
        make("label", { for: "asking" }, "Ask about the page below:"), this.asking,
        press("Everybody guesses", "pose", () => ["guess", asked(), this.asking.value], ".mod-primary"),
        press("Everyone rolls", "pose", () => ["roll", asked(), this.asking.value])),
      make("p.row", { hidden: true }, make("label", { for: "course" }, "Or a question of the course:"), this.course,
        make("label", { for: "search" }, "Search"), this.search,
        press("Ask everybody this", "pose", () => ["guess", this.course.value, ""])),
      make("p.row", {},
        make("span", {}, "A game, on the table below:"),
        press("Two teams play it", "begin", () => [this.explore.address, false]),
        press("All against the solo opponent", "begin", () => [this.explore.address, true]),
        this.does, this.finish),
      this.note, this.now, this.steps, this.guests);
    line.on("refused", ([, why]) => this.tell(why)).on("taken", () => this.tell(""));
  }

  /** The questions of the course in which all words of the search stand, lesson by lesson. */
  list() {
    const words = this.search.value.toLowerCase().split(/\s+/);
    const questions = this.questions.filter(({ lesson, text }) => words.every((word) => `${lesson} ${text}`.toLowerCase().includes(word)));
    const lessons = Map.groupBy ? Map.groupBy(questions, ({ lesson }) => lesson) : new Map([["", questions]]);
    this.course.replaceChildren(...[...lessons].map(([label, those]) =>
      make("optgroup", { label }, ...those.map(({ line, text }) => make("option", { value: line }, text)))));
    this.course.parentElement.hidden = !this.questions.length;
  }

  /** The line that asks what the page below shows. */
  asked() {
    const address = new URLSearchParams(this.explore.address);
    const [, name = ""] = (address.get("show") ?? "").split(":");
    return address.get("ask") ?? `${address.get("rules") ?? ""} ${name}`;
  }

  say(kind, what) {
    this.tell(kind === "pose" ? "working it out…" : "");
    if (!this.line.say(kind, what)) this.tell("the line to the server is lost");
  }

  tell(why) {
    this.note.textContent = why;
  }

  /** What can be guessed of the page below: its outcomes, read off the page itself. */
  offer(names) {
    if (JSON.stringify(names) === this.offered) return;
    this.offered = JSON.stringify(names);
    this.asking.replaceChildren(make("option", { value: "" }, "the last outcome"), ...names.map((name) => make("option", { value: name }, name)));
  }

  show(room) {
    this.room = room;
    const asked = room.activity;
    this.freeze.textContent = room.frozen ? "Let pages go on" : "Freeze all pages";
    this.freeze.setAttribute("aria-pressed", room.frozen);
    this.over.textContent = room.over ? "Open the room again" : "End the room";
    this.steps.hidden = !asked;
    this.tree.hidden = !asked?.tree;
    this.does.hidden = this.finish.hidden = !room.match;
    const count = asked ? (asked.kind === "guess" ? `${asked.answered} guesses` : `${asked.rolled} rolls`) : "";
    this.now.replaceChildren(make("p", {}, asked ? `Asked now: ${asked.title}, “${asked.asks}” (${count}, ${asked.stage})` : `${room.here} here; nothing is asked.`));
    if (room.trouble) this.now.append(make("p.pz8-problem", { role: "alert" }, room.trouble));
    const need = (guest) => (guest.stuck ? 0 : guest.here ? 1 : 2);
    const rows = [...room.guests].sort((a, b) => need(a) - need(b) || a.number - b.number).map((guest) =>
      make(`tr${guest.stuck ? ".stuck" : ""}`, {},
        make("th", { scope: "row" }, guest.name || `visitor ${guest.number}`),
        make("td", {}, guest.stuck ? "is stuck" : guest.here ? "here" : "away"),
        make("td", {}, asked ? (guest.answered ? "has answered" : "no answer yet") : ""),
        make("td", {}, guest.looks_at)));
    this.guests.replaceChildren(...rows);
  }
}
