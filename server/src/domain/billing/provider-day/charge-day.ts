import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { followSchedule } from '#server/domain/services/access-schedule/follow.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { settleMatter } from '#server/domain/messaging/notify.ts';
import { beginSuspensions } from '#server/domain/services/suspension/begin.ts';
import { suspensionTopic } from '#server/domain/services/suspension/topic.ts';
import { endPromises } from '../promised-payment/close-promise.ts';
import { ableAgain, chargeDue, markChargedThrough } from '../charging/charging.queries.ts';
import { giveBackUnused } from '../charging/give-back.queries.ts';
import { blockForDebt, comeBackUnasked, type At } from '../debt/debt.ts';
import { overdrawn } from '../debt/debt.queries.ts';
import { tellCharges, tellPlans } from './tell.ts';
import { changePlans, endPauses, switchPending } from './day-transitions.queries.ts';

/**
 * Charges one provider day for some accounts, which the caller has locked in order: applies changes planned for the
 * day, gives unused days back, restores debtors who can pay again, charges what is due, and blocks those who cannot
 * pay. Notifies clients who want to hear of charges. Repeating it changes nothing.
 */
export async function chargeDay(tx: Tx, accounts: readonly number[], day: Day, at: At): Promise<void> {
  await providerAccount(tx, 'revenue');
  await endPromises(tx, day, at, accounts);
  const changed = await changePlans(tx, accounts, day, at.now);
  const switched = await switchPending(tx, accounts, day);
  const returned = await endPauses(tx, accounts, day, at.now);
  const users = new Set([...changed, ...switched, ...returned].map(({ user_id }) => user_id));
  await serviceChanged(tx, ...[...users].map((userId) => ({ userId })));
  for (const { user_id, works, contract_id, suspension_id: suspensionId } of returned) {
    if (suspensionId !== null) await settleMatter(tx, contract_id, suspensionTopic(suspensionId), at.now);
    if (works) await followSchedule(tx, user_id, at);
  }
  await tellPlans(tx, changed, day, at);
  await beginSuspensions(tx, accounts, day, at);
  await giveBackUnused(tx, accounts, day, at.now);
  for (const { account_id } of await ableAgain(tx, accounts, day)) await comeBackUnasked(tx, account_id, at, day);
  const unable = await chargeDue(tx, accounts, day, at.now);
  const below = await overdrawn(tx, accounts);
  const debtors = new Set([...unable, ...below.map(({ account_id }) => account_id)]);
  await blockForDebt(tx, [...debtors], at);
  await markChargedThrough(tx, accounts, day);
  await tellCharges(tx, accounts, day, at);
}
