import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { collectMetrics } from '../../../../http/running/metrics.ts';
import { broken, openViewsBilling, type ViewsBilling } from '../../../../../test/portal/beside/views-billing.ts';

const MINUTE = 60_000;

let billing: ViewsBilling;

beforeEach(async () => {
  billing = await openViewsBilling();
});

const rows: ViewsBilling['there'] = (text) => billing.beside.rows(text);
const conflicts = async () =>
  (await rows('select key, reason from billing_conflict'))
    .map(({ key, reason }) => `${String(key)}: ${String(reason)}`)
    .toSorted();
const versions = async () =>
  (
    await rows(`select a.account_no || ' ' || t.version as told from billing_told_balance t join account a using (account_id)
    order by a.account_no`)
  ).map(({ told }) => told);
const balance = async (no: string) =>
  (await rows(`select balance_kopecks::int as kopecks from account where account_no = '${no}'`))[0]?.['kopecks'];
const pay = async (no: string, sum: string, document: string) =>
  expect((await billing.beside.run('payment', 'post', no, sum, document, 'Наличные')).code).toBe(0);
const history = async (no: string) =>
  (
    await rows(`select e.text, e.amount_kopecks::int as kopecks from ledger_entry e join account a using (account_id)
      where a.account_no = '${no}' and a.contract_id is not null`)
  )
    .map(({ text, kopecks }) => `${String(text)} ${String(kopecks)}`)
    .toSorted();
const isBooked = async () => expect((await billing.beside.run('ledger', 'verify')).code).toBe(0);

describe('what the views say', () => {
  test('is told once, and later only the rows that have changed', async () => {
    await billing.there(`update balance set balance = '-250.50' where id = 1`);
    await billing.join();
    expect(await balance('A-1')).toBe(-25_050);
    expect(await versions()).toEqual(['A-1 1', 'A-2 1', 'A-3 1']);
    expect(await billing.beside.serviceOf('u3')).toMatchObject({ state: 'blocked', reason: 'debt' });
    const provisions = await billing.beside.provisions();
    await billing.join();
    await billing.there(
      `update balance set balance = '70.1000' where id = 2; update service set state = 'operator' where id = 1`,
    );
    await billing.join();
    expect(await versions()).toEqual(['A-1 1', 'A-2 2', 'A-3 1']);
    expect(await balance('A-2')).toBe(7010);
    expect(await billing.beside.serviceOf('u1')).toMatchObject({ state: 'blocked', reason: 'operator' });
    expect(await billing.beside.provisions()).toBe(provisions + 1);
    expect(await conflicts()).toEqual([]);
    await isBooked();
  });

  test('a row that vanishes changes nothing but is shown, until it comes back', async () => {
    await billing.join();
    await billing.there(`delete from balance where id = 2; delete from service where id = 1`);
    await billing.join();
    await billing.join();
    expect(await conflicts()).toEqual([
      'A-2: счёта больше нет в представлении, остаток прежний',
      'u1: услуги больше нет в представлении, она прежняя',
    ]);
    expect(await rows('select times from billing_conflict')).toEqual([{ times: 1 }, { times: 1 }]);
    await billing.there(`insert into balance values (7, 'A-2', '5'); insert into service (id, login) values (1, 'u1')`);
    await billing.join();
    expect(await conflicts()).toEqual([]);
    expect(await balance('A-2')).toBe(500);
  });

  test('what cannot be taken is a conflict, and is tried again when it may have come right', async () => {
    await billing.there(`
      update balance set balance = 'сто' where id = 1; update balance set balance = '1.005' where id = 2;
      update balance set counted_to = '77' where id = 3;
      insert into balance values (9, 'X-9', '1'), (10, null, '1');
      update service set state = 'off' where id = 1; update service set plan = 'Триста' where id = 2;
      update service set state = 'paused', until_day = '2026-13-01' where id = 3; insert into service (id, login) values (9, 'нет')`);
    await billing.join();
    expect(await conflicts()).toEqual([
      'A-1: столбец balance: Это не сумма: сто. Сумма пишется так: -100,50',
      'A-2: столбец balance: Это не сумма: 1.005. Сумма пишется так: -100,50',
      'A-3: запроса 77 о деньгах этого счёта не было',
      'X-9: такого счёта нет',
      'u1: столбец state: «off», а нужно active, debt, operator, paused',
      'u2: тарифа «Триста» для этой услуги нет',
      'u3: столбец until_day: Укажите день с 1990 по 2100 год, например 2026-11-20',
      'нет: услуги с таким логином нет',
    ]);
    await billing.beside.portal.pool.query(`update plan set name = 'Триста' where name = 'Двести'`);
    await billing.join();
    expect(await billing.beside.serviceOf('u2')).toMatchObject({ plan: 'Сто' });
    billing.beside.portal.clock.advance(5 * MINUTE);
    await billing.join();
    expect(await billing.beside.serviceOf('u2')).toMatchObject({ plan: 'Триста' });
    await billing.there(`update balance set balance = '1.00' where id = 1`);
    await billing.join();
    expect((await conflicts()).filter((one) => one.startsWith('A-1') || one.startsWith('u2'))).toEqual([]);
  });

  test('pauses come with their last day, without its time', async () => {
    await billing.there(`update service set state = 'paused', until_day = '2026-12-10 00:00:00' where id = 1`);
    await billing.join();
    expect(await billing.beside.serviceOf('u1')).toMatchObject({ state: 'paused', returns_on: '2026-12-10' });
    await billing.there(`update service set state = 'active', until_day = '0000-00-00' where id = 1`);
    await billing.join();
    expect(await billing.beside.serviceOf('u1')).toMatchObject({ state: 'active' });
  });
});

