// Bars that answer a control at once, from a pack that Python has sent; what is not packed Python answers.
// Runs behind the book's reader of packs (book/script/packs.js), in the same module.
const REST = 700; // ms without a change after which a new pack is asked for
const APART = 5000; // ms within which the phones of a class ask for theirs, not all at once

/** The widget of an id, in Jupyter or in the classroom. */
const controlOf = (model, id) => (model.widget_manager ? model.widget_manager.get_model(id) : model.page?.model(id));

/** The table of a law as Python writes it (page/odds_bars.py). */
function tableOf(pack, looks, places) {
  const law = pack.laws[walk(pack, places)];
  if (!Array.isArray(law)) return null;
  const parts = {}, rows = looks[law.filter((_, at) => at % 2).join(",")];
  for (let at = 1; at < law.length; at += 2) parts[law[at]] = F(law[at + 1], law[0]);
  if (!rows) return null;
  const by = stretched(rows.map(([word]) => parts[word])), told = by > 1n ? `<caption>full width: ${100 / Number(by)} %</caption>` : "";
  const lines = rows.map(([word, look, name]) => {
    const part = parts[word], wide = Number((20000n * by * part.n + part.d) / (2n * part.d)) / 100;
    return `<tr><th scope="row">${name}</th><td class="pz8-bars2"><i class="pz8-now ${look}" style="width:${wide.toFixed(2)}%"></i></td>` +
      `<td><b>${fractionHtml(part)}</b></td><td class="pz8-percent">${percent(part)}</td></tr>`;
  }).join("");
  return `<table class="pz8-knowing${rows.length < MANY ? "" : " pz8-dense"}">${told}${lines}</table>`;
}

export default {
  render({ model, el }) {
    const bars = document.createElement("div"), note = document.createElement("p");
    note.className = "pz8-quiet pz8-packed";
    el.append(bars, note);
    const wanted = model.widget_manager ? "alone" : "shared"; // a kernel of its own has more time for a pack
    let held = null, controls = [], timer = 0, gone = false, shown = null;

    /** Show a table; one that is there already stays, with the focus in it. */
    const show = (html) => {
      if (html !== shown) bars.innerHTML = html;
      shown = html;
    };

    /** The places of what the controls say now, or null where one says what is not packed. */
    const here = () => {
      if (!held || !model.get("live")) return null;
      const found = held.pack.inputs.map((axis) => axis.start);
      for (const { axis, control, trait, places } of controls) {
        const value = control.get(trait);
        const place = places ? places[value] ?? -1 : held.pack.inputs[axis].values.indexOf(value);
        if (place < 0) return null;
        found[axis] = place;
      }
      return found;
    };
    const ask = () => {
      clearTimeout(timer);
      timer = setTimeout(() => model.get("live") && !gone && model.send({ wanted }), REST);
    };
    const say = () => (note.textContent = held?.rules ? `Under ${held.rules}.` : "");

    /** A control was moved: answer at once, if it is packed. */
    const turned = () => {
      const places = here(), table = places && tableOf(held.pack, held.looks, places);
      if (table) show(`<div class="pz8-known">${table}</div>`);
      else if (held && model.get("live")) ask();
      if (model.get("live")) say();
    };
    /** Python has answered: what it says counts, unless a control has been moved since. */
    const told = () => {
      const places = model.get("live") && model.get("at") ? here() : null;
      if (places && String(places) !== model.get("at") && tableOf(held.pack, held.looks, places)) return;
      show(model.get("value"));
      if (!model.get("live")) note.textContent = "";
      else if (held && !model.get("at")) { say(); ask(); }
    };
    const forget = () => {
      for (const { control, trait } of controls) control.off(`change:${trait}`, turned);
      controls = [];
      held = null;
      delete el.dataset.packed;
    };
    const heard = async (message) => {
      forget();
      if (!message.pack) return void (note.textContent = "");
      const pack = { ...message.pack };
      pack.levels = levelsOf(pack);
      const found = await Promise.all(message.controls.map(async ([axis, id, trait, places]) => ({ axis, trait, places, control: await controlOf(model, id) })));
      if (gone || found.some(({ control }) => !control)) return;
      held = { ...message, pack };
      el.dataset.packed = "yes";
      controls = found;
      for (const { control, trait } of controls) control.on(`change:${trait}`, turned);
      turned();
    };
    let begged = false; // a second word before the first pack has come would only be in the way
    const begun = () => {
      if (!model.get("live") || held || begged) return;
      begged = true;
      model.send({ wanted });
    };
    let root = null;
    const later = model.widget_manager ? 0 : setTimeout(begun, 500 + APART * Math.random());
    const soon = requestAnimationFrame(() => {
      root = el.closest(".pz8-calculator");
      for (const kind of ["pointerover", "focusin"]) root?.addEventListener(kind, begun, { once: true });
    });
    for (const name of ["value", "at", "live"]) model.on(`change:${name}`, told);
    model.on("msg:custom", heard);
    show(model.get("value"));
    return () => {
      gone = true;
      clearTimeout(timer);
      clearTimeout(later);
      cancelAnimationFrame(soon);
      forget();
      for (const kind of ["pointerover", "focusin"]) root?.removeEventListener(kind, begun);
      for (const name of ["value", "at", "live"]) model.off(`change:${name}`, told);
      model.off("msg:custom", heard);
    };
  },
};
