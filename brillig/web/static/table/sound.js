/** Sounds: off until somebody wants them, and fetched then. */

import { remembered } from "./dom.js";

/** @type {AudioContext | null} */
let context = null;

export const soundOn = () => remembered("sound") === "on";

/** @param {boolean} on */
export function setSound(on) {
  remembered("sound", on ? "on" : "off");
  if (on) play("turn");
}

/** @param {"move" | "turn" | "dice" | "over" | "talk"} name */
export async function play(name) {
  if (!soundOn()) return;
  const audio = (context ??= new AudioContext());
  if (audio.state === "suspended") audio.resume(); // browsers wait for a first touch
  (await import("./rare/sounds.js")).SOUNDS[name](audio);
}
