import { disconnectServiceEffect } from '#server/domain/services/provisioning/effects.ts';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { settleMatter } from '#server/domain/messaging/notify.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { writeDown } from '#server/domain/identity/session/session.queries.ts';
import { waitText } from '#server/domain/identity/guard/lock.rules.ts';
import { followSchedule } from '../access-schedule/follow.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { serviceRow } from '../service/service-row.queries.ts';
import { allowanceLeft, takeOne } from './allowance.queries.ts';
import { UNLOCKS, type AllowanceLeft } from './allowance.rules.ts';
import { bindDevice, holdAccess, release, serviceAccess } from './access.queries.ts';
import { isUnlockable, wayOut, type UNLOCKABLE } from './access.rules.ts';

type Unlockable = (typeof UNLOCKABLE)[number];

export interface UnlockResult {
  /** The reason why the service was blocked; null if it worked. */
  readonly lifted: Unlockable | null;
  readonly state: 'active' | 'blocked';
  readonly reason: 'debt' | 'schedule' | null;
  readonly unlocks_left: number;
}

/** A login that was locked. */
const loginTopic = (userId: number): string => `login:${userId}`;

const bucketOf = (userId: number) => `unlock:${userId}`;

/** How many times the service may still be unlocked within the hour. */
export const unlocksLeft = (tx: Tx, userId: number, now: Date): Promise<AllowanceLeft> =>
  allowanceLeft(tx, bucketOf(userId), UNLOCKS, now);

/**
 * Lifts a mistaken block of a service: a locked login, a stuck session, the binding to an old device. A working service
 * stays unchanged. Refuses to lift a block for another reason and says what helps; also refuses the fourth unlocking within
 * an hour. Hours that the client's schedule closes stay closed.
 */
export async function unlock(
  tx: Tx,
  userId: number,
  { now, zone, support }: At & { support: string },
): Promise<UnlockResult> {
  // Locks the account first, so that a debt begins or ends before or after, not in between.
  const { situation, contract_id: contractId } = await serviceRow(tx, userId, { lock: true });
  if (situation === 'active') {
    const { left } = await unlocksLeft(tx, userId, now);
    return { lifted: null, state: 'active', reason: null, unlocks_left: left };
  }
  if (!isUnlockable(situation)) throw new Problem('change_not_allowed', { message: wayOut(situation, support) });
  const { isTaken, left, from } = await takeOne(tx, bucketOf(userId), UNLOCKS, now);
  if (!isTaken) throw tooOften(from, now);
  if (situation === 'binding_stale') await bindSeenDevice(tx, userId);
  const released = await release(tx, userId, now);
  await settleMatter(tx, contractId, loginTopic(userId), now);
  await serviceChanged(tx, { userId });
  const turned = await followSchedule(tx, userId, { now, zone });
  if (situation === 'session_stuck')
    await enqueueEffect(tx, disconnectServiceEffect, { userId, until: now.toISOString() });
  await writeDown(tx, { kind: 'service_unlocked', contractId, detail: { userId, lifted: situation } }, now);
  return { lifted: situation, ...released, ...turned, unlocks_left: left };
}

async function bindSeenDevice(tx: Tx, userId: number): Promise<void> {
  await holdAccess(tx, userId);
  const { seen_mac: seen } = await serviceAccess(tx, userId);
  if (seen === null) {
    throw new Problem('change_not_allowed', {
      message: 'Сеть не видит вашего устройства. Включите его, подождите минуту и повторите',
    });
  }
  await bindDevice(tx, userId, seen);
}

function tooOften(from: Date | null, now: Date): Problem {
  const rest = from === null ? UNLOCKS.within : from.getTime() - now.getTime();
  return new Problem('too_many_requests', {
    message: `Разблокировать можно ${UNLOCKS.times} раза в час. Снова через ${waitText(rest)}. Если не помогает, проверьте логин и пароль в роутере`,
    retryAfter: Math.ceil(rest / 1000),
  });
}
