import { addDays, dayIn } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { suspensionPaid, suspensionReturn } from '#server/domain/services/suspension/notices.ts';
import { suspensionById } from '#server/domain/services/suspension/suspension.queries.ts';
import { serviceRow } from '#server/domain/services/service/service-row.queries.ts';
import type { SuspensionReminder } from './jobs.ts';
import { moneyOn } from './own-money.ts';

/**
 * Reminds a day before the return, or before paid days; skips a reminder that is late, or whose event was cancelled or
 * moved.
 */
export async function remindOfSuspension(tx: Tx, { suspensionId, of, eve }: SuspensionReminder, at: At): Promise<void> {
  const suspension = await suspensionById(tx, suspensionId);
  const today = dayIn(at.zone, at.now);
  if (suspension?.state !== 'active' || today !== eve) return;
  const service = await serviceRow(tx, suspension.user_id, { lock: false });
  const { contract_id, name, is_external: isExternal } = service;
  // Nobody here knows its price, nor ends it.
  if (isExternal) return;
  if (of === 'paid') {
    const told = { suspensionId, name, from: addDays(eve, 1), today, price: suspension.day_price };
    return notify(tx, suspensionPaid, contract_id, told, at);
  }
  const { amount } = await moneyOn(tx, service, suspension.until, today);
  await notify(tx, suspensionReturn, contract_id, { suspensionId, name, until: suspension.until, today, amount }, at);
}
