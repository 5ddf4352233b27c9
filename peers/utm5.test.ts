import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { expectBeside } from './beside/expectations.ts';
import { expectToSurviveKills } from './beside/kills.ts';
import { openUtm5, type Utm5 } from './utm5/utm5.ts';

// The portal beside UTM5 on Debian's MariaDB, joined by the files that a provider takes. One test after the other.

let utm5: Utm5;
const joined = expectBeside(async () => {
  utm5 = await openUtm5();
  return utm5;
});

const DAY = 86_400;
const LONG = { AGAIN_SECONDS: '300' };

const requests = (columns: string) =>
  utm5.server.rows(`select ${columns} from kabinet.kabinet_request where state = 'waiting'`);

test('a service is shown as UTM5 keeps it: its tariff, a pause of its own, an end that nobody knows', async () => {
  const { server } = utm5;
  const block = (end: number | string) => `
    insert into blocks_info (account_id, block_type, start_date, expire_date) values (1, 3, unix_timestamp(), ${end});
    update accounts set block_id = last_insert_id() where id = 1;
    insert into voluntary_suspension_data (account_id, block_id) values (1, last_insert_id())`;
  const shows = async (expected: object) => {
    await joined().join();
    expect(await joined().serviceOf('u1')).toMatchObject(expected);
  };
  await server.run(
    `${block(`unix_timestamp() + 20 * ${DAY}`)}; update account_tariff_link set tariff_id = 2 where id = 21`,
  );
  const [returns] = await server.rows(
    'select date(from_unixtime(expire_date)) from blocks_info order by id desc limit 1',
  );
  await shows({ plan: 'Двести', state: 'paused', returns });
  await server.run(`update blocks_info set is_deleted = 1; ${block(2_000_000_000)}`);
  await shows({ state: 'blocked', reason: 'operator' });
  await server.run(
    `update blocks_info set is_deleted = 1; update accounts set block_id = 0, int_status = 0 where id = 1`,
  );
  await shows({ state: 'blocked', reason: 'operator' });
  await server.run(
    `update accounts set int_status = 1 where id = 1; update account_tariff_link set tariff_id = 1 where id = 21`,
  );
  await shows({ plan: 'Сто', state: 'active' });
  await joined().expectOrder();
});

test('money that the core books turns a service on again', async () => {
  await utm5.turn(3, 'debt');
  await joined().join();
  expect(await joined().serviceOf('u3')).toMatchObject({ state: 'blocked', reason: 'debt' });
  await joined().pay(3, '70', 'Д-5');
  await joined().settle();
  expect(await joined().serviceOf('u3')).toMatchObject({ state: 'active' });
});

test('while money is being booked the balance is told as it was, and the history corrects nothing', async () => {
  const [shown, before] = [await joined().handOver(1, '10', 'Д-6'), await joined().corrections()];
  const [there] = await utm5.balances();
  const booking = utm5.bookings.start({ SETTLE_SECONDS: '2' });
  await expect.poll(() => utm5.balances()).toEqual([there + 1000, shown[1], shown[2]]);
  await joined().join();
  expect(await joined().shown()).toEqual(shown);
  await booking.said;
  await joined().join();
  await joined().join();
  expect(await joined().shown()).toEqual(shown);
  expect(await joined().waiting()).toBe(0);
  expect(await joined().corrections()).toBe(before);
  await joined().expectOrder();
});

test('a script that is killed once the tool was called books nothing twice', async () => {
  const shown = await joined().handOver(2, '20', 'Д-7');
  const [booked, heard] = [await utm5.booked(), await utm5.bookings.heard()];
  const first = utm5.bookings.start({ ...LONG, CORE_SECONDS: '1.5' });
  await expect.poll(utm5.bookings.heard).toBe(heard + 1);
  first.kill();
  // The tool goes on, and nobody begins beside it.
  expect(await utm5.bookings.start(LONG).said).toEqual({ code: 0, text: '' });
  await expect.poll(() => utm5.booked()).toHaveLength(booked.length + 1);
  await expect.poll(async () => (await utm5.bookings.start(LONG).said, requests('request_no'))).toEqual([]);
  expect(await utm5.booked()).toHaveLength(booked.length + 1);
  await joined().settle();
  expect(await joined().shown()).toEqual(shown);
});

test('a script that is killed with its tool waits for what the core may still write', async () => {
  const shown = await joined().handOver(2, '20', 'Д-8');
  const [booked, heard] = [await utm5.booked(), await utm5.bookings.heard()];
  const first = utm5.bookings.start({ ...LONG, CORE_SECONDS: '3' });
  await expect.poll(utm5.bookings.heard).toBe(heard + 1);
  first.killAll();
  // A killed process holds the lock until it is gone.
  await expect
    .poll(() => utm5.bookings.start(LONG).said)
    .toEqual({
      code: 1,
      text: expect.stringMatching(
        /^В биллинг не пришли платежи по запросам \(номер, счёт, сумма\):\n\d+\t2\t20\.00\n$/,
      ) as string,
    });
  await expect.poll(() => utm5.booked()).toHaveLength(booked.length + 1);
  expect(await utm5.bookings.start(LONG).said).toEqual({ code: 0, text: '' });
  await joined().settle();
  expect(await utm5.booked()).toHaveLength(booked.length + 1);
  expect(await joined().shown()).toEqual(shown);
});

