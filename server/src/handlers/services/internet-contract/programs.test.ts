import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { connectService } from '#server/domain/changes/program/starter.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { PROGRAM, programActionsOf } from '../../../../test/portal/programs.ts';
import { TERMS } from '../../../../test/portal/suspender.ts';

const { allowedPrograms, allowedDrawPrograms, programInfo, programPreview, changeProgram } = contract.internetContract;
const [BOX, APPS, PAPER] = [1252, 1010, 1401];
/** Has no TV. */
const WITHOUT = 100_004;

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
});

const drawn = async (who = WITHOUT) => (await portal.send(allowedDrawPrograms, {}, who)).body;
const one = async (program: number, who = WITHOUT) =>
  (await drawn(who)).find(({ programm_id }) => programm_id === program)!;
const preview = (programm_id: number, status: 'on' | 'off', who = WITHOUT) =>
  portal.send(programPreview, { body: { programm_id, status } }, who);
const change = (programm_id: number, status: 'on' | 'off', who = WITHOUT, version?: string) =>
  portal.send(changeProgram, { body: { programm_id, status, ...(version !== undefined && { version }) } }, who);
const tvOf = async (who = WITHOUT) => (await portal.send(contract.user.list, { query: { user_type: 'tv' } }, who)).body;
const balance = async (who = WITHOUT) => (await portal.send(contract.internetAccount.get, {}, who)).body.balance;
const ordersOf = async () => (await portal.send(contract.support.getOrders, { query: {} }, WITHOUT)).body.items;
const accessOf = async (user: number) =>
  (await portal.world.outside.network.read({ userId: user }, 'internet'))?.access;
const plain = (text = '') => text.replaceAll('\u00a0', ' ');
const books = () => portal.world.db.read(verifyLedger);

test('offers starter programs with the price of their plan; both at once are not possible', async () => {
  expect(
    (await drawn()).map(({ programm_id, group, price_text, control }) => [
      programm_id,
      group,
      plain(price_text),
      control.status,
    ]),
  ).toEqual([
    [BOX, 'Телевидение', '240 ₽ в месяц', 'off'],
    [APPS, 'Телевидение', '240 ₽ в месяц', 'off'],
    [PAPER, 'Документы', '45 ₽ в месяц', 'off'],
    [1410, 'Уведомления', '29 ₽ в месяц', 'off'],
  ]);
  const { body } = await portal.send(allowedPrograms, {}, 100_001);
  expect(body.map(({ programm_id, control }) => [programm_id, control.status])).toEqual([
    [BOX, 'on'],
    [PAPER, 'off'],
    [1410, 'off'],
  ]);
  expect(plain((await one(APPS, 100_001)).control.text)).toBe(
    'Не сочетается с «ТВ с приставкой». Сначала отключите её',
  );
});

test('returns the terms of a program of the contract, and of no other', async () => {
  const info = (id: number) => portal.send(programInfo, { query: { programm_id: id } }, WITHOUT);
  await portal.pool.query(`update program set terms = terms || '<script>alert(1)</script>' where program_id = $1`, [
    PAPER,
  ]);
  expect((await info(PAPER)).body).toEqual({
    programm_id: PAPER,
    text: expect.stringMatching(/^<p>Счёт приходит.*<\/ul>$/) as string,
  });
  for (const id of [1101, 999_999]) expect((await info(id)).status).toBe(404);
});

