import { addDays } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { endIndividualEarly } from '#server/domain/changes/individual-price/end.ts';
import type { PaidThing } from '#server/domain/changes/individual-price/fit.rules.ts';
import { giveIndividualPrice } from '#server/domain/changes/individual-price/give.ts';
import { individualPricesOf } from '#server/domain/changes/individual-price/individual-price.queries.ts';
import { paidThings } from '#server/domain/changes/individual-price/things.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Simulation } from '../simulation.ts';

const TERMS = [
  ...[1, 10, 33, 50].map((percent) => ({ percent, price: null })),
  ...[1, 77_77].map((price) => ({ percent: null, price: kopecks(price) })),
];

/** Runs the work; accepts what the product refuses. */
const byStaff = (sim: Simulation, work: () => Promise<string>): Promise<string> =>
  sim.observer.byHand(() =>
    sim.insist(() =>
      work().catch((error: unknown) => {
        if (error instanceof Problem) return error.message;
        throw error;
      }),
    ),
  );

/**
 * Accounts of the client on which the change itself moves no money: not in debt, charged up to today, and without a service that was
 * paused by hand today, whose day it would give back.
 */
async function calmAccounts(sim: Simulation, contractId: number): Promise<Set<number>> {
  const rows = await sim.rows<{ id: number }>(
    `select account_id as id from account where contract_id = $1 and debt_since is null and charged_through >= $2 and not exists (
      select from service_user u
      where u.account_id = account.account_id and state = 'paused' and (state_since at time zone $3)::date >= $2)`,
    contractId,
    sim.today,
    sim.world.provider.time_zone,
  );
  return new Set(rows.map(({ id }) => id));
}

const countOf = async (sim: Simulation): Promise<number> => (await sim.rows(`select from individual_price`)).length;

const thingOf = ({ userId, phoneNumber, soldKind, soldId }: PaidThing) => ({
  userId: userId ?? undefined,
  phoneNumber: phoneNumber ?? undefined,
  optionId: undefined,
  programId: soldKind === 'program' ? soldId : undefined,
});

/**
 * The provider gives a discount, or a price, for some days. A price of a plan, or of its options, ends with the plan and comes back
 * with it: that is left to tests of its own.
 */
export async function giveAnyDiscount(sim: Simulation): Promise<string> {
  const { contractId } = sim.client;
  const calm = await calmAccounts(sim, contractId);
  const terms = sim.one(TERMS);
  const things = (await sim.world.db.read((tx) => paidThings(tx, contractId, sim.today))).filter(
    ({ accountId, soldKind, userId }) =>
      calm.has(accountId) &&
      (soldKind === 'program' || (soldKind === 'plan' && (userId === null || terms.price === null))),
  );
  if (things.length === 0) return 'nothing to give a discount of';
  const thing = sim.one(things);
  const from = addDays(sim.today, sim.dice.between(0, 20));
  const lastDay = sim.one([null, addDays(from, sim.dice.between(0, 40))]);
  const wanted = {
    ...{ contractId, thing: thingOf(thing), terms, from, lastDay, reason: 'Так вышло', by: 'Анна' },
    ...{ isRehearsal: false, refuseAlone: () => undefined },
  };
  const before = await countOf(sim);
  const told = await byStaff(sim, () =>
    sim.world.db.write(async (tx) => (await giveIndividualPrice(tx, wanted, sim.at)).text),
  );
  if (thing.userId !== null && (await countOf(sim)) > before) await sim.observer.lookAgain(thing.userId);
  return `${thing.what}: ${told}`;
}

export async function endAnyDiscount(sim: Simulation): Promise<string> {
  const { contractId } = sim.client;
  const calm = await calmAccounts(sim, contractId);
  const given = (await sim.world.db.read((tx) => individualPricesOf(tx, contractId, sim.today))).filter(
    ({ account_id: id }) => calm.has(id),
  );
  if (given.length === 0) return 'no discount is given';
  const one = sim.one(given);
  const wanted = { one, lastDay: undefined, reason: 'Так вышло', by: 'Анна', isRehearsal: false };
  const at = { ...sim.at, support: '78482000000' };
  const told = await byStaff(sim, () =>
    sim.world.db.write(async (tx) => (await endIndividualEarly(tx, wanted, at)).text),
  );
  return `${one.what}: ${told}`;
}
