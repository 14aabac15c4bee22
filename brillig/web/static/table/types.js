/**
 * What the server says about a table. Fields that are left out have the value that is usual for them.
 * The same things are told at length in brillig/core/screen.py and brillig/web/socket/protocol.py.
 *
 * @typedef {Record<string, string | number>} Look
 * @typedef {{ kind: string, text: string, say: string, look?: Look }} Face
 * @typedef {{ id: string, face: Face, mark?: string, badge?: string, turned?: number, lights?: string[] }} Piece
 * @typedef {{
 *   id: string, row: number, col: number, say: string, pieces?: Piece[], mark?: string, look?: string, badge?: string,
 *   stack?: string, high?: number, wide?: number, lights?: string[],
 * }} Spot
 * @typedef {{
 *   id: string, kind: string, title: string, rows?: number, cols?: number, row_names?: string[], col_names?: string[],
 *   seat?: number, count?: number, note?: string, area?: string, look?: string, back?: Face | null,
 *   heights?: number[], widths?: number[], turns?: boolean, spots?: Spot[], pieces?: Piece[],
 * }} Zone
 * @typedef {{
 *   id: string, seat: number, title: string, colour?: string, turn?: boolean,
 *   counters?: Record<string, string | number>, lamps?: Record<string, string>,
 * }} Panel
 * @typedef {{ prompt?: string, help?: string, verdict?: string, zones?: Zone[], panels?: Panel[],
 *   keys?: Record<string, string> }} Screen
 *
 * @typedef {{ code: number, label: string, touch: string[] }} Option
 * @typedef {{ code: number, label: string, touch: Record<string, number>[] }} Offer
 * @typedef {{ waiting: number[], choices: Option[] | null, offers?: Offer[], screen: Screen }} Scene
 * @typedef {{ kind: string, name: string, here: boolean, away: boolean }} Sitter
 * @typedef {{ seats: Sitter[], watching: string[], watchers: number }} People
 * @typedef {{ left: number[], running: number[] }} Clocks
 * @typedef {{ scores: number[], ranks: number[], digest: string, secret: string }} Result
 * @typedef {{ ply: number, text: string }} Told
 * @typedef {{ at: number, name: string, text: string }} Line
 * @typedef {{ code: string, sentence: string }} Refusal
 *
 * @typedef {{
 *   type: "hello", protocol: number, table: string, status: string, seat: number | null, game: string, title: string,
 *   rules: number, options: Record<string, string | number>, names: string[],
 *   clock: { kind: string, seconds: number, increment: number }, commitment: string, seek: boolean,
 *   hints?: boolean,
 * }} Hello
 * @typedef {{
 *   type: "view", ply: number, told: Told[], scene: Scene, people: People, clocks: Clocks | null, can_undo: boolean,
 *   result: Result | null,
 * }} View
 * @typedef {{ type: "ack", id: string | null, ok: boolean, error?: Refusal, code?: number }} Ack
 * @typedef {{ type: "chat", lines: Line[] }} Chat
 * @typedef {{ type: "presence", people: People }} Presence
 * @typedef {{ type: "ping" | "pong", n: number }} Beat
 * @typedef {{ type: "bye", error: Refusal }} Bye
 * @typedef {Hello | View | Ack | Chat | Presence | Beat | Bye} Message
 */
export {};
