/** The sounds of a table, made by the browser itself: chips, dice in a hand and on the felt, chips that are taken, a moment. */
import { preferences } from "../../state/preferences";

export type Sound = "chip" | "chips" | "shake" | "land" | "sweep" | "moment";

/** One knock: when, in seconds from now; how high, in hertz; how long it rings, in seconds; how loud, from 0 to 1. */
interface Knock {
  readonly at: number;
  readonly pitch: number;
  readonly rings: number;
  readonly loud: number;
}

/** Chips are high and short, dice lower, a sweep of the stick is a long breath. */
const KNOCKS: { readonly [sound in Exclude<Sound, "moment">]: readonly Knock[] } = {
  chip: [{ at: 0, pitch: 3_600, rings: 0.05, loud: 0.5 }],
  chips: [0, 0.07, 0.13, 0.2].map((at, n) => ({ at, pitch: 3_200 + 250 * n, rings: 0.06, loud: 0.5 })),
  shake: [0, 0.06, 0.13, 0.19, 0.27].map((at, n) => ({ at, pitch: 1_100 + 170 * (n % 3), rings: 0.04, loud: 0.3 })),
  land: [0, 0.05, 0.12, 0.16].map((at, n) => ({ at, pitch: 820 - 60 * n, rings: 0.07, loud: 0.7 - 0.15 * n })),
  sweep: [{ at: 0, pitch: 520, rings: 0.32, loud: 0.35 }],
};
const TONES = [660, 880];

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Plays a sound if that is wanted, and somebody has touched the page: before that a browser is silent anyway. */
export function play(sound: Sound): void {
  if (!preferences.get("sound") || document.hidden || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const level = context.createGain();
  level.gain.value = volume();
  level.connect(context.destination);
  if (sound === "moment") TONES.forEach((pitch, n) => tone(context!, level, pitch, 0.14 * n));
  else for (const one of KNOCKS[sound]) knock(context, level, one);
}

/** How loud, from 0 to 1; an ear hears the square of it as even steps. */
export function volume(): number {
  return (Math.min(Math.max(preferences.get("volume"), 0), 100) / 100) ** 2;
}

/** A burst of noise through a narrow band: a small hard thing that is struck. */
function knock(to: AudioContext, level: GainNode, { at, pitch, rings, loud }: Knock): void {
  const start = to.currentTime + at;
  const [source, band, fade] = [to.createBufferSource(), to.createBiquadFilter(), to.createGain()];
  source.buffer = noise ??= whiteNoise(to);
  [band.type, band.Q.value, band.frequency.value] = ["bandpass", 3, pitch];
  fade.gain.setValueAtTime(loud, start);
  fade.gain.exponentialRampToValueAtTime(0.001, start + rings);
  source.connect(band).connect(fade).connect(level);
  source.start(start, 0, rings);
}

function tone(to: AudioContext, level: GainNode, pitch: number, at: number): void {
  const start = to.currentTime + at;
  const [source, fade] = [to.createOscillator(), to.createGain()];
  source.frequency.value = pitch;
  fade.gain.setValueAtTime(0.2, start);
  fade.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
  source.connect(fade).connect(level);
  source.start(start);
  source.stop(start + 0.5);
}

function whiteNoise(to: AudioContext): AudioBuffer {
  const buffer = to.createBuffer(1, to.sampleRate / 2, to.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  return buffer;
}
