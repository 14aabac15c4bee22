/** Controls: all that is shown around the pieces: who sits where, whose turn it is, what is asked and what may be pressed. */

import { setAttribute } from "./dom.js";
import { mustBeReady, notice, turn } from "./prompts.js";
import { isAway, isMyTurn, isOver, mySeat, myChoices, names } from "./state.js";
import { callNames, withNames } from "./words.js";

/** @typedef {import("./main.js").TablePage} TablePage */
/** @typedef {import("./types.js").OfferedChoice} Option */

/** @type {Record<string, string>} */
const LINES = {
  connecting: "Connecting …",
  open: "Connected",
  waiting: "No connection: trying again …",
  closed: "Disconnected",
};

/** Seats at a table that has not begun. @param {string[]} names */
const emptySeats = names => names.map((_, seat) => ({ id: `seat-${seat + 1}-panel`, seat, title: `Seat ${seat + 1}` }));

/** Show them as the page's state is now. @param {TablePage} page */
export function showControls(page) {
  const { state, root } = page,
    view = state.view,
    me = mySeat(state),
    people = state.people;
  const yours = isMyTurn(state) && !state.sent && !state.covered;
  setAttribute(root, "data-state", isOver(state) ? "over" : yours ? "yours" : "waiting");
  setAttribute(root, "data-ply", view?.ply ?? 0);
  setAttribute(root, "data-free", state.people?.seats.filter(({ kind }) => kind === "open").length ?? -1);
  setAttribute(root, "data-holds", people?.holds || null);
  setAttribute(root, "data-line", state.line);
  const who = { names: names(state), seats: people?.seats, me };
  if (!state.covered) page.panels.show(view ? ((state.past ?? view.scene).screen.panels ?? []) : emptySeats(names(state)), who);
  page.clocks.tick(me);
  page.input.refresh();
  page.aimer?.refresh();
  showBar(page);
  page.notice.show(notice(state));
  page.past.show();
  showAsk(page);
}

/** @param {TablePage} page */
function showBar(page) {
  const { state } = page,
    me = mySeat(state),
    people = state.people;
  page.bar.show({
    line: state.line,
    words: LINES[state.line],
    turn: turn(state),
    mine: isMyTurn(state),
    undo: Boolean(state.view?.can_undo) && !isOver(state),
    hint: Boolean(state.hello?.hints) && isMyTurn(state),
    watchers: people?.watchers ?? 0,
    watching: people?.watching ?? [],
    seated: me != null,
    away: isAway(state),
    over: isOver(state),
    open: state.hello?.status === "open",
    ...ways(page),
  });
}

/** How this seat can end the match before its rules do. @param {TablePage} page */
function ways({ state, result }) {
  const me = mySeat(state),
    seats = state.people?.seats ?? [],
    going = me != null && state.hello?.status === "playing" && !isOver(state) && !seats[me]?.resigned,
    contest = seats.length > 1 && !result.together;
  return {
    resign: going && contest,
    draw: going && contest && seats.every(({ kind, away, resigned, agrees }) => (kind === "person" && !away) || resigned || agrees),
    abandon: going,
    // What nobody else has answered can be taken back without asking.
    takeback: going && !state.shared && !state.view?.can_undo && Boolean(state.view?.ply) && seats.some(({ kind, away }, seat) => kind === "person" && !away && seat !== me),
  };
}

/** @param {TablePage} page */
function showAsk(page) {
  const { state } = page,
    choices = myChoices(state);
  const deeds = [];
  if (mustBeReady(state)) {
    deeds.push({ name: "ready", label: "Ready", main: true, act: () => page.send({ type: "ready" }) });
  } else if (state.asked) {
    deeds.push({ name: "yes", label: `Yes: ${state.asked.label}`, main: true, act: () => page.input.confirm() });
    deeds.push({ name: "no", label: "No", act: () => page.input.cancel() });
  } else if (state.touched.length || page.aimer?.aim) {
    if (page.aimer?.aim) deeds.push(page.aimer.deed());
    if (state.touched.length) deeds.push({ name: "back", label: "Put it back", act: () => page.input.cancel() });
  } else if (isOver(state) && page.result.shown) {
    deeds.push({ name: "again", label: page.result.againWords, main: true, act: () => page.result.playAgain() });
    deeds.push({ name: "result", label: "Result", act: () => page.result.open() });
  }
  const deciding = !choices.empty && !state.touched.length && !state.asked;
  const [help, fresh] = deciding ? page.explainer.explain(state) : ["", false];
  const called = callNames(names(state)),
    worded = (/** @type {Option[]} */ list) => list.map(option => ({ ...option, label: withNames(option.label, called) }));
  page.ask.show({
    prompt: page.prompt(),
    help,
    fresh,
    deeds,
    hint: state.hint,
    buttons: state.asked ? [] : worded(page.input.buttons()),
    only: !choices.next([]).size,
    list: state.asked || choices.list.every(({ touch }) => !touch.length) ? [] : worded(choices.list),
  });
}
