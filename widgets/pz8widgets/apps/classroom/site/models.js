// The models of a page's widgets: what Python has told of them, and what a person does to them.

export const REFERENCE = "IPY_MODEL_";
const KIND = ["_model_name", "_view_name", "description"]; // what tells that two widgets are the same one

/** One widget's state, as an anywidget module expects a model to be. */
export class Model {
  constructor(page, id, state) {
    this.page = page;
    this.id = id;
    this.state = state;
    this.fresh = {};
    this.heard = new Map();
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    this.state[name] = value;
    this.fresh[name] = value;
    this.tell(`change:${name}`, value);
  }

  save_changes() {
    if (Object.keys(this.fresh).length) this.page.push(this.id, { state: this.fresh });
    this.fresh = {};
  }

  /** Set and save at once. */
  put(name, value) {
    this.set(name, value);
    this.save_changes();
  }

  send(content) {
    this.page.push(this.id, { content });
  }

  on(names, listener) {
    for (const name of names.split(" ")) {
      if (!this.heard.has(name)) this.heard.set(name, new Set());
      this.heard.get(name).add(listener);
    }
  }

  off(name, listener) {
    this.heard.get(name)?.delete(listener);
  }

  tell(name, ...what) {
    for (const listener of [...(this.heard.get(name) ?? [])]) listener(...what);
  }

  /** Python has changed something. */
  renew(state) {
    const changed = Object.keys(state).filter((name) => state[name] !== this.state[name]);
    Object.assign(this.state, state);
    for (const name of changed) this.tell(`change:${name}`, state[name]);
  }
}

/** A page of widgets: news goes in, what a person does goes out, one message at a time. */
export class Page {
  constructor({ send, draw, working }) {
    this.send = send; // (id, message): false while nobody hears
    this.draw = draw; // draws the root
    this.working = working; // (is something on its way?)
    this.clear();
  }

  clear() {
    this.root = null;
    this.models = new Map();
    this.queue = [];
    this.sent = null;
    this.busy = false;
    this.working(false);
  }

  /**
   * Show a page; what was done to it while nobody heard is said again.
   *
   * A page that is made anew elsewhere has other ids: what waited finds its widgets by their places. What was
   * on its way when it was made anew has been said to it by the server.
   */
  show({ root, models }) {
    const same = root === this.root;
    const waiting = same ? [this.sent, ...this.queue].filter((each) => each?.message.state) : this.queue;
    const unheard = waiting
      .map(({ id, message }) => ({ id: same ? id : this.#alike(id, root, models), message }))
      .filter(({ id }) => id in models);
    this.clear();
    this.root = root;
    for (const [id, state] of Object.entries(models)) this.models.set(id, new Model(this, id, state));
    for (const { id, message } of unheard) Object.assign(this.model(id).state, message.state);
    this.draw(this.model(root));
    for (const { id, message } of unheard) this.push(id, message);
  }

  /** The model of an id, or of a reference to it. */
  model(id) {
    return this.models.get(id?.startsWith?.(REFERENCE) ? id.slice(REFERENCE.length) : id);
  }

  /** The id that a widget has on a page made anew: the same kind and name at the same place; else undefined. */
  #alike(id, root, models) {
    const pairs = [[this.model(this.root), root]];
    for (const [old, now] of pairs) {
      const state = models[now];
      if (!old || KIND.some((name) => old.get(name) !== state?.[name])) continue;
      if (old.id === id) return now;
      const children = state.children ?? [];
      (old.get("children") ?? []).forEach((each, place) => {
        if (place < children.length) pairs.push([this.model(each), children[place].slice(REFERENCE.length)]);
      });
    }
    return undefined;
  }

  news(messages) {
    for (const [kind, id, state] of messages) {
      if (kind === "open") this.models.set(id, new Model(this, id, state));
    }
    for (const [kind, id, what] of messages) {
      const model = this.models.get(id);
      if (kind === "update") model?.renew(what);
      else if (kind === "custom") model?.tell("msg:custom", what, []);
      else if (kind === "close") this.models.delete(id);
    }
    this.answered();
  }

  /** What is said goes out in order; changes of one widget that wait behind each other go as one. */
  push(id, message) {
    const last = this.queue.at(-1);
    if (last?.id === id && last.message.state && message.state) Object.assign(last.message.state, message.state);
    else this.queue.push({ id, message });
    this.pump();
  }

  pump() {
    if (this.busy || !this.queue.length) return;
    const { id, message } = this.queue[0];
    if (this.send(id, message) === false) return;
    this.sent = this.queue.shift();
    this.busy = true;
    this.working(true);
  }

  answered() {
    this.busy = false;
    this.sent = null;
    if (this.queue.length) this.pump();
    else this.working(false);
  }
}
