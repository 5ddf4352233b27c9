import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { chargeDue } from '#server/domain/billing/charging/charging.queries.ts';
import { giveBackUnused } from '#server/domain/billing/charging/give-back.queries.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { endLiveSessions } from '#server/domain/services/sessions/end-session.ts';
import type { At } from '#server/domain/shared/at.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { chargeMissingDays } from '../service-change/settle-change.ts';
import { clientAccounts } from './client.queries.ts';
import { giveMarks, givePaidElsewhere, type GivenServices } from './give.queries.ts';
import { keepSessions, type Hindrances } from './hand-over.queries.ts';
import type { MovedService } from './move.queries.ts';

const ZERO = kopecks(0);

export const changeRefused = (message: string): Problem => new Problem('change_not_allowed', { message });

/** Charges the accounts of contracts up to today, which it returns: what goes from one to another is counted from there. */
export async function chargedUpToToday(tx: Tx, contracts: readonly number[], at: At): Promise<Day> {
  const today = dayIn(at.zone, at.now);
  for (const id of contracts)
    for (const account of await clientAccounts(tx, id)) await chargeMissingDays(tx, account, today, at);
  return today;
}

/** A rehearsal tells the refusal; the change itself ends with it. */
export function refuseUnlessRehearsed(
  refusal: string | null,
  { isRehearsal }: { readonly isRehearsal: boolean },
): void {
  if (refusal !== null && !isRehearsal) throw changeRefused(refusal);
}

/** What the sessions of services that go to somebody else were stays with whose they were. */
export async function keepAllSessions(tx: Tx, userIds: readonly number[], today: Day, now: Date): Promise<void> {
  for (const userId of userIds) {
    await endLiveSessions(tx, userId, now);
    await keepSessions(tx, userId, today, now);
  }
}

/** Why no service of a contract may go now: money that is owed or waits, and what is not answered. */
export function whyNotSettled(kept: Hindrances, openOrders: readonly number[], whose = ''): string | null {
  if (kept.owes) return 'За договором долг: сначала примите оплату';
  if (kept.promised) return 'По договору дан кредит или обещанный платёж: сначала закройте его';
  if (kept.waiting_charges > 0) return 'Есть начисление, которое ещё не списано: дождитесь его';
  return openOrders.length > 0 ? `Сначала закройте заявку ${openOrders.join(', ')}${whose}` : null;
}

/** Why a service may not go as it is: it would be charged or opened there. */
export function whyResting(services: readonly MovedService[]): string | null {
  const resting = services.find(
    ({ state, reason }) => state === 'paused' || reason === 'operator' || reason === 'abuse',
  );
  return resting ? `${resting.name} сейчас не работает: сначала верните или включите услугу` : null;
}

export const balanceOfClient = async (tx: Tx, contractId: number, accountId: number): Promise<Kopecks> =>
  (await clientAccounts(tx, contractId)).find(({ account_id: id }) => id === accountId)?.balance ?? ZERO;

/** What was charged ahead for services that have gone is given back, and its marks go after them; returns how much that is. */
export async function giveBackGone(tx: Tx, given: GivenServices, today: Day, now: Date): Promise<Kopecks> {
  const { from, fromAccount } = given;
  const before = await balanceOfClient(tx, from, fromAccount);
  await providerAccount(tx, 'revenue');
  await givePaidElsewhere(tx, given, today);
  await giveBackUnused(tx, [fromAccount], today, now);
  await giveMarks(tx, given, today);
  return kopecks((await balanceOfClient(tx, from, fromAccount)) - before);
}

interface Carried {
  readonly amount: Kopecks;
  readonly text: string;
  readonly reference: string;
  readonly day: Day;
  readonly now: Date;
}

/** Money of a client goes from one of the accounts to the other, in one transaction of the ledger. */
export async function carryMoney(
  tx: Tx,
  { fromAccount, toAccount }: GivenServices,
  { amount, text, reference, day, now }: Carried,
): Promise<void> {
  if (amount === 0) return;
  const entries = [
    { accountId: fromAccount, amount: kopecks(0 - amount), text },
    { accountId: toAccount, amount, text },
  ];
  await post(tx, { kind: 'correction', reference, day, happenedAt: now, entries });
}

/** Charges the rest of the period where the services are now; returns how much that is. */
export async function chargeThere(tx: Tx, { to, toAccount }: GivenServices, today: Day, now: Date): Promise<Kopecks> {
  const before = await balanceOfClient(tx, to, toAccount);
  if ((await chargeDue(tx, [toAccount], today, now)).length > 0)
    throw new Problem('not_enough_money', {
      message: 'Остатка не хватает на услуги до конца расчётного месяца: сначала пополните счёт',
    });
  return kopecks(before - (await balanceOfClient(tx, to, toAccount)));
}
