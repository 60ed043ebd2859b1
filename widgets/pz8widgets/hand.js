// The calculator's ear and voice: keys that roll and choose faces, and news for screen readers.
const TYPED = "input, select, textarea, [role=slider], [contenteditable=true]";
export default {
  render({ model, el }) {
    el.className += " pz8-unseen";
    el.setAttribute("role", "status");
    el.setAttribute("aria-live", "polite");
    const say = () => { el.textContent = model.get("news"); };
    const heard = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest(TYPED)) return;
      const key = event.key.toLowerCase();
      if (!/^[0-9rua]$/.test(key)) return;
      event.preventDefault();
      event.stopPropagation();
      model.send({ key });
    };
    let root = null;
    const listen = () => {
      root = el.closest(".pz8-calculator");
      if (!root) return;
      root.dataset.lmSuppressShortcuts = "true";
      root.addEventListener("keydown", heard);
    };
    model.on("change:news", say);
    say();
    const later = setTimeout(listen, 0);
    return () => {
      clearTimeout(later);
      model.off("change:news", say);
      if (root) root.removeEventListener("keydown", heard);
    };
  },
};
