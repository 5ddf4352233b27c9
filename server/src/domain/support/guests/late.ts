import { instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { helpDeskHearsRequest } from '#server/domain/help-desk/tell.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { momentWord } from '#server/domain/shared/text.rules.ts';
import { callTimes, type CallBackHours } from './call-back.rules.ts';
import type { CallBackRow } from './guest.queries.ts';
import { callLate } from './notices.ts';
import { lockLateCall, lockLateCalls, setLate } from './request.queries.ts';

/** After this many missed promises there is no new one: the client is asked to call. */
const MOST_PROMISES = 2;

/** Records promised times that have passed without a call and promises the soonest new time. Returns how many there were. */
export async function noteLateCalls(tx: Tx, hours: CallBackHours, at: At, most: number): Promise<number> {
  const late = await lockLateCalls(tx, at.now, most);
  for (const call of late) await noteLateCall(tx, call, hours, at);
  return late.length;
}

/** Promises a new time at once when the client asks again for a call whose first promise has passed. If true, read it again. */
export async function promiseAnew(
  tx: Tx,
  { call_back_id: id, to, late_times: lateTimes }: CallBackRow,
  hours: CallBackHours,
  at: At,
): Promise<boolean> {
  if (new Date(to) >= at.now || lateTimes >= MOST_PROMISES - 1) return false;
  const late = await lockLateCall(tx, id, at.now);
  if (late) await noteLateCall(tx, late, hours, at);
  return true;
}

async function noteLateCall(tx: Tx, call: CallBackRow, hours: CallBackHours, at: At): Promise<void> {
  const { call_back_id: callBackId, contract_id: contractId, topic, to } = call;
  const lateTimes = call.late_times + 1;
  const next = lateTimes < MOST_PROMISES ? callTimes(hours, at.now, at.zone)[0] : undefined;
  await setLate(tx, callBackId, { lateTimes, next });
  const step = lateTimes < MOST_PROMISES ? 'late' : 'late_again';
  await helpDeskHearsRequest(tx, { kind: 'call_back', requestId: callBackId, step });
  if (contractId === null) return;
  const told = { callBackId, lateTimes, topic, promised: momentWord(to, at) };
  await notify(tx, callLate, contractId, { ...told, next: next ? momentWord(instant(next.to), at) : null }, at);
}
