// A chance guessed on a bar: nothing stands on it before it is touched.
const WORDS = { 0: "never", 25: "1 in 4", 50: "1 in 2", 75: "3 in 4", 100: "always" };
const said = (percent) => WORDS[percent] ?? (percent < 50 ? `1 in ${Math.round((100 / percent) * 10) / 10}` : `${percent} of 100`);

export default {
  render({ model, el }) {
    el.classList.add("pz8-guess");
    const bar = Object.assign(document.createElement("input"), { type: "range", min: 0, max: 100, step: 1 });
    bar.setAttribute("aria-label", model.get("label"));
    const told = document.createElement("output");
    const ends = document.createElement("div");
    ends.className = "pz8-guess-ends";
    ends.setAttribute("aria-hidden", "true");
    ends.append(...Object.values(WORDS).map((word) => Object.assign(document.createElement("span"), { textContent: word })));
    const line = document.createElement("div");
    const mark = document.createElement("i");
    mark.className = "pz8-guess-exact";
    line.append(bar, mark, ends);
    el.append(line, told);
    const show = () => {
      const { value } = bar;
      const empty = model.get("value") === "";
      bar.classList.toggle("pz8-untouched", empty);
      bar.style.setProperty("--part", empty ? "0%" : `${value}%`);
      bar.setAttribute("aria-valuetext", empty ? "no guess yet" : `${said(value)}, ${value} of 100`);
      told.replaceChildren();
      if (empty) return void (told.textContent = "touch the line to guess");
      told.append(Object.assign(document.createElement("b"), { textContent: said(value) }), ` ${value} of 100`);
    };
    const touched = () => {
      model.set("value", `${bar.value} %`);
      show();
    };
    const kept = () => {
      touched();
      model.save_changes();
    };
    const given = () => {
      const found = parseFloat(model.get("value"));
      bar.value = Number.isFinite(found) ? found : 50;
      show();
    };
    const marked = () => {
      const exact = model.get("exact");
      mark.hidden = exact === "";
      mark.style.setProperty("--at", parseFloat(exact) / 100);
      mark.title = `it is ${exact}`;
    };
    bar.addEventListener("input", touched);
    bar.addEventListener("change", kept);
    bar.addEventListener("click", kept); // a touch on the middle changes nothing, and is a guess
    bar.addEventListener("keydown", (event) => event.stopPropagation());
    model.on("change:value", given);
    model.on("change:exact", marked);
    given();
    marked();
    return () => {
      model.off("change:value", given);
      model.off("change:exact", marked);
    };
  },
};
