// What the class is asked, on a visitor's own screen: guess with confidence, or roll.
import { exactly, make } from "/site/make.js";

export class Activity {
  constructor(line) {
    this.line = line;
    this.el = make("section.activity.pz8-card", { "aria-label": "The class is asked", hidden: true });
    this.number = 0;
    this.key = "";
    line.on("taken", (kind) => this.taken(kind)).on("refused", ([kind, why]) => this.refused(kind, why));
  }

  /** Would the pages below tell what is to be guessed? */
  spoils({ activity }) {
    return activity?.kind === "guess" && activity.stage !== "revealed";
  }

  show(room) {
    const asked = room.activity;
    this.el.hidden = !asked;
    if (!asked) {
      this.key = "";
      return;
    }
    const key = JSON.stringify([asked.number, asked.stage]);
    if (key !== this.key) this.build(asked, room.sure);
    this.key = key;
    this.renew(asked, room.sure);
    if (asked.number !== this.number) this.el.scrollIntoView({ block: "nearest" });
    this.number = asked.number;
  }

  build(asked, sure) {
    this.note = make("p.note", { role: "status" });
    const head = [
      make("h2", {}, asked.asks),
      make("p.pz8-quiet", {}, `${asked.title}, ${asked.system}`),
      make("div.pz8-quiet", { html: asked.inputs }),
    ];
    const body = asked.stage === "open" ? (asked.kind === "guess" ? this.guessing(asked, sure) : asked.kind === "count" ? this.counting(asked) : this.rolling(asked)) : [];
    this.answer = make("div");
    this.el.replaceChildren(...head, ...body, this.note, this.answer);
  }

  guessing(asked, sure) {
    const value = asked.choices.length ? choosing(asked) : make("input", { id: "guess", inputmode: "text", autocomplete: "off", placeholder: asked.chances ? "such as 1/3, 0.3 or 30 %" : "such as 4 or 3.5" });
    const options = sure.map((word, place) => make("label.sure", {}, make("input", { type: "radio", name: "sure", value: place, checked: place === (asked.confidence ?? 1) }), word));
    if (!asked.choices.length) value.value = asked.guess;
    const send = (event) => {
      event.preventDefault();
      const sureness = this.el.querySelector("[name=sure]:checked");
      const guess = asked.choices.length ? this.el.querySelector("[name=choice]:checked")?.value : value.value;
      if (guess === undefined) this.note.textContent = "Choose one first.";
      else this.say("guess", [guess, Number(sureness.value)]);
    };
    return [
      make("form.guess", { onsubmit: send },
        asked.choices.length ? null : make("label", { for: "guess" }, "Your guess"), value,
        make("fieldset", {}, make("legend", {}, "How sure are you?"), ...options),
        make("button.jupyter-button.mod-primary", {}, "Send")),
    ];
  }

  counting(asked) {
    const value = make("input", { id: "count", inputmode: "numeric", autocomplete: "off", value: asked.count === null ? "" : String(asked.count) });
    const send = (event) => {
      event.preventDefault();
      if (/^\d+$/.test(value.value.trim())) this.say("count", Number(value.value));
      else this.note.textContent = `Write a whole number from 0 to ${asked.tries}.`;
    };
    return [make("form.guess", { onsubmit: send }, make("label", { for: "count" }, `Your count, 0 to ${asked.tries}`), value, make("button.jupyter-button.mod-primary", {}, "Send"))];
  }

  rolling(asked) {
    const roll = make("button.jupyter-button.mod-info.big", { type: "button", onclick: () => this.say("roll", true) }, "Roll for me");
    const own = asked.answers.map(({ name }) =>
      make("button.jupyter-button", { type: "button", onclick: () => this.say("rolled", [name, asked.number]) }, name));
    return [make("p", {}, roll), make("details", {}, make("summary", {}, "I rolled my own dice: it came out as"), make("p.own", {}, ...own))];
  }

  renew(asked, sure) {
    const count = asked.rolls.length;
    if (asked.kind === "roll" && count) this.note.textContent = `You have rolled ${count === 1 ? "once" : `${count} times`}: ${asked.rolls.slice(-5).reverse().join(", ")}${count > 5 ? ", …" : ""}`;
    if (asked.kind === "guess" && asked.guess) this.note.textContent = `Your guess: ${asked.guess} (${sure[asked.confidence]}).${asked.stage === "open" ? " You may still change it." : ""}`;
    if (asked.kind === "count" && asked.count !== null) this.note.textContent = `Your count: ${asked.count}.`;
    if (asked.stage === "guesses") this.answer.replaceChildren(make("p", {}, `Look at the screen: the ${asked.kind === "count" ? "counts" : "guesses"} of the class.`));
    if (asked.stage !== "revealed") return;
    const right = asked.answers.find(({ name }) => name === asked.asked);
    this.answer.replaceChildren(make("p.exact", {}, ...(asked.choices.length ? ["The answer: ", make("b", {}, asked.exact)] : [asked.kind === "guess" ? "" : `“${right.name}”: `, ...exactly(asked.exact, right.percent)])), make("div", { html: asked.why }));
  }

  say(kind, what) {
    this.note.textContent = this.line.say(kind, what) ? "sending…" : "The line to the room is lost: send it again when it is back.";
  }

  /** The guess that was meant, sent as if it had been typed. */
  take(field, meant) {
    field.value = meant;
    field.form.requestSubmit();
  }

  taken(kind) {
    if (kind === "guess" || kind === "count") this.note.textContent = `Your ${kind} is in.`;
  }

  refused(kind, why) {
    if (kind === "propose") this.proposes?.(why);
    if (!this.note || !["guess", "roll", "rolled", "count"].includes(kind)) return;
    this.note.textContent = `${why[0].toUpperCase()}${why.slice(1).replace(/\.$/, "")}${/[?!]$/.test(why) ? "" : "."}`;
    const [, meant] = kind === "guess" ? /did you mean ([^?]+)\?/.exec(why) ?? [] : [];
    const field = this.el.querySelector("#guess");
    if (meant && field) this.note.append(" ", make("button.jupyter-button", { type: "button", onclick: () => this.take(field, meant) }, `Yes, ${meant}`));
  }
}

/** What can be chosen, one under the other. */
function choosing(asked) {
  const options = asked.choices.map((choice) => make("label.sure", {}, make("input", { type: "radio", name: "choice", value: choice, checked: choice === asked.guess }), choice));
  return make("fieldset.choices", {}, make("legend", {}, "Your choice"), ...options);
}
