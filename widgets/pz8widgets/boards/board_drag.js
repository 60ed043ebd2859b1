// Dragging on a board: takes a base, moves or turns it at once, and tells Python where it is.
// Runs inside Bokeh as the code of a callback, with figure, drag, answer, grips and sheets given by name.
// One message travels at a time: the next place is told when Python has answered the last.

const PATIENCE = 1500; // ms before a place is told although no answer came
const FINGER = 22; // px around a small base that still touch it
const STILL = 4; // px that a hand may shake while it taps
const REST = 300; // ms that a pointer rests until it asks about its place
const CLOSEST = 8; // times larger than whole, at most (as in board_view.py)

const grip = (figure.pz8_grip ??= { held: null, pending: null, told: 0, answered: 0, at: 0 });
const tables = [grips, ...sheets];
const { x_range, y_range } = figure;
const [west, east] = x_range.bounds;
const [south, north] = y_range.bounds;
const span = () => x_range.end - x_range.start;
const pixel = span() / Math.max(figure.inner_width, 1);

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
  const at = ({ clientX, clientY }) => {
    const box = area.getBoundingClientRect();
    return [view.frame.x_scale.invert(clientX - box.left), view.frame.y_scale.invert(clientY - box.top)];
  };
  const touched = (event) => {
    if (event.touches.length > 1 || zoomed() || found(...at(event.touches[0]), FINGER)) event.preventDefault();
  };
  // a wheel belongs to the page until the board has been touched
  const wheel = (event) => {
    if (!grip.awake && !event.ctrlKey) return;
    event.preventDefault();
    see(span() * 1.0015 ** event.deltaY, ...at(event));
    later();
  };
  area.addEventListener("touchstart", touched, { passive: false });
  area.addEventListener("wheel", wheel, { passive: false });
  area.addEventListener("pointerdown", () => (grip.awake = true));
  area.addEventListener("pointerleave", () => (grip.awake = false));
}

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const zoomed = () => span() < (east - west) * 0.999;

/** See so much of the board's width, so that a point stays where it is on the page. */
function see(wanted, x, y, to = [x, y]) {
  const wide = clamp(wanted, (east - west) / CLOSEST, east - west);
  const share = wide / span();
  const tall = (y_range.end - y_range.start) * share;
  const left = clamp(x - (to[0] - x_range.start) * share, west, east - wide);
  const low = clamp(y - (to[1] - y_range.start) * share, south, north - tall);
  x_range.setv({ start: left, end: left + wide });
  y_range.setv({ start: low, end: low + tall });
}

/** Tell what is seen, once it has come to rest: words then find new places. */
function later() {
  clearTimeout(grip.timer);
  grip.timer = setTimeout(tellView, 150);
}

const tellView = () => tell("view", "", 0, 0, 0, true);

/** Take what lies at this point in hand. */
function take(pressed) {
  clearTimeout(grip.resting);
  const under = found(cb_obj.x, cb_obj.y, 12);
  const { name = "", x = 0, y = 0, facing = 0 } = under?.base ?? {};
  const start = { dx: cb_obj.x - x, dy: cb_obj.y - y, from: [cb_obj.x, cb_obj.y] };
  if (!under && zoomed()) start.seen = [cb_obj.sx, cb_obj.sy, x_range.start, y_range.start];
  if (under || pressed || start.seen) grip.held = { act: under?.act, name, x, y, facing, ...start, pressed, moved: !pressed };
}

/** What is in hand goes along; a hand beside all bases moves the picture. */
function follow() {
  const held = grip.held;
  if (held.seen) {
    const [sx, sy, left, low] = held.seen;
    held.moved ||= Math.hypot(cb_obj.sx - sx, cb_obj.sy - sy) > STILL;
    if (held.moved) see(span(), left - (cb_obj.sx - sx) * pixel, low + (cb_obj.sy - sy) * pixel, [x_range.start, y_range.start]);
    return;
  }
  const away = Math.hypot(cb_obj.x - held.from[0], cb_obj.y - held.from[1]);
  held.moved ||= away > STILL * pixel;
  if (!held.moved || !held.act) return;
  if (held.act === "move") {
    held.x = clamp(cb_obj.x - held.dx, west, east);
    held.y = clamp(cb_obj.y - held.dy, south, north);
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
  if (held?.moved && held.seen) tellView();
  else if (held?.moved && held.act) tellPlace(true);
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
    clearTimeout(grip.resting);
    if (figure.tags.includes("pointed at") && !grip.held && !over) {
      const { x, y } = cb_obj;
      const rested = () => {
        if (grip.answered >= grip.told) tell("point", "", x, y, 0, true);
        else grip.resting = setTimeout(rested, REST);
      };
      grip.resting = setTimeout(rested, REST);
    }
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
  case "pinchstart":
    grip.pinched = span();
    break;
  case "pinch":
    see((grip.pinched ?? span()) / cb_obj.scale, cb_obj.x, cb_obj.y);
    break;
  case "pinchend":
    tellView();
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
