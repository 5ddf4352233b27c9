import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { addClient } from '../../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../../test/portal/staff-desk.ts';

const WHO = 300_001;
const OTHER = 300_002;
const { split, join } = operatorContract.regroupings;
const { show } = operatorContract.card;
const { read } = operatorContract.timeline;

let portal: TestPortal;
let ask: ReturnType<typeof staffDesk>['ask'];
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  ({ ask } = staffDesk(portal));
});

const run = (query: string) => portal.pool.query(query);
const card = (contract_id: number) => ask(show, { query: { contract_id } });
const balance = async (contractId: number) => Number((await card(contractId)).accounts[0]!.balance);
const title = async (contractId: number) =>
  (await portal.send(contract.notice.getMessages, {}, contractId)).body.map(({ title: said }) => said);
const lines = async (contractId: number) => JSON.stringify(await ask(read, { query: { contract_id: contractId } }));

/** Of which services the network is to hear. */
const heard = async () => {
  const { rows } = await run(
    `select (payload ->> 'userId')::int as id from outbox_effect where kind = 'service.provision' order by 1`,
  );
  return rows.map((row) => (row as { id: number }).id);
};

async function nights(count: number): Promise<void> {
  for (let night = 0; night < count; night += 1) {
    portal.clock.advance(86_400_000);
    await chargeUpTo(portal.world);
  }
}

/** A second service of a contract; its days of this month are paid in the ledger after some nights. */
async function addService(contractId: number, price: number, name = 'Дача', type = 'isg'): Promise<number> {
  const kind = ['sip', 'mail', 'tv'].includes(type) ? type : 'internet';
  const { rows } = await run(`
    with sold as (insert into plan (service_kind, name, summary, price_kopecks) values ('${kind}', '${name}', '', ${price}) returning plan_id)
    insert into service_user (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
    select ${contractId}, account_id, '${type}', '${name}', '${name}${contractId}', '', 'active', now(), plan_id, '2025-01-01'
    from sold, account where contract_id = ${contractId} and kind = 'i' returning user_id::int as id`);
  return (rows[0] as { id: number }).id;
}

/** Two services of 1179 and 500 roubles a month, charged for December on its first day; it is the second. */
async function addUsed(contractId = WHO, money = 9000_00) {
  const { userId } = await addClient(portal.world, { contractId, balance: money });
  const second = await addService(contractId, 500_00);
  await nights(12);
  return { first: userId, second };
}

const body = (services: readonly number[], more: object = {}) => ({
  body: { contract_id: WHO, document: 'Заявление 7', services: [...services], ...more },
});