describe('a starter program that works at once', () => {
  test('creates the TV service, charged as previewed, and the network opens it', async () => {
    const told = await preview(APPS, 'on');
    expect(await tvOf()).toEqual([]);
    expect(await one(APPS)).toMatchObject({ affordable: true, missing_amount: '0.00' });
    const { status, body } = await change(APPS, 'on');
    expect(status).toBe(200);
    expect({ ...body, user_id: null }).toEqual(told.body);
    // Eleven days of thirty of 240 roubles.
    expect(body).toMatchObject({
      undo_until: null,
      charge_now: '88.00',
      parts: [{ text: 'ТВ «Домашний»', amount: '88.00' }],
    });
    const [tv, ...more] = await tvOf();
    expect(more).toEqual([]);
    expect(tv).toMatchObject({
      user_id: body.user_id,
      name: 'ТВ',
      login: 'tv-100004',
      address: 'Приморский бульвар, 22, кв. 40',
      state: 'active',
      plan: { name: 'Домашний' },
    });
    expect(await one(APPS)).toMatchObject({ control: { status: 'on' } });
    await portal.work();
    expect(await accessOf(tv!.user_id)).toBe('open');
    expect(await books()).toEqual([]);
  });

  test('a repeat creates one service and charges once', async () => {
    await portal.pool.query(
      `update service_user set address = 'Дачная, 5' where contract_id = ${WITHOUT} and state <> 'closed'`,
    );
    const first = await change(APPS, 'on');
    expect(await tvOf()).toMatchObject([{ address: 'Дачная, 5' }]);
    const after = await balance();
    const again = await change(APPS, 'on');
    expect([again.status, again.body.user_id, again.body.charge_now]).toEqual([200, first.body.user_id, '0.00']);
    expect([(await tvOf()).length, await balance()]).toEqual([1, after]);
  });

  test('switching off closes the service at once and returns unused days; switching on again creates a new one', async () => {
    const before = await balance();
    const { user_id } = (await change(APPS, 'on')).body;
    await portal.work();
    const told = await preview(APPS, 'off');
    expect((await change(APPS, 'off')).body).toEqual(told.body);
    expect(told.body).toMatchObject({ charge_now: '-88.00', switches_off: ['ТВ', 'ТВ без приставки'] });
    expect([await balance(), await tvOf()]).toEqual([before, []]);
    await portal.work();
    expect(await accessOf(user_id!)).toBe('closed');
    expect((await change(APPS, 'on')).status).toBe(200);
    expect((await tvOf())[0]!.login).toBe('tv-100004-2');
    portal.clock.advance(3 * 86_400_000);
    await chargeUpTo(portal.world);
    expect((await change(APPS, 'off')).body.charge_now).toBe('-64.00');
    expect(await books()).toEqual([]);
  });

  test('ends with all that was planned for its service: nothing of it is charged or told later', async () => {
    const { user_id } = (await change(APPS, 'on')).body;
    const options = await portal.send(contract.plan.options, { params: { id: String(user_id) } }, WITHOUT);
    const { plan_id, name } = options.body.plans.find(({ control }) => control.status === 'off')!;
    const plan = { user_id: user_id!, plan_id, when: 'next_period' as const };
    expect((await portal.send(contract.tvPlan.change, { body: plan }, WITHOUT)).status).toBe(200);
    Object.assign(portal.world.provider, { suspension: TERMS });
    const pause = { user_id: user_id!, from: '2026-11-25', until: '2026-12-05' };
    expect((await portal.send(contract.suspension.start, { body: pause }, WITHOUT)).status).toBe(200);
    expect((await change(APPS, 'off')).body.switches_off).toEqual(['ТВ', 'ТВ без приставки']);
    const { rows: waiting } = await portal.pool.query('select text from one_time_charge where user_id = $1', [user_id]);
    portal.clock.advance(12 * 86_400_000);
    await chargeUpTo(portal.world);
    const { rows: told } = await portal.pool.query<{ title: string }>(
      `select title from message where contract_id = ${WITHOUT} and title in ('Услуга не приостановлена', $1)`,
      [`Новый тариф «${name}»`],
    );
    expect([waiting, told]).toEqual([[], []]);
    expect(await books()).toEqual([]);
  });

  test.each(['operator', 'abuse'])(
    'is not given up while we keep its service closed (%s): a new one would work at once',
    async (reason) => {
      const { user_id } = (await change(APPS, 'on')).body;
      const setState = (state: string, why: string | null) =>
        portal.pool.query('update service_user set state = $2, reason = $3 where user_id = $1', [user_id, state, why]);
      await setState('blocked', reason);
      const text = 'Услугу закрыл провайдер. Позвоните в поддержку';
      expect((await one(APPS)).control).toMatchObject({ status: 'locked', is_on: true, text });
      for (const asked of [preview, change])
        expect(await asked(APPS, 'off')).toMatchObject({ status: 409, body: { message: text } });
      expect(await tvOf()).toMatchObject([{ user_id, state: 'blocked', reason }]);
      await setState('active', null);
      expect((await change(APPS, 'off')).status).toBe(200);
    },
  );

  test('ends, too, if its service was closed before', async () => {
    const { user_id } = (await change(APPS, 'on')).body;
    await portal.pool.query(`update service_user set state = 'closed', closed_on = '2026-11-20' where user_id = $1`, [
      user_id,
    ]);
    expect((await change(APPS, 'off')).body).toMatchObject({ switches_off: ['ТВ без приставки'] });
  });

  test('packages of the service end with it', async () => {
    const { user_id } = (await change(APPS, 'on')).body;
    const body = { user_id: user_id!, programm_id: 1301, status: 'on' as const };
    expect((await portal.send(contract.user.changeProgram, { body }, WITHOUT)).body.charge_now).toBe('72.97');
    expect((await change(APPS, 'off')).body.charge_now).toBe('-160.97');
  });
});

