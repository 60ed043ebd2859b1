// A view of one Bokeh document. It asks Python for the document ("hello"), and for BokehJS itself when the page
// has none of this version; after that, patches go both ways. See bokeh_pane.py for the other end.

const PATIENCE = 3000; // ms a document waits for a BokehJS that another view asked for

// Jupyter's web socket holds a small answer back until the browser has acknowledged the packet before it, which
// may take 40 ms (Nagle's algorithm meets delayed acknowledgement). A word from us carries that acknowledgement.
const STILL_HERE = [5, 13, 26]; // ms after a patch, until its answer is here

// In JupyterLab's dark theme a board has the colours of the night: six digits by day, then six by night.
const NIGHT = Object.fromEntries(
  `efe9d8 2b2f2d e3dbc5 393e3a 1f2933 e9eef3 61707f a3b2c0 d5dce3 3c4854 7a1f3d f08aa9 0072b2 3f9bdc 009e73 17a67e 2f4a43 3f6d60
  cfe3c4 26402c 7fa86b 5d8a55 dbe9f1 1d3038 a5c4d6 3f6273 bcd4e2 35525f e1eef7 1f2c38 b9cfe0 3a4d5e dad7ea 231f33 bcb6d6 3f3a58 e6dcc6 35322a cdbf9f 554d3a
  e4d8b4 3d3727 b39d66 7d6c40 f3d9e1 44283a cf8ba3 9c5a78 b08d57 8a6d3c e9d9b0 403620 b08a80 6f5048 e6d3cb 40302b f5f6f7 3a4047
  9aa4ae 7b858f 8a929b 6d757e d3d8dd 3a4047 5b6570 8a929b b7a27c 7d6c48 ece2c8 3a3426 dcdfe5 38424e b9bec9 4a5563 9298a6 5f6b7c
  2b303b e9eef3 fdfdfd 151b21 fefefe 20272e 7d7468 8f8678 d9d2c4 4a463e 8f7f5c 6f6247 cbbb93 4a4331 a5946b 7d6f4e cdb98f 5a4d37
  a9cbe0 2f5468 7a5a34 b08a55 f7f1e1 8a7d63 2f6f4f 7cc7a0 c9b9a8 6b6054 a39682 8a7d6b`.split(/\s+/).map((day, at, all) => [day, all[at + 1]]).filter((_, at) => at % 2 === 0),
);
const isNight = () => document.body.dataset.jpThemeLight === "false";
const dyed = (text) =>
  isNight()
    ? text
        .replace(/(#|%23)([0-9a-f]{6})\b/g, (_, sign, day) => sign + (NIGHT[day] ?? day))
        .replaceAll("rgba(0,114,178,.28)", "rgba(98,182,238,.34)")
    : text;
const dressed = (message) => (isNight() ? JSON.parse(dyed(JSON.stringify(message))) : message);

/** What this page knows of one BokehJS version: has anybody asked for it, and who waits until it is here. */
function library(version) {
  const all = (window.__pz8_bokeh__ ??= {});
  return (all[version] ??= {
    asked: null,
    waiting: new Set(),
    find: () => (window.Bokeh?.version === version ? window.Bokeh : window.Bokeh?.[version]),
    load(sources) {
      if (!this.find()) for (const source of sources) new Function(source).call(window);
      this.wake();
    },
    wake() {
      for (const look of [...this.waiting]) look();
    },
    /** Wait until it is here; false when it is not coming. */
    arrival() {
      return new Promise((resolve) => {
        const finish = (found) => {
          clearTimeout(timer);
          this.waiting.delete(look);
          resolve(found);
        };
        const look = () => (this.find() || this.asked === null) && finish(Boolean(this.find()));
        const timer = setTimeout(() => finish(false), PATIENCE);
        this.waiting.add(look);
        look();
      });
    },
  });
}

function element(parent, tag, className, role) {
  const made = document.createElement(tag);
  made.className = className;
  if (role) made.setAttribute("role", role);
  return parent.appendChild(made);
}

/** BokehJS draws on the page only; JupyterLab may make a view long before it shows it. */
function onPage(el) {
  return new Promise((resolve) => {
    if (el.isConnected) return resolve();
    const watch = new ResizeObserver(() => {
      if (!el.isConnected) return;
      watch.disconnect();
      resolve();
    });
    watch.observe(el);
  });
}

function render({ model, el }) {
  const me = crypto.randomUUID?.() ?? String(Math.random());
  const bokeh = library(model.get("bokeh_version"));
  const picture = element(el, "div", "pz8-picture");
  const news = element(el, "div", "pz8-unseen", "status");
  let views = null;
  let doc = null;
  let applying = false;
  let gone = false;
  let reminders = [];

  const send = (message) => {
    try {
      Promise.resolve(model.send(message)).catch(() => {}); // no kernel: the poster stays
    } catch {
      // the same, said at once
    }
  };

  const hello = () => {
    const need = !bokeh.find() && bokeh.asked === null;
    if (need) bokeh.asked = me;
    send({ type: "hello", from: me, need });
  };

  const outgoing = (change) => {
    if (applying) return;
    const events = (change.events ?? [change]).filter((event) => event.sync !== false);
    if (events.length === 0) return;
    const patch = JSON.parse(JSON.stringify(doc.create_json_patch(events)));
    send({ type: "patch", from: me, patch });
    answered();
    reminders = STILL_HERE.map((wait) => setTimeout(() => send({ type: "here" }), wait));
  };

  const answered = () => reminders.forEach(clearTimeout);

  const apply = (patch) => {
    applying = true;
    try {
      doc.apply_json_patch(dressed(patch));
    } finally {
      applying = false;
    }
  };

  const clear = () => {
    if (views) {
      doc.remove_on_change(outgoing);
      views.clear();
      const { documents } = bokeh.find();
      documents.splice(documents.indexOf(doc), 1);
    }
    views = doc = null;
  };

  const draw = async (message) => {
    if (message.source) bokeh.load(message.source);
    if (!bokeh.find() && !(await bokeh.arrival())) {
      bokeh.asked = null; // whoever asked has gone or was not answered: ask again, for all of us
      if (!gone) hello();
      return;
    }
    if (gone) return;
    clear();
    const late = [];
    doc = { apply_json_patch: (patch) => late.push(patch) }; // until the real one is drawn
    await onPage(el);
    if (gone) return;
    const stage = element(picture, "div", "pz8-stage");
    const drawn = await bokeh.find().embed.embed_item(dressed(message.item), stage);
    if (gone) return drawn.clear();
    views = drawn;
    doc = [...drawn.roots][0].model.document;
    doc.on_change(outgoing, true);
    late.forEach(apply);
    const { id, inner_width } = [...drawn.roots][0].model; // it found its size before anybody listened
    if (inner_width) send({ type: "patch", from: me, patch: { events: [{ kind: "ModelChanged", model: { id }, attr: "inner_width", new: inner_width }] } });
    for (const old of [...picture.children]) if (old !== stage) old.remove();
    el.dataset.ready = "yes";
  };

  const failed = (error) => {
    if (gone) return;
    console.error(error);
    element(picture, "p", "pz8-trouble", "alert").textContent = `This picture could not be drawn: ${error.message}`;
  };

  const received = (message) => {
    if (message.type === "item" && message.to === me) draw(message).catch(failed);
    else if (message.type === "patch" && message.from !== me && doc) {
      answered();
      apply(message.patch);
    }
  };

  const pressed = (event) => {
    if (!model.get("hot_keys").includes(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation(); // or JupyterLab takes the arrows
    send({ type: "key", key: event.key, shift: event.shiftKey });
  };

  const named = () => {
    el.setAttribute("role", model.get("hot_keys").length ? "application" : "figure");
    el.setAttribute("aria-label", model.get("label"));
    if (model.get("hot_keys").length) el.tabIndex = 0;
    else el.removeAttribute("tabindex");
  };

  const poster = async () => {
    const still = await decompress(model.get("poster")); // see compressed.py
    if (!doc && !gone) picture.innerHTML = dyed(still);
  };

  const theme = new MutationObserver(() => (doc ? hello() : poster()));
  theme.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });

  const told = () => (news.textContent = model.get("news"));

  const listeners = {
    "msg:custom": received,
    "change:label": named,
    "change:hot_keys": named,
    "change:poster": poster,
    "change:news": told,
  };
  el.classList.add("pz8-pane");
  named();
  poster();
  for (const [event, heard] of Object.entries(listeners)) model.on(event, heard);
  el.addEventListener("keydown", pressed);
  hello();

  return () => {
    gone = true;
    theme.disconnect();
    answered();
    for (const [event, heard] of Object.entries(listeners)) model.off(event, heard);
    el.removeEventListener("keydown", pressed);
    send({ type: "goodbye", from: me });
    clear();
    if (bokeh.asked === me && !bokeh.find()) {
      bokeh.asked = null;
      bokeh.wake();
    }
  };
}

export default { render };
