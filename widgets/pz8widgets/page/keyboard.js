// The calculator's ear and voice: keys that roll dice, and news for screen readers.
const TYPED = "input, select, textarea, [role=slider], [contenteditable=true]";

export default {
  render({ model, el }) {
    el.classList.add("pz8-unseen");
    el.setAttribute("role", "status");
    el.setAttribute("aria-live", "polite");
    const say = () => { el.textContent = model.get("news"); };
    const heard = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest(TYPED)) return;
      const key = event.key.toLowerCase();
      if (!/^[0-9rua]$/.test(key)) return;
      event.preventDefault();
      model.send({ key });
    };
    let root = null;
    const soon = requestAnimationFrame(() => {
      root = el.closest(".pz8-calculator");
      root?.addEventListener("keydown", heard);
    });
    model.on("change:news", say);
    say();
    return () => {
      cancelAnimationFrame(soon);
      model.off("change:news", say);
      root?.removeEventListener("keydown", heard);
    };
  },
};
