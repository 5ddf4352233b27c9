import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { addClient } from '../../../../../test/portal/client.ts';
import { PUBLIC_URL, testPortal, type TestPortal } from '../../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../../test/portal/staff-desk.ts';

const WHO = 300_001;
/** Somebody else, to whom nothing happens. */
const NEIGHBOUR = 300_900;
const { handOver } = operatorContract.moves;
const { show } = operatorContract.card;
const { read } = operatorContract.timeline;
const { find } = operatorContract.search;

let portal: TestPortal;
let ask: ReturnType<typeof staffDesk>['ask'];
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  ({ ask } = staffDesk(portal));
  const { accountId } = await addClient(portal.world, { contractId: NEIGHBOUR, balance: 4000_00, telephone: true });
  await run(`
    update phone_number set phone_number = '78482550000';
    insert into one_time_charge (account_id, what, text, amount_kopecks, day) values (${accountId}, 'y', 'Выезд', 100, '2027-01-01')`);
});

const BODY = { contract_id: WHO, document: 'Заявление 12', name: 'Новиков Пётр Ильич', phone: '79270004455' };
const card = (contract_id = WHO) => ask(show, { query: { contract_id } });
async function nights(count: number): Promise<void> {
  for (let night = 0; night < count; night += 1) {
    portal.clock.advance(86_400_000);
    await chargeUpTo(portal.world);
  }
}
const run = (query: string) => portal.pool.query(query);

/** A number that is closed leaves money on its account. */
const CLOSED_NUMBER = `
  update phone_number set state = 'closed', closed_on = '2026-11-01' where contract_id = ${WHO};
  set local session_replication_role = replica;
  update account set balance_kopecks = 100 where contract_id = ${WHO} and kind = 't'`;

/** A client who has used the portal for a while; his present month is charged in the ledger. */
async function addUsed(shape: Parameters<typeof addClient>[1] = {}) {
  const client = await addClient(portal.world, { contractId: WHO, balance: 4000_00, ...shape });
  if (shape.blocked !== true && shape.telephone !== true) await nights(12);
  await run(`
    insert into message (contract_id, kind, title, body, created_at) values (${WHO}, 'info', 'Личное', 'Только ему', now());
    insert into internet_session (user_id, started_at, stopped_at, address, bytes_in, bytes_out)
      values (${client.userId}, now() - interval '2 days', now() - interval '1 day', '10.0.0.5', 1, 1);
    insert into contact (contract_id, kind, value, state, confirmed_at) values (${WHO}, 'phone', '79270009988', 'active', now());`);
  return client;
}

