/** Sounds made from nothing: knocks of wood, a rattle of dice, a chime when it is your turn. */

/**
 * A tone that dies away.
 * @param {AudioContext} audio
 * @param {number} at seconds from now
 * @param {number} pitch
 * @param {number} long
 * @param {number} loud
 * @param {OscillatorType} [shape]
 */
function tone(audio, at, pitch, long, loud, shape = "sine") {
  const [sound, volume, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + at];
  sound.type = shape;
  sound.frequency.setValueAtTime(pitch, start);
  sound.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + long);
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
  sound.connect(volume).connect(audio.destination);
  sound.start(start);
  sound.stop(start + long);
}

/** @type {Record<string, (audio: AudioContext) => void>} */
export const SOUNDS = {
  move: audio => tone(audio, 0, 190, 0.09, 0.35, "triangle"),
  turn: audio => [660, 880].forEach((pitch, k) => tone(audio, 0.12 * k, pitch, 0.35, 0.12)),
  dice: audio =>
    [0, 0.07, 0.13, 0.22, 0.34].forEach((at, k) => tone(audio, at, 320 + 60 * (k % 3), 0.05, 0.22, "square")),
  over: audio => [523, 659, 784, 1047].forEach((pitch, k) => tone(audio, 0.14 * k, pitch, 0.5, 0.12)),
  talk: audio => tone(audio, 0, 990, 0.08, 0.06),
};