test('a core that is down books nothing, and is asked again after a while', async () => {
  const shown = await joined().handOver(1, '5', 'Д-9');
  await utm5.bookings.setCore('down');
  const { code, text } = await utm5.bookings.start(LONG).said;
  expect(code).toBe(1);
  expect(text).toMatch(/Connection refused\npayment-tool\.sh не провёл запрос \d+\nВ биллинг не пришли/);
  await joined().join();
  expect(await joined().shown()).toEqual(shown);
  await utm5.bookings.setCore('up');
  // Not yet: nobody knows what it was doing.
  expect((await utm5.bookings.start(LONG).said).code).toBe(1);
  await utm5.server.run('update kabinet.kabinet_request set tried_at = tried_at - interval 5 minute');
  expect(await utm5.bookings.start(LONG).said).toEqual({ code: 0, text: '' });
  await joined().settle();
  expect(await joined().shown()).toEqual(shown);
  await joined().expectOrder();
});

test('money that goes back waits for a person, and what comes after it, too', async () => {
  const { beside } = joined();
  const shown = await joined().shown();
  const [posted] = await beside.rows(
    `select body->>'transaction_id' as id from billing_request where kind = 'payment' order by request_no limit 1`,
  );
  await beside.run('payment', 'undo', String(posted?.['id']), 'Не тот счёт', '--receipt=77');
  await joined().pay(1, '15', 'Д-10');
  for (let round = 0; round < 2; round += 1) {
    await joined().join();
    await utm5.work();
  }
  expect(await joined().waiting()).toBe(2);
  const [no] = await requests('request_no');
  expect(await requests('kind, account_id, amount')).toEqual(['reversal 1 -500.10']);
  // What the person does in UTM5, and then says.
  await utm5.server.run(`update accounts set balance = balance - 500.10 where id = 1`);
  const answered = await utm5.server.rows(`call kabinet.kabinet_answer(${no}, 'confirmed', null)`);
  expect(answered).toEqual([`${no} reversal 1 -500.10 confirmed NULL`]);
  await joined().settle();
  const after = [shown[0] - 50_010 + 1500, shown[1], shown[2]];
  expect(await joined().shown()).toEqual(after);
  expect(await utm5.balances()).toEqual(after);
  await joined().expectOrder();
});

test('what nobody books is refused with words for the subscriber, and said once', async () => {
  const book = (no: number, kind: string, ...body: string[]) =>
    utm5.server.rows(`call kabinet.kabinet_book(${no}, '${kind}', json_object(${body.join(', ')}))`);
  const byOperator = ['refused Это меняет оператор. Позвоните в поддержку'];
  expect(await book(9001, 'plan', `'login', 'u2', 'plan', 'Двести', 'from_day', curdate()`)).toEqual(byOperator);
  expect(await book(9002, 'pause', `'login', 'u2', 'from', curdate(), 'until', curdate()`)).toEqual(byOperator);
  expect(await book(9003, 'promise', `'account_no', '2'`)).toEqual([
    'refused Обещанный платёж даёт оператор. Позвоните в поддержку',
  ]);
  const unknown = ['refused Такого счёта в биллинге нет. Проверьте номер счёта в договоре'];
  expect(await book(9004, 'payment', `'account_no', '77', 'sum_kopecks', 100`)).toEqual(unknown);
  expect(await book(9005, 'payment', `'account_no', '1-А', 'sum_kopecks', 100`)).toEqual(unknown);
  // Another body under a number that is known changes nothing.
  expect(await book(9004, 'payment', `'account_no', '1', 'sum_kopecks', 100`)).toEqual(unknown);
  expect(await utm5.server.rows(`call kabinet.kabinet_answer(9004, 'confirmed', null)`)).toHaveLength(1);
  expect(await requests('request_no')).toEqual([]);
});

test('a person who changes plans there is waited for, and money does not wait for him', async () => {
  const { beside } = joined();
  // As the marked line of kabinet_book would do.
  await utm5.server.run(`use kabinet; create trigger by_hand before insert on kabinet_request for each row
    set new.state = if(new.kind = 'plan', 'waiting', new.state), new.reason = if(new.kind = 'plan', null, new.reason)`);
  const { user_id } = await joined().serviceOf('u3');
  const [plan] = await beside.rows(`select plan_id from plan where name = 'Двести'`);
  const body = { user_id, plan_id: Number(plan?.['plan_id']), when: 'now' as const };
  expect((await beside.portal.send(contract.plan.change, { body }, 7003)).status).toBe(200);
  await joined().pay(3, '5', 'Д-11');
  await joined().settle();
  expect(await joined().serviceOf('u3')).toMatchObject({ plan: 'Сто' });
  const [no] = await requests('request_no');
  await utm5.server.run(
    `update account_tariff_link set tariff_id = 2 where id = 23; call kabinet.kabinet_answer(${no}, 'confirmed', null)`,
  );
  await joined().join();
  expect(await joined().serviceOf('u3')).toMatchObject({ plan: 'Двести' });
  await utm5.server.run('drop trigger kabinet.by_hand');
  await joined().expectOrder();
});

expectToSurviveKills(Number(process.env['KILLS'] ?? 10), joined);
