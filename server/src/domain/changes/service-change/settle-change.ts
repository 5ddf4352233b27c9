import { isNamedOutside } from '#server/domain/billing/charging/source.queries.ts';
import { CHANGED_ELSEWHERE } from '#server/domain/billing/outside/outside.texts.ts';
import { addDays, dayIn, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { chargeDay } from '#server/domain/billing/provider-day/charge-day.ts';
import { chargeDue, dueSums } from '#server/domain/billing/charging/charging.queries.ts';
import { giveBackUnused } from '#server/domain/billing/charging/give-back.queries.ts';
import { chargedLongAgo, MOST_DAYS } from '#server/domain/billing/charging/standstill.queries.ts';
import { restoreAfterDebt, type At } from '#server/domain/billing/debt/debt.ts';
import { accountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { payText } from '#server/domain/shared/text.rules.ts';
import { serviceRow, type ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import { summarise, type StateBeforeChange, type ChangeEffects, type ChangeOutcome } from './change-summary.ts';
import {
  lastTransaction,
  lendForRehearsal,
  bumpVersion,
  bumpContractVersion,
  type ChangeTarget,
} from './service-change.queries.ts';
import { newDay, refuseUnlessCurrent } from './version.ts';

interface Change {
  /** Only a preview: missing money is then reported instead of refused. */
  readonly isRehearsal?: boolean;
  /** Only a preview of what another billing is asked for: it alone may change anything there. */
  readonly isAskedElsewhere?: boolean;
  /** Makes the change, on an account charged up to today; returns its other effects. */
  readonly make: () => Promise<ChangeEffects>;
}

/**
 * The service, locked with its account until the end, after catching up on days that the run has not charged yet, which
 * may change it. Throws if its version is no longer the one that the client decided on.
 */
export async function upToDateService(
  tx: Tx,
  userId: number,
  version: string | undefined,
  at: At,
): Promise<ServiceRow> {
  const service = await serviceRow(tx, userId, { lock: true });
  const today = dayIn(at.zone, at.now);
  refuseUnlessCurrent(version, service, today);
  await chargeMissingDays(tx, service, today, at);
  return serviceRow(tx, userId, { lock: false });
}

/** The outcome when everything is already as requested: nothing changes. */
export async function unchanged(
  tx: Tx,
  changed: ChangeTarget,
  effects: ChangeEffects,
  today: Day,
): Promise<ChangeOutcome> {
  return summarise(tx, changed, await beforeChange(tx, changed, today), effects, today);
}

const beforeChange = async (tx: Tx, { account_id }: ChangeTarget, today: Day): Promise<StateBeforeChange> => ({
  prices: (await accountForecast(tx, account_id, today)).prices,
  mark: await lastTransaction(tx),
});

/**
 * Changes a locked service and its money in one transaction: gives back unused days of what ends, charges what begins
 * at once, and refuses the whole change if the account cannot pay. First catches up on days that the run has not
 * charged yet, at the former state.
 */
export async function changeService(tx: Tx, service: ChangeTarget, change: Change, at: At): Promise<ChangeOutcome> {
  const { account_id, contract_id, user_id } = service;
  if (!change.isAskedElsewhere) await refuseBesideOther(tx, contract_id);
  const today = dayIn(at.zone, at.now);
  await chargeMissingDays(tx, service, today, at);
  // This may be the first charge of a new provider.
  await providerAccount(tx, 'revenue');
  const before = await beforeChange(tx, service, today);
  if (change.isRehearsal && !service.in_debt) await lendForRehearsal(tx, account_id);
  await (user_id === null ? bumpContractVersion(tx, contract_id) : bumpVersion(tx, user_id));
  const effects = await change.make();
  await giveBackUnused(tx, [account_id], today, at.now);
  const back = await restoreAfterDebt(tx, account_id, at);
  if ((await chargeDue(tx, [account_id], today, at.now)).length > 0)
    throw await notEnoughMoneyFor(tx, account_id, today);
  const switches_on = [...back, ...(effects.switches_on ?? [])];
  return summarise(tx, service, before, { ...effects, switches_on }, today);
}

/** What costs money is changed where it is charged. */
async function refuseBesideOther(tx: Tx, contractId: number): Promise<void> {
  if (await isNamedOutside(tx, { contracts: [contractId] }))
    throw new Problem('change_not_allowed', { message: CHANGED_ELSEWHERE });
}

/**
 * Charges the days that the run has not charged yet for the account. Throws if the run has already begun the next day, because then
 * this day is over, and after a long standstill of the run: the clock may have jumped, and days would be charged that have not been.
 */
export async function chargeMissingDays(tx: Tx, account: ChargedAccount, today: Day, at: At): Promise<void> {
  const { charged_through: through } = account;
  if (through !== null && daysBetween(through, today) > MOST_DAYS && (await chargedLongAgo(tx, today)) !== undefined)
    throw new Problem('change_not_allowed', { message: NOT_CHARGED });
  await chargeDays(tx, account, today, at);
}

const NOT_CHARGED =
  'Списания за прошлые дни ещё не проведены, поэтому изменить сейчас нельзя. Попробуйте завтра или позвоните в поддержку';

type ChargedAccount = Pick<ChangeTarget, 'account_id' | 'charged_through'>;

/** The same for whoever rolls back what it does. */
export async function chargeDays(
  tx: Tx,
  { account_id, charged_through }: ChargedAccount,
  today: Day,
  at: At,
): Promise<void> {
  if (charged_through === null) return;
  if (charged_through > today) throw newDay();
  for (let day = addDays(charged_through, 1); day <= today; day = addDays(day, 1))
    await chargeDay(tx, [account_id], day, at);
}

async function notEnoughMoneyFor(tx: Tx, accountId: number, today: Day): Promise<Problem> {
  const [sum] = await dueSums(tx, [accountId], today);
  return notEnoughMoney(kopecks(Math.max(0, (sum?.due ?? 0) - (sum?.means ?? 0))));
}

export const notEnoughMoney = (missing: Kopecks): Problem =>
  new Problem('not_enough_money', { message: `Не хватает ${payText(missing)}. Пополните счёт и повторите` });