describe('pages', () => {
  beforeEach(async () => {
    billing = await openViewsBilling({ page: 2 });
  });

  test('all are read, and two rows of one id are not torn apart', async () => {
    await billing.there(`insert into balance values (2, 'A-2', '5'); update balance set balance = '7' where id = 3`);
    await billing.join();
    expect(await versions()).toEqual(['A-1 1', 'A-3 1']);
    expect(await conflicts()).toEqual(['A-2: счёт назван в одном пакете дважды']);
  });

  test('an account that rows of two pages name is a conflict, and is told by none of the later ones', async () => {
    await billing.join();
    await billing.there(`insert into balance values (9, 'A-1', '500')`);
    await billing.join();
    await billing.join();
    expect(await balance('A-1')).toBe(10_000);
    expect(await conflicts()).toEqual(['A-1: счёт назван в одном пакете дважды']);
    await billing.there(`delete from balance where id = 1`);
    await billing.join();
    await billing.join();
    expect(await balance('A-1')).toBe(50_000);
    expect(await conflicts()).toEqual([]);
  });
});

describe('lines of the history', () => {
  test('come once with their balance, those from before the first reading not at all', async () => {
    await billing.there(`insert into charge values (5, 'A-1', '2026-11-01', 'Старое', '-600')`);
    await billing.join();
    await billing.there(`
      insert into charge values (6, 'A-1', '2026-11-20 10:00:00', 'Интернет «Сто»', '-30.0000'), (7, 'A-1', '2026-11-20', '', '0');
      insert into payment values (6, 'A-1', '2026-11-20', '', '20');
      update balance set balance = '90' where id = 1`);
    for (let turn = 0; turn < 3; turn += 1) await billing.join();
    expect(await history('A-1')).toEqual(['Интернет «Сто» -3000', 'Остаток на начало учёта 10000', 'Платёж 2000']);
    expect(await balance('A-1')).toBe(9000);
    await isBooked();
  });

  test('a lower id that is committed later is not missed', async () => {
    await billing.join();
    await billing.there(
      `insert into charge values (12, 'A-2', '2026-11-20', 'Второе', '-2'); update balance set balance = '-2' where id = 2`,
    );
    await billing.join();
    await billing.there(
      `insert into charge values (11, 'A-2', '2026-11-20', 'Первое', '-1'); update balance set balance = '-3' where id = 2`,
    );
    await billing.join();
    expect(await history('A-2')).toEqual(['Второе -200', 'Первое -100']);
    for (let turn = 0; turn < 3; turn += 1) {
      billing.beside.portal.clock.advance(10 * MINUTE);
      await billing.join();
    }
    expect(await rows(`select settled_id::int from billing_view_line where view = 'kabinet_charges'`)).toEqual([
      { settled_id: 12 },
    ]);
  });

  test('a line and the balance that it explains are of one moment, so the history corrects nothing', async () => {
    await billing.join();
    let isFirst = true;
    billing.on.before = async (text) => {
      if (!isFirst || !text.includes('kabinet_balances v where')) return;
      isFirst = false;
      await billing.there(
        `insert into charge values (1, 'A-1', '2026-11-20', 'Сто', '-30'); update balance set balance = '70' where id = 1`,
      );
    };
    await billing.join();
    expect(await balance('A-1')).toBe(10_000);
    await billing.join();
    expect(await balance('A-1')).toBe(7000);
    expect(await history('A-1')).toEqual(['Остаток на начало учёта 10000', 'Сто -3000']);
  });

  test('those of many years are never read, and asked about by the last id, once', async () => {
    const asked: string[] = [];
    billing.on.before = (text) => Promise.resolve(void asked.push(text));
    await billing.there(
      `insert into charge select id, 'A-1', '2026-11-01', 'Старое', '-1' from generate_series(1, 3) id`,
    );
    const ofCharges = async () => {
      asked.length = 0;
      await billing.join();
      return asked.filter((text) => text.includes('kabinet_charges')).map((text) => text.replace(/^.*where /, ''));
    };
    expect(await ofCharges()).toEqual(['v.id > ?::bigint order by v.id desc limit 1']);
    expect(await ofCharges()).toEqual(['v.id > ?::bigint order by v.id limit 1000']);
    expect(await rows(`select seen_id::int from billing_view_line where view = 'kabinet_charges'`)).toEqual([
      { seen_id: 3 },
    ]);
  });

  test('one that cannot be entered is shown by its account', async () => {
    await billing.join();
    await billing.there(`insert into charge values (12, 'A-2', 'вчера', 'Разовое', '-2')`);
    await billing.join();
    expect(await conflicts()).toEqual([
      'A-2: строка charge-12: столбец day: Укажите день с 1990 по 2100 год, например 2026-11-20',
    ]);
  });
});

