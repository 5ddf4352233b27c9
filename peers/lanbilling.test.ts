import { expect, test } from 'vitest';
import { expectBeside } from './beside/expectations.ts';
import { expectToSurviveKills } from './beside/kills.ts';
import { openLanBilling, type LanBilling } from './lanbilling/lanbilling.ts';
import { MANAGER } from './lanbilling/soap-core.ts';

// The portal beside LANBilling on Debian's MariaDB, joined by the files that a provider takes. One test after the other.

let lan: LanBilling;
const joined = expectBeside(async () => {
  lan = await openLanBilling();
  return lan;
});

const LONG = { AGAIN_SECONDS: '300' };

const waitingThere = () => lan.server.rows(`select request_no from kabinet.kabinet_request where state = 'waiting'`);

test('each state that LANBilling has is shown as what it is, and its tariff', async () => {
  const shows = async (blocked: number, tariff: number, expected: object) => {
    await lan.server.run(`update vgroups set blocked = ${blocked}, tar_id = ${tariff} where vg_id = 201`);
    await joined().join();
    expect(await joined().serviceOf('u1')).toMatchObject(expected);
  };
  for (const blocked of [1, 4]) await shows(blocked, 2, { plan: 'Двести', state: 'blocked', reason: 'debt' });
  for (const blocked of [2, 3, 5, 10]) await shows(blocked, 1, { plan: 'Сто', state: 'blocked', reason: 'operator' });
  await shows(0, 1, { plan: 'Сто', state: 'active' });
  await joined().expectOrder();
});

test('a pause of the subscriber ends on the first day on which the schedule turns the service on', async () => {
  const [soon, later] = await lan.server.rows(
    'select date(now() + interval 20 day) union select date(now() + interval 40 day)',
  );
  await lan.server.run(`update vgroups set blocked = 2 where vg_id = 201;
    insert into vg_blocks_rasp (vg_id, blk_req, change_time) values (201, 0, now() - interval 9 day), (201, 3, now() + interval 9 day),
      (201, 0, '${later}'), (201, 0, '${soon}'), (202, 0, '${later}')`);
  await joined().join();
  expect(await joined().serviceOf('u1')).toMatchObject({ state: 'paused', returns: soon });
  expect(await joined().serviceOf('u2')).toMatchObject({ state: 'active' });
  await lan.server.run('delete from vg_blocks_rasp; update vgroups set blocked = 0 where vg_id = 201');
  await joined().join();
  expect(await joined().serviceOf('u1')).toMatchObject({ state: 'active' });
  await joined().expectOrder();
});

test('money that the core books turns a service on again, and nobody stays in the core', async () => {
  await lan.turn(3, 'debt');
  await joined().join();
  expect(await joined().serviceOf('u3')).toMatchObject({ state: 'blocked', reason: 'debt' });
  await joined().pay(3, '70', 'Д-5');
  await joined().settle();
  expect(await joined().serviceOf('u3')).toMatchObject({ state: 'active' });
  expect(lan.core.sessions).toBe(0);
});

test('a script that is killed once the core was called books nothing twice', async () => {
  const shown = await joined().handOver(2, '20', 'Д-6');
  const [booked, heard] = [await lan.booked(), await lan.bookings.heard()];
  lan.core.seconds = 2;
  const first = lan.bookings.start(LONG);
  await expect.poll(lan.bookings.heard).toBe(heard + 1);
  first.killAll();
  await expect
    .poll(() => lan.bookings.start(LONG).said)
    .toEqual({
      code: 1,
      text: expect.stringMatching(/^В биллинг не пришли платежи по запросам .*:\n\d+\t102\t20\.00\n$/) as string,
    });
  await expect.poll(() => lan.booked()).toHaveLength(booked.length + 1);
  lan.core.seconds = 0;
  await expect.poll(async () => (await lan.bookings.start(LONG).said, waitingThere())).toEqual([]);
  expect(await lan.bookings.heard()).toBe(heard + 1);
  await joined().settle();
  expect(await joined().shown()).toEqual(shown);
});

