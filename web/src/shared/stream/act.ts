import type { QueryClient } from '@tanstack/react-query';
import type { Outdated } from '@kabinet/contract/kernel/call/outdates';
import { contract } from '#web/api/contract.ts';
import { forgetBatches } from '#web/api/in-flight.ts';
import { cacheKey, ownChanges } from '#web/api/use-call.ts';
import { deviceMs, wait } from '#web/lib/clock/clock.ts';
import type { Notice, User } from '#web/shared/data/frame-data.ts';
import { isAwaiting, lookAtPayments } from '#web/shared/money/awaited-payments.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { serviceTold, textOf } from './stream.texts.ts';

/** An event that comes within this time after a change of this page reports that change. */
const OWN_MS = 1500;
const LOOK_MS = 100;
/** After a gap each browser refetches everything, at a random moment of this time, so that not all ask in the same second. */
const GAP_MS = 5000;

const users = (cache: QueryClient): readonly User[] => cache.getQueryData(cacheKey(contract.user.list)) ?? [];
const notices = (cache: QueryClient): readonly Notice[] =>
  cache.getQueryData(cacheKey(contract.notice.getMessages)) ?? [];

/** Refetches the outdated data, and then shows a toast about what happened. */
export async function act(cache: QueryClient, { kinds, outdates, messages }: Outdated): Promise<void> {
  const heardAt = deviceMs();
  const isOwn = await ownChangeOver();
  const resources = new Set<unknown>(outdates);
  const before = users(cache);
  forgetBatches();
  await cache.invalidateQueries({
    predicate: ({ queryKey: [resource], state }) =>
      resources.has(resource) && !(isOwn && state.dataUpdatedAt > heardAt),
  });
  if (kinds.includes('money') && isAwaiting()) lookAtPayments();
  // The page has already told about its own change, and a hidden page shows no toasts.
  if (isOwn || document.visibilityState !== 'visible') return;
  const told = notices(cache).filter(({ id, kind }) => messages.includes(id) && !(kind === 'money' && isAwaiting()));
  for (const notice of told) say(notice.title, textOf(notice.body));
  // A message about money also tells which services it switched.
  if (messages.length === 0) for (const words of serviceTold(before, users(cache))) say(words);
}

const say = (title: string, text?: string) => toast({ tone: 'info', title, text });

/**
 * Refetches everything on the screen, because events were missed. Not a preview: the server compares the state that the client saw
 * with the present one anyway, and a new preview that comes while he confirms would only make the server refuse his decision.
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
  const isNear = (): boolean => ownChanges.running > 0 || deviceMs() - ownChanges.endedAt < OWN_MS;
  const wasNear = isNear();
  while (isNear()) await wait(LOOK_MS);
  return wasNear;
}