describe('requests', () => {
  const booked = () => billing.there('select request_no::int, kind, state from booked order by request_no');

  test('a payment is booked once, though its answer is lost; it is neither hidden nor counted twice', async () => {
    await billing.join();
    await pay('A-1', '500', '1');
    expect(await balance('A-1')).toBe(60_000);
    billing.on.after = (text) => (text.includes('kabinet_book') ? broken() : Promise.resolve());
    await billing.join();
    expect(await booked()).toHaveLength(1);
    expect(await billing.beside.requests()).toHaveLength(1);
    delete billing.on.after;
    billing.beside.portal.clock.advance(MINUTE);
    await billing.join();
    expect(await booked()).toMatchObject([{ kind: 'payment', state: 'confirmed' }]);
    expect(await billing.beside.requests()).toEqual([]);
    expect(await billing.there(`select balance, counted_to from balance where id = 1`)).toMatchObject([
      { balance: '600.00' },
    ]);
    expect(await balance('A-1')).toBe(60_000);
    await isBooked();
  });

  test('a balance and the number that it counts up to are of one moment, whatever is booked meanwhile', async () => {
    let no = 1000;
    await billing.beside.portal.pool.query('alter table billing_request alter request_no restart with 1001');
    // Somebody books a payment there before each statement of ours.
    billing.on.before = async (text) => {
      if (!text.includes('kabinet_balances')) return;
      no += 1;
      await pay('A-1', '10', `Д-${no}`);
      const body = { account_no: 'A-1', sum_kopecks: 1000 };
      await billing.there(`select kabinet_book(${no}, 'payment', '${JSON.stringify(body)}')`);
    };
    for (let turn = 0; turn < 3; turn += 1) {
      await billing.join();
      expect(await balance('A-1')).toBe(10_000 + (no - 1000) * 1000);
    }
    expect(no).toBeGreaterThan(1002);
    await isBooked();
  });

  test('after one that fails none of its contract is booked, of others they are', async () => {
    await billing.there(`alter table balance add constraint no_large check (balance::numeric < 1000)`);
    await pay('A-1', '5000', '1');
    await pay('A-1', '10', '2');
    await pay('A-2', '30', '3');
    await billing.join();
    expect(await booked()).toEqual([{ request_no: 3, kind: 'payment', state: 'confirmed' }]);
    expect(await rows('select error from billing_reading')).toEqual([
      { error: expect.stringMatching(/^запрос 1: .*no_large/) as string },
    ]);
    expect(await balance('A-1')).toBe(511_000);
    await billing.there(`alter table balance drop constraint no_large`);
    await billing.join();
    expect((await booked()).map(({ request_no: no }) => no)).toEqual([1, 2, 3]);
    expect(await balance('A-1')).toBe(511_000);
  });

  test('one that waits there is no fault, is asked for again, and holds back only its like', async () => {
    await billing.there(`
      create table kept_waiting (kind text); alter function kabinet_book rename to book_at_once;
      create function kabinet_book(no bigint, kind text, body jsonb) returns table (state text, reason text) language plpgsql as $$
      begin
        if exists (select from kept_waiting k where k.kind = $2) then return query select 'waiting', null;
        else return query select * from book_at_once($1, $2, $3);
        end if;
      end $$;
      insert into kept_waiting values ('plan')`);
    const { user_id } = await billing.beside.serviceOf('u1');
    const [plan] = await rows(`select plan_id from plan where name = 'Двести'`);
    const body = { user_id, plan_id: Number(plan?.['plan_id']), when: 'now' as const };
    expect((await billing.beside.portal.send(contract.plan.change, { body }, 7001)).status).toBe(200);
    await pay('A-1', '500', '1');
    await billing.join();
    expect(await booked()).toMatchObject([{ request_no: 2, kind: 'payment' }]);
    await billing.there(`insert into kept_waiting values ('payment')`);
    for (const [no, sum] of [
      ['A-1', '10'],
      ['A-1', '20'],
      ['A-2', '30'],
    ] as const)
      await pay(no, sum, `Д-${sum}`);
    let asked = 0;
    billing.on.before = (text) => Promise.resolve(void (asked += Number(text.includes('kabinet_book'))));
    await billing.join();
    // The plan, and the first payment of each contract.
    expect(asked).toBe(3);
    expect(await booked()).toHaveLength(1);
    expect(await rows('select failures, error from billing_reading')).toEqual([{ failures: 0, error: null }]);
    expect(await balance('A-1')).toBe(63_000);
    await billing.there('delete from kept_waiting');
    await billing.join();
    expect((await booked()).map(({ request_no: no }) => no)).toEqual([1, 2, 3, 4, 5]);
    expect(await balance('A-1')).toBe(63_000);
    expect(await billing.beside.serviceOf('u1')).toMatchObject({ plan: 'Двести' });
    await isBooked();
  });

  test('a change of plan shows when it is booked, a refusal with its reason', async () => {
    const { user_id } = await billing.beside.serviceOf('u1');
    const [plan] = await rows(`select plan_id from plan where name = 'Двести'`);
    const body = { user_id, plan_id: Number(plan?.['plan_id']), when: 'now' as const };
    expect((await billing.beside.portal.send(contract.plan.change, { body }, 7001)).status).toBe(200);
    await billing.join();
    expect(await billing.beside.serviceOf('u1')).toMatchObject({ plan: 'Двести' });
    await billing.there(`delete from balance where account_no = 'A-2'`);
    await pay('A-2', '30', '3');
    await billing.join();
    expect((await billing.beside.run('billing', 'conflicts')).said).toContain('Такого счёта у нас нет');
    expect(await balance('A-2')).toBe(3000);
  });
});

