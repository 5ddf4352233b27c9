import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { OwnUser } from '../service/service-user.queries.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { holdAccess, serviceAccess, setAutoAuth, type ServiceAccess } from './access.queries.ts';
import { whyNotAutoAuth } from './access.rules.ts';
import { unlocksLeft } from './unlock.ts';

/** Automatic authentication of a service, as shown to the client. */
export async function autoAuthOf(tx: Tx, { userId, userType }: OwnUser, now: Date) {
  const access = await serviceAccess(tx, userId);
  const { left, from } = await unlocksLeft(tx, userId, now);
  return {
    user_id: userId,
    is_on: access.auto_auth,
    is_applied: access.is_applied,
    bound_mac: access.bound_mac,
    seen_mac: access.seen_mac,
    seen_at: access.seen_at,
    control: controlOf(access, whyNotAutoAuth(userType, access.situation)),
    unlocks_left: left,
    unlock_from: from === null ? null : (from.toISOString() as Instant),
  };
}

function controlOf({ auto_auth, is_applied }: ServiceAccess, blockReason: string | null) {
  if (blockReason !== null) return { status: 'locked' as const, text: blockReason, possible_from: null };
  const word = auto_auth ? ('on' as const) : ('off' as const);
  if (is_applied) return { status: word, text: '', possible_from: null };
  return { status: `${word}_pending` as const, text: 'Применяется', possible_from: null };
}

/**
 * Switches automatic authentication; binds the last seen device if none is bound. No order is sent if nothing changes.
 */
export async function switchAutoAuth(tx: Tx, { userId, userType }: OwnUser, isOn: boolean): Promise<void> {
  await holdAccess(tx, userId);
  const { auto_auth, bound_mac, seen_mac, situation } = await serviceAccess(tx, userId);
  const blockReason = whyNotAutoAuth(userType, situation);
  if (blockReason !== null) throw new Problem('change_not_allowed', { message: blockReason });
  if (auto_auth === isOn) return;
  await setAutoAuth(tx, userId, isOn, bound_mac ?? (isOn ? seen_mac : null));
  await serviceChanged(tx, { userId });
}
