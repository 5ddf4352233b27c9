import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { day } from '@kabinet/contract/kernel/day';
import { joinBilling } from '../server/src/domain/changes/outside/views/join-billing.ts';
import { billingViews } from '../server/src/integrations/billing-views/by-address.ts';
import { startWorker } from '../server/src/worker.ts';
import { ABILLS_ROWS, portalBeside, type PortalBeside } from './abills/portal.ts';
import { MariaDb } from './abills/mariadb.ts';

// The portal beside ABillS on Debian's MariaDB, joined by the file that a provider loads. One test after the other.

const KILLS = Number(process.env['KILLS'] ?? 50);
const SEED = Number(process.env['SEED'] ?? 7);
const MINUTE = 60_000;

let abills: MariaDb;
let beside: PortalBeside;

beforeAll(async () => {
  abills = await MariaDb.open();
  await abills.run(ABILLS_ROWS);
  beside = await portalBeside(abills.url);
  await join();
});
afterAll(async () => {
  await beside.close();
  await abills.close();
});

/** What the worker does every few seconds. */
const join = async () => {
  beside.portal.clock.advance(MINUTE);
  await joinBilling(beside.portal.world);
};
const pay = (account: number, sum: string, document: string) =>
  beside.run('payment', 'post', String(account), sum, document, 'Наличные');
const shown = async () =>
  (
    await beside.rows(
      `select balance_kopecks::int as kopecks from account where contract_id is not null order by account_no`,
    )
  ).map(({ kopecks }) => kopecks);
const there = () => abills.rows('select round(deposit * 100) from bills order by id');
const serviceOf = async (login: string) => {
  const [row] = await beside.rows(
    `select user_id::int, state, reason, p.name as plan, returns_on::text as returns from service_user join plan p using (plan_id)
     where login = '${login}'`,
  );
  return row as { user_id: number; state: string; plan: string };
};
const conflicts = () => beside.rows('select told, key, reason from billing_conflict order by key');

test('what is missing there is named', async () => {
  const views = billingViews(abills.url);
  expect(await views.look()).toEqual([]);
  await abills.run(`revoke execute on procedure abills.kabinet_book from kabinet@'127.0.0.1';
    revoke select on abills.kabinet_charges from kabinet@'127.0.0.1'`);
  expect(await views.look()).toEqual([
    'нет представления kabinet_charges или права select на него',
    'нет процедуры kabinet_book или права execute на неё',
  ]);
  await abills.run(`grant execute on procedure abills.kabinet_book to kabinet@'127.0.0.1';
    grant select on abills.kabinet_charges to kabinet@'127.0.0.1'`);
});

test('a balance, its lines and a service that change there show here', async () => {
  expect(await shown()).toEqual([10_000, 20_050, 30_000]);
  await abills.run(`
    update bills set deposit = deposit - 20.123456 where id = 1;
    insert into fees (sum, dsc, uid, bill_id) values (20.1235, 'Сто', 1, 1);
    update bills set deposit = deposit + 50 where id = 2;
    insert into payments (sum, dsc, uid, bill_id) values (50, 'Касса', 2, 2);
    update internet_main set disable = 5 where id = 2; update users set disable = 1 where uid = 3`);
  await join();
  expect(await shown()).toEqual([7988, 25_050, 30_000]);
  expect(
    await beside.rows(`select e.text, e.amount_kopecks::int as kopecks from ledger_entry e join account a using (account_id)
    where a.account_no in ('1', '2') and e.text in ('Сто', 'Касса') and contract_id is not null order by kopecks`),
  ).toEqual([
    { text: 'Сто', kopecks: -2012 },
    { text: 'Касса', kopecks: 5000 },
  ]);
  expect(await serviceOf('u2')).toMatchObject({ state: 'blocked', reason: 'debt' });
  expect(await serviceOf('u3')).toMatchObject({ state: 'blocked', reason: 'operator' });
  await abills.run('update internet_main set disable = 0 where id = 2; update users set disable = 0 where uid = 3');
  await join();
  expect(await serviceOf('u2')).toMatchObject({ state: 'active' });
  expect(await conflicts()).toEqual([]);
});

