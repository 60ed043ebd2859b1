// A board in SVG: a base is picked by a tap or by Enter, dragged by hand, moved by keys; Python draws it anew.
// One message travels at a time: the next place is told when Python has answered the last.
const PATIENCE = 1500; // ms before a place is told although no answer came
const STILL = 4; // px that a hand may shake while it taps
const REST = 300; // ms that a pointer rests until it asks about its place

export default {
  render({ model, el }) {
    el.classList.add("pz8-pane");
    el.tabIndex = 0;
    el.setAttribute("role", "group");
    const board = el.appendChild(document.createElement("div"));
    const news = el.appendChild(document.createElement("div"));
    news.className = "pz8-unseen";
    news.setAttribute("role", "status");
    let held = null, told = 0, at = 0, pending = null, last = 0, resting = 0;

    const svg = () => board.querySelector("svg");
    const groupOf = (name) => [...board.querySelectorAll("[data-base]")].find((each) => each.dataset.base === name);
    const baseAt = (event) => event.target.closest?.("[data-base]");

    /** A place on the page in the unit of the board. */
    const place = ({ clientX, clientY }) => {
      const [x0, y0, x1, y1] = model.get("extent"), box = svg().getBoundingClientRect();
      return [x0 + ((clientX - box.left) / box.width) * (x1 - x0), y1 - ((clientY - box.top) / box.height) * (y1 - y0)];
    };
    const send = (message) => {
      try {
        Promise.resolve(model.send(message)).catch(() => {}); // no kernel: the picture stays
      } catch {
        // the same, said at once
      }
    };
    const tell = (act, unit, x, y, end) => {
      told = Math.max(told, model.get("answered")) + 1;
      at = performance.now();
      pending = null;
      send({ act, unit, x, y, facing: 0, last: end, number: told });
    };
    const tellPlace = (end) => {
      if (!end && model.get("answered") < told && performance.now() - at < PATIENCE) pending = true;
      else tell("move", held.name, ...held.place, end);
    };

    /** What is in hand goes along, on this page only. */
    const carry = () => {
      const group = held && groupOf(held.name);
      if (!group || !held.moved) return;
      const [x0, y0, x1, y1] = model.get("extent"), [, , wide, high] = model.get("frame");
      const [x, y] = held.drawn ?? held.start;
      group.setAttribute("transform", `translate(${((held.place[0] - x) / (x1 - x0)) * wide} ${((y - held.place[1]) / (y1 - y0)) * high})`);
    };

    const pressed = (event) => {
      clearTimeout(resting);
      const group = baseAt(event);
      if (event.button || !group) return;
      const spot = place(event);
      held = { name: group.dataset.base, from: [event.clientX, event.clientY], off: spot, start: spot, place: spot, moved: false };
      el.setPointerCapture(event.pointerId);
      group.focus({ preventScroll: true });
      event.preventDefault();
    };
    const moved = (event) => {
      clearTimeout(resting);
      if (!held) {
        if (model.get("pointed") && event.pointerType === "mouse" && !baseAt(event) && svg())
          resting = setTimeout(() => tell("point", "", ...place(event), true), REST);
        return;
      }
      held.moved ||= Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) > STILL;
      if (!held.moved) return;
      const centre = middle(held.name), spot = place(event);
      held.grip ??= [held.off[0] - centre[0], held.off[1] - centre[1]];
      held.drawn ??= centre;
      const [x0, y0, x1, y1] = model.get("extent");
      held.place = [Math.min(Math.max(spot[0] - held.grip[0], x0), x1), Math.min(Math.max(spot[1] - held.grip[1], y0), y1)];
      carry();
      tellPlace(false);
    };
    /** Where Python has drawn a base. */
    const middle = (name) => {
      const [x0, y0, x1, y1] = model.get("extent"), [left, top, wide, high] = model.get("frame");
      const { e, f } = groupOf(name).querySelector(".pz8-grip").transform.baseVal.getItem(0).matrix;
      return [x0 + ((e - left) / wide) * (x1 - x0), y1 - ((f - top) / high) * (y1 - y0)];
    };
    const released = (event) => {
      if (!held) return;
      if (held.moved) tellPlace(true);
      else tell("tap", held.name, ...place(event), true);
      held = null;
    };
    const beside = (event) => {
      if (!baseAt(event) && svg() && event.target.closest("svg")) tell("tap", "", ...place(event), true);
    };
    const key = (event) => {
      const group = baseAt(event);
      if (group && (event.key === "Enter" || event.key === " ")) tell("tap", group.dataset.base, 0, 0, true);
      else if (model.get("hot_keys").includes(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey) send({ key: event.key, shift: event.shiftKey });
      else return;
      event.preventDefault();
      event.stopPropagation();
    };

    /** Python has drawn the board anew: who had the focus keeps it, and what is in hand stays under the hand. */
    const show = async () => {
      const mine = ++last, text = await decompress(model.get("picture"));
      if (mine !== last) return;
      const focused = board.contains(document.activeElement) ? document.activeElement.dataset.base : null;
      board.innerHTML = text;
      const drawn = svg();
      if (!drawn) return;
      drawn.setAttribute("viewBox", model.get("frame").join(" "));
      drawn.setAttribute("role", "group");
      drawn.removeAttribute("width");
      drawn.removeAttribute("height");
      if (focused) groupOf(focused)?.focus({ preventScroll: true });
      if (held?.moved) {
        held.drawn = middle(held.name);
        carry();
      }
    };
    const answered = () => held && pending && tellPlace(false);
    const named = () => el.setAttribute("aria-label", model.get("label"));
    const spoken = () => (news.textContent = model.get("news"));
    const heard = { "change:picture": show, "change:answered": answered, "change:label": named, "change:news": spoken };
    for (const [name, does] of Object.entries(heard)) model.on(name, does);
    board.addEventListener("pointerdown", pressed);
    el.addEventListener("pointermove", moved);
    el.addEventListener("pointerup", released);
    el.addEventListener("pointercancel", released);
    el.addEventListener("keydown", key);
    board.addEventListener("click", beside);
    named();
    spoken();
    show();
    return () => {
      clearTimeout(resting);
      for (const [name, does] of Object.entries(heard)) model.off(name, does);
    };
  },
};
