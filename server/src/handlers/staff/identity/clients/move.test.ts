import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { testPortal, type TestPortal } from '../../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../../test/portal/staff-desk.ts';

const WHO = 100_001;
const { move } = operatorContract.moves;
const { show } = operatorContract.card;
const { read } = operatorContract.timeline;
const { check } = operatorContract.connect;
const { connect, block } = operatorContract.services;

let portal: TestPortal;
let ask: ReturnType<typeof staffDesk>['ask'];
beforeEach(async () => {
  portal = await testPortal();
  ({ ask } = staffDesk(portal));
});

const card = () => ask(show, { query: { contract_id: WHO } });
const THERE = { town: 'Тольятти', street: 'юбилейная', house: '33', flat: '5' };
const BODY = { contract_id: WHO, document: 'Заявление 12', ...THERE };
const lined = ({ services }: Awaited<ReturnType<typeof card>>) =>
  services.filter(({ user_type: type }) => type !== 'mail' && type !== 'sip');

describe('a move to another address', () => {
  test('is rehearsed without a trace: what can be had there, what is given back, what goes on', async () => {
    await portal.pool.query(`update coverage set most_kbps = null`);
    const before = await card();
    const told = await ask(move, { body: { ...BODY, dry_run: 'yes' } });
    expect(await card()).toMatchObject({ version: before.version, address: before.address, former_addresses: [] });
    expect(told).toMatchObject({ rehearsed: true, refusal: null, coverage: 'connected', was: before.address });
    expect(told.address).toContain('Юбилейная, 33');
    expect(told.services.map(({ user_id: id }) => id)).toEqual(lined(before).map(({ user_id: id }) => id));
    const [account] = told.accounts;
    expect(Number(account!.returned)).toBeCloseTo(Number(account!.balance) - Number(before.accounts[0]!.balance), 2);
    // A line that holds just this speed will do, and the number of the flat may be the former one.
    await portal.pool
      .query(`update coverage set most_kbps = (select max(speed_mbit) * 1000 from plan join service_user using (plan_id)
      where contract_id = ${WHO} and service_user.state <> 'closed')`);
    const { rows } = await portal.pool.query<{ flat: string }>(`select flat from contract where contract_id = ${WHO}`);
    expect((await ask(move, { body: { ...BODY, flat: rows[0]!.flat, dry_run: 'yes' } })).refusal).toBeNull();
    expect(told.stays).toEqual(before.services.filter((one) => !lined(before).includes(one)).map(({ name }) => name));
    expect(Number(told.accounts[0]!.returned)).toBeGreaterThan(0);
    // The night of a new month is late: first it is charged, then what is left of the month is given back.
    portal.clock.set(new Date('2026-12-02T08:00:00Z'));
    const [late] = (await ask(move, { body: { ...BODY, dry_run: 'yes' } })).accounts;
    expect(Number(late!.returned)).toBeGreaterThan(0);
    expect(Number(late!.balance)).toBeLessThan(Number(before.accounts[0]!.balance));
  });

  test.each([
    [
      'plan',
      `insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
        select user_id, fast.plan_id, '2026-12-01', 'planned', 'client', now()
        from service_user u join plan p using (plan_id),
          (select plan_id from plan where service_kind = 'internet' order by speed_mbit desc nulls last limit 1) fast
        where contract_id = ${WHO} and p.service_kind = 'internet' and u.state <> 'closed' limit 1`,
      /Линия дома держит/,
    ],
    [
      'pause',
      `insert into suspension (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks)
        select user_id, '2026-12-01', '2026-12-15', 'planned', now(), '{}', 0, 0
        from service_user where contract_id = ${WHO} and service_kind = 'internet' and state = 'active'`,
      /на паузе: сначала верните услугу/,
    ],
  ])('is judged by what a late night makes of the services: a %s', async (_, planned, refusal) => {
    await portal.pool.query(`
      update account set credit_limit_kopecks = 1000000 where contract_id = ${WHO};
      update plan set speed_mbit = 2000 where plan_id =
        (select plan_id from plan where service_kind = 'internet' order by speed_mbit desc nulls last limit 1);
      update coverage set most_kbps = 1000000`);
    await portal.pool.query(planned);
    portal.clock.set(new Date('2026-12-02T08:00:00Z'));
    const told = await ask(move, { body: { ...BODY, dry_run: 'yes' } });
    expect(told.refusal).toMatch(refusal);
    await expect(ask(move, { body: BODY })).rejects.toMatchObject({ code: 'change_not_allowed' });
  });

  test('releases the lines, gives days back, keeps the old address, and the technician connects it there', async () => {
    await portal.pool.query(`update coverage set most_kbps = null`);
    await portal.pool.query(`update service_access set bound_mac = 'a4:5e:60:c1:22:33'`);
    const before = await card();
    const live = async () =>
      (
        await portal.pool.query(
          `select from internet_session join service_user using (user_id)
           where contract_id = ${WHO} and stopped_at is null and end_ordered_at is null`,
        )
      ).rowCount;
    expect(await live()).toBe(1);
    const { visits } = await ask(check, { query: { town: 'Тольятти', street: 'Юбилейная' } });
    const slot = visits.find(({ is_free: free }) => free)!;
    const told = await ask(move, { body: { ...BODY, dry_run: 'yes' } });
    const done = await ask(move, { body: { ...BODY, slot_id: slot.slot_id, version: before.version } });
    expect(done).toMatchObject({ rehearsed: false, accounts: told.accounts, address: told.address });
    expect(done.visit).toMatchObject({ from: slot.from });
    const after = await card();
    expect(after.address).toBe(done.address);
    expect(after.version).not.toBe(before.version);
    expect(after.former_addresses).toMatchObject([{ address: before.address }]);
    expect(lined(after).map(({ state, address }) => [state, address])).toEqual(
      lined(before).map(() => ['connecting', 'Юбилейная, 33, кв. 5']),
    );
    expect(after.orders.map(({ order_id: id }) => id)).toContain(done.visit!.order_id);
    const bound = await portal.pool.query(
      `select from service_access join service_user using (user_id) where contract_id = ${WHO} and bound_mac is not null`,
    );
    expect(bound.rowCount).toBe(0);
    expect(after.accounts[0]!.balance).toBe(done.accounts[0]!.balance);
    // The network hears of each, and ends what is open.
    const { rows: heard } = await portal.pool.query(
      `select distinct payload->'userId' from outbox_effect
       where state = 'due' and kind = 'service.provision' and payload ? 'userId'`,
    );
    expect(heard).toHaveLength(done.services.length);
    expect(await live()).toBe(0);

    // Nothing is charged until it is connected; then as ever.
    portal.clock.advance(86_400_000);
    await chargeUpTo(portal.world);
    expect((await card()).accounts[0]!.balance).toBe(done.accounts[0]!.balance);
    for (const { user_id } of done.services) await ask(connect, { body: { user_id } }, 'engineer');
    portal.clock.advance(86_400_000);
    await chargeUpTo(portal.world);
    expect(Number((await card()).accounts[0]!.balance)).toBeLessThan(Number(done.accounts[0]!.balance));
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);

    const seen = JSON.stringify(await ask(read, { query: { contract_id: WHO } }, 'owner'));
    expect(seen).toContain('Переезд, назначили визит. Основание: Заявление 12');
    expect(seen).not.toContain('Юбилейная, 33');
    const { body: messages } = await portal.send(contract.notice.getMessages, {}, WHO);
    expect(messages.find(({ title }) => title === 'Договор переехал')!.body).toContain('Юбилейная, 33');
  });

  test('is refused where the house cannot have it, on another version, and to where it is', async () => {
    const { version } = await card();
    const refused = (more: object) => ask(move, { body: { ...BODY, ...more } });
    await portal.pool.query(`update coverage set most_kbps = 50000 where house = '33'`);
    await expect(refused({})).rejects.toMatchObject({ code: 'change_not_allowed' });
    expect((await refused({ dry_run: 'yes' })).refusal).toMatch(/держит до 50 Мбит\/с. Сначала смените тариф/);
    const nowhere = { house: '7777' };
    expect((await refused({ ...nowhere, dry_run: 'yes' })).refusal).toContain('инженер');
    await expect(refused(nowhere)).rejects.toMatchObject({ code: 'change_not_allowed' });
    // One line needs a wired house, too; none does not.
    await portal.pool.query(
      `create table kept as select user_id, state, reason, closed_on from service_user where contract_id = ${WHO}`,
    );
    for (const [types, refusal] of [
      [['tv'], expect.stringContaining('инженер')],
      [['tv', 'isg', 'ethernet', 'homenet'], null],
    ] as const) {
      await portal.pool.query(
        `update service_user set state = 'closed', reason = null, closed_on = '2026-11-20'
         where contract_id = ${WHO} and user_type = any($1)`,
        [types],
      );
      expect((await refused({ ...nowhere, dry_run: 'yes' })).refusal).toEqual(refusal);
    }
    await portal.pool.query(`update service_user s set state = k.state, reason = k.reason, closed_on = k.closed_on
      from kept k where k.user_id = s.user_id`);
    await expect(refused({ street: 'Нетакая' })).rejects.toMatchObject({ code: 'place_unknown' });
    await expect(refused({ version: version + 5 })).rejects.toMatchObject({ code: 'changed_meanwhile' });
    const { rows } = await portal.pool.query<Record<string, string>>(
      `select t.name as town, s.name as street, upper(house) as house, flat
       from contract c join town t using (town_id) join street s using (street_id) where contract_id = ${WHO}`,
    );
    await expect(refused(rows[0]!)).rejects.toMatchObject({ code: 'change_not_allowed' });
    expect((await card()).former_addresses).toEqual([]);
    const done = await refused({ ...nowhere, wired: 'yes' });
    expect(done.coverage).toBe('none');
    // Without any service it is another version, too.
    await portal.pool.query(
      `update service_user set state = 'closed', reason = null, returns_on = null, closed_on = '2026-11-20'
       where contract_id = ${WHO}`,
    );
    const { version: former } = await card();
    await refused({ flat: '8' });
    expect((await card()).version).toBeGreaterThan(former);
    await portal.pool.query(
      `update contract set state = 'closed', closed_on = '2026-11-20' where contract_id = ${WHO}`,
    );
    await expect(refused({})).rejects.toMatchObject({
      message: expect.stringContaining('Договор расторгнут') as string,
    });
  });

  test('pays a debt with what is given back: the mailboxes, which stay, work again', async () => {
    await portal.pool.query(`update account set debt_since = '2026-11-19T20:00:00Z' where contract_id = ${WHO}`);
    await portal.pool.query(
      `update service_user set state = 'blocked', reason = 'debt' where contract_id = ${WHO} and state = 'active'`,
    );
    const mail = async () => (await card()).services.flatMap((one) => (one.user_type === 'mail' ? [one.state] : []));
    expect(new Set(await mail())).toEqual(new Set(['blocked']));
    await ask(move, { body: { ...BODY, wired: 'yes', house: '7777' } });
    expect(new Set(await mail())).toEqual(new Set(['active']));
  });

  test('waits for what the provider has closed, and for what rests', async () => {
    const [line] = lined(await card());
    const wired = { ...BODY, wired: 'yes' } as const;
    await portal.pool.query(`update service_user set state = 'paused' where user_id = ${line!.user_id}`);
    expect((await ask(move, { body: { ...wired, dry_run: 'yes' } })).refusal).toContain('на паузе');
    await portal.pool.query(`update service_user set state = 'active' where user_id = ${line!.user_id}`);
    await ask(block, { body: { user_id: line!.user_id, reason: 'Документы' } }, 'engineer');
    await expect(ask(move, { body: wired })).rejects.toMatchObject({
      code: 'change_not_allowed',
      message: expect.stringContaining('отключена провайдером') as string,
    });
  });
});