test('payments, plans and pauses of the cabinet arrive there once, with what ABillS keeps of them', async () => {
  const [first, , third] = await Promise.all([serviceOf('u1'), serviceOf('u2'), serviceOf('u3')]);
  await pay(1, '500.10', 'Д-1');
  const [plan] = await beside.rows(`select plan_id from plan where name = 'Двести'`);
  const changing = { user_id: first.user_id, plan_id: Number(plan?.['plan_id']), when: 'now' as const };
  expect((await beside.portal.send(contract.plan.change, { body: changing }, 7001)).status).toBe(200);
  const pausing = { user_id: third.user_id, from: day('2026-11-20'), until: day('2026-12-10') };
  expect((await beside.portal.send(contract.suspension.start, { body: pausing }, 7003)).status).toBe(200);
  await join();
  await join();
  expect(
    await abills.rows('select sum, amount, uid, bill_id, ext_id from payments where inner_describe <> ""'),
  ).toEqual(['500.10 500.10 1 1 kabinet:1']);
  expect(await abills.rows('select tp_id, disable from internet_main order by id')).toEqual(['20 0', '10 0', '10 3']);
  expect(await abills.rows('select uid, type, action, y, m, d, module from shedule')).toEqual([
    '3 status 3:0 2026 12 10 Internet',
  ]);
  expect(await abills.rows('select request_no, kind, uid, state from kabinet_request order by 1')).toEqual([
    '1 payment 1 confirmed',
    '2 plan 1 confirmed',
    '3 pause 3 confirmed',
  ]);
  expect(await shown()).toEqual([57_998, 25_050, 30_000]);
  expect(await serviceOf('u1')).toMatchObject({ plan: 'Двести' });
  expect(await serviceOf('u3')).toMatchObject({ state: 'paused', returns: '2026-12-10' });
  const back = await beside.portal.send(contract.suspension.return, { body: { user_id: third.user_id } }, 7003);
  expect(back.status).toBe(200);
  await join();
  expect(await abills.rows('select disable from internet_main where id = 3')).toEqual(['0']);
  expect(await abills.rows('select * from shedule')).toEqual([]);
  expect(await serviceOf('u3')).toMatchObject({ state: 'active' });
  // Money that goes back is a charge there, and no second line here.
  const [posted] = await beside.rows(
    `select body->>'transaction_id' as id from billing_request where kind = 'payment'`,
  );
  await beside.run('payment', 'undo', String(posted?.['id']), 'Не тот счёт', '--receipt=77');
  await join();
  await join();
  expect(await abills.rows(`select sum, uid, bill_id, inner_describe from fees where inner_describe <> ''`)).toEqual([
    '500.1000 1 1 kabinet:5',
  ]);
  expect(await shown()).toEqual([7988, 25_050, 30_000]);
  expect(await conflicts()).toEqual([]);
  await beside.run('ledger', 'verify');
});

test('what begins later is left to ABillS, and what it cannot do is refused with words for the subscriber', async () => {
  const book = (no: number, kind: string, ...body: string[]) =>
    abills.rows(`call kabinet_book(${no}, '${kind}', json_object(${body.join(', ')}))`);
  const [tomorrow, later] = await abills.rows(
    `select date_add(curdate(), interval 1 day) union all select date_add(curdate(), interval 30 day)`,
  );
  const confirmed = ['confirmed NULL'];
  expect(await book(9001, 'plan', `'login', 'u2', 'plan', 'Двести', 'from_day', '${tomorrow}'`)).toEqual(confirmed);
  expect(await book(9002, 'pause', `'login', 'u2', 'from', '${tomorrow}', 'until', '${later}'`)).toEqual(confirmed);
  expect(
    await abills.rows(`select type, action, concat(y, '-', m, '-', d) from shedule order by type, action`),
  ).toEqual([`status 2:0 ${later}`, `status 2:3 ${tomorrow}`, `tp 2:20 ${tomorrow}`]);
  expect(await abills.rows('select tp_id, disable from internet_main where id = 2')).toEqual(['10 0']);
  expect(await book(9003, 'return', `'login', 'u2'`)).toEqual(confirmed);
  expect(await book(9004, 'plan', `'login', 'u2', 'plan', 'Сто', 'from_day', curdate()`)).toEqual(confirmed);
  expect(await abills.rows('select * from shedule')).toEqual([]);
  expect(await book(9005, 'plan', `'login', 'u9', 'plan', 'Сто', 'from_day', curdate()`)).toEqual([
    'refused Такой услуги в биллинге нет. Позвоните в поддержку',
  ]);
  expect(await book(9006, 'plan', `'login', 'u2', 'plan', 'Триста', 'from_day', curdate()`)).toEqual([
    'refused Этого тарифа в биллинге нет. Выберите другой или позвоните в поддержку',
  ]);
  expect(await book(9007, 'option', `'login', 'u2', 'option', 'Адрес', 'status', 'on'`)).toEqual([
    'refused Это меняет оператор. Позвоните в поддержку',
  ]);
  expect(await book(9008, 'payment', `'account_no', '77', 'sum_kopecks', 100`)).toEqual([
    'refused Такого счёта в биллинге нет. Проверьте номер счёта в договоре',
  ]);
  // Another body under a number that was booked changes nothing.
  expect(await book(9008, 'payment', `'account_no', '1', 'sum_kopecks', 100`)).toHaveLength(1);
  expect(await conflicts()).toEqual([]);
});

test('a server that is killed in the middle of a booking has booked nothing, and then books it once', async () => {
  const [before] = await there();
  // The number is kept last: a booking stands still there, with the money moved and nothing committed.
  await abills.run(
    `create trigger standing before update on kabinet_request for each row set new.booked_at = if(sleep(2) = 0, now(), now())`,
  );
  await pay(1, '10', 'Д-0');
  const joining = join();
  await expect
    .poll(() => abills.rows(`select count(*) from information_schema.processlist where state = 'User sleep'`))
    .toEqual(['1']);
  await abills.kill();
  await joining;
  await abills.start();
  await abills.run('drop trigger standing');
  expect((await there())[0]).toBe(before);
  await join();
  expect((await there())[0]).toBe(String(Number(before) + 1000));
  expect((await shown())[0]).toBe(Number(before) + 1000);
});

