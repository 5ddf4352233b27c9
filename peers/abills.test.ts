import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { day } from '@kabinet/contract/kernel/day';
import { openAbills } from './abills/abills.ts';
import { expectBeside } from './beside/expectations.ts';
import { expectToSurviveKills } from './beside/kills.ts';

// The portal beside ABillS on Debian's MariaDB, joined by the file that a provider loads. One test after the other.

const joined = expectBeside(openAbills);
const abills = () => joined().other.server;

test('plans, pauses and money that goes back arrive there once, with what ABillS keeps of them', async () => {
  const { beside, other } = joined();
  const before = await joined().shown();
  const [first, , third] = await Promise.all(['u1', 'u2', 'u3'].map((login) => joined().serviceOf(login)));
  await joined().pay(1, '12.30', 'Д-4');
  const [plan] = await beside.rows(`select plan_id from plan where name = 'Двести'`);
  const changing = { user_id: first!.user_id, plan_id: Number(plan?.['plan_id']), when: 'now' as const };
  expect((await beside.portal.send(contract.plan.change, { body: changing }, 7001)).status).toBe(200);
  const pausing = { user_id: third!.user_id, from: day('2026-11-20'), until: day('2026-12-10') };
  expect((await beside.portal.send(contract.suspension.start, { body: pausing }, 7003)).status).toBe(200);
  await joined().join();
  await joined().join();
  const no = (await other.booked()).at(-1)!;
  expect(
    await abills().rows(
      `select sum, amount, uid, bill_id, ext_id from payments where inner_describe = 'kabinet:${no}'`,
    ),
  ).toEqual([`12.30 12.30 1 1 kabinet:${no}`]);
  expect(await abills().rows('select tp_id, disable from internet_main order by id')).toEqual(['20 0', '10 0', '10 3']);
  expect(await abills().rows('select uid, type, action, y, m, d, module from shedule')).toEqual([
    '3 status 3:0 2026 12 10 Internet',
  ]);
  expect(
    await abills().rows(
      `select request_no, kind, uid, state from kabinet_request where request_no >= ${no} order by 1`,
    ),
  ).toEqual([`${no} payment 1 confirmed`, `${no + 1} plan 1 confirmed`, `${no + 2} pause 3 confirmed`]);
  expect(await joined().shown()).toEqual([before[0] + 1230, before[1], before[2]]);
  expect(await joined().serviceOf('u1')).toMatchObject({ plan: 'Двести' });
  expect(await joined().serviceOf('u3')).toMatchObject({ state: 'paused', returns: '2026-12-10' });
  const back = await beside.portal.send(contract.suspension.return, { body: { user_id: third!.user_id } }, 7003);
  expect(back.status).toBe(200);
  await joined().join();
  expect(await abills().rows('select disable from internet_main where id = 3')).toEqual(['0']);
  expect(await abills().rows('select * from shedule')).toEqual([]);
  expect(await joined().serviceOf('u3')).toMatchObject({ state: 'active' });
  // Money that goes back is a charge there, and no second line here.
  const [posted] = await beside.rows(
    `select body->>'transaction_id' as id from billing_request where request_no = ${no}`,
  );
  await beside.run('payment', 'undo', String(posted?.['id']), 'Не тот счёт', '--receipt=77');
  await joined().join();
  await joined().join();
  expect(await abills().rows(`select sum, uid, bill_id, inner_describe from fees where inner_describe <> ''`)).toEqual([
    `12.3000 1 1 kabinet:${no + 4}`,
  ]);
  expect(await joined().shown()).toEqual(before);
  await joined().expectOrder();
});

test('what begins later is left to ABillS, and what it cannot do is refused with words for the subscriber', async () => {
  const book = (no: number, kind: string, ...body: string[]) =>
    abills().rows(`call kabinet_book(${no}, '${kind}', json_object(${body.join(', ')}))`);
  const [tomorrow, later] = await abills().rows(
    `select date_add(curdate(), interval 1 day) union all select date_add(curdate(), interval 30 day)`,
  );
  const confirmed = ['confirmed NULL'];
  expect(await book(9001, 'plan', `'login', 'u2', 'plan', 'Двести', 'from_day', '${tomorrow}'`)).toEqual(confirmed);
  expect(await book(9002, 'pause', `'login', 'u2', 'from', '${tomorrow}', 'until', '${later}'`)).toEqual(confirmed);
  expect(
    await abills().rows(`select type, action, concat(y, '-', m, '-', d) from shedule order by type, action`),
  ).toEqual([`status 2:0 ${later}`, `status 2:3 ${tomorrow}`, `tp 2:20 ${tomorrow}`]);
  expect(await abills().rows('select tp_id, disable from internet_main where id = 2')).toEqual(['10 0']);
  expect(await book(9003, 'return', `'login', 'u2'`)).toEqual(confirmed);
  expect(await book(9004, 'plan', `'login', 'u2', 'plan', 'Сто', 'from_day', curdate()`)).toEqual(confirmed);
  expect(await abills().rows('select * from shedule')).toEqual([]);
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
  await joined().expectOrder();
});

test('a server that is killed in the middle of a booking has booked nothing, and then books it once', async () => {
  const [before] = await joined().other.balances();
  // The number is kept last: a booking stands still there, with the money moved and nothing committed.
  await abills().run(
    `create trigger standing before update on kabinet_request for each row set new.booked_at = if(sleep(2) = 0, now(), now())`,
  );
  await joined().pay(1, '10', 'Д-0');
  const joining = joined().join();
  await expect
    .poll(() => abills().rows(`select count(*) from information_schema.processlist where state = 'User sleep'`))
    .toEqual(['1']);
  await abills().kill();
  await joining;
  await abills().start();
  await abills().run('drop trigger standing');
  expect((await joined().other.balances())[0]).toBe(before);
  await joined().join();
  expect((await joined().other.balances())[0]).toBe(before + 1000);
  expect((await joined().shown())[0]).toBe(before + 1000);
});

expectToSurviveKills(Number(process.env['KILLS'] ?? 50), joined);
