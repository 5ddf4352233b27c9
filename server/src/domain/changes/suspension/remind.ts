import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import type { At } from '#domain/billing/debt/debt.ts';
import { tell } from '#domain/services/suspension/begin.ts';
import { paidMessage, returnMessage } from '#domain/services/suspension/suspension.texts.ts';
import { suspensionById } from '#domain/services/suspension/suspension.queries.ts';
import { serviceRow } from '#domain/services/service/service-row.queries.ts';
import { moneyOn } from './own-money.ts';

export interface Reminder {
  readonly suspensionId: number;
  readonly of: 'return' | 'paid';
  /** The day before the event. */
  readonly eve: Day;
}

/**
 * Reminds a day before the return, or before paid days; skips a reminder that is late, or whose event was cancelled or
 * moved.
 */
export async function remindOfSuspension(
  tx: Tx,
  { suspensionId, of, eve }: Reminder,
  { now, zone }: At,
): Promise<void> {
  const suspension = await suspensionById(tx, suspensionId);
  const today = dayIn(zone, now);
  if (suspension?.state !== 'active' || today !== eve) return;
  const service = await serviceRow(tx, suspension.user_id, { lock: false });
  const { contract_id, name } = service;
  if (of === 'paid') {
    await tell(tx, contract_id, paidMessage(name, addDays(eve, 1), today, suspension.day_price), now);
    return;
  }
  const { amount } = await moneyOn(tx, service, suspension.until, today);
  await tell(tx, contract_id, returnMessage(name, suspension.until, today, amount), now);
}