test('a server that is frozen, then away for an hour, loses nothing', async () => {
  const before = await shown();
  abills.freeze();
  await pay(2, '30', 'Д-2');
  beside.portal.clock.advance(MINUTE);
  await joinBilling(beside.portal.world);
  abills.thaw();
  await abills.kill();
  for (let minute = 0; minute < 60; minute += 10) {
    await pay(3, '1', `Д-3-${minute}`);
    beside.portal.clock.advance(9 * MINUTE);
    await join();
  }
  const [state] = await beside.rows('select failures, error, failing_since from billing_reading');
  expect(state).toMatchObject({ failures: 7, error: expect.stringContaining('ECONNREFUSED') as string });
  const paid = [before[0], Number(before[1]) + 3000, Number(before[2]) + 600];
  expect(await shown()).toEqual(paid);
  await abills.start();
  await join();
  expect(await shown()).toEqual(paid);
  expect(await there()).toEqual(paid.map(String));
});

test('the worker shows a change within a minute, and goes on by itself', async () => {
  const { world, pool, clock } = beside.portal;
  const [from, began] = [clock.now().getTime() + MINUTE, Date.now()];
  const worker = await startWorker({ ...world, clock: { now: () => new Date(from + Date.now() - began) } });
  await pool.query(
    `select graphile_worker.add_job('join_billing', '{}', job_key => 'join_billing', queue_name => 'billing')`,
  );
  const readAt = async () => (await beside.rows('select read_at from billing_reading'))[0]?.['read_at'];
  const first = await readAt();
  await expect.poll(readAt).not.toEqual(first);
  const [balance] = await shown();
  await abills.run('update bills set deposit = deposit - 1 where id = 1');
  await expect.poll(async () => (await shown())[0], { timeout: MINUTE }).toBe(Number(balance) - 100);
  await worker.stop();
  clock.advance(Date.now() - began + 2 * MINUTE);
});

/** Numbers between 0 and 1 of a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORKER = fileURLToPath(new URL('abills/worker.ts', import.meta.url));

/** A worker that is loaded, and waits for its turn. */
async function spawnWorker(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  // Modules that one has compiled serve the next.
  const NODE_COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
  const child = spawn(process.execPath, [WORKER], {
    env: { ...process.env, NODE_COMPILE_CACHE, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test(`after ${KILLS} kills of MariaDB and of the worker each payment is there once, and balances agree to the kopeck`, async () => {
  const random = randomOf(SEED);
  const before = (await shown()).map(Number);
  const env = {
    PORTAL: beside.url,
    BILLING: abills.url,
    FROM: String(beside.portal.clock.now().getTime()),
    BEGAN: String(Date.now()),
  };
  let next = spawnWorker(env);
  const begin = async () => {
    const worker = await next;
    worker.stdin!.write('go\n');
    next = spawnWorker(env);
    return worker;
  };
  let worker = await begin();
  const paid = [0, 0, 0];
  for (let turn = 1; turn <= KILLS; turn += 1) {
    const account = Math.floor(random() * 3);
    const kopecks = 101 + Math.floor(random() * 50_000);
    paid[account]! += kopecks;
    await pay(account + 1, (kopecks / 100).toFixed(2), `У-${turn}`);
    await pause(random() * 120);
    if (turn % 2 === 0) {
      await abills.kill();
      await abills.start();
    } else {
      worker.kill('SIGKILL');
      worker = await begin();
    }
  }
  const wanted = before.map((kopecks, at) => kopecks + paid[at]!);
  await expect.poll(there, { timeout: 30_000, interval: 200 }).toEqual(wanted.map(String));
  await expect
    .poll(() => beside.rows(`select count(*)::int as waiting from billing_request where state = 'waiting'`))
    .toEqual([{ waiting: 0 }]);
  worker.kill('SIGKILL');
  (await next).kill('SIGKILL');
  expect(await shown()).toEqual(wanted);
  const told = `select a.account_no, t.balance_kopecks::int as kopecks from billing_told_balance t join account a using (account_id) order by 1`;
  await join();
  expect((await beside.rows(told)).map(({ kopecks }) => kopecks)).toEqual(wanted);
  expect(await shown()).toEqual(wanted);
  const marks = await abills.rows(`select inner_describe from payments where dsc = 'Кабинет: оплата'`);
  expect(marks).toHaveLength(new Set(marks).size);
  expect(
    await beside.rows(
      `select count(*)::int as confirmed from billing_request where kind = 'payment' and state = 'confirmed'`,
    ),
  ).toEqual([{ confirmed: marks.length }]);
  expect(await conflicts()).toEqual([]);
  await beside.run('ledger', 'verify');
});
