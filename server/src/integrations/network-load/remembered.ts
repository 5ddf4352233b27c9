import type { LoadPoint, NetworkLoad, PlaceLoad } from './port.ts';

/** For this time one measurement serves all browsers. */
const FRESH_MS = 10_000;
const HISTORY_FRESH_MS = 5 * 60_000;
/** While the source does not answer, the latest measurements are shown with their age, up to this age. */
const KEPT_MS = 6 * 3_600_000;

interface Kept<T> {
  readonly value: T;
  readonly at: number;
}

/** Caches a reply for `freshMs`, shares it among simultaneous callers, and keeps it for when the source does not answer. */
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

/** Wraps a source of load: asks it seldom, and shows earlier measurements while it does not answer. */
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