describe('a contract is split', () => {
  test('as it was rehearsed: the service goes with its paid days and its own price, the balance stays, to the kopeck', async () => {
    const { first, second } = await addUsed();
    await run(`
      insert into individual_price (contract_id, account_id, user_id, sold_kind, percent, from_day, reason, given_by, given_at)
      select ${WHO}, account_id, ${second}, 'plan', 10, '2027-01-01', 'Давний', 'Анна', now() from account where contract_id = ${WHO};
      insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
      select ${second}, plan_id, '2027-03-01', 'planned', 'client', now() from service_user where user_id = ${first}`);
    const before = await card(WHO);
    const told = await ask(split, body([second], { dry_run: 'yes' }));
    expect(told).toMatchObject({
      ...{ rehearsed: true, refusal: null, services: ['Дача'], stays: ['Интернет дома'], version: before.version },
      ...{ carried: '0.00', left: '0.00' },
    });
    expect(await card(WHO)).toMatchObject({ version: before.version, regrouped: [] });
    const done = await ask(split, body([second], { version: before.version }));
    const secrets = { password: '', until: '', version: 0, rehearsed: false };
    expect({ ...done, ...secrets }).toEqual({ ...told, ...secrets });
    const to = done.new_contract_id!;
    const [was, is] = [await card(WHO), await card(to)];
    expect(done.remains).toBe(before.accounts[0]!.balance);
    expect(was.accounts[0]!.balance).toBe(before.accounts[0]!.balance);
    expect(was).toMatchObject({ services: [{ user_id: first }], regrouped: [{ contract_id: to, how: 'split_to' }] });
    expect(is).toMatchObject({
      ...{ name: before.name, address: before.address, state: 'active', services: [{ user_id: second }] },
      ...{ regrouped: [{ contract_id: WHO, how: 'split_from', on: done.from }], accounts: [{ balance: '0.00' }] },
    });
    // What left took its versions along: a version that was decided on before never comes again.
    expect(was.version).toBeGreaterThan(before.version);
    const own = await run(`select percent from individual_price where contract_id = ${to} and ended_on is null`);
    expect(own.rows).toEqual([{ percent: 10 }]);
    expect(await title(WHO)).toContain('Договор разделили');
    expect(await title(to)).toContain('Новый договор');
    expect(await lines(WHO)).toContain(`в договор ${to}`);
    expect(await lines(to)).toContain(`из договора ${WHO}`);
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
    // The month after each pays for its own: 1179, and 500 less a tenth.
    await ask(operatorContract.office.post, money(`${to}i`, '1000'), 'cashier');
    await nights(31);
    expect(await balance(WHO)).toBeCloseTo(Number(done.remains) - 1179, 2);
    expect(await balance(to)).toBeCloseTo(1000 - 450, 2);
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  });

  const money = (account_no: string, amount: string) => ({
    body: { account_no, amount, document: 'ПКО 1', text: 'Оплата' },
  });

  test('carries the sum that is named, no more than there is', async () => {
    const { second } = await addUsed();
    const before = await balance(WHO);
    const much = await ask(split, body([second], { sum: '100000', dry_run: 'yes' }));
    expect(much).toMatchObject({
      ...{ refusal: expect.stringMatching(/На счёте только/) as string, returned: '0.00', carried: '0.00' },
    });
    expect(await ask(split, body([second], { sum: String(before), dry_run: 'yes' }))).toMatchObject({ refusal: null });
    await expect(ask(split, body([second], { sum: '100000' }))).rejects.toMatchObject({ code: 'change_not_allowed' });
    expect(await balance(WHO)).toBe(before);
    const done = await ask(split, body([second], { sum: '1200,50' }));
    expect(done).toMatchObject({ carried: '1200.50', left: '1200.50' });
    expect(await balance(WHO)).toBeCloseTo(before - 1200.5, 2);
  });

  test('carries what two parts of a price are rounded by, and no kopeck more; it must be there besides the sum', async () => {
    const { second } = await addUsed();
    const before = await balance(WHO);
    const costs = (sum: number) =>
      run(
        `update plan set price_kopecks = ${sum} from service_user u where u.plan_id = plan.plan_id and user_id = ${second}`,
      );
    const told = (sum: number) =>
      ask(split, body([second], { ...(sum > 0 && { sum: sum.toFixed(2) }), dry_run: 'yes' }));
    // Thirty days of thirty-one: 483,87 were paid.
    await costs(500_11);
    await expect(told(0)).rejects.toMatchObject({ code: 'not_enough_money' });
    await costs(500_10);
    expect(await told(0)).toMatchObject({ returned: '483.87', carried: '0.10', charged: '483.97', left: '0.00' });
    expect(await told(before)).toMatchObject({ carried: before.toFixed(2), left: (before - 0.1).toFixed(2) });
    await costs(700_00);
    await expect(told(10)).rejects.toMatchObject({ code: 'not_enough_money' });
    expect(await told(before)).toMatchObject({ refusal: null });
  });

  test('takes nothing for rounding from an account that has nothing', async () => {
    const { second } = await addUsed(WHO, 1845_67);
    expect(await balance(WHO)).toBe(0);
    await run(
      `update plan set price_kopecks = 50010 from service_user u where u.plan_id = plan.plan_id and user_id = ${second}`,
    );
    await expect(ask(split, body([second], { dry_run: 'yes' }))).rejects.toMatchObject({ code: 'not_enough_money' });
  });

  test('is refused to whoever has a promise, or has ended', async () => {
    const { userId } = await addClient(portal.world, { contractId: WHO, balance: 3000_00, creditLimit: 500_00 });
    await addService(WHO, 500_00);
    expect((await ask(split, body([userId], { dry_run: 'yes' }))).refusal).toMatch(/обещанный/);
    await run(`update contract set state = 'closed', closed_on = '2026-11-20' where contract_id = ${WHO}`);
    await expect(ask(split, body([userId]))).rejects.toThrow(/расторгнут/);
  });

  test('after a late night tells what it would have told after the night in time; the network hears of what goes', async () => {
    const { first, second } = await addUsed();
    await run(`
      insert into individual_price (contract_id, account_id, user_id, sold_kind, percent, from_day, reason, given_by, given_at)
      select contract_id, account_id, user_id, 'plan', 10, '2027-02-01', 'Давний', 'Анна', now() from service_user where user_id = ${first}`);
    portal.clock.set(new Date('2027-01-02T08:00:00Z'));
    const told = async () => ({ ...(await ask(split, body([second], { dry_run: 'yes' }))), password: '' });
    const late = await told();
    await chargeUpTo(portal.world);
    expect(late).toEqual(await told());
    expect(late).toMatchObject({ refusal: null, returned: '483.87' });
    await run('delete from outbox_effect');
    await ask(split, body([second]));
    expect(await heard()).toEqual([second]);
    // The own price of what stays, stays.
    expect((await run('select contract_id::int as id from individual_price')).rows).toEqual([{ id: WHO }]);
  });

  test('leaves the telephone where it is; a contract keeps at least one service', async () => {
    const { userId } = await addClient(portal.world, { contractId: WHO, balance: 3000_00, telephone: true });
    expect(await ask(split, body([userId], { dry_run: 'yes' }))).toMatchObject({ refusal: null });
    await run(`update phone_number set state = 'closed', closed_on = '2026-11-01'`);
    expect((await ask(split, body([userId], { dry_run: 'yes' }))).refusal).toMatch(/хотя бы одна/);
    const sip = await addService(WHO, 100_00, 'SIP', 'sip');
    expect((await ask(split, body([sip], { dry_run: 'yes' }))).refusal).toMatch(/разговоры/);
    await expect(ask(split, body([999_999]))).rejects.toMatchObject({ code: 'service_unknown' });
  });

  test('goes back into one, on the same day, as if nothing had been: no charge is lost or made twice', async () => {
    const { first, second } = await addUsed();
    const before = await balance(WHO);
    const { new_contract_id: to } = await ask(split, body([second]));
    const done = await ask(join, { body: { contract_id: to, into_contract_id: WHO, document: 'Передумал' } });
    expect(done).toMatchObject({ names_differ: false, services: ['Дача'] });
    expect(await balance(WHO)).toBeCloseTo(before, 2);
    expect((await card(WHO)).services.map(({ user_id: id }) => id).toSorted()).toEqual([first, second].toSorted());
    await nights(31);
    expect(await balance(WHO)).toBeCloseTo(before - 1679, 2);
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  });
});

