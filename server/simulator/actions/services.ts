import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { addDays } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { connectService } from '#server/domain/changes/program/starter.ts';
import { restoreAfterDebt } from '#server/domain/billing/debt/debt.ts';
import { orderOneTimeCharge } from '#server/domain/billing/fee/one-time.queries.ts';
import { correct } from '#server/domain/billing/correction/correct.ts';
import { sql } from '#server/db/sql.ts';
import { openService } from '../provider.ts';
import type { Simulation } from '../simulation.ts';

const aDayAhead = (sim: Simulation) => addDays(sim.today, sim.dice.between(1, 20));

/** The operator plans a change of plan for a later day; an earlier planned one is cancelled. */
export async function planChange(sim: Simulation): Promise<string> {
  const service = sim.one(sim.client.services.filter(({ kind }) => kind !== 'mail'));
  const plans = sim.catalogue.plans[service.kind] ?? [];
  await sim.changeService(
    service.userId,
    `update plan_change set state = 'cancelled' where user_id = $1 and state = 'planned'`,
    service.userId,
  );
  const from = aDayAhead(sim);
  await sim.changeService(
    service.userId,
    `insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
     select user_id, $2, $3, 'planned', 'operator', $4 from service_user where user_id = $1 and plan_id <> $2 and state <> 'closed'`,
    service.userId,
    sim.one(plans),
    from,
    sim.at.now,
  );
  return `user ${service.userId} changes plan on ${from}`;
}

/** Switches an option on or off, on a later day or by mistake at once. */
export async function option(sim: Simulation): Promise<string> {
  const service = sim.one(sim.client.services);
  const [row] = await sim.rows<{ plan_id: number }>(
    'select plan_id from service_user where user_id = $1',
    service.userId,
  );
  const options = sim.catalogue.optionsOf.get(row?.plan_id ?? 0) ?? [];
  if (options.length === 0) return 'no options';
  return `user ${service.userId} ${await toggle(sim, 'user_option', ['user_id', service.userId], ['option_id', sim.one(options)])}`;
}

export async function program(sim: Simulation): Promise<string> {
  const client = sim.client;
  const ofUser = sim.dice.chance(50);
  const owner = ofUser
    ? (['user_id', sim.one(client.services.filter(({ kind }) => kind !== 'mail')).userId] as const)
    : (['contract_id', client.contractId] as const);
  const programs = ofUser ? sim.catalogue.userPrograms : sim.catalogue.contractPrograms;
  if (programs.length === 0) return 'no programs';
  const program = sim.one(programs);
  return `${owner.join(' ')} ${await toggle(sim, ofUser ? 'user_program' : 'contract_program', owner, ['program_id', program])}`;
}

type Column = readonly [name: string, id: number];

async function toggle(
  sim: Simulation,
  table: string,
  [owner, ownerId]: Column,
  [thing, thingId]: Column,
): Promise<string> {
  const here = `${owner} = ${ownerId} and ${thing} = ${thingId}`;
  const [known] = await sim.rows<{ status: string }>(`select status from ${table} where ${here}`);
  if (!known) return `${thing} ${thingId} ${await add(sim, table, [owner, ownerId], [thing, thingId])}`;
  const change = changeOf(sim, [owner, ownerId]);
  if (known.status !== 'on' || sim.dice.chance(25)) {
    await change(`delete from ${table} where ${here}`);
    return `${thing} ${thingId} off now`;
  }
  const on = aDayAhead(sim);
  await change(`update ${table} set status = 'off_pending', changes_on = $1 where ${here}`, on);
  return `${thing} ${thingId} off on ${on}`;
}

/** A program of the contract belongs to no service. */
const changeOf = (sim: Simulation, [owner, ownerId]: Column) =>
  owner === 'user_id' ? sim.changeService.bind(sim, ownerId) : sim.change.bind(sim);

async function add(
  sim: Simulation,
  table: string,
  [owner, ownerId]: Column,
  [thing, thingId]: Column,
): Promise<string> {
  const on = aDayAhead(sim);
  const [status, changesOn, since] = sim.dice.chance(30) ? ['on', null, sim.today] : ['on_pending', on, null];
  const [promo, until] = sim.dice.chance(20) ? [5_00, addDays(sim.today, sim.dice.between(2, 40))] : [null, null];
  await changeOf(sim, [owner, ownerId])(
    `insert into ${table} (${owner}, ${thing}, status, changes_on, since, promo_kopecks, promo_until) values ($1, $2, $3, $4, $5, $6, $7)`,
    ...[ownerId, thingId, status, changesOn, since, promo, until],
  );
  return `on ${changesOn ?? 'now'}`;
}

