import type { QueryClient } from '@tanstack/react-query';
import type { Outdated } from '@kabinet/contract/kernel/call/outdates';
import { authError, isGuest, shownContract } from '#web/api/session.ts';
import { contract } from '#web/api/contract.ts';
import { cacheKey } from '#web/api/use-call.ts';
import { wait } from '#web/lib/clock/clock.ts';
import { act, actAfterGap } from './act.ts';
import { hearLoad } from './load.ts';
import { openStream } from './one-per-browser.ts';
import type { StreamEvent } from './read-stream.ts';

/** Interval of checks whether the first data have come. */
const LOOK_MS = 500;
/** Delay of the stream, so that it does not compete with the first screen. */
const IDLE_MS = 2000;

/** Follows the stream of events for this page. `since`: when its data were asked for. Returns a function that ends it. */
export function listen(cache: QueryClient, since: number): () => void {
  const stop = new AbortController();
  void begin(cache, since, stop.signal).catch(() => undefined);
  return () => stop.abort();
}

async function begin(cache: QueryClient, since: number, signal: AbortSignal): Promise<void> {
  await wait(IDLE_MS, signal);
  while (!hearLoad.isWanted() && (isGuest() || shownContract() === undefined)) {
    if (authError()) return;
    await wait(LOOK_MS, signal);
  }
  const on = ({ event, data }: StreamEvent): void => {
    if (event === 'outdated') void act(cache, data as Outdated);
    if (event === 'gap') void actAfterGap(cache);
    if (event === 'load') cache.setQueryData(cacheKey(contract.network.load), data);
    if (event === 'network') void cache.invalidateQueries({ queryKey: ['network'] });
  };
  const stream = openStream(on, since);
  const unfollow = hearLoad.follow((wants) => stream.wantLoad(wants));
  signal.addEventListener('abort', () => {
    unfollow();
    stream.end();
  });
}
