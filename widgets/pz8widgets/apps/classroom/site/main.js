// One page for visitors, one for the teacher, one for the projector.
import { Activity } from "/site/activity.js";
import { Console } from "/site/console.js";
import { Explore } from "/site/explore.js";
import { Line } from "/site/line.js";
import { make } from "/site/make.js";
import { Screen } from "/site/screen.js";
import { Team } from "/site/team.js";

const { role, told } = document.body.dataset;
const line = new Line(role);
const lost = make("p.lost", { role: "alert", hidden: true }, "The room does not answer. What you see stays as it is; trying to reach it again…");
document.body.replaceChildren(lost);

/** Whoever follows the line: its loss is said, and its return. */
function watched(parts) {
  const up = line.hears.get("up");
  line.on("up", () => {
    lost.hidden = true;
    document.body.classList.remove("down");
    up?.();
  });
  const down = line.hears.get("down");
  line.on("down", () => {
    down?.();
    lost.hidden = false;
    document.body.classList.add("down");
  });
  line.on("shut", (why) => {
    document.body.replaceChildren(make("main.door.pz8-card", {}, make("p", { role: "alert" }, `Sorry: ${why}`), make("a", { href: "/" }, "Try again")));
  });
  document.body.append(...parts);
}

function visitor() {
  const explore = new Explore(line);
  const activity = new Activity(line);
  const team = new Team(line, explore);
  const who = make("span.pz8-quiet");
  const name = make("input", { id: "name", maxLength: 40, autocomplete: "off", placeholder: "only if you like", onchange: () => line.say("name", name.value) });
  const stuck = make("button.jupyter-button", { type: "button", onclick: () => line.say("stuck", stuck.getAttribute("aria-pressed") !== "true") }, "I am stuck");
  const freeze = make("p.freeze", { role: "alert", hidden: true }, "Look up: your teacher has stopped all pages for a moment.");
  const over = make("p.lost", { role: "status", hidden: true });
  const bar = make("header.bar", {}, who, make("label", { for: "name" }, "Name"), name, stuck);
  line.on("room", (room) => {
    who.textContent = `You are visitor ${room.number}${room.team ? `, team ${room.team}` : ""}`;
    if (document.activeElement !== name) name.value = room.name;
    stuck.setAttribute("aria-pressed", room.stuck);
    stuck.classList.toggle("mod-active", room.stuck);
    freeze.hidden = !room.frozen;
    explore.el.inert = room.frozen;
    over.hidden = !room.over;
    over.textContent = room.over;
    activity.show(room);
    team.show(room);
    explore.el.hidden = activity.spoils(room); // a guess comes before the answer
  });
  activity.proposes = (why) => team.tell(why);
  explore.shown = () => line.say("looks", document.title.replace(/ · classroom$/, ""));
  watched([bar, over, freeze, activity.el, team.el, explore.el]);
}

function teacher() {
  const explore = new Explore(line);
  const console_ = new Console(line, explore, JSON.parse(told).hour);
  document.body.classList.add("teaching");
  line.on("room", (room) => console_.show(room));
  const outcomes = () => [...explore.stage.querySelectorAll(".pz8-knowing th[scope=row]")].map((each) => each.textContent);
  const results = () => [...explore.stage.querySelectorAll(".pz8-results th code")].map((each) => each.textContent);
  new MutationObserver(() => console_.offer([...outcomes(), ...results()])).observe(explore.stage, { childList: true, subtree: true });
  watched([console_.el, explore.el]);
}

function projector() {
  const screen = new Screen(JSON.parse(told));
  document.body.classList.add("presenting");
  line.on("room", (room) => screen.show(room));
  watched([screen.el]);
}

({ visitor, teacher, projector })[role]();