describe('a contract goes to another person', () => {
  test('is rehearsed without a trace; then the services go on, and not a kopeck is lost', async () => {
    const { userId } = await addUsed();
    const before = await card();
    const told = await ask(handOver, { body: { ...BODY, dry_run: 'yes' } });
    expect(told).toMatchObject({ rehearsed: true, refusal: null, services: ['Интернет дома'] });
    expect(await card()).toMatchObject({ version: before.version, state: 'active', handed_to: null });
    await run(`
      insert into internet_session (user_id, started_at, address, bytes_in, bytes_out) values (${userId}, now() - interval '1 hour', '10.0.0.6', 1, 1);
      insert into program (program_id, service_kind, name, summary, description, price_kopecks) values (7, 'contract', 'Опека', '', '', 0);
      insert into contract_program (contract_id, program_id, status, switched_at)
        values (${WHO}, 7, 'on', now()), (${NEIGHBOUR}, 7, 'on', now())`);
    const done = await ask(handOver, { body: { ...BODY, version: before.version } });
    const secrets = { password: '', until: '', version: 0, rehearsed: false };
    expect({ ...done, ...secrets }).toEqual({ ...told, ...secrets });
    const [made, former] = [await card(done.new_contract_id!), await card()];
    expect(made).toMatchObject({ name: BODY.name, address: before.address, handed_from: WHO, state: 'active' });
    expect(made.services).toMatchObject([{ user_id: userId, state: before.services[0]!.state }]);
    const programs = await run('select contract_id::int as id from contract_program order by 1');
    expect(programs.rows).toEqual([{ id: NEIGHBOUR }, { id: done.new_contract_id }]);
    // The network ends what goes on, learns of the new contract, and nothing else.
    const orders = await run(
      `select kind, count(*)::int from outbox_effect where kind ~ '^(service|network)' and not payload ? 'phoneNumber' group by kind order by kind`,
    );
    expect(orders.rows).toEqual([
      { kind: 'network.end-session', count: 1 },
      { kind: 'service.provision', count: 1 },
    ]);
    const { rows } = await run(`select charged_through from account where contract_id = ${done.new_contract_id}`);
    expect(rows).toEqual([{ charged_through: done.from }]);
    expect(await card(NEIGHBOUR)).toMatchObject({ state: 'active', services: [{ name: 'Интернет дома' }] });
    expect(former).toMatchObject({ state: 'closed', handed_to: done.new_contract_id, services: [] });
    // What was charged ahead came back and is charged there: the same days for the same money, to the kopeck of rounding.
    const [was, is] = [Number(before.accounts[0]!.balance), Number(made.accounts[0]!.balance)];
    expect(Math.abs(was - is)).toBeLessThanOrEqual(0.01);
    expect(former.accounts[0]!.balance).toBe('0.00');
    expect(Number(done.left)).toBe(is);
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  });

  test('the new subscriber reads nothing of the former one, who keeps his own', async () => {
    await addUsed();
    await run(`
      insert into internet_session (user_id, started_at, stopped_at, address, bytes_in, bytes_out)
      select user_id, now() - interval '2 days', now() - interval '1 day', '10.0.0.7', 1, 1
      from service_user where contract_id = ${NEIGHBOUR}`);
    const { make, list } = contract.paymentLink;
    await portal.send(make, { body: { p: 'i', amount: '500', words: 'За маму' } }, WHO);
    const done = await ask(handOver, { body: BODY });
    const to = done.new_contract_id!;
    // Nobody pays by a link for a contract that has ended.
    expect((await portal.send(list, {}, WHO)).body).toMatchObject([{ state: 'ended' }]);
    const kept = await run(
      `select contract_id::int as id from internet_session join service_user using (user_id) order by 1`,
    );
    expect(kept.rows).toEqual([{ id: WHO }, { id: NEIGHBOUR }]);
    const { notice, internetAccount, support } = contract;
    const ofNew = {
      messages: (await portal.send(notice.getMessages, {}, to)).body,
      orders: (await portal.send(support.getOrders, { query: {} }, to)).body,
      sessions: (await portal.send(internetAccount.statIsg, { query: { user_id: String(made(await card(to))) } }, to))
        .body,
    };
    expect(JSON.stringify(ofNew)).not.toContain('Личное');
    expect(ofNew.orders).toMatchObject({ items: [] });
    expect(JSON.stringify(ofNew.sessions)).not.toContain('10.0.0.5');
    expect(ofNew.sessions).toMatchObject({ months: [] });
    const moved = await portal.send(internetAccount.statMovements, { query: {} }, to);
    expect(moved.body.items.map(({ text }) => text)).toEqual([
      expect.stringContaining('Интернет') as string,
      'Остаток при переоформлении: Заявление 12',
    ]);
    const own = (await portal.send(notice.getMessages, {}, WHO)).body;
    expect(own.map(({ title }) => title)).toEqual(expect.arrayContaining(['Личное', 'Договор переоформили']));
    expect(JSON.stringify(own)).not.toContain('Новиков');
    expect((await card(to)).contacts.phones).toEqual([]);
    // The former login leads to the former contract only.
    const { groups } = await ask(find, { query: { q: '79270009988' } });
    expect(groups.flatMap(({ items }) => items.map(({ contract_id: id }) => id))).toEqual([WHO]);
    const entered = await portal.inject({
      method: 'POST',
      url: '/api/v2/auth/token',
      headers: { origin: PUBLIC_URL },
      payload: { login: String(to), password: done.password },
    });
    expect(entered.json<{ code: string }>().code).toBe('new_password_needed');
    for (const id of [WHO, to])
      expect(JSON.stringify(await ask(read, { query: { contract_id: id } }))).toMatch(/Заявление 12/);
  });

  const made = ({ services }: Awaited<ReturnType<typeof card>>) => services[0]!.user_id;

  test('the next night charges the new contract as it would have charged the former one, and that one never again', async () => {
    await addUsed();
    const done = await ask(handOver, { body: BODY });
    await nights(31);
    expect((await card()).accounts[0]!.balance).toBe('0.00');
    expect(Number((await card(done.new_contract_id!)).accounts[0]!.balance)).toBeCloseTo(Number(done.left) - 1179, 1);
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  });

  test('on the very day of a charge it is taken back and made again, once', async () => {
    await addClient(portal.world, { contractId: WHO, balance: 4000_00 });
    await nights(11);
    const { rows } = await run(
      `select from fee_charged where transaction_id is not null and charged_from = '2026-12-01'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    const told = await ask(handOver, { body: BODY });
    expect(told).toMatchObject({ from: '2026-12-01', transferred: '4000.00', charged: '1179.00', left: '2821.00' });
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  });

  test('days that were paid for before an import are not charged twice', async () => {
    await addClient(portal.world, { contractId: WHO, balance: 2000_00 });
    const told = await ask(handOver, { body: { ...BODY, dry_run: 'yes' } });
    expect(told).toMatchObject({ transferred: '2000.00', charged: '0.00', left: '2000.00' });
    // Nothing was charged at all so far: what is left of November is, there.
    await run('delete from fee_charged');
    const first = await ask(handOver, { body: { ...BODY, dry_run: 'yes' } });
    expect(first).toMatchObject({ transferred: '2000.00', charged: '432.30', left: '1567.70' });
  });

  test('before the first charge of all, the last kopeck goes over; the rest of the month must be there, too', async () => {
    await addClient(portal.world, { contractId: WHO, balance: 1 });
    const free = await ask(handOver, { body: { ...BODY, dry_run: 'yes' } });
    expect(free).toMatchObject({ transferred: '0.01', charged: '0.00', left: '0.01' });
    await run('delete from fee_charged');
    await expect(ask(handOver, { body: BODY })).rejects.toMatchObject({ code: 'not_enough_money' });
  });

  test('that has ended is handed to nobody', async () => {
    await addClient(portal.world, { contractId: WHO });
    await run(`update contract set state = 'closed', closed_on = '2026-11-01' where contract_id = ${WHO}`);
    const late = ask(handOver, { body: { ...BODY, dry_run: 'yes' } });
    await expect(late).rejects.toThrow('Договор расторгнут: переоформлять нечего');
  });

  test('charges first what no night has charged yet', async () => {
    await addClient(portal.world, { contractId: WHO, balance: 4000_00 });
    // The second of December.
    portal.clock.advance(12 * 86_400_000);
    const told = await ask(handOver, { body: { ...BODY, dry_run: 'yes' } });
    expect(told).toMatchObject({ transferred: '3961.97', charged: '1140.97', left: '2821.00' });
  });

  test('is refused if what comes back does not pay for a price that has risen', async () => {
    await addClient(portal.world, { contractId: WHO, balance: 1179_00 });
    await nights(12);
    await run(`update plan set price_kopecks = 2000_00 where name = 'Тест'`);
    await expect(ask(handOver, { body: BODY })).rejects.toMatchObject({ code: 'not_enough_money' });
    expect(await card()).toMatchObject({ state: 'active', accounts: [{ balance: '0.00' }] });
  });

  const service = (change: string) => `update service_user set ${change} where contract_id = ${WHO}`;
  const charge = `
    insert into one_time_charge (account_id, what, text, amount_kopecks, day)
    select account_id, 'x', 'Выезд', 100, '2027-01-01' from account where contract_id = ${WHO}`;
  const order = `
    insert into support_goal (goal_id, name) values (1, 'Не работает');
    insert into support_order (contract_id, goal_id, text, state, created_at, updated_at)
    values (${WHO}, 1, 'Не работает', 'new', now(), now())`;

  test.each([
    ['in debt', { balance: -500_00, creditLimit: 500_00, blocked: true }, '', /долг/],
    ['with a credit that is used', { balance: -100_00, creditLimit: 500_00 }, '', /долг/],
    ['with a promised payment', { creditLimit: 500_00 }, '', /обещанный/],
    ['with a telephone', { telephone: true }, '', /номера/],
    ['with money for a telephone', { telephone: true }, CLOSED_NUMBER, /номера/],
    ['while a service rests', {}, service(`state = 'paused'`), /верните/],
    ['while we keep a service closed', {}, service(`state = 'blocked', reason = 'operator'`), /включите/],
    ['while a service is closed for spam', {}, service(`state = 'blocked', reason = 'abuse'`), /включите/],
    ['with telephony of its own', {}, service(`user_type = 'sip', plan_id = null`), /SIP/],
    ['with a charge that waits', {}, charge, /начисление/],
    ['with an open order', {}, order, /заявку/],
    ['without services', {}, service(`state = 'closed', closed_on = '2026-11-01'`), /Услуг/],
  ])('is refused %s, and the rehearsal says why', async (_, shape, change, words) => {
    await addClient(portal.world, { contractId: WHO, balance: 4000_00, ...shape });
    if (change !== '') await run(change);
    const told = await ask(handOver, { body: { ...BODY, dry_run: 'yes' } });
    expect(told).toMatchObject({
      new_contract_id: null,
      password: null,
      ...{ transferred: '0.00', charged: '0.00', left: '0.00' },
      refusal: expect.stringMatching(words) as string,
    });
    await expect(ask(handOver, { body: BODY })).rejects.toMatchObject({ code: 'change_not_allowed' });
    expect((await run('select from contract_handover')).rowCount).toBe(0);
    const late = ask(handOver, { body: { ...BODY, version: 99 } });
    await expect(late).rejects.toMatchObject({ code: 'changed_meanwhile' });
  });
});
