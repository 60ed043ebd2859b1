// Jupyter's controls, drawn with the browser's own: the same models and class names as in a notebook, so that
// the kit's stylesheets fit, without a notebook's megabytes. Widgets with a script of their own bring it along.
import { make } from "/site/make.js";

/** A view of a model: its element, and what to do when it goes. */
class View {
  constructor(model, el) {
    this.model = model;
    this.el = el;
    this.ends = [];
    this.classes = [];
    el.classList.add("jupyter-widgets");
    this.follow("_dom_classes", (names = []) => {
      el.classList.remove(...this.classes);
      el.classList.add(...names);
      this.classes = names;
    });
    const layout = model.page.model(model.get("layout"));
    if (layout) this.lay(layout);
  }

  /** Call `heard` with the value of a trait now, and whenever it changes. */
  follow(name, heard, model = this.model) {
    const listener = (value) => heard(value);
    model.on(`change:${name}`, listener);
    this.ends.push(() => model.off(`change:${name}`, listener));
    heard(model.get(name));
  }

  /** The layout of a widget is CSS by other names. */
  lay(layout) {
    for (const name of Object.keys(layout.state)) {
      if (name.startsWith("_")) continue;
      const property = name === "grid_gap" ? "gap" : name.replaceAll("_", "-");
      this.follow(name, (value) => (value === null ? this.el.style.removeProperty(property) : this.el.style.setProperty(property, value)), layout);
    }
  }

  end() {
    for (const end of this.ends) end();
  }
}

let named = 0;

/** A control with its label in front; `control` is what the label belongs to. */
function labelled(model, kind, control, ...more) {
  control.id ||= `control-${++named}`;
  const label = make("label.widget-label", { for: control.id });
  const view = new View(model, make(`div.widget-inline-hbox.${kind}`, {}, label, control, ...more));
  view.follow("description", (text) => {
    label.textContent = text ?? "";
    label.style.display = text ? "" : "none";
  });
  view.follow("tooltip", (text) => {
    view.el.title = text ?? "";
    if (!model.get("description") && text) control.setAttribute("aria-label", text);
  });
  return view;
}

function able(view, ...controls) {
  view.follow("disabled", (off) => controls.forEach((each) => (each.disabled = Boolean(off))));
}

function box(kind) {
  return (model) => {
    const view = new View(model, make(`div.widget-container.widget-box.${kind}`));
    keepChildren(view, view.el, (child) => child);
    return view;
  };
}

/** Children that stay keep their elements, and with them the focus. */
function keepChildren(view, place, wrapped) {
  let known = new Map();
  view.follow("children", (references = []) => {
    const now = new Map();
    for (const reference of references) {
      const model = view.model.page.model(reference);
      if (!model) continue;
      const old = known.get(reference);
      const child = old?.child.model === model ? old.child : draw(model);
      now.set(reference, old?.child === child ? old : { child, el: wrapped(child.el, now.size) });
    }
    for (const [reference, { child, el }] of known) {
      if (now.get(reference)?.child === child) continue;
      child.end();
      el.remove();
    }
    let next = place.firstChild;
    for (const { el } of now.values()) {
      if (el === next) next = next.nextSibling;
      else place.insertBefore(el, next);
    }
    known = now;
  });
  view.ends.push(() => known.forEach(({ child }) => child.end()));
}

function words(kind, asHtml) {
  return (model) => {
    const content = make("div.widget-html-content");
    const view = labelled(model, kind, content);
    view.el.firstChild.removeAttribute("for");
    view.follow("value", (value) => (asHtml ? (content.innerHTML = value ?? "") : (content.textContent = value ?? "")));
    return view;
  };
}

function button(model) {
  const view = new View(model, make("button.jupyter-button.widget-button", { type: "button" }));
  let style = "";
  view.follow("button_style", (name) => {
    if (style) view.el.classList.remove(`mod-${style}`);
    if (name) view.el.classList.add(`mod-${name}`);
    style = name;
  });
  view.follow("description", (text) => (view.el.textContent = text));
  view.follow("tooltip", (text) => {
    view.el.title = text ?? "";
    if (!model.get("description") && text) view.el.setAttribute("aria-label", text);
  });
  able(view, view.el);
  return view;
}

function pressed(model) {
  const view = button(model);
  view.el.addEventListener("click", () => model.send({ event: "click" }));
  return view;
}

