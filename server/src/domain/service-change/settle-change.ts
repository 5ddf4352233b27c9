import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { Problem } from '#kernel/problem.ts';
import { chargeDay } from '../charging/charge-day.ts';
import { chargeDue, dueSums, giveBack } from '../charging/charging.queries.ts';
import { comeBack, type At } from '../charging/debt.ts';
import { accountForecast } from '../forecast/forecast.queries.ts';
import { nextChargeOf, type SumPart } from '../forecast/forecast.rules.ts';
import { providerAccount } from '../ledger/ledger.ts';
import { rubles } from '../text/text.rules.ts';
import {
  lastTransaction,
  lendForRehearsal,
  movedSince,
  serviceRow,
  touch,
  touchContract,
  type Changed,
  type ServiceRow,
} from './service-change.queries.ts';
import { newDay, refuseUnlessCurrent, versionOf } from './version.ts';

/** What a change did to the money and the services; the very figures that the preview told. */
interface Done {
  readonly charge_now: Kopecks;
  readonly parts: SumPart[];
  readonly charge_next: { day: Day; amount: Kopecks } | null;
  readonly balance_after: Kopecks;
  readonly missing: Kopecks;
  readonly switches_on: string[];
  readonly switches_off: string[];
  /** On what it was reckoned: who decides on these figures names it. */
  readonly version: string;
}

export type Outcome = Done & {
  /** Numbers of the ledger's transactions. */
  readonly transactions: number[];
};

/** What of a change is told to the client, before it and after it. */
export const toldOf = ({
  charge_now,
  parts,
  charge_next,
  balance_after,
  missing,
  switches_on,
  switches_off,
  version,
  from,
}: Outcome & { readonly from: Day }): Done & { readonly from: Day } => ({
  charge_now,
  parts,
  charge_next,
  balance_after,
  missing,
  switches_on,
  switches_off,
  version,
  from,
});

interface Change {
  /** Only to tell what it would do: then money that is missing is told, too, instead of refused. */
  readonly isRehearsal?: boolean;
  /** Changes the service, its account being charged up to today; says what is switched on and off. */
  readonly make: () => Promise<{ switches_on?: string[]; switches_off?: string[] }>;
}

/**
 * The service, locked with its account until the end, once the days that the run has not carried out yet are: what they bring may
 * change it. One that is no more what the client decided on is refused.
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
  await bringUpToDate(tx, service, today, at);
  return serviceRow(tx, userId, { lock: false });
}

/** The money of what is as it was wanted already: nothing is changed by it. */
export async function unchanged(tx: Tx, changed: Changed, today: Day): Promise<Outcome> {
  return {
    ...(await told(tx, changed, await lastTransaction(tx), today)),
    switches_on: [],
    switches_off: [],
  };
}

/**
 * Changes a locked service and its money in one transaction: unused days of what ends are given back, what begins is charged at once,
 * and a change that the account cannot pay for is refused whole. Days that the run has not carried out yet are carried out first, for
 * what was then.
 */
export async function changeService(tx: Tx, service: Changed, change: Change, at: At): Promise<Outcome> {
  const { account_id, contract_id, user_id } = service;
  const today = dayIn(at.zone, at.now);
  await bringUpToDate(tx, service, today, at);
  // The first charge of a new provider may be this one.
  await providerAccount(tx, 'revenue');
  const mark = await lastTransaction(tx);
  if (change.isRehearsal && !service.in_debt) await lendForRehearsal(tx, account_id);
  await (user_id === null ? touchContract(tx, contract_id) : touch(tx, user_id));
  const { switches_on = [], switches_off = [] } = await change.make();
  await giveBack(tx, [account_id], today, at.now);
  const back = await comeBack(tx, account_id, at);
  if ((await chargeDue(tx, [account_id], today, at.now)).length > 0) throw await lackOf(tx, account_id, today);
  return { ...(await told(tx, service, mark, today)), switches_on: [...back, ...switches_on], switches_off };
}

/** Days that the run has not carried out yet for the account. Where it has begun the next one meanwhile, this day is over. */
export async function bringUpToDate(
  tx: Tx,
  { account_id, charged_through }: Changed,
  today: Day,
  at: At,
): Promise<void> {
  if (charged_through === null) return;
  if (charged_through > today) throw newDay();
  for (let day = addDays(charged_through, 1); day <= today; day = addDays(day, 1))
    await chargeDay(tx, [account_id], day, at);
}

async function lackOf(tx: Tx, accountId: number, today: Day): Promise<Problem> {
  const [sum] = await dueSums(tx, [accountId], today);
  return lack(kopecks(Math.max(0, (sum?.due ?? 0) - (sum?.means ?? 0))));
}

export const lack = (missing: Kopecks): Problem =>
  new Problem('not_enough_money', { message: `Не хватает ${rubles(missing)}. Пополните счёт и повторите` });

async function told(tx: Tx, changed: Changed, mark: number, today: Day) {
  const { account_id, credit_limit, in_debt } = changed;
  const moved = await movedSince(tx, account_id, mark);
  const forecast = await accountForecast(tx, account_id, today);
  const { balance, debt } = forecast;
  return {
    charge_now: kopecks(0 - moved.reduce((sum, { amount }) => sum + amount, 0)),
    parts: moved.map(({ text, amount }) => ({ text, amount: kopecks(0 - amount) })),
    charge_next: nextChargeOf(forecast, forecast.fees),
    balance_after: balance,
    missing: in_debt ? debt : kopecks(Math.max(0, 0 - credit_limit - balance)),
    version: versionOf(changed, today),
    transactions: moved.map(({ transaction_id }) => transaction_id),
  };
}
