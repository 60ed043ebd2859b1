// The page that a visitor explores: choose rules and a question, a chain or a table, and play with it.
import { Page } from "/site/models.js";
import { draw } from "/site/widgets.js";
import { make } from "/site/make.js";

const QUIET = 350; // ms that an answer may take without a word
const KINDS = { calculator: "Questions", chain: "Turn after turn", table: "Tables to measure on", play: "Whole turns", setup: "Set up a table", desk: "The designer's desk" };
const KEPT = "pz8-visit";
const APART = "working… it takes longer than most, and is worked out apart: nobody waits for it.";
const waiting = (before) =>
  `waiting… ${before > 1 ? `${before} other heavy questions are` : "another heavy question is"} worked out before yours.`;

export class Explore {
  constructor(line) {
    this.line = line;
    this.address = location.search;
    this.rules = make("select", { id: "rules", onchange: () => this.offer() });
    this.what = make("select", { id: "show", onchange: () => this.choose() });
    this.status = make("p.status", { role: "status", hidden: true });
    this.cancel = make("button.jupyter-button", { type: "button", hidden: true, onclick: () => line.say("cancel", true) }, "Cancel");
    this.stage = make("div.stage");
    this.el = make(
      "section.explore", { "aria-label": "Explore" },
      make("form.chooser", { onsubmit: (event) => event.preventDefault() },
        make("label", { for: "rules" }, "Rules"), this.rules,
        make("label", { for: "show" }, "Show"), this.what),
      make("div.busy", {}, this.status, this.cancel),
      this.stage,
    );
    this.page = new Page({
      send: (id, message) => line.say("hear", [id, message]),
      draw: (root) => this.draw(root),
      working: (on) => this.working(on),
    });
    line
      .on("up", () => this.visit())
      .on("down", () => (this.stage.inert = !this.stage.querySelector("[data-packed]"))) // a pack answers alone
      .on("visit", ([number, token]) => sessionStorage.setItem(KEPT, JSON.stringify({ number, token, address: this.address })))
      .on("page", (page) => this.show(page))
      .on("news", (news) => this.page.news(news))
      .on("address", (address) => this.moved(address, false))
      .on("apart", (before) => this.say(before ? waiting(before) : APART))
      .on("stopped", (why) => this.say(why, true))
      .on("fault", (why) => this.fault(why))
      .on("push", (address) => this.go(address));
    addEventListener("popstate", () => this.go(location.search, false));
    fetch("/catalogue.json").then((answer) => answer.json()).then((catalogue) => this.fill(catalogue));
  }

  /** The line is up: ask for the page that was open before, or for that of the address. */
  visit() {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    const again = kept.address === this.address ? kept : {};
    this.line.say("visit", { ...again, address: this.address });
    this.stage.inert = true; // what is clicked now would be lost
    this.working(true);
  }

  go(address, kept = true) {
    this.moved(address, kept);
    this.view?.el.classList.add("stale");
    this.page.clear(); // what waits was said to the page that is left
    this.line.say("visit", { address: this.address });
    this.working(true);
  }

  /** The address bar says what is shown, so that a reload or a link brings it back. */
  moved(address, kept) {
    this.address = address && !address.startsWith("?") ? `?${address}` : address;
    const here = this.address || location.pathname;
    if (kept) history.pushState(null, "", here);
    else history.replaceState(null, "", here);
    const known = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    sessionStorage.setItem(KEPT, JSON.stringify({ ...known, address: this.address }));
  }

  fill(catalogue) {
    this.catalogue = catalogue;
    this.rules.replaceChildren(...catalogue.map(({ rules, title }) => make("option", { value: rules }, title)));
    this.mark();
  }

  /** The choosers show what is open. */
  mark() {
    if (!this.catalogue) return;
    const asked = new URLSearchParams(this.address);
    const [rules, name] = (asked.get("ask") ?? asked.get("desk") ?? "").split(" ");
    this.rules.value = rules || asked.get("rules") || "pz8-ww2";
    this.list();
    const show = asked.get("show") ?? (asked.has("desk") ? `desk:${name}` : name);
    const found = [...this.what.options].find((each) => each.value === show || each.value.endsWith(`:${show}`));
    this.what.value = found ? found.value : this.what.options[0].value;
  }

  list() {
    const { shows } = this.catalogue.find(({ rules }) => rules === this.rules.value);
    this.what.replaceChildren(
      ...Object.entries(KINDS).map(([kind, label]) =>
        make("optgroup", { label }, ...shows.filter(({ show }) => show.startsWith(`${kind}:`)).map(({ show, title }) => make("option", { value: show }, title)))),
    );
  }

  offer() {
    this.list();
    this.choose();
  }

  choose() {
    this.go(`?${new URLSearchParams({ rules: this.rules.value, show: this.what.value })}`);
  }

  show(page) {
    document.title = `${page.title} · classroom`;
    if (page.address) this.moved(page.address, false);
    this.mark();
    this.page.show(page);
  }

  draw(root) {
    const before = this.view;
    this.stage.inert = false;
    this.view = draw(root);
    this.stage.replaceChildren(this.view.el);
    before?.end();
    this.shown?.();
  }

  fault(why) {
    this.page.clear();
    this.stage.inert = false;
    this.view?.end();
    this.view = null;
    this.stage.replaceChildren(make("p.pz8-problem", { role: "alert" }, `This page cannot be shown: ${why}. Choose another above.`));
    this.mark();
  }

  /** Something is on its way: after a moment say so, and grey what it will replace. */
  working(on) {
    clearTimeout(this.late);
    if (on) this.late = setTimeout(() => this.say("working…"), QUIET);
    else if (!this.lasting) this.say("");
    this.lasting = this.lasting && on;
  }

  say(text, lasting = false) {
    const busy = Boolean(text) && !lasting;
    clearTimeout(this.late);
    this.lasting = lasting;
    this.status.textContent = text;
    this.status.hidden = !text;
    this.cancel.hidden = !busy;
    this.stage.classList.toggle("stale", busy);
    this.stage.setAttribute("aria-busy", busy);
  }
}
