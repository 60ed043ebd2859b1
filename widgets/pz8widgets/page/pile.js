// Games that pile up against the exact outline: one by one, then fast. Stands still where the system asks for it.
const SLOW = 260, FAST = 38; // ms between two pictures
const BLOCKS = 60; // up to so many games every one is a block of its bar

const made = (tag, className = "", text = "") => Object.assign(document.createElement(tag), { className, textContent: text });
const share = (part) => `${(100 * part).toFixed(3)}%`;
const number = (value) => value.toLocaleString("en-GB", { maximumFractionDigits: value < 10 ? 1 : 0 });

export default {
  render({ model, el }) {
    const table = made("table", "pz8-knowing pz8-piles");
    const line = made("p", "pz8-piled");
    const button = made("button", "lm-Widget jupyter-widgets jupyter-button widget-button", "Stop");
    const end = made("p");
    end.setAttribute("role", "status");
    button.type = "button";
    el.append(table, line, button, end);
    let rows = [], timer = 0, place = 0;

    const build = () => {
      table.replaceChildren();
      const head = table.createTHead().insertRow();
      for (const word of ["", "", "came up", "expected, give or take"]) head.append(Object.assign(made("th", "", word), { scope: "col" }));
      const body = table.createTBody();
      rows = model.get("rows").map(([word, look, p]) => {
        const row = body.insertRow();
        row.append(Object.assign(made("th", "", word), { scope: "row" }));
        const track = row.appendChild(made("td", "pz8-bars2"));
        const [bar, give, outline] = [`pz8-now ${look}`, "pz8-give", "pz8-was"].map((name) => track.appendChild(made("i", name)));
        outline.style.width = share(p);
        return { p, give, bar, came: row.appendChild(made("td")), expected: row.appendChild(made("td", "pz8-quiet")), look, track, last: 0 };
      });
    };

    /** The piles after some games; `alone` when one game has just been played. */
    const show = (at, alone) => {
      place = at;
      const [games, ...counts] = model.get("frames")[at] ?? [0];
      rows.forEach((row, i) => {
        const count = counts[i] ?? 0;
        const spread = Math.sqrt((row.p * (1 - row.p)) / Math.max(games, 1));
        const low = Math.max(row.p - spread, 0);
        Object.assign(row.give.style, { left: share(low), width: share(games ? Math.min(row.p + spread, 1) - low : 0) });
        row.bar.style.width = share(games ? count / games : 0);
        const block = 100 / Math.max(count, 1);
        row.bar.style.maskImage = count && games <= BLOCKS ? `repeating-linear-gradient(90deg,#000 0 calc(${block}% - 1.5px),#0000 0 ${block}%)` : "";
        row.came.textContent = number(count);
        row.expected.textContent = games ? `${number(row.p * games)} ± ${number(spread * games)}` : "";
        if (alone && count > row.last) {
          const chip = row.track.appendChild(made("i", `pz8-chip ${row.look}`));
          chip.style.left = `calc(${share(count / games)} - 12px)`;
          chip.onanimationend = () => chip.remove();
        }
        row.last = count;
      });
      const all = model.get("frames").length - 1;
      line.textContent = `${number(games)} ${games === 1 ? "game" : "games"}`;
      button.style.display = at >= all ? "none" : "";
      button.textContent = timer ? "Stop" : "Go on";
      end.innerHTML = at >= all ? model.get("told") : "";
    };

    const stop = () => (timer = clearTimeout(timer) ?? 0);
    const step = () => {
      const frames = model.get("frames");
      const games = frames[place + 1]?.[0];
      timer = place + 1 < frames.length - 1 ? setTimeout(step, Math.max(FAST, SLOW * 0.93 ** place)) : 0;
      show(place + 1, games === frames[place][0] + 1);
    };
    const begin = () => {
      stop();
      build();
      const last = model.get("frames").length - 1;
      if (last < 1) show(0);
      else if (matchMedia("(prefers-reduced-motion: reduce)").matches) show(last);
      else {
        place = 0;
        step();
      }
    };
    button.onclick = () => {
      if (timer) stop(), show(place);
      else step();
    };
    model.on("change:run", begin);
    build();
    show(model.get("frames").length - 1);
    return () => {
      stop();
      model.off("change:run", begin);
    };
  },
};