/** The provider's staff pause a service for some days, or end the pause early. */
export async function pause(sim: Simulation): Promise<string> {
  const { userId, kind } = sim.one(sim.client.services);
  if (kind === 'internet' && sim.observer.line(userId).suspensions.some(({ state }) => state !== 'ended'))
    return 'suspended by its client';
  const returns = sim.dice.chance(80) ? aDayAhead(sim) : null;
  const switched = await sim.observer.byHand(() =>
    sim.insist(() =>
      sim.world.db.write(async (tx) => {
        const { state, debt } = await tx.one<{ state: string; debt: boolean }>(sql`
        select u.state, a.debt_since is not null as debt from service_user u join account a using (account_id)
        where user_id = ${userId} for update`);
        if (debt || (state !== 'active' && state !== 'paused')) return 'impossible';
        const to = state === 'active' ? 'paused' : 'active';
        await tx.run(sql`
        update service_user set state = ${to}, returns_on = ${to === 'paused' ? returns : null}, state_since = ${sim.at.now}, version = version + 1 where user_id = ${userId}`);
        await serviceChanged(tx, { userId });
        return to;
      }),
    ),
  );
  return `user ${userId} ${switched} ${returns ?? ''}`;
}

/** After the visit a service that was being connected works, unless its account is in debt. */
export async function connect(sim: Simulation): Promise<string> {
  const all = sim.clients.flatMap(({ services }) => services);
  const waiting = all.filter(({ userId }) => sim.observer.line(userId).situation === 'connecting');
  const { userId } = sim.one(waiting.length > 0 ? waiting : all);
  const { situation, accountId } = sim.observer.line(userId);
  const { inDebt = false } = sim.observer.snapshot.accounts.find(({ id }) => id === accountId) ?? {};
  const must = situation === 'connecting' ? connected(inDebt) : situation;
  await sim.observer.byHand(() => sim.insist(() => sim.world.db.write((tx) => connectService(tx, userId, sim.at.now))));
  const is = sim.observer.line(userId).situation;
  if (is !== must) throw new Error(`user ${userId} was ${situation}, was connected and is ${is}, and must be ${must}`);
  return `user ${userId}: ${situation} → ${is}`;
}

const connected = (inDebt: boolean) => (inDebt ? 'debt' : 'active');

/** A promotion: another price up to a day. */
export async function promotion(sim: Simulation): Promise<string> {
  const { userId } = sim.one(sim.client.services);
  const [price, until] = [sim.one([0, 1, 77_77, 200_00]), aDayAhead(sim)];
  await sim.change(
    'update service_user set promo_kopecks = $1, promo_until = $2, version = version + 1 where user_id = $3',
    price,
    until,
    userId,
  );
  return `user ${userId} pays ${price} until ${until}`;
}

export async function openAnyService(sim: Simulation): Promise<string> {
  const client = sim.client;
  if (client.services.length > 3) return 'services enough';
  await openService(sim.pool, sim.dice, sim.catalogue, client, sim.one(['internet', 'tv'] as const), sim.today);
  const { userId = 0 } = client.services.at(-1) ?? {};
  await sim.changeService(userId, 'update service_user set version = version where user_id = $1', userId);
  return `a new service of ${client.contractId}`;
}

export async function oneTimeCharge(sim: Simulation): Promise<string> {
  const { no } = sim.one(sim.client.accounts);
  const charge = {
    accountNo: no,
    what: `document:${sim.nextId()}`,
    text: 'Выезд мастера',
    amount: kopecks(sim.dice.between(1_00, 500_00)),
    day: sim.today,
  };
  await sim.insist(() => sim.world.db.write((tx) => orderOneTimeCharge(tx, charge)));
  return `${charge.amount} once from ${no}`;
}

/** The operator gives back a charge of the last weeks. */
export async function correction(sim: Simulation): Promise<string> {
  const charges = await sim.rows<{ id: number }>(
    `select transaction_id as id from ledger_transaction where kind = 'charge' and day > $1::date - 40 order by transaction_id`,
    sim.today,
  );
  if (charges.length === 0) return 'nothing to correct';
  const { id } = sim.one(charges);
  const told = await sim.insist(() => sim.world.db.write((tx) => correct(tx, id, 'Ошибка', sim.at)));
  return `correction of ${id}: ${told}`;
}

/** Raises or lowers the credit limit, as far as the balance allows. */
export async function creditLimit(sim: Simulation): Promise<string> {
  const { accountId } = sim.one(sim.client.accounts);
  const own = sim.dice.between(0, 500) * 100;
  await sim.insist(() =>
    sim.world.db.write(async (tx) => {
      await tx.run(sql`
        update account set credit_limit_kopecks = greatest(${own}::bigint, -balance_kopecks - promised_kopecks, 0) + promised_kopecks
        where account_id = ${accountId}`);
      await restoreAfterDebt(tx, accountId, sim.at);
    }),
  );
  return `limit of ${accountId} ${own}`;
}
