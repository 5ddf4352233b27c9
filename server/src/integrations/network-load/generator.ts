import type { LoadPlace, NetworkLoad, LoadSpan } from './port.ts';

export interface GeneratedPlace extends LoadPlace {
  readonly capacityMbit: number;
  /** Load of the quietest and of the busiest minute of a usual day, percent. */
  readonly lowest: number;
  readonly highest: number;
}

/** How busy each hour of a usual day is, 0–1: quiet before dawn, the peak after nine in the evening. */
const DAY = [
  0.38, 0.22, 0.12, 0.05, 0.02, 0, 0.06, 0.15, 0.26, 0.34, 0.4, 0.43, 0.47, 0.5, 0.52, 0.54, 0.58, 0.66, 0.76, 0.88,
  0.97, 1, 0.9, 0.62,
];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Hours from UTC of the town whose daily curve this is. */
const HOURS_AHEAD = 4;

/** A pseudo-random number between 0 and 1, the same for the same seed. */
function chance(seed: number): number {
  const wave = Math.sin(seed * 12.9898) * 43_758.5453;
  return wave - Math.floor(wave);
}

/** How busy the network is at a moment, 0–1: a smooth curve through the hours of `DAY`. */
function busyAt(ms: number): number {
  const hours = ((ms + HOURS_AHEAD * HOUR_MS) % DAY_MS) / HOUR_MS;
  const [before, after] = [Math.floor(hours) % 24, (Math.floor(hours) + 1) % 24];
  const part = hours - Math.floor(hours);
  const soft = (1 - Math.cos(Math.PI * part)) / 2;
  return (DAY[before] ?? 0) * (1 - soft) + (DAY[after] ?? 0) * soft;
}

function percentOf({ lowest, highest, placeId }: GeneratedPlace, ms: number): number {
  const own = Buffer.from(placeId).reduce((sum, byte) => sum + byte, 0);
  const day = Math.floor((ms + HOURS_AHEAD * HOUR_MS) / DAY_MS);
  const ofDay = 0.94 + 0.12 * chance(own + day);
  const ofMinute = 0.97 + 0.06 * chance(own + Math.floor(ms / (5 * MINUTE_MS)));
  const percent = (lowest + (highest - lowest) * busyAt(ms)) * ofDay * ofMinute;
  return Math.round(Math.min(100, percent) * 10) / 10;
}

/** A made-up load with a plausible day, for the demo only: the same moment always has the same load. */
export function generatedLoad(places: readonly GeneratedPlace[]): NetworkLoad {
  return {
    places,
    now: (now) =>
      Promise.resolve(
        places.map((place) => {
          const percent = percentOf(place, now.getTime());
          return { placeId: place.placeId, percent, mbit: Math.round((percent * place.capacityMbit) / 100), at: now };
        }),
      ),
    history: (placeId, span) => {
      const place = places.find((one) => one.placeId === placeId);
      return Promise.resolve(place ? stepsOf(span).map((at) => ({ at, percent: percentOf(place, at.getTime()) })) : []);
    },
  };
}

/** The moments at which steps end, up to the end of the span. */
function stepsOf({ from, until, stepMinutes }: LoadSpan): Date[] {
  const step = stepMinutes * MINUTE_MS;
  const count = Math.max(0, Math.floor((until.getTime() - from.getTime()) / step) + 1);
  return Array.from({ length: count }, (_, index) => new Date(from.getTime() + index * step));
}
