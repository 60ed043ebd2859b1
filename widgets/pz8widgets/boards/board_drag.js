// Dragging on a board: takes a base, moves or turns it at once, and tells Python where it is.
// Runs inside Bokeh as the code of a callback, with figure, drag, answer, grips and sheets given by name.
// One message travels at a time: the next place is told when Python has answered the last.

const PATIENCE = 1500; // ms before a place is told although no answer came
const FINGER = 22; // px around a small base that still touch it
const STILL = 4; // px that a hand may shake while it taps

const grip = (figure.pz8_grip ??= { held: null, pending: null, told: 0, answered: 0, at: 0 });
const tables = [grips, ...sheets];
const { x_range, y_range } = figure;
const pixel = (x_range.end - x_range.start) / Math.max(figure.inner_width, 1);

/** The rows of the grips, front base first. */
function bases() {
  const { unit, x, y, facing, half_width, half_depth, handle, turns } = grips.data;
  return Array.from(unit, (name, i) => ({
    name, x: x[i], y: y[i], facing: facing[i], turns: turns[i],
    halfWidth: half_width[i], halfDepth: half_depth[i], handle: handle[i],
  })).reverse();
}

/** What a finger or pointer at this point would take: the turning handle of a base, or a base. */
function found(x, y, slack) {
  const all = bases();
  for (const base of all) {
    if (!base.handle) continue;
    const turn = (base.facing * Math.PI) / 180;
    const away = Math.hypot(x - base.x - base.handle * Math.sin(turn), y - base.y - base.handle * Math.cos(turn));
    if (away < Math.max(10, slack) * pixel) return { base, act: "turn" };
  }
  for (const base of all) {
    const turn = (base.facing * Math.PI) / 180;
    const [dx, dy] = [x - base.x, y - base.y];
    const across = Math.abs(dx * Math.cos(turn) - dy * Math.sin(turn));
    const ahead = Math.abs(dx * Math.sin(turn) + dy * Math.cos(turn));
    const least = slack * pixel;
    if (across < Math.max(base.halfWidth, least) && ahead < Math.max(base.halfDepth, least)) return { base, act: "move" };
  }
  return null;
}

/** Move and turn everything that belongs to a unit, on this page only. */
function place(name, x, y, facing) {
  for (const source of tables) {
    const data = source.data;
    const rows = [...data.unit.keys()].filter(
      (i) => data.unit[i] === name && (data.x[i] !== x || data.y[i] !== y || data.facing[i] !== facing),
    );
    if (!rows.length) continue;
    const copy = Object.fromEntries(Object.entries(data).map(([column, values]) => [column, Array.from(values)]));
    for (const i of rows) {
      const turn = data.turns[i] && data.xs ? ((facing - data.facing[i]) * Math.PI) / 180 : 0;
      const [c, s, x0, y0] = [Math.cos(turn), Math.sin(turn), data.x[i], data.y[i]];
      const moved = (xs, ys) =>
        typeof xs[0] === "number"
          ? Array.from(xs, (px, k) => [x + (px - x0) * c + (ys[k] - y0) * s, y - (px - x0) * s + (ys[k] - y0) * c])
          : Array.from(xs, (part, k) => moved(part, ys[k]));
      const pick = (points, k) => (typeof points[0][0] === "number" ? points.map((p) => p[k]) : points.map((p) => pick(p, k)));
      if (data.xs) {
        const points = moved(data.xs[i], data.ys[i]);
        copy.xs[i] = pick(points, 0);
        copy.ys[i] = pick(points, 1);
      }
      copy.x[i] = x;
      copy.y[i] = y;
      copy.facing[i] = facing;
    }
    source.data = copy;
  }
}

function tell(act, name, x, y, facing, last) {
  grip.told += 1;
  grip.pending = null;
  grip.at = performance.now();
  drag.data = { act: [act], unit: [name], x: [x], y: [y], facing: [facing], last: [last], number: [grip.told] };
}