test('a number that the core has is refused by it, whether it has written it or writes it', async () => {
  const shown = await joined().handOver(1, '30', 'Д-7');
  const [no] = await waitingThere();
  const [booked, heard] = [await lan.booked(), await lan.bookings.heard()];
  lan.core.seconds = 1.5;
  const first = lan.bookings.start();
  await expect.poll(lan.bookings.heard).toBe(heard + 1);
  first.killAll();
  // At once, with no patience: the core is asked again while it writes.
  let said: unknown;
  const askAgain = async () => {
    said = await lan.bookings.start({ AGAIN_SECONDS: '0' }).said;
    return lan.bookings.heard();
  };
  await expect.poll(askAgain).toBe(heard + 2);
  expect(said).toEqual({ code: 0, text: '' });
  lan.core.seconds = 0;
  expect(await lan.booked()).toEqual([...booked, Number(no)]);
  await joined().settle();
  expect(await joined().shown()).toEqual(shown);
  await joined().expectOrder();
});

test('a payment that a manager has cancelled waits for a person, in the words of the core', async () => {
  const shown = await joined().handOver(1, '40', 'Д-8');
  const [no] = await waitingThere();
  await lan.server.run(
    `call core.write_payment(101, 40, 'kabinet-${no}'); update payments set status = 2 where receipt = 'kabinet-${no}'`,
  );
  const { code, text } = await lan.bookings.start(LONG).said;
  expect(code).toBe(1);
  expect(text).toMatch(
    new RegExp(
      `^LANBilling: .*kabinet-${no} and mod_person = 36 is cancelled \\(record_id = \\d+\\) \\n.* не провёл запрос ${no}\\n`,
    ),
  );
  await lan.server.run(
    `update agreements set balance = balance + 40 where agrm_id = 101; call kabinet.kabinet_answer(${no}, 'confirmed', null)`,
  );
  await joined().settle();
  expect(await joined().shown()).toEqual(shown);
  await joined().expectOrder();
});

test('a core that is down, or does not let the manager in, books nothing and says so', async () => {
  await joined().handOver(2, '5', 'Д-9');
  await lan.bookings.setCore('down');
  const away = await lan.bookings.start(LONG).said;
  expect(away.code).toBe(1);
  expect(away.text).toMatch(/Failed to connect.*\nlanbilling-payment\.sh не провёл запрос \d+\nВ биллинг не пришли/);
  await lan.bookings.setCore('up');
  await lan.server.run('update kabinet.kabinet_request set tried_at = tried_at - interval 5 minute');
  await lan.writeSettings({ ...MANAGER, PASSWORD: 'чужой' });
  const strange = await lan.bookings.start(LONG).said;
  expect(strange.text).toMatch(/^LANBilling: .*Manager login or password is incorrect \nlanbilling-payment/);
  await lan.writeSettings(MANAGER);
  await lan.server.run('update kabinet.kabinet_request set tried_at = tried_at - interval 5 minute');
  expect(await lan.bookings.start(LONG).said).toEqual({ code: 0, text: '' });
});

test('a number of a contract is taken letter by letter', async () => {
  const { server } = lan;
  const book = (no: number, account: string) =>
    server.rows(
      `call kabinet.kabinet_book(${no}, 'payment', json_object('account_no', '${account}', 'sum_kopecks', 100))`,
    );
  await server.run(`insert into agreements (agrm_id, number) values (105, '12-А')`);
  const unknown = ['refused Такого счёта в биллинге нет. Проверьте номер счёта в договоре'];
  for (const [at, account] of ['12-а', '12', '0012-А', '4', '77'].entries())
    expect(await book(9001 + at, account)).toEqual(unknown);
  expect(await book(9010, '12-А')).toEqual(['waiting NULL']);
  expect(await server.rows('select account_id from kabinet.kabinet_request where request_no = 9010')).toEqual(['105']);
  expect(await server.rows(`call kabinet.kabinet_book(9011, 'plan', json_object('login', 'u2'))`)).toEqual([
    'refused Это меняет оператор. Позвоните в поддержку',
  ]);
  await server.run(
    `delete from kabinet.kabinet_request where request_no > 9000; delete from agreements where agrm_id > 104`,
  );
});

// The ten of UTM5 on MariaDB go through the same requests.sql and book.sh.
expectToSurviveKills(Number(process.env['KILLS'] ?? 3), joined);
