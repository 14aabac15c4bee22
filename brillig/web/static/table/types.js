/**
 * What the server says about a table, made by brillig/web/socket/client_types.py: do not change it by hand. Fields with
 * a question mark may be left out, and then have the value that is usual for them.
 *
 * @typedef {Record<string, string | number>} Look
 * @typedef {{ kind: string, text: string, say: string, look?: Look }} Face
 * @typedef {{
 *   id: string, face: Face, mark?: string, badge?: string, turned?: number, lights?: string[], path?: string[],
 *   at?: number[] | null, side?: number,
 * }} Piece
 * @typedef {{
 *   id: string, row: number, col: number, say: string, pieces?: Piece[], mark?: string, look?: string,
 *   badge?: string, stack?: "" | "up" | "down", high?: number, wide?: number, at?: number[] | null,
 *   lights?: string[],
 * }} Spot
 * @typedef {{ look: string, points?: number[], text?: string, at?: number[] }} Shape
 * @typedef {{
 *   id: string, kind: "grid" | "hex" | "track" | "row" | "hand" | "pile" | "free" | "field", title: string,
 *   rows?: number, cols?: number, row_names?: string[], col_names?: string[], seat?: number, count?: number,
 *   note?: string, area?: "" | "main" | "left" | "right" | "hand", look?: string, back?: Face | null,
 *   heights?: number[], widths?: number[], first?: boolean, keep?: boolean, turns?: boolean, map?: boolean,
 *   about?: string, shapes?: Shape[], stretch?: number, size?: number[], part?: number[] | null, measure?: number,
 *   flash?: number[] | null, spots?: Spot[], pieces?: Piece[],
 * }} Zone
 * @typedef {{
 *   zone: string, across: number, down: number, left: number, columns: number[][], words?: string, piece?: string,
 *   face?: Face | null, side?: number, start?: number[] | null, reach?: number[] | null, blast?: number,
 * }} Aim
 * @typedef {{
 *   id: string, seat: number, title: string, colour?: string, turn?: boolean, counters?: Look,
 *   lamps?: Record<string, string>,
 * }} Panel
 * @typedef {{
 *   first: number, last: number, period: number, ends?: string[], mark?: number, time?: number, over?: string,
 *   face?: Face | null, under?: Face | null,
 * }} Swing
 * @typedef {{
 *   prompt?: string, help?: string, verdict?: string, headline?: string, then?: string, zones?: Zone[],
 *   panels?: Panel[], pause?: number, timer?: boolean, stopwatch?: boolean, layout?: "" | "beside" | "below",
 *   keys?: Record<string, string>, ways?: Record<string, string[]>, swing?: Swing | null,
 * }} Screen
 * @typedef {{ kind: "off" | "move" | "match", seconds: number, increment: number }} Clock
 * @typedef {{ ply: number, text: string }} Told
 * @typedef {{ code: number, label: string, touch: string[], also?: string[], then?: number[], aim?: Aim | null }} OfferedChoice
 * @typedef {{ code: number, label: string, touch: (Record<string, number>)[] }} Offer
 * @typedef {{ waiting: number[], choices: OfferedChoice[] | null, screen: Screen, offers?: Offer[], aim?: Aim | null }} Scene
 * @typedef {{
 *   kind: string, name: string, here: boolean, away: boolean, hurried?: boolean, resigned?: boolean,
 *   proposes?: string, ready?: boolean, agrees?: boolean,
 * }} Sitter
 * @typedef {{ seats: Sitter[], watching: string[], watchers: number, holds: string }} People
 * @typedef {{ left: number[], running: number[], table?: number, passed?: number }} Clocks
 * @typedef {{ scores: number[], ranks: number[], digest: string, secret: string, how?: string }} Result
 * @typedef {{ code: string, sentence: string }} Error
 * @typedef {{ code: number, worth: string, then?: number[] }} Advice
 * @typedef {{ at: number, name: string, text: string }} ChatLine
 * @typedef {{
 *   type: "hello", protocol: number, table: string, status: string, seat: number | null, game: string, title: string,
 *   rules: number, options: Look, names: string[], clock: Clock, commitment: string, seek: boolean, hints: boolean,
 * }} Hello
 * @typedef {{
 *   type: "view", ply: number, told: Told[], scene: Scene, people: People, clocks: Clocks | null, can_undo: boolean,
 *   result: Result | null,
 * }} View
 * @typedef {{ type: "ack", id: string | null, ok: boolean, ply?: number | null, error?: Error | null, advice?: Advice[] }} Ack
 * @typedef {{ type: "chat", lines: ChatLine[] }} Chat
 * @typedef {{ type: "presence", people: People }} Presence
 * @typedef {{ type: "ping", n: number }} ServerPing
 * @typedef {{ type: "pong", n: number }} ServerPong
 * @typedef {{ type: "bye", error: Error }} Bye
 * @typedef {Hello | View | Ack | Chat | Presence | ServerPing | ServerPong | Bye} Message
 */
export {};