test('whatever a client switches, the programs, services and orders of all others stay as they are', async () => {
  await portal.pool.query(`
    insert into contract_program (contract_id, program_id, status, switched_at)
      select contract_id, program_id, 'on', now() from contract, program
      where contract_id <> ${WITHOUT} and program_id in (${PAPER}, ${APPS}) on conflict do nothing;
    update visit_slot set order_id = (
      select order_id from support_order where contract_id <> ${WITHOUT} and not exists (
        select from visit_slot v where v.order_id = support_order.order_id) limit 1)
    where slot_id = (select min(slot_id) from visit_slot where starts_at > '2026-11-21' and order_id is null)`);
  const others = async () => {
    const theirs = `user_id in (select user_id from service_user where contract_id <> ${WITHOUT})`;
    const { rows } = await portal.pool.query<{ all: unknown }>(`
      select json_build_array(
        (select json_agg(p order by contract_id, program_id) from contract_program p where contract_id <> ${WITHOUT}),
        (select json_agg(p order by user_id, program_id) from user_program p where ${theirs}),
        (select json_agg(u order by user_id) from service_user u where ${theirs}),
        (select json_agg(o order by order_id) from support_order o where contract_id <> ${WITHOUT}),
        (select json_agg(v order by slot_id) from visit_slot v)) as all`);
    return rows[0]?.all;
  };
  const before = await others();
  for (const program of [PAPER, APPS, BOX]) {
    expect((await change(program, 'on')).status).toBe(200);
    for (const { user_id } of await tvOf()) {
      const packages = programActionsOf(portal, user_id, WITHOUT);
      await packages.change(PROGRAM.cinema, 'on');
      await packages.change(PROGRAM.cinema, 'off');
    }
    // A paid one ends with its month, one that has just begun at once.
    if (program === PAPER) portal.clock.advance(11 * 60_000);
    expect((await change(program, 'off')).status).toBe(200);
    expect((await change(program, 'on')).status).toBe(200);
    expect((await change(program, 'off')).status).toBe(200);
  }
  expect(await others()).toEqual(before);
});