describe('the other side away', () => {
  test('what was paid meanwhile is booked when it is back, and everybody can see since when it is away', async () => {
    await billing.join();
    billing.on.before = broken;
    await pay('A-1', '500', '1');
    const first = await billing.join();
    expect(first!.getTime() - billing.beside.portal.clock.now().getTime()).toBe(15_000);
    expect(await billing.join()).toBeUndefined();
    for (let turn = 0; turn < 60; turn += 1) {
      billing.beside.portal.clock.advance(MINUTE);
      await billing.join();
    }
    expect(await rows('select failures, error, read_at is not null as was_read from billing_reading')).toEqual([
      { failures: 61, error: 'connection reset', was_read: true },
    ]);
    expect(await balance('A-1')).toBe(60_000);
    const status = async () => (await billing.beside.run('charge', 'status')).said;
    expect(await status()).toMatch(/База другой расчётной системы не отвечает с .*: connection reset/);
    const metrics = async () => collectMetrics(billing.beside.portal.world).text();
    expect(await metrics()).toContain('kabinet_billing_away_seconds 3600');
    delete billing.on.before;
    billing.beside.portal.clock.advance(MINUTE);
    await billing.join();
    expect(await billing.there('select request_no from booked')).toHaveLength(1);
    expect(await rows('select failures, failing_since, error from billing_reading')).toEqual([
      { failures: 0, failing_since: null, error: null },
    ]);
    expect(await status()).toMatch(/База другой расчётной системы прочитана/);
    expect(await metrics()).toContain('kabinet_billing_away_seconds 0');
  });

  test('nothing of ours waits for it: no transaction is open while it is asked', async () => {
    await pay('A-1', '500', '1');
    const open: unknown[] = [];
    billing.on.before = async () => {
      // Our pools do not wait for the answer to their `commit`.
      await pause(50);
      open.push(
        ...(await rows(
          `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
        )),
      );
    };
    await billing.join();
    expect(open).toEqual([]);
  });

  test('while we charge it is not asked', async () => {
    await billing.beside.run('charge', 'own');
    billing.on.before = broken;
    expect(await billing.join()).toBeUndefined();
    expect(await rows('select failures from billing_reading')).toEqual([{ failures: 0 }]);
  });

  test('after we have charged for a while, all is told anew', async () => {
    await billing.join();
    billing.beside.portal.clock.advance(MINUTE);
    await billing.beside.run('charge', 'own');
    await pay('A-1', '30', '1');
    await billing.beside.run('charge', 'external');
    expect(await balance('A-1')).toBe(13_000);
    await billing.join();
    expect(await balance('A-1')).toBe(10_000);
    await billing.join();
    expect(await versions()).toEqual(['A-1 2', 'A-2 2', 'A-3 2']);
  });

  test('a reading that a later one has overtaken tells nothing', async () => {
    await billing.join();
    await billing.there(`update balance set balance = '1' where id = 1`);
    let isFirst = true;
    billing.on.after = async (text) => {
      if (!isFirst || !text.includes('kabinet_balances v where v.id >')) return;
      isFirst = false;
      await billing.there(`update balance set balance = '2' where id = 1`);
      await billing.join();
    };
    expect(await billing.join()).toBeUndefined();
    expect(await balance('A-1')).toBe(200);
    expect(await versions()).toEqual(['A-1 2', 'A-2 1', 'A-3 1']);
  });

  test('the job orders itself again', async () => {
    await billing.beside.portal.pool.query(`select graphile_worker.add_job('join_billing', '{}')`);
    await billing.beside.portal.work();
    expect(
      await rows(`select task_identifier as task, run_at > now() - interval '1 hour' as is_later, queue_name as queue
      from graphile_worker.jobs`),
    ).toMatchObject([{ task: 'join_billing', queue: 'billing' }]);
  });
});
