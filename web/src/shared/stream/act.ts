import type { QueryClient } from '@tanstack/react-query';
import type { Outdated } from '@kabinet/contract/kernel/outdates';
import { contract } from '#api/contract.ts';
import { forgetBatches } from '#api/in-flight.ts';
import { cacheKey, ownChanges } from '#api/use-call.ts';
import { nowMs, wait } from '#lib/clock.ts';
import type { Notice, User } from '#shared/data/frame-data.ts';
import { isAwaiting, lookAtPayments } from '#shared/money/awaited-payments.ts';
import { toast } from '#ui/toast-store.ts';
import { serviceTold, textOf } from './stream.texts.ts';

/** An event that comes so soon after a change of this page tells of that change. */
const OWN_MS = 1500;
const LOOK_MS = 100;
/** After a gap all browsers ask for everything: not in the same second. */
const GAP_MS = 5000;

const users = (cache: QueryClient): readonly User[] => cache.getQueryData(cacheKey(contract.user.list)) ?? [];
const notices = (cache: QueryClient): readonly Notice[] =>
  cache.getQueryData(cacheKey(contract.notice.getMessages)) ?? [];

/** Asks anew for what has grown old, and then says what happened. */
export async function act(cache: QueryClient, { kinds, outdates, messages }: Outdated): Promise<void> {
  const heardAt = nowMs();
  const isOwn = await ownChangeOver();
  const resources = new Set<unknown>(outdates);
  const before = users(cache);
  forgetBatches();
  await cache.invalidateQueries({
    predicate: ({ queryKey: [resource], state }) =>
      resources.has(resource) && !(isOwn && state.dataUpdatedAt > heardAt),
  });
  if (kinds.includes('money') && isAwaiting()) lookAtPayments();
  // The page has said what it did itself; a hidden one says nothing.
  if (isOwn || document.visibilityState !== 'visible') return;
  const told = notices(cache).filter(({ id, kind }) => messages.includes(id) && !(kind === 'money' && isAwaiting()));
  for (const notice of told) say(notice.title, textOf(notice.body));
  // A message about money tells what it switched, too.
  if (messages.length === 0) for (const words of serviceTold(before, users(cache))) say(words);
}

const say = (title: string, text?: string) => toast({ tone: 'info', title, text });

/**
 * Nobody knows what has happened: everything on the screen is asked for again. A preview is not: the server compares what the client
 * saw with the present state anyway, and an answer that comes while he confirms would only refuse what he has just done.
 */
export async function actAfterGap(cache: QueryClient): Promise<void> {
  await wait(Math.random() * GAP_MS);
  await ownChangeOver();
  forgetBatches();
  await cache.invalidateQueries({ predicate: ({ queryKey: [resource] }) => resource !== 'preview' });
  if (isAwaiting()) lookAtPayments();
}

/** Waits until no change of this page is under way; true if there was one just now. */
async function ownChangeOver(): Promise<boolean> {
  const isNear = (): boolean => ownChanges.running > 0 || nowMs() - ownChanges.endedAt < OWN_MS;
  const wasNear = isNear();
  while (isNear()) await wait(LOOK_MS);
  return wasNear;
}
