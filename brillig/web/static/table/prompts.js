/** What the table says to a person: whose turn it is, what is to be done, and what stands in the way. */

import { remembered } from "./dom.js";
import { headline } from "./result.js";
import { isAway, isMyTurn, isOver, mySeat, names } from "./state.js";
import { callNames, capital, listed, withNames } from "./words.js";

/** @typedef {import("./state.js").State} State */

const OVER = "The game is over.";
const EXPLAIN = 1; // how often a decision is explained before the words are folded away

/** Whose turn it is. @param {State} state */
export function turn(state) {
  const waiting = state.view?.scene.waiting ?? [],
    called = callNames(names(state));
  if (!state.hello) return "";
  if (state.hello.status === "open") return "Waiting for players";
  if (isOver(state)) return "The game is over";
  if (isMyTurn(state) && state.sent) return "Sending …";
  if (isMyTurn(state)) return state.shared ? `${called[mySeat(state) ?? 0]}: your turn` : "Your turn";
  if (!waiting.length) return "";
  return waiting.length > 3
    ? `Waiting for ${waiting.length} players`
    : `${listed(waiting.map(seat => called[seat]))} to play`;
}

/** @param {State} state */
const people = state => state.people ?? state.view?.people;

/** Does a race wait for us to say that we are ready? @param {State} state */
export const mustBeReady = state => {
  const seat = mySeat(state);
  return people(state)?.holds === "people" && seat != null && !isAway(state) && !people(state)?.seats[seat]?.ready;
};

/** Is the table waiting for a bot that is not ready to think yet? @param {State} state */
export function waitsForBot(state) {
  const seats = people(state)?.seats ?? [],
    waiting = state.view?.scene.waiting ?? [];
  if (people(state)?.holds === "bots") return true;
  return !isOver(state) && !isMyTurn(state) && waiting.some(seat => seats[seat]?.kind === "bot" && !seats[seat].here);
}

/**
 * What is to be done.
 * @param {State} state
 * @param {(id: string) => string} called what a thing on the table is called
 * @param {() => string} goal what is to be touched now: "one of the lit cards"
 */
export function prompt(state, called, goal) {
  if (!state.hello) return state.line === "closed" ? "" : "The table is being laid …";
  if (state.hello.status === "open") return "The game begins when every seat is taken.";
  if (state.past) return "You are looking back; the game goes on.";
  if (state.asked) return `${state.asked.label || "Shall it be so"}?`;
  if (state.hint != null && !state.touched.length) return state.advice;
  if (people(state)?.holds === "people") {
    const seats = people(state)?.seats ?? [],
      late = callNames(names(state)).filter((_, seat) => seats[seat].kind === "person" && !seats[seat].away && !seats[seat].ready && seat !== mySeat(state));
    return mustBeReady(state) ? "Put your fingers where you need them. The count-down begins when everybody is ready." : `Waiting until ${listed(late)} ${late.length > 1 ? "are" : "is"} ready.`;
  }
  if (waitsForBot(state))
    return "The bots make ready for this game. That is done once and takes a minute or two; the game goes on by itself.";
  if (state.touched.length) {
    const own = state.touched.length === 1 && state.view?.scene.screen.then;
    return `${capital(state.touched.map(called).join(", "))}: ${own || `now touch ${goal()}.`}`;
  }
  const { prompt: asked = OVER, headline: own } = state.view?.scene.screen ?? {},
    players = callNames(names(state)),
    result = state.view?.result;
  // How it ended. If that was not by the rules, the screen still asks what it asked before.
  if (result && (asked === OVER || result.how)) return `${(!result.how && own) || headline(result, players, mySeat(state), "", false)}.`;
  const words = withNames(state.view?.scene.screen.prompt ?? "", players);
  if (words) return words;
  if (mySeat(state) == null && !isOver(state)) return "You are watching.";
  return isOver(state) ? OVER : isMyTurn(state) ? "It is your turn." : turn(state).replace(/.$/, "$&.");
}

/** @type {Record<string, string>} */
const OFFERS = { draw: "offer to call it a draw", abandon: "offer to abandon the match", takeback: "ask to take the last choice back" };

/** What stands in the way, and the buttons that help. @param {State} state @returns {string[] | null} */
export function notice(state) {
  if (state.line === "closed") return [state.trouble, "reload"];
  if (state.line === "waiting" && state.trouble) return [state.trouble];
  if (isOver(state)) return null;
  const me = mySeat(state),
    seats = state.people?.seats ?? [],
    other = seats.findIndex(({ proposes }, seat) => proposes && seat !== me);
  if (me != null && seats[me]?.resigned) return ["You have resigned, and a bot plays on."];
  if (isAway(state)) return ["A bot plays for you.", "return"];
  if (me != null && seats[me]?.proposes) return [`You ${OFFERS[seats[me].proposes]}. A choice by somebody else declines.`, "withdraw"];
  if (other >= 0) {
    const what = seats[other].proposes ?? "";
    return [`${callNames(names(state))[other]} ${OFFERS[what].replace(" ", "s ")}. Playing on is a no, too.`, ...(me == null ? [] : [what, "no"])];
  }
  return null;
}

/** Why touching this leads nowhere. @param {State} state @param {string} say what it is called @param {string} picked what was picked up before */
export function whyNot(state, say, picked) {
  const scene = state.view?.scene;
  if (!scene) return "The game has not begun.";
  if (isOver(state)) return OVER;
  if (mySeat(state) == null) return "You are watching: only those who sit at the table can touch it.";
  if (isAway(state)) return "A bot plays for you: come back first.";
  if (state.sent) return "Your choice is on its way.";
  if (!isMyTurn(state)) {
    const called = callNames(names(state)),
      others = scene.waiting.map(seat => called[seat]);
    return others.length
      ? `It is not your turn: ${listed(others)} ${others.length > 1 ? "are" : "is"} to decide.`
      : "It is not your turn.";
  }
  if (picked) return `${capital(picked)} cannot go there.`;
  const asked = withNames(scene.screen.prompt ?? "", callNames(names(state)));
  const this_ = say.startsWith("(") ? say : say ? `this (${say})` : "that"; // a place may be called (3,-1)
  return `You cannot use ${this_} now. ${asked}`.trim();
}

/** Explains decisions, each the first time it is asked. */
export class Explainer {
  constructor() {
    this.last = ""; // the decision that is being explained; it counts once however often it is drawn
  }

  /** What the decision means, and whether it is asked for the first time. @param {State} state @returns {[string, boolean]} */
  explain(state) {
    const help = withNames(state.view?.scene.screen.help ?? "", callNames(names(state)));
    if (!help) return ["", false];
    const key = `explained.${state.hello?.game}.${hash(help)}`,
      now = `${state.view?.ply} ${key}`;
    const seen = Number(remembered(key) || 0) + (this.last === now ? 0 : 1);
    if (this.last !== now && seen <= EXPLAIN + 1) remembered(key, String(seen));
    this.last = now;
    return [help, seen <= EXPLAIN];
  }
}

/** @param {string} text */
const hash = text => [...text].reduce((sum, c) => (31 * sum + c.charCodeAt(0)) | 0, 7);
