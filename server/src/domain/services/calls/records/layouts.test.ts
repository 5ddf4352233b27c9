import { expect, test } from 'vitest';
import { addClient } from '../../../../../test/portal/client.ts';
import { addTariff, csvOf, importLines, importTestRecords, NUMBER } from '../../../../../test/portal/call-client.ts';
import { testPortal, type TestPortal } from '../../../../../test/portal/portal.ts';
import { importCalls } from '../import.ts';
import { differingLegs } from '../intake.queries.ts';

async function exchange(): Promise<TestPortal> {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  await addTariff(portal, { '79': 'mobile' }, [{ zone: 'mobile', price: 220 }]);
  return portal;
}

const callsIn = async ({ pool }: TestPortal) =>
  (
    await pool.query<Record<string, unknown>>(
      `select phone_number, other_number, seconds, amount_kopecks as amount, started_at from call_record order by started_at`,
    )
  ).rows;

test('a record that differs is kept once, beside the first version, and changes no call', async () => {
  const portal = await exchange();
  await importTestRecords(portal, [{ uniqueid: '1', billsec: 60 }]);
  const before = await callsIn(portal);
  for (const _ of [1, 2]) await importTestRecords(portal, [{ uniqueid: '1', billsec: 600 }]);
  expect(await callsIn(portal)).toEqual(before);
  const { rowCount } = await portal.pool.query('select from call_leg_difference');
  expect(rowCount).toBe(1);
  expect(await portal.world.db.read(differingLegs)).toMatchObject([
    { uniqueid: '1', sequence: 1, src: NUMBER, billsec: 600, former_billsec: 60, former_dst: '79270000001' },
  ]);
});

const TIMES = '"2026-11-10 12:00:00","2026-11-10 12:00:05","2026-11-10 12:01:06",66,61,"ANSWERED","DOCUMENTATION"';
const CLID = '"""A"" <551122>"';

test('reads Master.csv of Asterisk, which has no header, and the sample of cdr_custom', async () => {
  const portal = await exchange();
  const plain = `"","551122","89030000001","town",${CLID},"PJSIP/1","PJSIP/2","Dial","x",${TIMES},"1794300000.1",""`;
  expect(await importLines(portal, [plain, plain])).toMatchObject({ fresh: 1, repeated: 1, bad: [] });
  const custom = `${CLID},"551122","89030000002","town","PJSIP/1","PJSIP/2","Dial","x",${TIMES},"","1794300001.3","","7","1794300001.3"`;
  expect(await importLines(portal, [custom])).toMatchObject({ fresh: 1, bad: [] });
  expect((await callsIn(portal)).map(({ other_number, seconds }) => [other_number, seconds])).toEqual([
    ['79030000001', 61],
    ['79030000002', 61],
  ]);
});

test('reads the table of FreePBX, whose start is calldate', async () => {
  const portal = await exchange();
  const lines = csvOf([{ uniqueid: '1' }]);
  lines[0] = lines[0]!.replace('start', 'calldate');
  expect(await importLines(portal, lines)).toMatchObject({ fresh: 1, bad: [] });
});

test('reads the calls of Kamailio: cdrs, and acc_cdrs with a fraction of a second', async () => {
  const portal = await exchange();
  const cdrs = [
    'cdr_id,src_username,src_domain,dst_username,dst_domain,dst_ousername,call_start_time,duration,sip_call_id,sip_from_tag,sip_to_tag',
    '5,551122,sip.test,gw-12,sip.test,89030000001,2026-11-10 12:00:00,61,abc@host,f1,t1',
  ];
  expect(await importLines(portal, cdrs)).toMatchObject({ fresh: 1, bad: [] });
  expect(await importLines(portal, cdrs)).toMatchObject({ fresh: 0, repeated: 1 });
  const accCdrs = [
    'id,start_time,end_time,duration,src_user,dst_user,callid',
    '9,2026-11-10 13:00:00,2026-11-10 13:01:01,60.987,551122,89030000002,def@host',
  ];
  expect(await importLines(portal, accCdrs)).toMatchObject({ fresh: 1, bad: [] });
  expect(await callsIn(portal)).toMatchObject([
    { phone_number: NUMBER, other_number: '79030000001', seconds: 61, amount: 440 },
    { phone_number: NUMBER, other_number: '79030000002', seconds: 60, amount: 220 },
  ]);
});

test('refuses events of Kamailio, which are not calls, and says what to export', async () => {
  const portal = await exchange();
  const events = ['id,method,from_tag,to_tag,callid,sip_code,sip_reason,time'];
  await expect(importLines(portal, events)).rejects.toThrow('выгрузите таблицу cdrs или acc_cdrs');
});

test('an hour that clocks show twice: the uniqueid tells which, and otherwise the line is named', async () => {
  const portal = await exchange();
  const start = '2026-10-25 02:30:00';
  const [first, second] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'];
  const lines = csvOf([
    { uniqueid: `${Date.parse(second) / 1000}.1`, start },
    { uniqueid: 'x', start, dst: '79270000002' },
  ]);
  const zones = { exchange: 'Europe/Berlin', provider: 'Europe/Samara' };
  const taken = await importCalls(portal.world.db, lines, { zones, areaCode: '8482' }, portal.clock.now());
  expect(taken).toEqual({ fresh: 2, repeated: 0, bad: [], doubtful: [3] });
  expect((await callsIn(portal)).map(({ started_at, other_number }) => [started_at, other_number])).toEqual([
    [first, '79270000002'],
    [second, '79270000001'],
  ]);
});

test('a month whose earlier calls another version of the server has rated is rated whole', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  await addTariff(portal, { '79': 'mobile' }, [{ zone: 'mobile', price: 220 }], [{ seconds: 60, zones: ['mobile'] }]);
  await importTestRecords(portal, [{ uniqueid: '1', start: '2026-11-10 10:00:00' }]);
  // Such a version stores neither.
  await portal.pool.query('update call_record set rated_seconds = null, call_package_id = null');
  await importTestRecords(portal, [{ uniqueid: '2', start: '2026-11-10 11:00:00' }]);
  await importTestRecords(portal, [{ uniqueid: '3', start: '2026-11-10 12:00:00' }]);
  expect((await callsIn(portal)).map(({ amount }) => amount)).toEqual([0, 220, 220]);
});
