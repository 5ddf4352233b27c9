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
import { factOfLine } from '../radius/facts.ts';
import { forgetGuesses } from '../radius/guessing.ts';
import type { LineFact } from '../radius/facts.rules.ts';
import { endLiveSessions } from '../sessions/end-session.ts';
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

interface StaffUnlocks {
  /** Who of the staff. */
  readonly by: string;
  readonly binds?: string;
}

/** A login that was locked. */
const loginTopic = (userId: number): string => `login:${userId}`;

const bucketOf = (userId: number) => `unlock:${userId}`;

/** How many times the service may still be unlocked within the hour. */
export const unlocksLeft = (tx: Tx, userId: number, now: Date): Promise<AllowanceLeft> =>
  allowanceLeft(tx, bucketOf(userId), UNLOCKS, now);

/**
 * Lifts a mistaken block of a service: a locked login, a stuck session, the binding to an old device. Of a service that is not blocked it
 * mends what the network has told of its line; one that works stays unchanged. Refuses to lift a block for another reason and says what helps; also refuses the fourth unlocking within
 * an hour. Hours that the client's schedule closes stay closed. The staff are not counted: whoever calls has mostly tried himself.
 */
export async function unlock(
  tx: Tx,
  userId: number,
  { now, zone, support }: At & { support: string },
  staff?: StaffUnlocks,
): Promise<UnlockResult> {
  // Locks the account first, so that a debt begins or ends before or after, not in between.
  const { situation, contract_id: contractId } = await serviceRow(tx, userId, { lock: true });
  if (situation === 'active') return mendLine(tx, { userId, contractId }, now, staff);
  if (!isUnlockable(situation)) throw new Problem('change_not_allowed', { message: wayOut(situation, support) });
  const left = staff === undefined ? await useOne(tx, userId, now) : (await unlocksLeft(tx, userId, now)).left;
  if (situation === 'binding_stale') await bindKnownDevice(tx, userId, staff?.binds);
  const opened = await open(tx, { userId, contractId }, { now, zone });
  if (situation === 'session_stuck')
    await enqueueEffect(tx, disconnectServiceEffect, { userId, until: now.toISOString() });
  const detail = { userId, lifted: situation, ...(staff !== undefined && { by: staff.by }) };
  await writeDown(tx, { kind: 'service_unlocked', contractId, detail }, now);
  return { lifted: situation, ...opened, unlocks_left: left };
}

interface Locked {
  readonly userId: number;
  readonly contractId: number;
}

/** Opens a service that was closed by mistake, unless its schedule or a debt closes it. */
async function open(tx: Tx, { userId, contractId }: Locked, { now, zone }: At) {
  const released = await release(tx, userId, now);
  await forgetGuesses(tx, userId);
  await settleMatter(tx, contractId, loginTopic(userId), now);
  await serviceChanged(tx, { userId });
  return { ...released, ...(await followSchedule(tx, userId, { now, zone })) };
}

/** Lifts a lock that has lasted long enough; nothing if it is lifted already. */
export async function liftLock(tx: Tx, userId: number, at: At): Promise<void> {
  const { situation, contract_id: contractId } = await serviceRow(tx, userId, { lock: true });
  if (situation === 'login_locked') await open(tx, { userId, contractId }, at);
}

/** What the network itself holds against the router of an open service: another device is bound, or another session is on. */
async function mendLine(
  tx: Tx,
  { userId, contractId }: Locked,
  now: Date,
  staff: StaffUnlocks | undefined,
): Promise<UnlockResult> {
  const fact = await factOfLine(tx, userId, now);
  const lifted = fact === undefined ? null : MENDED[fact.kind];
  if (lifted === null) return { lifted, ...WORKS, unlocks_left: (await unlocksLeft(tx, userId, now)).left };
  const left = staff === undefined ? await useOne(tx, userId, now) : (await unlocksLeft(tx, userId, now)).left;
  if (lifted === 'binding_stale') {
    await bindKnownDevice(tx, userId, staff?.binds);
    await serviceChanged(tx, { userId });
  } else await endLiveSessions(tx, userId, now);
  const detail = { userId, lifted, ...(staff !== undefined && { by: staff.by }) };
  await writeDown(tx, { kind: 'service_unlocked', contractId, detail }, now);
  return { lifted, ...WORKS, unlocks_left: left };
}

const WORKS = { state: 'active', reason: null } as const;

const MENDED: Readonly<Record<LineFact['kind'], Unlockable | null>> = {
  other_device: 'binding_stale',
  second_device: 'session_stuck',
  session_stuck: 'session_stuck',
  wrong_password: null,
  nas_silent: null,
  silent: null,
};

/** Counts an unlocking; returns how many are left. */
async function useOne(tx: Tx, userId: number, now: Date): Promise<number> {
  const { isTaken, left, from } = await takeOne(tx, bucketOf(userId), UNLOCKS, now);
  if (!isTaken) throw tooOften(from, now);
  return left;
}

/** The device that the staff name, or the one that the network has seen last. */
async function bindKnownDevice(tx: Tx, userId: number, named: string | undefined): Promise<void> {
  await holdAccess(tx, userId);
  const seen = named ?? (await serviceAccess(tx, userId)).seen_mac;
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
