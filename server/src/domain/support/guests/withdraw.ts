import { instant, type Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { helpDeskHearsRequest } from '#server/domain/help-desk/tell.ts';
import { settleMatter } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { momentWord } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { OF_NUMBER } from './call-back.rules.ts';
import type { CallBackRow } from './guest.queries.ts';
import { echoByKey, promoteEcho, withdrawEcho } from './echo.queries.ts';
import { CALL_TOPIC } from './topic.ts';
import { withdrawCallBack } from './request.queries.ts';

/** Cancels a call, given as a locked row or undefined. Returns when the same number can be given again. */
export async function withdrawCall(
  tx: Tx,
  call: CallBackRow | undefined,
  at: At,
): Promise<{ again_at: Instant | null }> {
  if (!call) throw new Problem('not_found');
  const { call_back_id: id, withdrawn_at: withdrawnAt, done_at: doneAt } = call;
  if (withdrawnAt === null && doneAt !== null)
    throw new Problem('call_back_over', { message: overText(call, doneAt, at) });
  if (withdrawnAt === null) {
    await withdrawCallBack(tx, id, at.now);
    if (call.contract_id !== null) await settleMatter(tx, call.contract_id, CALL_TOPIC, at.now);
    await helpDeskHearsRequest(tx, { kind: 'call_back', requestId: id, step: 'withdrawn' });
    const next = await promoteEcho(tx, id);
    if (next) await helpDeskHearsRequest(tx, { kind: 'call_back', requestId: next.call_back_id, step: 'asked' });
  }
  return { again_at: againAt(call, at) };
}

function againAt({ created_at }: CallBackRow, { now }: At): Instant | null {
  const again = new Date(Date.parse(created_at) + OF_NUMBER.within);
  return again > now ? instant(again) : null;
}

/** The same for an echo: the call that somebody else has requested for the number stays. */
export async function withdrawEchoed(tx: Tx, keyHash: Buffer, at: At): Promise<{ again_at: Instant | null }> {
  const echo = await echoByKey(tx, keyHash, at.now);
  if (!echo) throw new Problem('not_found');
  if (echo.withdrawn_at === null && echo.done_at !== null)
    throw new Problem('call_back_over', { message: overText(echo, echo.done_at, at) });
  await withdrawEcho(tx, keyHash, at.now);
  return { again_at: againAt(echo, at) };
}

/** Why it is too late to cancel. */
function overText({ result }: CallBackRow, doneAt: Instant, at: At): string {
  const when = momentWord(doneAt, at);
  if (result === 'called') return `Отменить уже нельзя: мы вам позвонили, ${when}`;
  if (result === 'no_answer') return `Отменять нечего: мы уже звонили и\u00a0не\u00a0дозвонились, ${when}`;
  return `Отменять нечего: звонок уже закрыт, ${when}`;
}
