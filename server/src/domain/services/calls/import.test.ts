import { expect, test } from 'vitest';
import { breakRows } from '../../../../test/database/broken.ts';
import { addClient } from '../../../../test/portal/client.ts';
import {
  addTariff,
  csvOf,
  importLines,
  importTestRecords,
  makeSipLine,
  NUMBER,
} from '../../../../test/portal/call-client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { heldNumbers } from './intake.queries.ts';
import { retryHeld } from './intake.ts';

const ZONES = { exchange: 'Europe/Moscow', provider: 'Europe/Samara' };

async function exchange(): Promise<TestPortal> {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  await addTariff(portal, { '7': 'intercity', '79': 'mobile', '': 'other' }, [
    { zone: 'mobile', price: 220 },
    { zone: 'intercity', price: 340 },
  ]);
  return portal;
}

const callsIn = async ({ pool }: TestPortal) =>
  (
    await pool.query<Record<string, unknown>>(
      `select phone_number, direction, other_number, zone, seconds, amount_kopecks as amount, started_at
       from call_record order by started_at, direction, other_number`,
    )
  ).rows;

const held = (portal: TestPortal) => portal.world.db.read(heldNumbers);

test("a record of the exchange becomes a call at the exchange's time", async () => {
  const portal = await exchange();
  const taken = await importTestRecords(portal, [{ uniqueid: '1', dst: '8 903 000-00-01', billsec: 61 }]);
  expect(taken).toEqual({ fresh: 1, repeated: 0, bad: [], doubtful: [] });
  expect(await callsIn(portal)).toEqual([
    {
      phone_number: NUMBER,
      direction: 'out',
      other_number: '79030000001',
      zone: 'mobile',
      seconds: 61,
      amount: 440,
      started_at: '2026-11-10T09:00:00.000Z',
    },
  ]);
});

test('imports a repeated file once', async () => {
  const portal = await exchange();
  const records = [{ uniqueid: '1' }, { uniqueid: '1', sequence: 2, billsec: 5, start: '2026-11-10 12:05:00' }];
  await importTestRecords(portal, records);
  const before = await callsIn(portal);
  expect(await importTestRecords(portal, records)).toEqual({ fresh: 0, repeated: 2, bad: [], doubtful: [] });
  expect(await callsIn(portal)).toEqual(before);
});

test('two simultaneous imports of one file import it once', async () => {
  const portal = await exchange();
  const records = Array.from({ length: 40 }, (_, index) => ({ uniqueid: String(index) }));
  const both = await Promise.all([importTestRecords(portal, records), importTestRecords(portal, records)]);
  expect(both.map(({ fresh }) => fresh).sort()).toEqual([0, 40]);
  expect(await callsIn(portal)).toHaveLength(40);
});

test('reports a record that repeats another with different data, and keeps the first', async () => {
  const portal = await exchange();
  await importTestRecords(portal, [{ uniqueid: '1', billsec: 60 }]);
  expect(await importTestRecords(portal, [{ uniqueid: '2' }, { uniqueid: '1', billsec: 600 }])).toEqual({
    fresh: 1,
    repeated: 0,
    bad: [{ line: 3, reason: 'такая запись уже принята с другими данными: первая осталась, эта ждёт человека' }],
    doubtful: [],
  });
  expect((await callsIn(portal)).map(({ seconds }) => seconds)).toEqual([60, 60]);
});

test('reports a record that the database refuses by its line, and imports all others', async () => {
  const portal = await exchange();
  await breakRows(portal.pool, 'call_leg', `new.uniqueid = '4'`);
  const records = ['1', '2', '3', '4', '5', '6', '7'].map((uniqueid) => ({ uniqueid }));
  expect(await importTestRecords(portal, records)).toEqual({
    fresh: 6,
    repeated: 0,
    bad: [{ line: 5, reason: 'запись не принята: broken row' }],
    doubtful: [],
  });
});

test('reports bad lines by number, and imports all others', async () => {
  const portal = await exchange();
  const [header = '', ...good] = csvOf([{ uniqueid: '1' }, { uniqueid: '2' }, { uniqueid: '3' }]);
  const lines = [
    `\uFEFF${header}`,
    good[0]!,
    ...csvOf([
      { uniqueid: 'a', start: '2026-02-31 10:00:00' },
      { uniqueid: 'b', start: '10.11.2026 10:00' },
      { uniqueid: 'c', billsec: '1.5' },
      { uniqueid: 'd', billsec: 100_000 },
      { uniqueid: 'e', disposition: 'MAYBE' },
      { uniqueid: 'f', sequence: 'x' },
      { uniqueid: '' },
      { uniqueid: 'h', dst: '' },
    ]).slice(1),
    '',
    'not,a,record',
    good[1]!,
    'an,"open quote,',
    good[2]!,
  ];
  const { fresh, bad } = await importLines(portal, lines);
  expect(fresh).toBe(3);
  expect(bad).toEqual([
    { line: 3, reason: 'start не время' },
    { line: 4, reason: 'start не время' },
    { line: 5, reason: 'billsec не число секунд' },
    { line: 6, reason: 'разговор длиннее суток' },
    { line: 7, reason: 'неизвестный disposition' },
    { line: 8, reason: 'sequence не число' },
    { line: 9, reason: 'нет uniqueid' },
    { line: 10, reason: 'нет номера, на который звонили' },
    { line: 12, reason: 'нет uniqueid' },
    { line: 14, reason: 'кавычка не закрыта' },
  ]);
});

