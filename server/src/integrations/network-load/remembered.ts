import type { LoadPoint, NetworkLoad, PlaceLoad } from './port.ts';

/** Many browsers ask at once: whoever measures is asked once in so long. */
const FRESH_MS = 10_000;
const HISTORY_FRESH_MS = 5 * 60_000;
/** While nobody answers, the latest measurements are shown with their age; older ones say nothing. */
const KEPT_MS = 6 * 3_600_000;

interface Kept<T> {
  readonly value: T;
  readonly at: number;
}

/** One answer for all who ask at once, repeated for a while, and kept for when there is no other. */
function remembering<T>(freshMs: number) {
  let kept: Kept<T> | undefined;
  let asked: Promise<T> | undefined;
  return async (now: number, ask: () => Promise<T>): Promise<T> => {
    if (kept && Math.abs(now - kept.at) < freshMs) return kept.value;
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    try {
      const value = await asked;
      kept = { value, at: now };
      return value;
    } catch (error) {
      if (kept && now - kept.at < KEPT_MS) return kept.value;
      throw error;
    }
  };
}

/** A source of load that is asked seldom, and whose silence does not take away what was measured before. */
export function rememberedLoad(source: NetworkLoad): NetworkLoad {
  const latest = remembering<readonly PlaceLoad[]>(FRESH_MS);
  const days = new Map(
    source.places.map(({ placeId }) => [placeId, remembering<readonly LoadPoint[]>(HISTORY_FRESH_MS)] as const),
  );
  return {
    places: source.places,
    now: (now) => latest(now.getTime(), () => source.now(now)),
    history: async (placeId, span) =>
      days.get(placeId)?.(span.until.getTime(), () => source.history(placeId, span)) ?? [],
  };
}
