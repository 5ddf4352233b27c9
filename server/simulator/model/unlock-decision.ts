import { isPast, nothing, refuse, type DecisionResult, type ServiceCase } from './case.ts';

export interface UnlockDecision {
  readonly do: 'unlock';
  /** The network has seen a device of the client's. */
  readonly isSeen: boolean;
}

const HOUR_MS = 3_600_000;
const UNLOCKS_AN_HOUR = 3;
const UNLOCKABLE = new Set(['login_locked', 'session_stuck', 'binding_stale']);

export function judgeUnlock(
  { model, line, account, setting }: ServiceCase,
  { isSeen }: UnlockDecision,
): DecisionResult {
  if (line.situation === 'active') return nothing(setting);
  if (!UNLOCKABLE.has(line.situation)) refuse('change_not_allowed');
  const { unlocks } = model.memory;
  const userId = Number(line.userId);
  const lately = (unlocks.get(userId) ?? []).filter((at) => !isPast(at, HOUR_MS, setting.now));
  if (lately.length >= UNLOCKS_AN_HOUR) refuse('too_many_requests');
  if (line.situation === 'binding_stale' && !isSeen) refuse('change_not_allowed');
  unlocks.set(userId, [...lately, setting.now.getTime()]);
  line.situation = account.inDebt ? 'debt' : 'active';
  model.turnByHours(line, setting.now);
  line.version += 1;
  return nothing(setting);
}
