// The calculator's ear and voice: keys, news, and names for the controls that have none of their own.
const TYPED = "input, select, textarea, [role=slider], [contenteditable=true]";
const GROUPS = ".pz8-field, .pz8-pick, .pz8-more, .pz8-reading";

function name(root) {
  for (const group of root.querySelectorAll(GROUPS)) {
    const label = group.querySelector("label")?.textContent;
    if (!label) continue;
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", label);
    const [called, ...value] = group.matches(".pz8-chance") ? label.split(" = ") : [label]; // "a 4: p4 = 1/4 = 25 %"
    for (const one of group.querySelectorAll("[role=slider], .widget-readout")) {
      one.setAttribute("aria-label", called);
      if (value.length) one.setAttribute("aria-valuetext", value.join(" = ")); // its own is the number of a step
    }
    group.querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", one.classList.contains("mod-active")));
  }
}

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
      event.stopPropagation();
      model.send({ key });
    };
    let root = null;
    let soon = 0;
    let last = null; // the control that had the focus: when an answer takes it away, the next die gets it
    const focused = (event) => { last = event.target; };
    const left = (event) => { setTimeout(() => { if (event.target === last && last.isConnected) last = null; }); };
    const settle = () => {
      name(root);
      if (!last || last.isConnected) return;
      last = null;
      (root.querySelector(".pz8-pick button") ?? root.querySelector(".pz8-top button"))?.focus();
    };
    const watch = new MutationObserver(() => {
      cancelAnimationFrame(soon);
      soon = requestAnimationFrame(settle);
    });
    const begin = () => {
      root = el.closest(".pz8-calculator");
      if (!root) return;
      root.dataset.lmSuppressShortcuts = "true";
      root.addEventListener("keydown", heard);
      root.addEventListener("focusin", focused);
      root.addEventListener("focusout", left);
      watch.observe(root, { subtree: true, childList: true, attributeFilter: ["class"] });
      name(root);
    };
    model.on("change:news", say);
    say();
    soon = requestAnimationFrame(begin);
    return () => {
      cancelAnimationFrame(soon);
      watch.disconnect();
      model.off("change:news", say);
      root?.removeEventListener("keydown", heard);
      root?.removeEventListener("focusin", focused);
      root?.removeEventListener("focusout", left);
    };
  },
};
