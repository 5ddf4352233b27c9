import { instant, type Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import { helpDeskHearsRequest } from '#domain/help-desk/tell.ts';
import type { At } from '#domain/shared/at.ts';
import { momentWord } from '#domain/shared/text.rules.ts';
import { Problem } from '#kernel/problem.ts';
import { OF_NUMBER } from './call-back.rules.ts';
import type { CallBackRow } from './guest.queries.ts';
import { withdrawCallBack } from './request.queries.ts';

/** The client needs the call no more; a locked row, or none. Tells when the same number can be given again. */
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
    await helpDeskHearsRequest(tx, { kind: 'call_back', requestId: id, step: 'withdrawn' });
  }
  const again = new Date(Date.parse(call.created_at) + OF_NUMBER.within);
  return { again_at: again > at.now ? instant(again) : null };
}

/** Why it is too late. */
function overText({ result }: CallBackRow, doneAt: Instant, at: At): string {
  const when = momentWord(doneAt, at);
  if (result === 'called') return `Отменить уже нельзя: мы вам позвонили, ${when}`;
  if (result === 'no_answer') return `Отменять нечего: мы уже звонили и\u00a0не\u00a0дозвонились, ${when}`;
  return `Отменять нечего: звонок уже закрыт, ${when}`;
}
