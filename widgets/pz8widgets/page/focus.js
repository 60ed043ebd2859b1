// What every widget does for people without a mouse: a group of buttons is one tab stop, keys stay on the card
// instead of reaching JupyterLab, and controls that have no name of their own get one.
const GROUPS = ".pz8-field, .pz8-pick, .pz8-more, .pz8-reading, .pz8-group, .pz8-top";
const WORDS = "abbr[tabindex]"; // words that tell their meaning: those of a card are one tab stop too
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const buttons = (group) => [...group.querySelectorAll("button")].filter((one) => one.closest(GROUPS) === group);

const inReach = (group) => (group.matches(".pz8-card") ? [...group.querySelectorAll(WORDS)] : buttons(group).filter((one) => !one.disabled));

/** Of the buttons of a group one is reached by Tab: where the focus was last, else what is chosen, else the first. */
function rove(group) {
  const all = inReach(group);
  if (all.length < 2) return;
  const chosen = (one) => one.classList.contains("mod-active");
  const stop = all.find((one) => one === document.activeElement) ?? all.find((one) => one.tabIndex === 0 && one.dataset.roved) ?? all.find(chosen) ?? all[0];
  for (const one of all) {
    one.dataset.roved = "yes";
    one.tabIndex = one === stop ? 0 : -1;
  }
}

const groupOf = (one) => one.closest(one.matches(WORDS) ? ".pz8-card" : GROUPS);

function name(group) {
  const label = (group.querySelector("label, h3") ?? group.querySelector(".pz8-words"))?.textContent.trim();
  if (!label || (group.matches(".pz8-group") && buttons(group).length < 2)) return;
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", label);
  const [called, ...value] = group.matches(".pz8-chance") ? label.split(" = ") : [label]; // "a 4: p4 = 1/4 = 25 %"
  for (const one of group.querySelectorAll("[role=slider], .widget-readout")) {
    one.setAttribute("aria-label", called);
    if (value.length) one.setAttribute("aria-valuetext", value.join(" = ")); // its own is the number of a step
  }
  group.querySelectorAll(".widget-readout").forEach((one) => (one.tabIndex = -1)); // its slider has the tab stop
  if (group.matches(".pz8-top, .pz8-group")) return;
  buttons(group).forEach((one) => one.setAttribute("aria-pressed", one.classList.contains("mod-active")));
}

/** "What these mean": the tooltips of all fields, for those who have no mouse to point with. */
function explain(card) {
  const list = card.querySelector(".pz8-help dl");
  const rows = [...card.querySelectorAll(".pz8-field > label[title]")].map((label) => [label.textContent, label.title]);
  list?.replaceChildren(...rows.flatMap((row) => row.map((text, place) => Object.assign(document.createElement(place ? "dd" : "dt"), { textContent: text }))));
}

let bubbles = 0;

/** A word shows its meaning while it is pointed at, has the focus or was touched; Escape puts it away. */
function tellMeanings(root) {
  const bubble = Object.assign(document.createElement("div"), { className: "pz8-meaning", id: `pz8-meaning-${++bubbles}`, popover: "manual", hidden: true });
  bubble.setAttribute("role", "tooltip");
  root.append(bubble);
  let told = null;
  const put = () => {
    told?.removeAttribute("aria-describedby");
    told = null;
    if (!bubble.hidden) bubble.hidePopover?.();
    bubble.hidden = true;
  };
  const show = (event) => {
    const word = event.target.closest?.(WORDS);
    if (!word || word === told || word.closest(".pz8") !== root) return;
    put();
    if (word.title) {
      word.dataset.says = word.title;
      word.removeAttribute("title"); // or the browser tells it once more
    }
    told = word;
    bubble.textContent = word.dataset.says;
    bubble.hidden = false;
    bubble.showPopover?.();
    word.setAttribute("aria-describedby", bubble.id);
    const at = word.getBoundingClientRect();
    const below = at.bottom + 5 + bubble.offsetHeight < innerHeight;
    bubble.style.left = `${Math.max(6, Math.min(at.left, innerWidth - bubble.offsetWidth - 6))}px`;
    bubble.style.top = `${below ? at.bottom + 5 : Math.max(6, at.top - 5 - bubble.offsetHeight)}px`;
  };
  for (const kind of ["pointerover", "focusin", "click"]) root.addEventListener(kind, show);
  root.addEventListener("pointerout", (event) => {
    if (event.pointerType === "mouse" && told && told !== document.activeElement) put();
  });
  root.addEventListener("focusout", put);
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") put();
  });
  const away = (event) => {
    if (told && (event.type === "scroll" || !told.contains(event.target))) put();
  };
  document.addEventListener("pointerdown", away, true);
  document.addEventListener("scroll", away, true);
  return {
    settle: () => told && !told.isConnected && put(),
    leave: () => {
      document.removeEventListener("pointerdown", away, true);
      document.removeEventListener("scroll", away, true);
      bubble.remove();
    },
  };
}

function attend(root) {
  let soon = 0;
  let last = null; // the control that had the focus: when an answer takes it away, the next die gets it
  const meanings = tellMeanings(root);
  const settle = () => {
    for (const group of root.querySelectorAll(GROUPS)) {
      name(group);
      rove(group);
    }
    root.querySelectorAll(".pz8-card").forEach(rove);
    meanings.settle();
    if (!last || last.isConnected) return;
    last = null;
    (root.querySelector(".pz8-pick button[tabindex='0']") ?? root.querySelector(".pz8-top button"))?.focus();
  };
  const watch = new MutationObserver(() => {
    cancelAnimationFrame(soon);
    soon = requestAnimationFrame(settle);
  });
  root.tabIndex = -1; // a click on the blank part of a card takes the focus
  root.addEventListener("focusin", (event) => {
    last = event.target;
    const group = groupOf(event.target);
    if (group) rove(group);
  });
  root.addEventListener("focusout", (event) => {
    setTimeout(() => {
      if (event.target === last && last.isConnected) last = null;
    });
  });
  root.addEventListener("toggle", (event) => event.target.matches(".pz8-help") && explain(event.target.closest(".pz8-card")), true);
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    event.stopPropagation(); // or R makes the cell raw, and D twice deletes it
    const group = event.target.matches(`button, ${WORDS}`) && groupOf(event.target);
    if (!group || !STEPS[event.key]) return;
    const all = inReach(group);
    all[(all.indexOf(event.target) + STEPS[event.key] + all.length) % all.length].focus();
    event.preventDefault();
  });
  watch.observe(root, { subtree: true, childList: true, attributeFilter: ["class", "disabled"] });
  settle();
  return () => {
    watch.disconnect();
    meanings.leave();
  };
}

export default {
  async render({ model, el }) {
    el.style.display = "none";
    const style = document.createElement("style");
    el.append(style);
    style.textContent = await decompress(model.get("text"));
    let leave = () => {};
    requestAnimationFrame(() => {
      const root = el.parentElement?.closest(".pz8");
      if (root) leave = attend(root);
    });
    return () => leave();
  },
};
