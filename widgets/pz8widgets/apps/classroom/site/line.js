// The line to the room's server: it tells when it is lost, and tries again by itself.

const SOON = 500; // ms until the first try
const LATEST = 5000; // ms between two tries at most

export class Line {
  constructor(role) {
    this.role = role;
    this.hears = new Map();
    this.wait = SOON;
    this.shut = false;
    this.connect();
    addEventListener("online", () => this.retry());
  }

  /** Call `heard(what)` for messages of a kind; "up" and "down" are the line's own. */
  on(kind, heard) {
    this.hears.set(kind, heard);
    return this;
  }

  get up() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Say something; false while the line is lost. */
  say(kind, what) {
    if (this.up) this.socket.send(JSON.stringify({ [kind]: what }));
    return this.up;
  }

  connect() {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/line?as=${this.role}`;
    this.socket = new WebSocket(address);
    this.socket.onopen = () => {
      this.wait = SOON;
      this.tell("up");
    };
    this.socket.onmessage = (event) => {
      for (const [kind, what] of Object.entries(JSON.parse(event.data))) this.tell(kind, what);
    };
    this.socket.onclose = () => {
      if (this.shut) return;
      this.tell("down");
      this.again = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(2 * this.wait, LATEST);
    };
  }

  retry() {
    if (this.shut || this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.again);
    this.connect();
  }

  tell(kind, what) {
    if (kind === "shut") this.shut = true;
    this.hears.get(kind)?.(what);
  }
}