describe('a starter program with a visit', () => {
  test('creates the order, and charges nothing until the service is connected', async () => {
    const { body } = await change(BOX, 'on');
    expect(body).toMatchObject({ charge_now: '0.00', parts: [], charge_next: null });
    expect(body.notes[0]).toContain('когда мастер подключит');
    const [tv] = await tvOf();
    expect(tv).toMatchObject({ user_id: body.user_id, state: 'connecting' });
    expect((await ordersOf())[0]).toMatchObject({ text: 'Подключить: ТВ с приставкой', state: 'new' });
    portal.clock.advance(86_400_000);
    await chargeUpTo(portal.world);
    // One day of the internet in the country, and nothing for TV.
    expect(await balance()).toBe('853.30');
    await portal.pool.query(
      `insert into support_order (contract_id, goal_id, user_id, text, state, created_at, updated_at)
       select contract_id, (select min(goal_id) from support_goal g where g.goal_id <> o.goal_id), user_id, 'Пульт', 'new', created_at, updated_at
       from support_order o where user_id = $1`,
      [tv!.user_id],
    );
    await portal.work();
    const connect = () => portal.world.db.write((tx) => connectService(tx, tv!.user_id, portal.clock.now()));
    expect([await connect(), await connect()]).toEqual(['active', undefined]);
    const orders = new Map((await ordersOf()).map(({ text, state }) => [text, state]));
    expect([orders.get('Подключить: ТВ с приставкой'), orders.get('Пульт')]).toEqual(['done', 'new']);
    await portal.work();
    expect([(await tvOf())[0]!.state, await accessOf(tv!.user_id)]).toEqual(['active', 'open']);
    portal.clock.advance(86_400_000);
    await chargeUpTo(portal.world);
    // Nine days of thirty of 240 roubles.
    expect(await balance()).toBe('762.30');
  });

  test('with its own price requires that price at once, as its preview says', async () => {
    await portal.pool.query('update program set price_kopecks = 300000 where program_id = $1', [BOX]);
    const { missing_amount } = await one(BOX);
    expect(Number(missing_amount)).toBeCloseTo(1100 - Number(await balance()), 2);
    expect((await preview(BOX, 'on')).body.missing).toBe(missing_amount);
  });

  test('connected when its account is in debt, is blocked like the others', async () => {
    const { user_id } = (await change(BOX, 'on')).body;
    await portal.pool.query(
      `insert into one_time_charge (account_id, what, text, amount_kopecks, day)
       select account_id, 'document:1', 'Выезд мастера', 500000, '2026-11-21' from account where contract_id = ${WITHOUT} and kind = 'i'`,
    );
    portal.clock.advance(86_400_000);
    await chargeUpTo(portal.world);
    expect(await portal.world.db.write((tx) => connectService(tx, user_id!, portal.clock.now()))).toBe('blocked');
    expect((await tvOf())[0]).toMatchObject({ state: 'blocked', reason: 'debt' });
    await portal.work();
    expect(await accessOf(user_id!)).toBe('closed');
  });

  test('is not left without its visit: the order says how to give the service up, and cannot be cancelled itself', async () => {
    await change(BOX, 'on');
    const filed = (await ordersOf()).find(({ text }) => text === 'Подключить: ТВ с приставкой');
    const { order_id } = filed!;
    const reason =
      'По этой заявке мастер подключает «ТВ с приставкой». Если передумали, отключите услугу: заявка отменится сама';
    const seen = await portal.send(contract.support.getOrder, { params: { order_id } }, WITHOUT);
    expect(seen.body.close).toEqual({ possible: false, reason });
    const refused = await portal.send(contract.support.close, { body: { order_id } }, WITHOUT);
    expect(refused).toMatchObject({ status: 409, body: { code: 'order_connects', message: reason } });
    await change(BOX, 'off');
    expect((await portal.send(contract.support.close, { body: { order_id } }, WITHOUT)).body.state).toBe('cancelled');
  });

  test('cancels the order and frees the master when it is given up', async () => {
    await change(BOX, 'on');
    const filed = (await ordersOf()).find(({ text }) => text === 'Подключить: ТВ с приставкой');
    const { body: slots } = await portal.send(contract.support.visitSlots, {}, WITHOUT);
    const { slot_id } = slots.find(({ is_free }) => is_free)!;
    const body = { order_id: filed!.order_id, slot_id };
    expect((await portal.send(contract.support.moveVisit, { body }, WITHOUT)).status).toBe(200);
    await change(BOX, 'off');
    const { rows } = await portal.pool.query('select from visit_slot where order_id = $1', [filed!.order_id]);
    expect(rows).toEqual([]);
    const order = (await ordersOf()).find(({ text }) => text === 'Подключить: ТВ с приставкой');
    expect([(await tvOf()).length, order?.state]).toEqual([0, 'cancelled']);
  });
});

describe('is refused', () => {
  test('for a client in debt, with the reason', async () => {
    await portal.pool.query(`delete from contract_program where contract_id = 100002`);
    expect((await one(APPS, 100_002)).control).toMatchObject({
      status: 'locked',
      text: 'Сначала оплатите долг по счёту «Интернет»',
    });
    expect((await change(APPS, 'on', 100_002)).body.code).toBe('change_not_allowed');
  });

  test('without enough money, with the missing sum', async () => {
    await portal.pool.query(
      `insert into one_time_charge (account_id, what, text, amount_kopecks, day)
       select account_id, 'document:1', 'Выезд мастера', balance_kopecks, '2026-11-20' from account
       where contract_id = ${WITHOUT} and kind = 'i'`,
    );
    expect(await one(APPS)).toMatchObject({ affordable: false, missing_amount: '88.00' });
    const answers = [await preview(APPS, 'on'), await change(APPS, 'on')];
    expect(answers[0]!.body.missing).toBe('88.00');
    expect(answers[1]!.body.code).toBe('not_enough_money');
    expect(await tvOf()).toEqual([]);
  });

  test('on a suspended contract', async () => {
    await portal.pool.query(`update contract set state = 'suspended' where contract_id = ${WITHOUT}`);
    expect((await one(PAPER)).control.status).toBe('locked');
    expect((await change(PAPER, 'on')).body.code).toBe('change_not_allowed');
  });

  test('for a program of a service, and one that does not exist', async () => {
    for (const id of [1101, 999_999]) {
      expect((await change(id, 'on')).status).toBe(404);
      expect((await preview(id, 'on')).status).toBe(404);
    }
  });

  test('when the contract has changed meanwhile', async () => {
    const { version } = await one(PAPER);
    const answers = await Promise.all([change(APPS, 'on', WITHOUT, version), change(PAPER, 'on', WITHOUT, version)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed_meanwhile');
  });
});

test('changes of one contract do not affect another', async () => {
  await change(PAPER, 'on', 100_001);
  expect((await one(PAPER)).control.status).toBe('off');
  expect((await one(PAPER, 100_001)).control.status).toBe('on');
});
