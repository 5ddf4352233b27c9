import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const WHO = 100_001;

let portal: TestPortal;
let id: number;
beforeEach(async () => {
  portal = await testPortal();
  const { body } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, WHO);
  id = body[0]!.user_id;
});

const options = async () => (await portal.send(contract.plan.options, { params: { id } }, WHO)).body;
const balance = async () => (await portal.send(contract.internetAccount.get, {}, WHO)).body.balance;
const planNamed = async (name: string) => (await options()).plans.find((plan) => plan.name === name)!.plan_id;
const change = (plan_id: number, when: 'now' | 'next_period', more: { version?: string } = {}, who = WHO) =>
  portal.send(contract.plan.change, { body: { user_id: id, plan_id, when, ...more } }, who);
const preview = (plan_id: number, when: 'now' | 'next_period') =>
  portal.send(contract.plan.preview, { body: { user_id: id, plan_id, when } }, WHO);
/** How often the network was told of the service. */
const orders = async () =>
  (await portal.pool.query(`select from outbox_effect where kind = 'service.provision'`)).rowCount;
const cents = (text: string) => Math.round(Number(text) * 100);

test('lists available plans with their differences, without archived ones and those for offices', async () => {
  const { plan, plans } = await options();
  expect(plan?.name).toBe('Волга 300');
  expect(plans.map(({ name, difference, control }) => [name, difference, control.status])).toEqual([
    ['Волга 100', '-100.00', 'off'],
    ['Волга 300', '0.00', 'on'],
    ['Волга по дням', '20.00', 'off'],
    ['Волга 500', '140.00', 'off'],
    ['Волга 1000', '440.00', 'off'],
  ]);
});

test('lists the own plan, though it is sold no more', async () => {
  await portal.pool.query(`update plan set is_archived = true where name = 'Волга 300'`);
  const { plans } = await options();
  const own = plans.filter(({ name }) => name === 'Волга 300').map(({ control }) => control.status);
  expect([own, plans[0]?.name]).toEqual([['on'], 'Волга 300']);
});