function toggle(model) {
  const view = button(model);
  view.el.addEventListener("click", () => model.put("value", !model.get("value")));
  view.follow("value", (on) => {
    view.el.classList.toggle("mod-active", Boolean(on));
    view.el.setAttribute("aria-pressed", Boolean(on));
  });
  return view;
}

function toggles(model) {
  const row = make("div", { role: "group" });
  const view = labelled(model, "widget-toggle-buttons", row);
  const mark = () =>
    [...row.children].forEach((each, place) => {
      each.classList.toggle("mod-active", place === model.get("index"));
      each.setAttribute("aria-pressed", place === model.get("index"));
      each.disabled = Boolean(model.get("disabled"));
    });
  view.follow("_options_labels", (labels = []) => {
    row.replaceChildren(
      ...labels.map((label, place) =>
        make("button.widget-toggle-button.jupyter-button", { type: "button", title: model.get("tooltips")?.[place] ?? "", onclick: () => model.put("index", place) }, label),
      ),
    );
    mark();
  });
  view.follow("index", mark);
  view.follow("disabled", mark);
  return view;
}

function radios(model) {
  const group = make("div.widget-radio-box", { role: "radiogroup" });
  const view = labelled(model, "widget-radio", group);
  const name = `radio-${++named}`;
  const mark = () =>
    group.querySelectorAll("input").forEach((each, place) => {
      each.checked = place === model.get("index");
      each.disabled = Boolean(model.get("disabled"));
    });
  view.follow("_options_labels", (labels = []) => {
    group.replaceChildren(
      ...labels.map((label, place) => make("label", {}, label, make("input", { type: "radio", name, onchange: () => model.put("index", place) }))),
    );
    mark();
  });
  view.follow("index", mark);
  view.follow("disabled", mark);
  return view;
}

function list(kind, several = false) {
  return (model) => {
    const control = make("select", { multiple: several });
    if (kind !== "widget-dropdown") control.size = model.get("rows") ?? 5;
    const view = labelled(model, kind, control);
    const mark = () => {
      const chosen = model.get("index");
      const places = new Set(Array.isArray(chosen) ? chosen : [chosen]);
      [...control.options].forEach((each, place) => (each.selected = places.has(place)));
      if (!several && chosen === null) control.selectedIndex = -1;
    };
    control.addEventListener("change", () => {
      const places = [...control.selectedOptions].map((each) => each.index);
      model.put("index", several ? places : (places[0] ?? null));
    });
    view.follow("_options_labels", (labels = []) => {
      control.replaceChildren(...labels.map((label) => make("option", {}, label)));
      mark();
    });
    view.follow("index", mark);
    able(view, control);
    return view;
  };
}

function slider(trait, said, ends) {
  return (model) => {
    const range = make("input.slider", { type: "range" });
    const readout = make("div.widget-readout");
    const view = labelled(model, "widget-slider", range, readout);
    const around = make("div.slider-container");
    range.before(around);
    around.append(range);
    const tell = () => {
      readout.textContent = said(model);
      range.setAttribute("aria-valuetext", said(model));
    };
    const put = () => {
      model.set(trait, Number(range.value));
      model.save_changes();
    };
    range.addEventListener("input", () => (model.get("continuous_update") === false ? (readout.textContent = range.value) : put()));
    range.addEventListener("change", () => model.get("continuous_update") === false && put());
    ends(view, range);
    view.follow(trait, (value) => {
      range.value = value;
      tell();
    });
    view.follow("readout", (shown) => (readout.style.display = shown === false ? "none" : ""));
    able(view, range);
    return view;
  };
}

/** A field that is written in; `read` makes a value of the text, or undefined for none. */
function field(kind, attributes, read = (text) => text) {
  return (model) => {
    const control = kind === "widget-textarea" ? make("textarea") : make("input", attributes);
    const view = labelled(model, kind, control);
    const put = () => {
      const value = read(control.value);
      if (value === undefined || Number.isNaN(value)) control.value = model.get("value");
      else if (value !== model.get("value")) model.put("value", value);
    };
    control.addEventListener("change", put);
    control.addEventListener("input", () => attributes.type === "text" && model.get("continuous_update") && put());
    for (const name of ["min", "max", "step"]) {
      if (attributes.type === "number" && model.get(name) !== undefined) view.follow(name, (value) => (control[name] = value ?? ""));
    }
    view.follow("placeholder", (text) => (control.placeholder = text ?? ""));
    view.follow("value", (value) => (control.value = value ?? ""));
    able(view, control);
    return view;
  };
}

