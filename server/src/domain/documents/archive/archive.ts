import { randomUUID } from 'node:crypto';
import { addDays, type Day, type Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { networkOf } from '#server/domain/identity/session/address.rules.ts';
import { describeBrowser } from '#server/domain/identity/session/browser.rules.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { addJob } from '#server/kernel/job/job.ts';
import type { RequestFacts, Subscriber } from '#server/kernel/world.ts';
import { lastArchive, noteAllCalls, orderArchive, type ArchiveRow } from './archive.queries.ts';
import { ARCHIVE_QUEUE, makeArchiveJob } from './jobs.ts';
import { archiveOrdered } from './notices.ts';

/** Days for which a made archive can be downloaded. */
export const KEPT_DAYS = 7;
/** An archive that is not made within this time is given up. Milliseconds. */
export const MADE_WITHIN_MS = 86_400_000;

export interface ArchiveState {
  readonly archive: {
    readonly archive_id: string;
    readonly state: 'making' | 'ready' | 'failed' | 'erased';
    readonly ordered_at: Instant;
    readonly bytes: number | null;
    readonly kept_until: Instant | null;
  } | null;
  /** The day from which another archive can be ordered; null: today. */
  readonly next_on: Day | null;
  readonly kept_days: number;
}

interface Moment {
  readonly now: Date;
  readonly today: Day;
}

export async function archiveState(tx: Tx, contractId: number, { now, today }: Moment): Promise<ArchiveState> {
  const last = await lastArchive(tx, contractId);
  if (!last) return { archive: null, next_on: null, kept_days: KEPT_DAYS };
  const { archive_id, ordered_at, bytes, kept_until } = last;
  return {
    archive: { archive_id, state: stateOf(last, now), ordered_at, bytes, kept_until },
    next_on: last.ordered_on < today ? null : addDays(today, 1),
    kept_days: KEPT_DAYS,
  };
}

function stateOf({ ordered_at, kept_until }: ArchiveRow, now: Date) {
  if (kept_until !== null) return Date.parse(kept_until) > now.getTime() ? 'ready' : 'erased';
  return Date.parse(ordered_at) + MADE_WITHIN_MS > now.getTime() ? 'making' : 'failed';
}

interface Ordering extends Moment {
  readonly subscriber: Subscriber;
  readonly request: Pick<RequestFacts, 'ip' | 'browser'>;
  readonly zone: string;
}

/** Orders an archive, unless one was ordered today. Its calls show the full numbers of others, so this is recorded at once. */
export async function order(tx: Tx, { subscriber, request, now, today, zone }: Ordering): Promise<ArchiveState> {
  const { contractId, sessionId } = subscriber;
  const archiveId = randomUUID();
  if (await orderArchive(tx, { archiveId, contractId, sessionId, today, now })) {
    const browser = describeBrowser(request.browser);
    await noteAllCalls(tx, contractId, { sessionId, now, browser, network: networkOf(request.ip) });
    await notify(tx, archiveOrdered, contractId, { archiveId, browser }, { now, zone });
    await addJob(tx, makeArchiveJob, { archiveId }, { queue: ARCHIVE_QUEUE });
  }
  return archiveState(tx, contractId, { now, today });
}