test('an immediate change gives back the days of the old plan, charges those of the new, and ends its options', async () => {
  const before = await balance();
  const lost = (await options()).options.flatMap(({ name, control }) => (control.status === 'on' ? name : []));
  expect(lost).not.toEqual([]);
  const { status, body } = await change(await planNamed('Волга 500'), 'now');
  expect([status, body.switches_off]).toEqual([200, expect.arrayContaining(lost)]);
  expect((await portal.pool.query('select from user_option where user_id = $1', [id])).rowCount).toBe(0);
  expect(body.from).toBe('2026-11-20');
  expect(body.parts).toHaveLength(2);
  expect(cents(before) - cents(await balance())).toBe(cents(body.charge_now));
  expect(body.balance_after).toBe(await balance());
  expect((await options()).plan?.name).toBe('Волга 500');
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('is taken back without loss within ten minutes; later it must wait like any change', async () => {
  const [old, fast] = [await planNamed('Волга 300'), await planNamed('Волга 500')];
  const was = [await balance(), (await options()).options];
  await change(fast, 'now');
  expect((await options()).undo?.plan.name).toBe('Волга 300');
  portal.clock.advance(9 * 60_000);
  expect((await change(old, 'now')).status).toBe(200);
  expect([await balance(), (await options()).options]).toEqual(was);
  await change(fast, 'now');
  portal.clock.advance(10 * 60_000);
  const refused = await change(old, 'now');
  expect(refused.body.code).toBe('change_not_allowed');
  expect(refused.body.message).toContain('27\u00a0ноября');
  const { plans, undo } = await options();
  expect(undo).toBeNull();
  expect(plans[0]!.control).toMatchObject({ status: 'locked', possible_from: '2026-11-27' });
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('from the next period nothing is charged now; it is shown, and can be cancelled repeatedly', async () => {
  const fast = await planNamed('Волга 500');
  const lost = (await options()).options.flatMap(({ name, control }) => (control.status === 'on' ? name : []));
  expect(lost).not.toEqual([]);
  await portal.pool.query('delete from outbox_effect');
  const { body } = await change(fast, 'next_period');
  expect(body).toMatchObject({ from: '2026-12-01', charge_now: '0.00', parts: [] });
  expect(body.switches_off).toEqual(lost);
  const { planned, plans, version } = await options();
  expect(planned).toMatchObject({ plan: { name: 'Волга 500' }, from: '2026-12-01', by: 'client' });
  expect(planned?.control.status).toBe('on');
  const shown = plans.find(({ plan_id }) => plan_id === fast);
  expect(shown?.control).toMatchObject({ status: 'on_pending', text: 'С 1\u00a0декабря' });
  const cancel = () => portal.send(contract.plan.delayCancel, { body: { user_id: id } }, WHO);
  expect(await orders()).toBe(1);
  expect((await cancel()).body).toEqual({ cancelled: true });
  expect(await orders()).toBe(2);
  // What another window shows does not hold any more.
  expect((await change(fast, 'now', { version })).body.code).toBe('changed_meanwhile');
  expect((await cancel()).body).toEqual({ cancelled: false });
  expect((await options()).planned).toBeNull();
});

test('during a pause existing options may be ended and kept, and none can be switched on', async () => {
  const set = (option_id: number, status: 'on' | 'off') =>
    portal.send(contract.plan.changeOption, { body: { user_id: id, option_id, status } }, WHO);
  const optionOf = async (isIt: (price: string) => boolean) =>
    (await options()).options.find(({ price }) => isIt(price))!;
  const free = () => optionOf((price) => price === '0.00');
  const paid = () => optionOf((price) => price !== '0.00');
  const [{ option_id: freeId }, { option_id: paidId }] = [await free(), await paid()];
  await set(paidId, 'on');
  await set(freeId, 'off');
  await portal.pool.query(
    `update service_user set state = 'paused', reason = null, returns_on = '2026-12-10' where user_id = $1`,
    [id],
  );
  expect((await set(paidId, 'off')).status).toBe(200);
  expect((await paid()).control.status).toBe('off_pending');
  expect((await set(paidId, 'on')).status).toBe(200);
  expect((await free()).control).toMatchObject({ status: 'locked', text: 'Услуга на паузе. Сначала верните её' });
  expect((await set(freeId, 'on')).body.code).toBe('change_not_allowed');
});

test('only the operator cancels what the operator has planned', async () => {
  await change(await planNamed('Волга 500'), 'next_period');
  await portal.pool.query(`update plan_change set made_by = 'operator' where user_id = $1`, [id]);
  const { body } = await portal.send(contract.plan.delayCancel, { body: { user_id: id } }, WHO);
  expect(body.code).toBe('change_not_allowed');
  expect((await change(await planNamed('Волга 100'), 'now')).body.code).toBe('change_not_allowed');
  const { plans, planned } = await options();
  expect(planned?.control.status).toBe('locked');
  expect(plans.find(({ name }) => name === 'Волга 100')?.control).toMatchObject({
    status: 'locked',
    text: expect.stringContaining('назначил провайдер') as string,
  });
});

test('a change that the account cannot pay for is previewed with the missing sum, and refused as a whole', async () => {
  const fast = await planNamed('Волга 1000');
  await portal.pool.query(`insert into one_time_charge (account_id, what, text, amount_kopecks, day)
    select account_id, 'document:1', 'Выезд мастера', balance_kopecks, '2026-11-20' from account where contract_id = ${WHO} and kind = 'i'`);
  const told = await preview(fast, 'now');
  expect(told.status).toBe(200);
  expect(cents(told.body.missing)).toBeGreaterThan(0);
  const refused = await change(fast, 'now');
  expect(refused.body.code).toBe('not_enough_money');
  expect((await options()).plan?.name).toBe('Волга 300');
});

test('of two decisions on one state the second is refused as too late', async () => {
  const { version } = await options();
  const [slow, fast] = [await planNamed('Волга 100'), await planNamed('Волга 500')];
  const answers = await Promise.all([change(slow, 'now', { version }), change(fast, 'now', { version })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed_meanwhile');
});

test('whatever is changed concerns one service: all others keep their plans, changes, options and prices', async () => {
  await portal.pool.query(`
    insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
      select user_id, plan_id, '2027-03-01', 'planned', 'client', now() from service_user
      where user_id <> ${id} and user_type = 'isg' and not exists (
        select from plan_change c where c.user_id = service_user.user_id and c.state = 'planned');
    insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
      select plan_id, 'Ещё роутер', '', '', 100 from plan where name = 'Волга 500';
    insert into user_option (user_id, option_id, status) select user_id, option_id, 'on' from service_user, plan_option
      where user_id <> ${id} and contract_id = 100004 and user_type = 'isg' on conflict do nothing`);
  const others = async () =>
    (
      await portal.pool.query<{ all: unknown }>(`
        select json_build_array(
          (select json_agg(c order by plan_change_id) from plan_change c where user_id <> ${id}),
          (select json_agg(o order by user_id, option_id) from user_option o where user_id <> ${id}),
          (select json_agg(u order by user_id) from service_user u where user_id <> ${id})) as all`)
    ).rows[0]?.all;
  const before = await others();
  const set = (option_id: number, status: 'on' | 'off') =>
    portal.send(contract.plan.changeOption, { body: { user_id: id, option_id, status } }, WHO);
  for (const { option_id, control } of (await options()).options) {
    await set(option_id, control.status === 'on' ? 'off' : 'on');
    await set(option_id, control.status === 'on' ? 'on' : 'off');
  }
  await change(await planNamed('Волга 100'), 'next_period');
  await portal.send(contract.plan.delayCancel, { body: { user_id: id } }, WHO);
  await change(await planNamed('Волга 100'), 'next_period');
  expect((await change(await planNamed('Волга 500'), 'now')).status).toBe(200);
  // What was planned for the former plan is over.
  expect((await options()).planned).toBeNull();
  expect((await change(await planNamed('Волга 300'), 'now')).status).toBe(200);
  expect(await others()).toEqual(before);
});

test("refuses another client's service, an unknown plan and one that is not offered", async () => {
  const fast = await planNamed('Волга 500');
  expect((await change(fast, 'now', {}, 100_002)).status).toBe(404);
  expect((await change(999_999, 'now')).body.code).toBe('change_not_allowed');
  const { rows } = await portal.pool.query<{ plan_id: number }>(
    `select plan_id::int from plan where name = 'Волга 60'`,
  );
  expect((await change(rows[0]!.plan_id, 'now')).body.code).toBe('change_not_allowed');
  const foreign = { body: { user_id: id, plan_id: fast, when: 'now' as const } };
  expect((await portal.send(contract.plan.preview, foreign, 100_002)).status).toBe(404);
});

describe('an option', () => {
  const switchOption = (option_id: number, status: 'on' | 'off') =>
    portal.send(contract.plan.changeOption, { body: { user_id: id, option_id, status } }, WHO);
  const optionNamed = async (name: string) => (await options()).options.find((option) => option.name === name)!;

  test('is charged for the days that are left, and the consent to its terms is stored', async () => {
    const { option_id } = await optionNamed('Второй роутер');
    const asked = { body: { user_id: id, option_id, status: 'on' as const } };
    const told = await portal.send(contract.plan.optionPreview, asked, WHO);
    const before = await orders();
    const { body } = await switchOption(option_id, 'on');
    expect(body).toEqual(told.body);
    expect(await orders()).toBe((before ?? 0) + 1);
    // Eleven days of thirty of 80 roubles.
    expect(body.charge_now).toBe('29.33');
    expect((await optionNamed('Второй роутер')).control.status).toBe('on');
    expect(
      (await portal.pool.query('select 1 from consent where subject = $1', [`option:${option_id}`])).rowCount,
    ).toBe(1);
  });

  test('ends the return to the former plan of its own service, and of no other', async () => {
    const other = (await portal.send(contract.user.list, { query: { user_type: 'internet' } }, 100_004)).body[0]!
      .user_id;
    const undoOf = async () => (await portal.send(contract.plan.options, { params: { id: other } }, 100_004)).body.undo;
    const body = { user_id: other, plan_id: await planNamed('Волга 500'), when: 'now' as const };
    expect((await portal.send(contract.plan.change, { body }, 100_004)).status).toBe(200);
    const { option_id } = await optionNamed('Второй роутер');
    await switchOption(option_id, 'on');
    expect(await undoOf()).not.toBeNull();
  });

  test('a paid one ends with its paid period, and may be kept after all, even if it is sold no more', async () => {
    const { option_id } = await optionNamed('Второй роутер');
    await switchOption(option_id, 'on');
    await portal.pool.query('update plan_option set is_archived = true where option_id = $1', [option_id]);
    await portal.pool.query('delete from outbox_effect');
    expect((await switchOption(option_id, 'off')).body).toMatchObject({ from: '2026-12-01', charge_now: '0.00' });
    expect((await optionNamed('Второй роутер')).control).toMatchObject({
      status: 'off_pending',
      text: 'Отключится 1\u00a0декабря',
    });
    expect((await switchOption(option_id, 'on')).body.charge_now).toBe('0.00');
    expect((await optionNamed('Второй роутер')).control.status).toBe('on');
    // Nothing has changed for the network.
    expect(await orders()).toBe(0);
  });

  test('a free one ends at once, also for the network', async () => {
    await portal.pool.query(`update plan_option set price_kopecks = 0 where name = 'Второй роутер'`);
    const { option_id } = await optionNamed('Второй роутер');
    await switchOption(option_id, 'on');
    await portal.pool.query('delete from outbox_effect');
    const ended = await switchOption(option_id, 'off');
    expect(ended.body).toMatchObject({ from: '2026-11-20', switches_off: ['Второй роутер'], undo_until: null });
    expect((await optionNamed('Второй роутер')).control.status).toBe('off');
    expect(await orders()).toBe(1);
  });

  test('removes from the terms what could run in a browser', async () => {
    await portal.pool.query(
      `update plan_option set oferta = '<p onclick="x()">Условия<script>x()</script></p>', remarks = '<style>p{}</style><p>Что</p>'`,
    );
    expect(await optionNamed('Второй роутер')).toMatchObject({ oferta: '<p>Условия</p>', remarks: '<p>Что</p>' });
  });

  test('of another plan is not found', async () => {
    const { rows } = await portal.pool.query<{ id: number }>(
      `select option_id::int as id from plan_option join plan using (plan_id) where plan.name = 'Большой' limit 1`,
    );
    expect((await switchOption(rows[0]!.id, 'on')).status).toBe(404);
    // A service without a plan has no options.
    const { rows: first } = await portal.pool.query<{ id: number }>(`
      with plan as (
        insert into plan (plan_id, service_kind, name, summary, price_kopecks) overriding system value
        values (1, 'internet', 'Первый', '', 0) on conflict do nothing
      )
      insert into plan_option (plan_id, name, oferta, remarks, price_kopecks) values (1, 'Роутер', '', '', 0)
      returning option_id::int as id`);
    await portal.pool.query('update service_user set plan_id = null where user_id = $1', [id]);
    expect((await switchOption(first[0]!.id, 'on')).status).toBe(404);
    expect(await options()).toMatchObject({ plan: null, planned: null, undo: null, plans: [], options: [] });
  });
});