describe('two contracts are joined', () => {
  const JOIN = { contract_id: WHO, into_contract_id: OTHER, document: 'Заявление 8' };

  const autopayment = (id: number) => `
    insert into autopayment (autopayment_id, account_id, acquirer, state, days_ahead, ceiling_kopecks, subscription_id, created_at,
        expires_at, connected_at)
      select gen_random_uuid(), account_id, 'x', 'active', 3, 100000, 'x', now(), now(), now() from account where contract_id = ${id}`;

  /** Both with a used month. */
  async function addBoth() {
    const one = await addClient(portal.world, { contractId: WHO, balance: 4000_00 });
    const two = await addClient(portal.world, { contractId: OTHER, balance: 5000_00 });
    await nights(12);
    return { one: one.userId, two: two.userId };
  }

  test('as it was rehearsed: all services and money in the one that stays, the other is closed with its history', async () => {
    const { one, two } = await addBoth();
    await run(
      `insert into contact (contract_id, kind, value, state, confirmed_at) values (${WHO}, 'phone', '79270009988', 'active', now())`,
    );
    // What the one that stays pays by itself goes on: the clerk hears of no loss.
    await run(autopayment(OTHER));
    await run(`update contract set printed_no = 'ЮЛ-3/17' where contract_id = ${OTHER}`);
    const [a, b] = [await card(WHO), await card(OTHER)];
    const told = await ask(join, { body: { ...JOIN, dry_run: 'yes' } });
    expect(told).toMatchObject({
      ...{ rehearsed: true, refusal: null, names_differ: false, version: a.version, into_version: b.version },
      parties: [
        { contract_id: WHO, name: a.name, address: a.address, phones: ['79270009988'] },
        { contract_id: OTHER, name: b.name, phones: [] },
      ],
    });
    expect(told.notes.join()).not.toContain('Автоплатёж');
    expect(await card(OTHER)).toMatchObject({ version: b.version });
    // Both are told that somebody has looked at them.
    const looks = await run(
      `select distinct contract_id::int as id from staff_read where call like 'contract join%' order by 1`,
    );
    expect(looks.rows).toEqual([{ id: WHO }, { id: OTHER }]);
    const late = ask(join, { body: { ...JOIN, version: a.version, into_version: 99 } });
    await expect(late).rejects.toMatchObject({ code: 'changed_meanwhile' });
    const done = await ask(join, { body: { ...JOIN, version: a.version, into_version: b.version } });
    const versions = { version: 0, into_version: 0, rehearsed: false };
    expect({ ...done, ...versions }).toEqual({ ...told, ...versions });
    const [ended, stays] = [await card(WHO), await card(OTHER)];
    expect(ended).toMatchObject({
      ...{ state: 'closed', services: [], accounts: [{ balance: '0.00' }] },
      regrouped: [{ contract_id: OTHER, how: 'joined_to' }],
    });
    expect(stays).toMatchObject({ state: 'active', regrouped: [{ contract_id: WHO, how: 'joined_from' }] });
    expect(stays.services.map(({ user_id: id }) => id).toSorted()).toEqual([one, two].toSorted());
    const before = Number(a.accounts[0]!.balance) + Number(b.accounts[0]!.balance);
    expect(Math.abs(Number(stays.accounts[0]!.balance) - before)).toBeLessThanOrEqual(0.011);
    expect(done.left).toBe(stays.accounts[0]!.balance);
    for (const id of [WHO, OTHER]) expect(await title(id)).toContain('Договоры объединили');
    const letter = await run(`select body from message where contract_id = ${WHO} and title = 'Договоры объединили'`);
    expect(JSON.stringify(letter.rows)).toMatch(/на\sдоговор\sЮЛ-3\/17, счёт/);
    expect(await lines(WHO)).toContain(`к договору ${OTHER}`);
    expect(await lines(OTHER)).toContain(`договор ${WHO}`);
    const audit = await run(`select input from operator_action where call = 'contract join' and outcome = 'done'`);
    expect(audit.rows).toMatchObject([{ input: { contract_id: WHO, into_contract_id: OTHER } }]);
    await nights(31);
    expect(await balance(OTHER)).toBeCloseTo(Number(done.left) - 2 * 1179, 1);
    expect(await balance(WHO)).toBe(0);
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  });

  test('with different names only for a reason; then nobody reads the sessions of the former one', async () => {
    const { one } = await addBoth();
    await run(`
      update contract set client_name = 'Иванова Ольга' where contract_id = ${WHO};
      insert into internet_session (user_id, started_at, stopped_at, address, bytes_in, bytes_out)
        values (${one}, now() - interval '2 days', now() - interval '1 day', '10.0.0.5', 1, 1),
          (${one}, now() - interval '1 hour', null, '10.0.0.5', 1, 1)`);
    const told = await ask(join, { body: { ...JOIN, dry_run: 'yes' } });
    expect(told).toMatchObject({ names_differ: true, refusal: null });
    await expect(ask(join, { body: JOIN })).rejects.toThrow(/Имена в договорах разные/);
    expect(await card(WHO)).toMatchObject({ state: 'active', services: [{ user_id: one }] });
    await ask(join, { body: { ...JOIN, reason: 'Сменила фамилию, свидетельство о браке' } });
    const kept = await run(
      'select contract_id::int as id from internet_session join service_user using (user_id) where stopped_at is not null',
    );
    expect(kept.rows).toEqual([{ id: WHO }]);
    // What goes on is ended, so that nobody is seen by the session of another.
    const open = await run('select from internet_session where stopped_at is null and end_ordered_at is null');
    expect(open.rowCount).toBe(0);
    expect(await lines(OTHER)).toContain('Сменила фамилию');
  });

  test('with their programs and own prices, of which those of others stay; late nights are charged first', async () => {
    const NEIGHBOUR = 300_003;
    const { one } = await addBoth();
    const third = await addClient(portal.world, { contractId: NEIGHBOUR, balance: 5000_00 });
    await run(`
      insert into program (program_id, service_kind, name, summary, description, price_kopecks)
        values (7, 'contract', 'Опека', '', '', 31_00), (8, 'contract', 'Счёт', '', '', 0);
      insert into contract_program (contract_id, program_id, status, switched_at)
        values (${WHO}, 7, 'on', now()), (${NEIGHBOUR}, 7, 'on', now()), (${NEIGHBOUR}, 8, 'on', now());
      insert into individual_price (contract_id, account_id, user_id, sold_kind, percent, from_day, reason, given_by, given_at)
        select contract_id, account_id, user_id, 'plan', 10, '2027-02-01', 'Давний', 'Анна', now() from service_user
        where user_id in (${one}, ${third.userId});
      ${autopayment(WHO)}`);
    portal.clock.set(new Date('2027-01-02T08:00:00Z'));
    const told = () => ask(join, { body: { ...JOIN, dry_run: 'yes' } });
    const late = await told();
    expect(late.notes.join()).toContain(`Автоплатёж договора ${WHO} не перейдёт`);
    await chargeUpTo(portal.world);
    expect(late).toEqual(await told());
    await run('delete from outbox_effect');
    const { make, list } = contract.paymentLink;
    for (const id of [WHO, OTHER]) await portal.send(make, { body: { p: 'i', amount: '500', words: 'За маму' } }, id);
    const before = await balance(OTHER);
    const done = await ask(join, { body: JOIN });
    // Nobody pays for a contract that has ended: it ends at the bank, too.
    const linksOf = async (id: number) => (await portal.send(list, {}, id)).body.map(({ state }) => state);
    expect([await linksOf(WHO), await linksOf(OTHER)]).toEqual([['ended'], ['open']]);
    expect((await run('select state from autopayment')).rows).toEqual([{ state: 'off' }]);
    expect((await run(`select from outbox_effect where kind = 'autopayment.cancel'`)).rowCount).toBe(1);
    expect(Number(done.left)).toBeCloseTo(before + Number(done.transferred) - Number(done.charged), 2);
    expect(await heard()).toEqual([one]);
    const where = (table: string) => run(`select contract_id::int as id from ${table} order by 1`);
    expect((await where('individual_price')).rows).toEqual([{ id: OTHER }, { id: NEIGHBOUR }]);
    expect((await where('contract_program')).rows).toEqual([{ id: OTHER }, { id: NEIGHBOUR }, { id: NEIGHBOUR }]);
  });

  test('not if what comes back does not pay for a price that has risen', async () => {
    await addBoth();
    await run(`
      update account set credit_limit_kopecks = 0;
      update plan set price_kopecks = 20000000`);
    await expect(ask(join, { body: JOIN })).rejects.toMatchObject({ code: 'not_enough_money' });
  });

  const charge = (id: number) => `
    insert into one_time_charge (account_id, what, text, amount_kopecks, day)
    select account_id, 'x', 'Выезд', 100, '2027-01-01' from account where contract_id = ${id}`;
  const service = (change: string) => `update service_user set ${change} where contract_id = ${WHO}`;
  const order = `
    insert into support_goal (goal_id, name) values (1, 'Не работает');
    insert into support_order (contract_id, goal_id, text, state, created_at, updated_at)
    values (${WHO}, 1, 'Не работает', 'new', now(), now())`;
  const program = `
    insert into program (program_id, service_kind, name, summary, description, price_kopecks) values (7, 'contract', 'Опека', '', '', 0);
    insert into contract_program (contract_id, program_id, status, switched_at) values (${WHO}, 7, 'on', now()), (${OTHER}, 7, 'on', now())`;

  test.each([
    ['in debt', { balance: -500_00, creditLimit: 500_00, blocked: true }, {}, '', /долг/],
    ['into a debt', {}, { balance: -500_00, creditLimit: 500_00, blocked: true }, '', /договором 300002 долг/],
    ['with a promised payment', { creditLimit: 500_00 }, {}, '', /обещанный/],
    ['into a promised payment', {}, { creditLimit: 500_00 }, '', /300002 дан/],
    ['with a telephone', { telephone: true }, {}, '', /номера/],
    ['while a service rests', {}, {}, service(`state = 'paused'`), /верните/],
    ['while a service is off', {}, {}, service(`state = 'blocked', reason = 'operator'`), /включите/],
    ['while a service is off for abuse', {}, {}, service(`state = 'blocked', reason = 'abuse'`), /включите/],
    ['with telephony of its own', {}, {}, service(`user_type = 'sip', plan_id = null`), /разговоры/],
    ['with a charge that waits', {}, {}, charge(WHO), /начисление/],
    ['with an open order', {}, {}, order, /заявку/],
    ['with a program of both', {}, {}, program, /Опека/],
    [
      'of a company and a person',
      {},
      {},
      `update contract set is_company = true where contract_id = ${WHO}`,
      /организации/,
    ],
  ])('is refused %s, and loses nothing', async (_, one, two, change, why) => {
    await addClient(portal.world, { contractId: WHO, balance: 4000_00, ...one });
    await addClient(portal.world, { contractId: OTHER, balance: 4000_00, ...two });
    if (change !== '') await run(change);
    const before = [await card(WHO), await card(OTHER)].map(({ looks: _looks, ...rest }) => rest);
    const told = await ask(join, { body: { ...JOIN, dry_run: 'yes' } });
    expect(told).toMatchObject({ transferred: '0.00', refusal: expect.stringMatching(why) as string });
    await expect(ask(join, { body: JOIN })).rejects.toMatchObject({ code: 'change_not_allowed' });
    const after = [await card(WHO), await card(OTHER)].map(({ looks: _looks, ...rest }) => rest);
    expect(after).toEqual(before);
  });

  test('not with itself, nor with one that has ended, or is not there', async () => {
    await addBoth();
    await expect(ask(join, { body: { ...JOIN, into_contract_id: WHO } })).rejects.toThrow(/один и тот же/);
    await expect(ask(join, { body: { ...JOIN, into_contract_id: 999_999 } })).rejects.toMatchObject({
      code: 'contract_unknown',
    });
    await ask(join, { body: JOIN });
    await expect(ask(join, { body: JOIN })).rejects.toThrow(/300001 расторгнут/);
  });
});
