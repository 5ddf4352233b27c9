import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { accountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { promisedForecast } from '#server/domain/billing/promised-payment/promised-forecast.ts';
import { orderDocumentsJob } from '#server/domain/documents/mailing/jobs.ts';
import { eraseMailboxesJob } from '#server/domain/services/mailbox/jobs.ts';
import { reconcileDayJob } from '#server/domain/payments/reconciliation/jobs.ts';
import { payInto } from './actions/payment-agents.ts';
import { expectedPriceOf } from './actions/payments.ts';
import type { Simulation } from './simulation.ts';

/** The evening's forecast for an account. */
interface ToldTomorrow {
  readonly accountId: number;
  /** Tomorrow's charges minus returns. */
  readonly amount: number;
  readonly isCovered: boolean;
  /** The forecast's input, to investigate a failure. */
  readonly basis: string;
}

const HOUR_MS = 3_600_000;
/** Minutes after midnight by which the banks' day in Moscow is over, too. */
const AFTER_MOSCOW = 61;

/**
 * The evening of a day and the following night. If nothing is late, the night must charge exactly what the portal
 * forecasts in the evening, to the kopeck; and a client who has paid the requested sum must not be switched off.
 */
export async function night(sim: Simulation, { skipCharge = false } = {}): Promise<string> {
  await sim.work();
  const payer = sim.dice.chance(35) ? await payExpected(sim) : undefined;
  await sim.work();
  const told = await sim.faults.without(() => tellTomorrow(sim));
  sim.observer.takeTouched();
  const tomorrow = addDays(sim.today, 1);
  sim.portal.clock.set(
    new Date(Date.parse(`${tomorrow}T00:00:00Z`) - 4 * HOUR_MS + sim.dice.between(AFTER_MOSCOW, 180) * 60_000),
  );
  await sim.work();
  await sim.order(reconcileDayJob);
  if (skipCharge) return `night to ${tomorrow}, nothing charged`;
  await sim.charge();
  await sim.order(eraseMailboxesJob);
  await sim.order(orderDocumentsJob);
  await sim.work();
  const touched = sim.observer.takeTouched();
  const isQuiet = (accountId: number) => !touched.has(accountId);
  await compare(
    sim,
    told.filter(({ accountId }) => isQuiet(accountId)),
    tomorrow,
  );
  const payerTold = told.find(({ accountId }) => accountId === payer);
  if (payerTold && isQuiet(payerTold.accountId)) await refuseDebtor(sim, payerTold, tomorrow);
  return `night to ${tomorrow}${payer === undefined ? '' : `, account ${payer} has paid what it was told to`}`;
}

/**
 * Pays the requested sum at a terminal; the services must work at once. Returns the account if it had neither a debt
 * nor a promise: the next charge must not switch it off.
 */
async function payExpected(sim: Simulation): Promise<number | undefined> {
  const client = sim.client;
  const { accountId, no, kind } = sim.one(client.accounts);
  const wasHeld = await isHeld(sim, accountId);
  const price = await expectedPriceOf(sim, client.contractId, kind);
  const paid = await payInto(sim, no, price);
  if (paid.includes('refused')) return undefined;
  if (await isInDebt(sim, accountId))
    throw new Error(`account ${accountId} has paid its debt of ${price}, and is still in debt`);
  return wasHeld ? undefined : accountId;
}

const isHeld = async (sim: Simulation, accountId: number): Promise<boolean> =>
  (
    await sim.rows(
      'select 1 from account where account_id = $1 and (debt_since is not null or promised_kopecks > 0)',
      accountId,
    )
  ).length > 0;

const isInDebt = async (sim: Simulation, accountId: number): Promise<boolean> =>
  (await sim.rows('select 1 from account where account_id = $1 and debt_since is not null', accountId)).length > 0;

/** Reads the forecasts of tomorrow's charges, for accounts whose previous days have all been charged. */
async function tellTomorrow(sim: Simulation): Promise<ToldTomorrow[]> {
  const { today } = sim;
  const tomorrow = addDays(today, 1);
  const accounts = await sim.rows<{ id: number }>(
    `select account_id as id from account where contract_id is not null and charged_through = $1 and debt_since is null order by account_id`,
    today,
  );
  return Promise.all(
    accounts.map(async ({ id }) => {
      const forecast = await sim.world.db.read(async (tx) =>
        promisedForecast(tx, await accountForecast(tx, id, today)),
      );
      const charge = forecast.upcoming.find(({ day }) => day === tomorrow);
      const { balance, creditLimit, fees, lastsUntil } = forecast;
      const basis = JSON.stringify({ balance, creditLimit, fees, charge });
      return { accountId: id, amount: charge?.amount ?? 0, isCovered: lastsUntil !== tomorrow, basis };
    }),
  );
}

async function compare(sim: Simulation, told: readonly ToldTomorrow[], day: Day): Promise<void> {
  const found = await sim.rows<{ account_id: number; amount: number; in_debt: boolean }>(
    `select a.account_id, debt_since is not null as in_debt, coalesce((
       select -sum(e.amount_kopecks) from ledger_entry e join ledger_transaction t using (transaction_id)
       where e.account_id = a.account_id and e.day = $1
         and (t.reference like 'charge:%' or t.reference like 'give-back:%') and t.reference not like 'charge:promised%'), 0)::bigint as amount
     from account a where contract_id is not null`,
    day,
  );
  const charged = new Map(found.map((row) => [row.account_id, textOf(row.amount, !row.in_debt)]));
  for (const { accountId, amount, isCovered, basis } of told) {
    const [must, is] = [textOf(amount, isCovered), charged.get(accountId)];
    if (is !== must) throw new Error(`account ${accountId} was told of ${day}: ${must}; it was: ${is ?? ''}. ${basis}`);
  }
}

const textOf = (amount: number, isCovered: boolean) => (isCovered ? `charged ${amount}` : 'in debt');

async function refuseDebtor(sim: Simulation, { accountId, basis }: ToldTomorrow, day: Day): Promise<void> {
  if (await isInDebt(sim, accountId))
    throw new Error(`account ${accountId} has paid what it was told to, and is in debt on ${day}: ${basis}`);
}
