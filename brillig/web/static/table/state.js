/** State: all that this page knows about its table. Only main.js and input.js write it. */

import { Choices, NONE } from "./choices.js";

/**
 * @typedef {{
 *   hello: import("./types.js").Hello | null,
 *   view: import("./types.js").View | null,
 *   people: import("./types.js").People | null,
 *   line: "connecting" | "open" | "waiting" | "closed",
 *   trouble: string,
 *   touched: string[],
 *   sent: { id: string, code: number, answered: boolean } | null,
 *   asked: import("./types.js").OfferedChoice | null,
 *   hint: number | null,
 *   advice: string,
 *   advised: number[],
 *   shared: boolean,
 *   covered: boolean,
 *   confirm: boolean,
 *   coach: boolean,
 *   past: { ply: number, screen: import("./types.js").Screen } | null,
 * }} State
 */

/** @returns {State} */
export const newState = () => ({
  hello: null, // what table this is, and which seat we have
  view: null, // the newest view of it
  people: null, // who is there; newer than in the view when somebody came or went since
  line: "connecting", // how it stands with the connection; while waiting, it broke and will be tried again
  trouble: "", // what went wrong, in a sentence; empty when nothing did
  touched: [], // what has been touched so far of the choice that is being made, in order
  sent: null, // the choice that was sent and whose outcome is not seen yet
  asked: null, // the choice that waits for a last yes, when that is wanted
  hint: null, // the choice that the server would make, if it was asked
  advice: "", // and what it says about it
  advised: [], // and the codes that would complete it, if it only begins something
  shared: false, // do several people sit at this screen, so that its seat changes?
  covered: false, // is the curtain drawn, between two who share this screen?
  confirm: false, // does this person want to be asked before a choice is sent?
  past: null, // what is looked at of the past, while the match goes on
  coach: false, // and to be told at every turn what a good player would do?
});

/** Our seat; null for somebody who watches. @param {State} state */
export const mySeat = state => state.hello?.seat ?? null;

/** Has the match ended? @param {State} state */
export const isOver = state => state.hello?.status === "over" || state.view?.result != null;

/** Is a bot playing for us? @param {State} state */
export const isAway = state => {
  const seat = mySeat(state);
  return seat != null && Boolean((state.people ?? state.view?.people)?.seats[seat]?.away);
};

/** May we do something, now or when we are asked? @param {State} state */
const isAtIt = state => mySeat(state) != null && !isOver(state) && !isAway(state) && !state.people?.holds;

/** Are we to decide? @param {State} state */
export const isMyTurn = state => isAtIt(state) && Boolean(state.view?.scene.waiting.includes(mySeat(state) ?? -1));

/** @type {WeakMap<object, Choices>} of every scene once: many ask */
const known = new WeakMap();

/** What we may choose now, perhaps out of turn: nothing while a choice is on its way. @param {State} state */
export const myChoices = state => {
  const scene = state.view?.scene;
  if (!scene || !isAtIt(state) || state.sent || state.covered || state.past) return NONE;
  const choices = known.get(scene) ?? new Choices(scene.choices ?? [], scene.offers);
  known.set(scene, choices);
  return choices;
};

/** Who sits where. @param {State} state */
export const names = state => (state.people ?? state.view?.people)?.seats.map(s => s.name) ?? state.hello?.names ?? [];
