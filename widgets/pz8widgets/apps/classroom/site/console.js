// The teacher's console: what the class does now, and who needs help.
import { make } from "/site/make.js";

export class Console {
  constructor(line, explore, hour = {}) {
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
    this.next = 0;
    const steps = hour.steps ?? [];
    const agenda = make("select", { id: "agenda", onchange: () => { this.next = Number(agenda.value); } }, ...steps.map(({ title, pose: [kind, what] }, place) => make("option", { value: place }, `${place + 1}. ${title}: ${kind === "count" ? "our own dice" : what.replace(/^course /, "")}`)));
    const pose = () => {
      const [kind, what, answer] = steps[this.next].pose;
      this.say("pose", [kind, what, answer]);
      this.next = Math.min(this.next + 1, steps.length - 1);
      agenda.value = String(this.next);
    };
    const plan = steps.length ? make("p.row", {}, make("label", { for: "agenda" }, "The planned hour:"), agenda, make("button.jupyter-button.mod-primary", { type: "button", onclick: pose }, "Ask this step")) : null;
    const own = make("textarea", { id: "own", rows: 2, maxLength: 600, placeholder: "How likely is it that …?" });
    const reply = make("input", { id: "reply", autocomplete: "off", placeholder: "5/36, or the right choice; a wrong one; another" });
    const about = make("select", { id: "about", "aria-label": "What the answer is" }, ...[["chance", "a chance"], ["number", "a number"], ["choices", "choices, the right one first; split by ;"], ["page", "the outcome of the page below"]].map(([value, words]) => make("option", { value }, words)));
    const write = () => {
      const told = { text: own.value };
      if (about.value === "page") told.about = asked();
      else if (about.value === "choices") told.choices = reply.value.split(";");
      else Object.assign(told, { answer: reply.value, chance: about.value === "chance" });
      this.say("pose", ["guess", `own ${JSON.stringify(told)}`, about.value === "page" ? this.asking.value : ""]);
    };
    about.onchange = () => { reply.hidden = about.value === "page"; };
    const written = make("details", {}, make("summary", {}, "A question of your own"),
      make("p.row", {}, make("label", { for: "own" }, "Text"), own),
      make("p.row", {}, make("label", { for: "reply" }, "Answer"), about, reply, make("button.jupyter-button.mod-primary", { type: "button", onclick: write }, "Ask my question")));
    const seconds = make("select", { id: "seconds", "aria-label": "Countdown", onchange: () => this.say("time", Number(seconds.value)) }, ...[[0, "no countdown"], [30, "30 s"], [60, "1 min"], [120, "2 min"], [300, "5 min"]].map(([value, words]) => make("option", { value }, words)));
    this.divided = make("select", { id: "teams", "aria-label": "Teams", onchange: () => this.say("divide", Number(this.divided.value)) }, ...[0, 2, 3, 4, 5, 6].map((value) => make("option", { value }, value ? `${value} teams` : "no teams")));
    this.league = make("button.jupyter-button", { type: "button", onclick: () => this.say("rank", !this.room.ranked) });
    const teams = make("p.row", {}, make("span", {}, "On the screen:"), seconds, this.divided, this.league);
    this.learned = make("div.learned");
    this.over = make("button.jupyter-button", { type: "button", onclick: () => this.say("over", !this.room.over) }, "End the room");
    this.el = make("section.console.pz8-card", { "aria-label": "Teacher's console" },
      make("h1", {}, "Classroom"),
      make("p.row", {},
        make("a.jupyter-button.mod-info", { href: "/projector", target: "projector" }, "Open the projector's screen"),
        this.freeze, press("Send everybody to the page below", "push", () => this.explore.address),
        make("a.jupyter-button", { href: "/results.csv" }, "Results (CSV)"),
        make("a.jupyter-button", { href: "/results.csv?names=yes" }, "… with names"), this.over),
      plan,
      make("p.row", {},
        make("label", { for: "asking" }, "Ask about the page below:"), this.asking,
        press("Everybody guesses", "pose", () => ["guess", asked(), this.asking.value], ".mod-primary"),
        press("Everyone rolls", "pose", () => ["roll", asked(), this.asking.value])),
      make("p.row", { hidden: true }, make("label", { for: "course" }, "Or a question of the course:"), this.course,
        make("label", { for: "search" }, "Search"), this.search,
        press("Ask everybody this", "pose", () => ["guess", this.course.value, ""])),
      make("p.row", {}, make("span", {}, "For all phones:"), press("Puzzle of the day", "pose", () => ["guess", "puzzle today", ""]), press("Another puzzle", "pose", () => ["guess", "puzzle any", ""])),
      written, teams,
      make("p.row", {},
        make("span", {}, "A game, on the table below:"),
        press("Two teams play it", "begin", () => [this.explore.address, false]),
        press("All against the solo opponent", "begin", () => [this.explore.address, true]),
        this.does, this.finish),
      this.note, this.now, this.steps, make("div.watched", {}, this.guests, this.learned));
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
    this.divided.value = String(room.teams);
    this.league.textContent = room.ranked ? "Hide the league" : "Show the league of calibration";
    this.league.hidden = !room.teams;
    this.does.hidden = this.finish.hidden = !room.match;
    const count = asked ? (asked.kind === "roll" ? `${asked.rolled} rolls` : `${asked.answered} ${asked.kind === "guess" ? "guesses" : "counts"}`) : "";
    this.now.replaceChildren(make("p", {}, asked ? `Asked now: ${asked.title}, “${asked.asks}” (${count}, ${asked.stage})` : `${room.here} here; nothing is asked.`));
    if (room.trouble) this.now.append(make("p.pz8-problem", { role: "alert" }, room.trouble));
    const stuck = room.guests.filter((guest) => guest.stuck).map((guest) => guest.name || `visitor ${guest.number}`);
    if (stuck.length) this.now.append(make("p.stuck", {}, make("b", {}, `Stuck (${stuck.length}): `), stuck.join(", ")));
    this.learned.replaceChildren(...learned(room));
    const need = (guest) => (guest.stuck ? 0 : guest.here ? 1 : 2);
    const rows = [...room.guests].sort((a, b) => need(a) - need(b) || a.number - b.number).map((guest) =>
      make(`tr${guest.stuck ? ".stuck" : ""}`, {},
        make("th", { scope: "row" }, guest.name || `visitor ${guest.number}`),
        make("td", {}, guest.stuck ? "is stuck" : guest.here ? "" : "away"),
        make("td", {}, asked ? (guest.answered ? "✓ answered" : "○ no answer yet") : ""),
        make("td", {}, guest.right[1] ? `${guest.right[0]} of ${guest.right[1]} right` : ""),
        make("td", {}, guest.team ? `team ${guest.team}` : ""),
        make("td", {}, guest.looks_at)));
    this.guests.replaceChildren(...rows);
  }
}

/** What the class believes, and what it knows of each idea. */
function learned({ calibration, ideas }) {
  const table = (head, rows) => make("table.guests", {}, make("tr", {}, ...head.map((each) => make("th", { scope: "col" }, each))), ...rows.map(([first, ...rest]) => make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((each) => make("td", {}, each)))));
  const parts = [make("h2", {}, "How sure, and how often right?")];
  parts.push(calibration.length ? table(["they said", "guesses", "right", ""], calibration) : make("p.pz8-quiet", {}, "After five questions it stands here."));
  if (ideas.length) parts.push(make("h2", {}, "Idea by idea"), table(["idea", "right"], ideas.map(([idea, all, right]) => [idea, `${right} of ${all}`])));
  return parts;
}
