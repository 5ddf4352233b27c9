import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { ServiceRef } from '#server/integrations/network/port.ts';
import { notify, notifyAll, settleMatter } from '#server/domain/messaging/notify.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import type { At } from '#server/domain/shared/at.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';
import { chargeDue, dueSums } from '../charging/charging.queries.ts';
import {
  blockNumbers,
  blockUsers,
  bringNumbersBack,
  bringUsersBack,
  clearDebt,
  lockAccount,
  markDebt,
  repayEndedPromise,
  type ClientAccount,
  type SwitchedNumber,
  type SwitchedUser,
} from './debt.queries.ts';
import { servicesBack, servicesOff } from './notices.ts';
import { debtTopic, promiseTopic } from './topic.ts';

export type { At };

/**
 * Switches off the services of accounts that cannot pay: nothing more is charged until they can. Tells the client how
 * much to pay. The caller must have locked the accounts in order.
 */
export async function blockForDebt(tx: Tx, accounts: readonly number[], at: At): Promise<void> {
  const { now, zone } = at;
  const blocked = await markDebt(tx, accounts, now);
  const ids = blocked.map(({ account_id }) => account_id);
  if (ids.length === 0) return;
  const [users, numbers] = await Promise.all([blockUsers(tx, ids, now), blockNumbers(tx, ids, now)]);
  const missing = await missingSums(tx, blocked, dayIn(zone, now));
  const namesOf = (id: number) => [
    ...users.filter(({ account_id }) => account_id === id).map(({ name }) => name),
    ...numbers.filter(({ account_id }) => account_id === id).map(({ phone_number }) => phoneText(phone_number)),
  ];
  await Promise.all([
    serviceChanged(tx, ...users.map(refOf), ...numbers.map(refOf)),
    notifyAll(
      tx,
      servicesOff,
      blocked.map(({ account_id, contract_id: contractId, kind: account }) => ({
        contractId,
        data: { account, missing: missing.get(account_id) ?? NOTHING, switchedOff: namesOf(account_id) },
      })),
      at,
    ),
  ]);
}

/** What each account lacks for all that is due on the day: the payment that restores its services. `means` are balance and limit. */
export async function missingSums(
  tx: Tx,
  accounts: readonly { readonly account_id: number; readonly means: Kopecks }[],
  day: Day,
): Promise<ReadonlyMap<number, Kopecks>> {
  const ids = accounts.map(({ account_id }) => account_id);
  const due = new Map((await dueSums(tx, ids, day)).map((sum) => [sum.account_id, sum]));
  return new Map(accounts.map(({ account_id: id, means }) => [id, missingOf(due.get(id) ?? { due: NOTHING, means })]));
}

/**
 * Restores what was switched off for debt if the account can pay for all that is due on this day, and charges that:
 * after money that is no payment, or after the credit limit has grown. A promised payment that ended unpaid is repaid then. Returns the
 * names of what works again.
 */
export async function restoreAfterDebt(tx: Tx, accountId: number, at: At, today?: Day): Promise<readonly string[]> {
  const account = await lockAccount(tx, accountId);
  const works = await restoreLocked(tx, account, at, today);
  if (account.in_debt) await repayEndedPromise(tx, accountId, at.now);
  return works;
}

/** The same of an account that is locked already, without its promise: a payment settles that by itself. */
export async function restoreLocked(
  tx: Tx,
  account: ClientAccount,
  { now, zone }: At,
  today = dayIn(zone, now),
): Promise<readonly string[]> {
  const { account_id: accountId } = account;
  // Whoever charges says what works.
  if (!account.in_debt || account.charged_outside) return [];
  const [sum] = await dueSums(tx, [accountId], today);
  if (missingOf(sum ?? { due: NOTHING, means: kopecks(account.balance + account.credit_limit) }) > 0) return [];
  await clearDebt(tx, accountId);
  await settleMatter(tx, account.contract_id, debtTopic(account.kind), now);
  await settleMatter(tx, account.contract_id, promiseTopic(account.kind), now);
  const users = await bringUsersBack(tx, accountId, now);
  const numbers = await bringNumbersBack(tx, accountId, now);
  await chargeDue(tx, [accountId], today, now);
  await serviceChanged(tx, ...users.map(refOf), ...numbers.map(refOf));
  return [...users.map(({ name }) => name), ...numbers.map(({ phone_number }) => phoneText(phone_number))];
}

const refOf = (one: SwitchedUser | SwitchedNumber): ServiceRef =>
  'user_id' in one ? { userId: one.user_id } : { phoneNumber: one.phone_number };

/** Restores services without a payment when the account can pay for the days that are left; tells the client. */
export async function comeBackUnasked(tx: Tx, accountId: number, at: At, day: Day): Promise<void> {
  const works = await restoreAfterDebt(tx, accountId, at, day);
  if (works.length === 0) return;
  const { contract_id, kind } = await lockAccount(tx, accountId);
  await notify(tx, servicesBack, contract_id, { account: kind, works }, at);
}

const NOTHING = kopecks(0);

/** Kopecks that an account lacks for all that is due. */
const missingOf = ({ due, means }: { due: Kopecks; means: Kopecks }): Kopecks => kopecks(Math.max(0, due - means));