/** Tell a place now, or remember it until the last one is answered. */
function tellPlace(last) {
  const { act, name, x, y, facing } = grip.held;
  if (!last && grip.answered < grip.told && performance.now() - grip.at < PATIENCE) grip.pending = true;
  else tell(act, name, x, y, facing, last);
}

/** Fingers on a base move it, fingers beside it scroll the page; and the pointer shows what it could take. */
function listen() {
  const view = [...cb_context.index.roots].flatMap((root) => [root, ...root.children()]).find((v) => v.model === figure);
  const area = view?.canvas_view?.events_el;
  if (!area) setTimeout(listen, 100);
  if (!area || grip.area === area) return;
  grip.area = area;
  const touched = (event) => {
    const box = area.getBoundingClientRect();
    const { clientX, clientY } = event.touches[0];
    const [x, y] = [view.frame.x_scale.invert(clientX - box.left), view.frame.y_scale.invert(clientY - box.top)];
    if (found(x, y, FINGER)) event.preventDefault();
  };
  area.addEventListener("touchstart", touched, { passive: false });
}

const clamp = (value, range) => Math.min(Math.max(value, range.start), range.end);

/** Take what lies at this point in hand. */
function take(pressed) {
  const under = found(cb_obj.x, cb_obj.y, 12);
  const { name = "", x = 0, y = 0, facing = 0 } = under?.base ?? {};
  const start = { dx: cb_obj.x - x, dy: cb_obj.y - y, from: [cb_obj.x, cb_obj.y] };
  if (under || pressed) grip.held = { act: under?.act, name, x, y, facing, ...start, pressed, moved: !pressed };
}

/** What is in hand goes along. */
function follow() {
  const held = grip.held;
  const away = Math.hypot(cb_obj.x - held.from[0], cb_obj.y - held.from[1]);
  held.moved ||= away > STILL * pixel;
  if (!held.moved || !held.act) return;
  if (held.act === "move") {
    held.x = clamp(cb_obj.x - held.dx, x_range);
    held.y = clamp(cb_obj.y - held.dy, y_range);
  } else {
    const bearing = (Math.atan2(cb_obj.x - held.x, cb_obj.y - held.y) * 180) / Math.PI;
    held.facing = (Math.round(bearing) + 360) % 360;
  }
  place(held.name, held.x, held.y, held.facing);
  tellPlace(false);
}

/** It is let go: a hand that has not moved has tapped. */
function letGo() {
  const held = grip.held;
  if (held?.moved && held.act) tellPlace(true);
  else if (held && !held.moved) tell("tap", held.name, ...held.from, 0, true);
  grip.held = null;
}

const happened = cb_obj.event_name ?? cb_data?.event_name ?? (cb_obj === answer ? "answered" : "redrawn");

switch (happened) {
  case "document_ready":
    listen();
    break;
  case "mousemove": {
    if (grip.held?.pressed) follow(); // Bokeh sends no "pan" once it has called a long hold a press
    const over = grip.held ? null : found(cb_obj.x, cb_obj.y, 6);
    listen();
    if (grip.area) grip.area.style.cursor = grip.held ? "grabbing" : over ? (over.act === "turn" ? "alias" : "grab") : "default";
    break;
  }
  case "panstart":
  case "press":
    take(happened === "press");
    break;
  case "pan":
    if (grip.held) follow();
    break;
  case "panend":
  case "pressup":
    letGo();
    break;
  case "tap":
  case "doubletap":
    tell("tap", found(cb_obj.x, cb_obj.y, 12)?.base.name ?? "", cb_obj.x, cb_obj.y, 0, true);
    break;
  case "answered":
    grip.answered = answer.data.number[0];
    if (grip.held && grip.pending) tellPlace(false);
    break;
  case "redrawn": // Python's answer may be a moment old: the base stays under the finger
    if (grip.held?.act) place(grip.held.name, grip.held.x, grip.held.y, grip.held.facing);
    break;
}