test('stray quotes in names lose no call, in one line or in two consecutive ones', async () => {
  const portal = await exchange();
  const named = (uniqueid: string, name: string) => csvOf([{ uniqueid }])[1]!.replace(/"""[^,]*,[^,]*"/, name);
  const lines = [
    csvOf([])[0]!,
    named('a', 'Иванов "И'),
    named('b', 'Петров "П'),
    named('c', 'АО "Заря" Юг'),
    named('d', 'с\rвозвратом'),
    named('e', 'Сидоров'),
  ];
  const { fresh, bad } = await importLines(portal, lines);
  expect({ fresh, bad }).toEqual({ fresh: 5, bad: [] });
});

test.each([
  [[], 'Файл пуст'],
  [['src,dst,start'], 'В первой строке нет столбцов: accountcode, billsec, disposition, uniqueid, linkedid, sequence'],
])('refuses a file that is not from the exchange: %j', async (lines, reason) => {
  const portal = await testPortal({ template: 'empty' });
  await expect(importLines(portal, lines)).rejects.toThrow(reason);
});

test('charges only answered calls, by the seconds after the answer', async () => {
  const portal = await exchange();
  const dispositions = ['ANSWERED', 'NO ANSWER', 'BUSY', 'FAILED'];
  await importTestRecords(
    portal,
    dispositions.map((disposition, index) => ({
      uniqueid: String(index),
      disposition,
      start: `2026-11-10 12:0${index}:00`,
    })),
  );
  expect((await callsIn(portal)).map(({ seconds, amount }) => [seconds, amount])).toEqual([
    [60, 220],
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
});

test('legs of one call are one call: rung one after another, transferred, or written twice', async () => {
  const portal = await exchange();
  const leg = (sequence: number, start: string, billsec: number, disposition = 'ANSWERED') => ({
    uniqueid: `1.${sequence}`,
    linkedid: '1',
    sequence,
    start: `2026-11-10 12:${start}`,
    billsec,
    disposition,
  });
  await importTestRecords(portal, [
    leg(1, '00:00', 0, 'NO ANSWER'),
    leg(2, '00:20', 60),
    // Written again for the other half of a local channel.
    leg(3, '00:20', 60),
    leg(4, '01:30', 45),
  ]);
  expect(await callsIn(portal)).toMatchObject([{ seconds: 105, amount: 440, started_at: '2026-11-10T09:00:00.000Z' }]);
});

test('a leg from another file joins its call', async () => {
  const portal = await exchange();
  await importTestRecords(portal, [{ uniqueid: '1', billsec: 50 }]);
  await importTestRecords(portal, [{ uniqueid: '2', linkedid: '1', start: '2026-11-10 12:05:00', billsec: 20 }]);
  expect(await callsIn(portal)).toMatchObject([{ seconds: 70, amount: 440 }]);
});

test('the number that the exchange charges pays, whatever number was shown', async () => {
  const portal = await exchange();
  await importTestRecords(portal, [{ uniqueid: '1', accountcode: '55-11-22', src: '101' }]);
  expect(await callsIn(portal)).toMatchObject([{ phone_number: NUMBER, direction: 'out', amount: 220 }]);
});

test('a call between two of our numbers makes one call for each', async () => {
  const portal = await exchange();
  const other = '78482551133';
  await portal.pool.query(
    `insert into phone_number (phone_number, contract_id, account_id, plan_id, state, opened_on)
     select $1, contract_id, account_id, plan_id, state, opened_on from phone_number where phone_number = $2`,
    [other, NUMBER],
  );
  await importTestRecords(portal, [{ uniqueid: '1', dst: '551133' }]);
  expect(await callsIn(portal)).toMatchObject([
    { phone_number: other, direction: 'in', other_number: NUMBER, amount: 0 },
    { phone_number: NUMBER, direction: 'out', other_number: other, amount: 340 },
  ]);
});

test('a SIP line makes calls like a number', async () => {
  const portal = await exchange();
  await makeSipLine(portal, '78482551144');
  await importTestRecords(portal, [{ uniqueid: '1', src: '551144' }]);
  expect(await callsIn(portal)).toMatchObject([{ phone_number: '78482551144', direction: 'out', amount: 220 }]);
});

test('a record that cannot be a call yet is kept for a person, and becomes one later', async () => {
  const portal = await exchange();
  const stranger = '78482551155';
  const { fresh } = await importTestRecords(portal, [
    { uniqueid: '1', src: stranger },
    { uniqueid: '2', src: stranger, disposition: 'BUSY' },
    { uniqueid: '3', dst: '810441234567890' },
    { uniqueid: '4', start: '2026-11-10 11:00:00' },
  ]);
  expect(fresh).toBe(4);
  expect(await callsIn(portal)).toHaveLength(1);
  expect(await held(portal)).toMatchObject([
    { held: 'unknown_number', src: stranger, dst: '79270000001', legs: 2, seconds: 60 },
    { held: 'no_rate', src: NUMBER, dst: '441234567890', legs: 1, seconds: 60 },
  ]);
  await portal.pool.query(
    `insert into call_rate (plan_id, zone, direction, valid_from, unit_kopecks)
     select plan_id, 'other', 'out', '2020-01-01', 2500 from phone_number`,
  );
  expect(await retryHeld(portal.world, ZONES.provider)).toBe(2);
  expect((await callsIn(portal)).map(({ amount }) => amount)).toEqual([220, 2500]);
  expect(await held(portal)).toMatchObject([{ held: 'unknown_number', legs: 2 }]);
});
