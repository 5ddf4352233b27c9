import { notifyManager, useQueryClient, type QueryCache, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError, NetworkError } from '#web/api/api-error.ts';
import { now, ofDevice } from '#web/lib/clock/clock.ts';
import { sharedValue, useShared } from '#web/lib/page/shared-value.ts';
import { dayOf, dayText, range, timeText } from '#web/lib/text/format.ts';

/** Why several parts may fail at once: no answer, a server that is busy or restarts, our own fault. */
export type FailureCause = 'network' | 'busy' | 'broken';

const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Undefined for a refusal that concerns only this part. */
function causeOf(failure: Error | null): FailureCause | undefined {
  if (failure instanceof NetworkError) return 'network';
  if (!(failure instanceof ApiError)) return undefined;
  if (BUSY.has(failure.status)) return 'busy';
  return failure.status >= 500 ? 'broken' : undefined;
}

/** The queries whose data are on the screen. */
const shownIn = (cache: QueryCache) => cache.getAll().filter((query) => query.isActive());

type Query = ReturnType<QueryCache['getAll']>[number];

/** A query that is repeated has forgotten its failure. */
const lastFailures = new WeakMap<Query, Error>();

function lastCause(query: Query): FailureCause | undefined {
  const { data, error } = query.state;
  if (data !== undefined) lastFailures.delete(query);
  else if (error) lastFailures.set(query, error);
  return causeOf(lastFailures.get(query) ?? null);
}

/** The cause by which at least two parts of the screen have failed; all but one may be loading again. */
export function commonCause(cache: QueryCache): FailureCause | undefined {
  const lost = shownIn(cache).map((query) => ({ cause: lastCause(query), isOver: query.state.status === 'error' }));
  return (['network', 'busy', 'broken'] as const).find((one) => {
    const same = lost.filter(({ cause }) => cause === one);
    return same.length > 1 && same.some(({ isOver }) => isOver);
  });
}

/** A shorter wait, in seconds, ends before its words are read. */
const SHORT = 2;

/** 'some' if the server has put a read off for longer: it is asked again in time (`api/query-client.ts`). */
export const putOff = (cache: QueryCache): 'some' | undefined =>
  cache.getAll().some(({ state }) => state.status === 'pending' && toldBy(state.fetchFailureReason) > SHORT)
    ? 'some'
    : undefined;

const toldBy = (failure: Error | null): number => (failure as ApiError | null)?.retryAfter ?? 0;

/** 'some' if any part of the screen has its data. */
export const partShown = (cache: QueryCache): 'some' | undefined =>
  shownIn(cache).some(({ state }) => state.data !== undefined) ? 'some' : undefined;

/** The cache of the library writes down moments of the device. */
const momentOf = (updatedAt: number): string => {
  const at = new Date(ofDevice(updatedAt));
  const [day, today] = [dayOf(at), dayOf(now())];
  return `${day === today ? '' : `${dayText(day, today)}, `}${timeText(at)}`;
};

/** From when the data of the screen are: «14:05», «20 ноября, 23:10–14:05»; undefined without data. */
export function ageText(cache: QueryCache): string | undefined {
  const times = shownIn(cache).flatMap(({ state }) => (state.dataUpdatedAt > 0 ? [state.dataUpdatedAt] : []));
  if (times.length === 0) return undefined;
  const [oldest, newest] = [momentOf(Math.min(...times)), momentOf(Math.max(...times))];
  return oldest === newest ? newest : range(oldest, newest);
}

/** A text computed from the cache; rerenders the component when it changes. */
export function useOfCache<T extends string>(read: (cache: QueryCache) => T | undefined): T | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    () => read(cache),
    () => undefined,
  );
}

/** Asks again for everything on the screen that failed. */
const retryAll = (client: QueryClient): Promise<unknown> =>
  client.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });

const toldByPage = sharedValue(false);

/** While it is shown, the page tells by itself that nothing has come: nothing above it repeats that. */
export function useTellsItself(): void {
  useEffect(() => {
    toldByPage.set(true);
    return () => toldByPage.set(false);
  }, []);
}

/** Whether the page tells it by itself. */
export const useToldByPage = (): boolean => useShared(toldByPage, false);

/** Asks again for all that failed, and tells whether that still goes on. */
export function useRetryAll(): { isBusy: boolean; again: () => void } {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const again = (): void => {
    setBusy(true);
    void retryAll(client).finally(() => setBusy(false));
  };
  return { isBusy, again };
}
