/**
 * The line to the server. It is opened again whenever it breaks, ever more slowly, and what was not answered is sent again:
 * a command has an id of its own, so that the server carries it out once however often it hears it.
 */

/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Ack} Ack */

const PROTOCOL = 1;
const FIRST_WAIT = 400,
  LONGEST_WAIT = 8000; // milliseconds between attempts
const BEAT = 15000,
  SILENCE = 8000; // how often we ask whether anybody is there, and how long we wait for an answer
// Codes with which the server closes for good: trying again would not help. (4000 + an HTTP status.)
const FINAL = new Set([4403, 4404, 4410, 4426]);
// Refusals that mean "not now": the same command may be sent again.
const NOT_NOW = new Set(["try_again", "too_fast"]),
  GOING_DOWN = "closing";
const AGAIN = 800,
  MOST_TRIES = 6;

/** @typedef {{ message: Record<string, unknown>, answer: (ack: Ack) => void, tries: number }} Pending */

export class Line {
  /**
   * @param {string} url
   * @param {{
   *   message: (message: Message) => void,
   *   line: (state: "connecting" | "open" | "waiting" | "closed", why: string) => void,
   *   since: () => number,
   * }} on
   */
  constructor(url, on) {
    this.url = url;
    this.on = on;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, Pending>} commands that were not answered yet, in order */
    this.pending = new Map();
    this.wait = FIRST_WAIT;
    this.count = 0;
    this.name = random(); // commands of this page; the next page has others
    this.timer = 0;
    this.beat = 0;
    this.ended = false;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", event => event.persisted && this.open());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    if (this.ended || (this.socket && this.socket.readyState < WebSocket.CLOSING)) return;
    this.on.line("connecting", "");
    const socket = new WebSocket(`${this.url}?v=${PROTOCOL}&since=${this.on.since()}`);
    this.socket = socket;
    let why = "";
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.on.line("open", "");
      for (const { message } of this.pending.values()) socket.send(JSON.stringify(message));
      this.listen();
    };
    socket.onmessage = event => {
      const message = /** @type {Message} */ (JSON.parse(event.data));
      this.listen();
      if (message.type === "ping") socket.send(JSON.stringify({ type: "pong", n: message.n }));
      else if (message.type === "ack") this.answered(message);
      else if (message.type === "bye") why = message.error.sentence;
      if (message.type !== "pong") this.on.message(message);
    };
    socket.onclose = event => {
      if (this.socket !== socket) return;
      clearTimeout(this.beat);
      if (FINAL.has(event.code)) {
        this.ended = true;
        this.on.line("closed", why || event.reason || "The server has closed this table.");
      } else {
        this.on.line("waiting", why);
        this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
        this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
      }
    };
  }

  /** Ask now and then whether anybody is there; a line that stays silent is dead, whatever the browser thinks. */
  listen() {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => {
      if (this.socket?.readyState !== WebSocket.OPEN) return;
      this.socket.send(JSON.stringify({ type: "ping", n: 0 }));
      this.beat = setTimeout(() => this.drop(), SILENCE);
    }, BEAT);
  }

  /** Give this connection up without waiting for the other side. */
  drop() {
    const socket = this.socket;
    if (!socket) return;
    const closed = socket.onclose;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    closed?.call(socket, new CloseEvent("close", { code: 1006 }));
  }

  /** There may be a network again. */
  hurry() {
    if (this.socket && this.socket.readyState >= WebSocket.CLOSING && !this.ended) {
      this.wait = FIRST_WAIT;
      this.open();
    }
  }

  /**
   * Send a command; the answer comes some time, perhaps over another connection.
   * @param {Record<string, unknown>} command
   * @returns {{ id: string, answer: Promise<Ack> }}
   */
  send(command) {
    const id = `${this.name}-${++this.count}`,
      message = { ...command, id };
    const answer = new Promise(resolve => this.pending.set(id, { message, answer: resolve, tries: 0 }));
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    return { id, answer: /** @type {Promise<Ack>} */ (answer) };
  }

  /** @param {Ack} ack */
  answered(ack) {
    const pending = ack.id == null ? null : this.pending.get(ack.id);
    if (!pending || ack.id == null) return;
    const why = ack.error?.code ?? "";
    if (why === GOING_DOWN) return; // it is sent again when the server is back
    if (NOT_NOW.has(why) && ++pending.tries < MOST_TRIES) {
      setTimeout(
        () => this.socket?.readyState === WebSocket.OPEN && this.socket.send(JSON.stringify(pending.message)),
        AGAIN * pending.tries,
      );
      return;
    }
    this.pending.delete(ack.id);
    pending.answer(ack);
  }

  /** The newest view, please. */
  sync() {
    if (this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ type: "sync", since: this.on.since() }));
  }
}

const random = () => Array.from(crypto.getRandomValues(new Uint8Array(9)), b => b.toString(36)).join("");