function checkbox(model) {
  const control = make("input", { type: "checkbox", onchange: () => model.put("value", control.checked) });
  const view = labelled(model, "widget-checkbox", control);
  view.follow("value", (on) => (control.checked = Boolean(on)));
  able(view, control);
  return view;
}

function accordion(model) {
  const view = new View(model, make("div.widget-accordion"));
  keepChildren(view, view.el, (child, place) => {
    const heading = make("summary.jupyter-widget-Collapse-header", {}, model.get("titles")?.[place] ?? "");
    const part = make("details.jupyter-widget-Collapse", {}, heading, make("div.jupyter-widget-Collapse-contents", {}, child));
    part.open = model.get("selected_index") === place;
    heading.addEventListener("click", () => model.put("selected_index", part.open ? null : place));
    return part;
  });
  view.follow("titles", (titles = []) => view.el.querySelectorAll(":scope > details > summary").forEach((each, place) => (each.textContent = titles[place] ?? "")));
  view.follow("selected_index", (open) => [...view.el.children].forEach((each, place) => (each.open = place === open)));
  return view;
}

const loads = new Map();

/** A classic script, loaded once. */
function script(address) {
  if (!loads.has(address)) {
    loads.set(address, new Promise((done, failed) => document.head.append(make("script", { src: address, onload: done, onerror: failed }))));
  }
  return loads.get(address);
}

const styled = new Set();

/** A widget that brings its own script. */
function any(model) {
  const view = new View(model, make("div"));
  const kind = model.get("_anywidget_id");
  if (model.get("_css") && !styled.has(kind)) document.head.append(make("style", {}, model.get("_css")));
  styled.add(kind);
  let gone = false;
  view.ends.push(() => (gone = true));
  const begin = async () => {
    if (model.get("bokeh_version")) await script("/bokeh.js");
    while (!view.el.isConnected && !gone) await new Promise((done) => setTimeout(done));
    const module = await import(`/script/${model.get("_esm")}.js`);
    const widget = typeof module.default === "function" ? await module.default() : module.default;
    if (gone) return;
    const end = await widget.render({ model, el: view.el });
    if (typeof end === "function") gone ? end() : view.ends.push(end);
  };
  begin().catch((fault) => {
    console.error(fault);
    view.el.append(make("p.pz8-problem", { role: "alert" }, `This part could not be drawn: ${fault.message}`));
  });
  return view;
}

const valued = (model) => model.get("value");
const chosen = (model) => model.get("_options_labels")[model.get("index")] ?? "";
const between = (view, range) => ["min", "max", "step"].forEach((name) => view.follow(name, (value) => (range[name] = value)));
const among = (view, range) => view.follow("_options_labels", (labels) => (range.max = labels.length - 1));
const whole = (text) => (text.trim() === "" ? undefined : Math.round(Number(text)));
const number = (text) => (text.trim() === "" ? undefined : Number(text));
const numeric = { type: "number" };

const VIEWS = {
  AnyView: any,
  AccordionView: accordion,
  BoundedFloatTextView: field("widget-text", { ...numeric, step: "any" }, number),
  BoundedIntTextView: field("widget-text", numeric, whole),
  BoxView: box("widget-box"),
  ButtonView: pressed,
  CheckboxView: checkbox,
  DropdownView: list("widget-dropdown"),
  FloatSliderView: slider("value", valued, between),
  FloatTextView: field("widget-text", { ...numeric, step: "any" }, number),
  GridBoxView: box("widget-gridbox"),
  HBoxView: box("widget-hbox"),
  HTMLMathView: words("widget-html", true),
  HTMLView: words("widget-html", true),
  IntSliderView: slider("value", valued, between),
  IntTextView: field("widget-text", numeric, whole),
  LabelView: words("widget-html", false),
  RadioButtonsView: radios,
  SelectionSliderView: slider("index", chosen, among),
  SelectMultipleView: list("widget-select", true),
  SelectView: list("widget-select"),
  TextareaView: field("widget-textarea", { type: "text" }),
  TextView: field("widget-text", { type: "text" }),
  ToggleButtonsView: toggles,
  ToggleButtonView: toggle,
  VBoxView: box("widget-vbox"),
};

/** The view of a model. */
export function draw(model) {
  const kind = VIEWS[model.get("_view_name")];
  if (kind) return kind(model);
  return new View(model, make("p.pz8-problem", {}, `This page cannot show a ${model.get("_model_name")}.`));
}
