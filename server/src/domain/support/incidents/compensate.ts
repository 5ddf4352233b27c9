import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Database, Tx } from '#server/db/database.ts';
import { comeBackUnasked } from '#server/domain/billing/debt/debt.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import type { At } from '#server/domain/shared/at.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';
import { lineText } from './incident.texts.ts';
import {
  contractsAt,
  lockAccountsOf,
  lockUncompensated,
  markCompensated,
  runningFees,
  takeTime,
  type LostService,
  type OfPeriod,
  type UncompensatedIncident,
} from './compensation.queries.ts';
import { incidentCompensated } from './notices.ts';

const DAY_MINUTES = 24 * 60;
/** Contracts of one transaction. */
const AT_ONCE = 100;

interface Worth {
  readonly minutes: number;
  readonly amount: Kopecks;
}

interface Given extends Worth {
  readonly account: 'i' | 't';
}

type Prices = Pick<LostService, 'monthly' | 'daily'>;

/** The part of the price of these days for all minutes that were given back of them; to the nearest kopeck. */
const partOf = (price: Kopecks, minutes: number, days: number): number =>
  Math.round((price * minutes) / (days * DAY_MINUTES));

const worthOf = ({ monthly, daily }: Prices, minutes: number, periodDays: number): number =>
  partOf(monthly, minutes, periodDays) + partOf(daily, minutes, 1);

/** What this time is worth beside what was given back before: all that is given for a period is never more than its fee. */
const worth = (prices: Prices, periods: readonly OfPeriod[]): Worth => ({
  minutes: periods.reduce((sum, { before, after }) => sum + after - before, 0),
  amount: kopecks(
    periods.reduce(
      (sum, { before, after, days }) => sum + worthOf(prices, after, days) - worthOf(prices, before, days),
      0,
    ),
  ),
});

/**
 * Gives back the fees of the time without service, each minute of a service once, whichever incidents it belongs to. There is one
 * ledger transaction per service, whose reference names the incident, so a repeat gives nothing twice.
 */
export async function compensate(db: Database, incidentId: number, at: At, atOnce = AT_ONCE): Promise<void> {
  for (let after = 0; ;) {
    const next = await db.write(async (tx) => {
      const incident = await lockUncompensated(tx, incidentId);
      if (!incident) return undefined;
      const contracts = await contractsAt(tx, incidentId, after, atOnce);
      for (const { contract_id } of contracts) await compensateContract(tx, incident, contract_id, at);
      const last = contracts.at(-1)?.contract_id;
      if (last === undefined) await markCompensated(tx, incidentId, at.now);
      return last;
    });
    if (next === undefined) return;
    after = next;
  }
}

/** What was given back to the contract in all. */
async function compensateContract(
  tx: Tx,
  incident: UncompensatedIncident,
  contractId: number,
  at: At,
): Promise<Kopecks> {
  // Before the time is counted: another incident may be giving it back.
  await lockAccountsOf(tx, contractId);
  const day = dayIn(at.zone, new Date(incident.began_at));
  const lost = (await runningFees(tx, contractId, day)).filter(
    ({ kind }) => incident.services.length === 0 || incident.services.includes(kind),
  );
  const all: Given[] = [];
  for (const service of lost) {
    const given = await compensateService(tx, incident, service, at);
    if (given) all.push(given);
  }
  if (all.length === 0) return kopecks(0);
  const amount = kopecks(all.reduce((sum, given) => sum + given.amount, 0));
  const minutes = Math.max(...all.map((given) => given.minutes));
  const account = all.every((given) => given.account === 't') ? 't' : 'i';
  const told = { incidentId: incident.incident_id, amount, minutes, cause: incident.cause, account } as const;
  await notify(tx, incidentCompensated, contractId, told, at);
  return amount;
}

const named = ({ user_id: userId, phone_number: phoneNumber, name }: LostService) => {
  if (userId !== null) return { lost: { userId }, name, key: String(userId) };
  if (phoneNumber === null) throw new Error('neither a service nor a number');
  return { lost: { phoneNumber }, name: phoneText(phoneNumber), key: `number:${phoneNumber}` };
};

/** Undefined if there is nothing to give back, or if it was given back before. */
async function compensateService(
  tx: Tx,
  { incident_id: incidentId, began_at }: UncompensatedIncident,
  service: LostService,
  at: At,
): Promise<Given | undefined> {
  const { account_id: accountId, account_kind: account } = service;
  const { lost, name, key } = named(service);
  const { minutes, amount } = worth(service, await takeTime(tx, incidentId, lost, at.zone));
  if (amount <= 0) return undefined;
  const today = dayIn(at.zone, at.now);
  const text = lineText({ name, day: dayIn(at.zone, new Date(began_at)), minutes }, today);
  const posted = await post(tx, {
    kind: 'correction',
    reference: `incident:${incidentId}:${key}`,
    day: today,
    happenedAt: at.now,
    entries: [
      { accountId: await providerAccount(tx, 'revenue'), amount: kopecks(0 - amount), text },
      { accountId, amount, text, ...lost },
    ],
  });
  if (posted === undefined) return undefined;
  await comeBackUnasked(tx, accountId, at, today);
  return { account, minutes, amount };
}

/** The most contracts that a rehearsal counts: their accounts are locked meanwhile. */
const MOST_COUNTED = 200;

export interface CompensationPreview {
  readonly counted: number;
  readonly given: number;
  readonly amount: Kopecks;
}

/** Gives back as `compensate` does, to the first contracts only: for a transaction that is rolled back. Undefined: nothing is given back. */
export async function rehearseCompensation(
  tx: Tx,
  incidentId: number,
  at: At,
  most = MOST_COUNTED,
): Promise<CompensationPreview | undefined> {
  const incident = await lockUncompensated(tx, incidentId);
  if (!incident) return undefined;
  const contracts = await contractsAt(tx, incidentId, 0, most);
  const amounts: number[] = [];
  for (const { contract_id } of contracts) amounts.push(await compensateContract(tx, incident, contract_id, at));
  return {
    counted: contracts.length,
    given: amounts.filter((amount) => amount > 0).length,
    amount: kopecks(amounts.reduce((sum, amount) => sum + amount, 0)),
  };
}
