import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sendLetterEffect } from '#server/domain/messaging/effects.ts';
import { settleByHand } from '#server/domain/payments/settlement/settle-by-hand.ts';
import { RefusedForGood } from '#server/kernel/job/delivery.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { addClient } from '../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';
import { collectMetrics } from './metrics.ts';

const HOUR = 3_600_000;

/** Values of the metrics with these names, without those of Node.js. */
async function values({ world }: TestPortal, ...names: readonly string[]): Promise<string[]> {
  const text = await collectMetrics(world).text();
  return text.split('\n').filter((line) => names.some((name) => new RegExp(`^kabinet_${name}[{ ]`).test(line)));
}

const write = ({ world }: TestPortal, to: string) =>
  world.db.write((tx) => enqueueEffect(tx, sendLetterEffect, { to, subject: 'Один', text: '' }));

test('an effect waits, then is tried again, then has failed', async () => {
  const portal = await testPortal({ template: 'empty' });
  const seen = () => values(portal, 'outbox_effects', 'gateway_failures');
  expect(await seen()).toEqual([]);
  await write(portal, 'a@mail.example');
  expect(await seen()).toEqual(['kabinet_outbox_effects{kind="mail.send",state="waiting"} 1']);
  expect(await values(portal, 'jobs')).toEqual(['kabinet_jobs{task="deliver_message",state="due"} 1']);
  portal.world.outside.mail.send = () => Promise.reject(new Error('it is broken'));
  await portal.work();
  expect(await seen()).toEqual([
    'kabinet_outbox_effects{kind="mail.send",state="retried"} 1',
    'kabinet_gateway_failures{gateway="mail"} 1',
  ]);
  portal.world.outside.mail.send = () => Promise.reject(new RefusedForGood('no such mailbox'));
  portal.clock.advance(60_000);
  await portal.work();
  expect(await seen()).toEqual(['kabinet_outbox_effects{kind="mail.send",state="failed"} 1']);
});

test('a job that nobody does grows old, and one that has failed for good stays', async () => {
  const portal = await testPortal({ template: 'empty' });
  await portal.pool.query(`
    select graphile_worker.add_job('clean_up', '{}', run_at => now() - interval '1 hour');
    select graphile_worker.add_job('charge', '{}', max_attempts => 1);
    update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`);
  expect(await values(portal, 'jobs', 'workers')).toEqual([
    'kabinet_jobs{task="charge",state="failed"} 1',
    'kabinet_jobs{task="clean_up",state="due"} 1',
    'kabinet_workers 0',
  ]);
  const [, age] = await values(portal, 'jobs_oldest_seconds');
  expect(Number(age?.split(' ')[1])).toBeGreaterThanOrEqual(3600);
});

test('days that are not charged, and money that belongs to nobody yet', async () => {
  const portal = await testPortal({ template: 'empty' });
  const seen = () =>
    values(portal, 'charge_days_behind', 'charge_failed_accounts', 'money_open', 'money_open_oldest_seconds');
  expect(await seen()).toEqual(['kabinet_charge_days_behind 0', 'kabinet_charge_failed_accounts 0']);
  const now = portal.clock.now();
  await portal.pool.query(
    `insert into charge_run values (($1::timestamptz at time zone 'Europe/Moscow')::date - 2, $1, $1)`,
    [now],
  );
  await portal.pool.query(
    `insert into bank_transfer (payer, document_no, day, amount_kopecks, purpose, imported_at) values ('ООО', '1', '2026-11-19', 100, '', $1)`,
    [now],
  );
  portal.clock.advance(2 * HOUR);
  expect(await seen()).toEqual([
    'kabinet_charge_days_behind 2',
    'kabinet_charge_failed_accounts 0',
    'kabinet_money_open{what="transfer",state="unknown"} 1',
    'kabinet_money_open_oldest_seconds{what="transfer",state="unknown"} 7200',
  ]);
});

test('money that no payment waits for is open until somebody has decided about it', async () => {
  const portal = await testPortal({ template: 'empty' });
  const seen = () => values(portal, 'money_open');
  const now = portal.clock.now();
  const { rows } = await portal.pool.query<{ id: string }>(
    `insert into payment_notification (acquirer, external_id, qr_id, status, amount_kopecks, received_at, body, outcome, applied_at)
     values ('sandbox', '1', 'A', 'paid', 100, $1, '', 'surplus', $1), ('sandbox', '2', 'B', 'paid', 100, $1, '', 'mismatch', $1)
     returning notification_id as id`,
    [now],
  );
  const open = (state: string) => `kabinet_money_open{what="notification",state="${state}"} 1`;
  expect(await seen()).toEqual([open('mismatch'), open('surplus')]);
  const returned = { notificationId: Number(rows[0]!.id), accountId: undefined, by: 'Анна' };
  await portal.world.db.write((tx) => settleByHand(tx, returned, { now, zone: 'Europe/Moscow' }));
  expect(await seen()).toEqual([open('mismatch')]);
});

test('a database that has never charged is on hold until its first day', async () => {
  const portal = await testPortal({ template: 'empty' });
  const onHold = () => values(portal, 'charging_on_hold');
  expect(await onHold()).toEqual(['kabinet_charging_on_hold 1']);
  await portal.pool.query(`insert into charging_begin (first_day, named_at) values ('2026-11-21', now())`);
  expect(await onHold()).toEqual(['kabinet_charging_on_hold 1']);
  portal.clock.advance(24 * HOUR);
  expect(await onHold()).toEqual(['kabinet_charging_on_hold 0']);
});

test('beside another billing nothing is on hold, and what it has not answered is open', async () => {
  const portal = await testPortal({ template: 'empty' });
  const client = await addClient(portal.world, { contractId: 200_001 });
  await portal.pool.query(`update charging_source set source = 'external'`);
  expect(await values(portal, 'charging_on_hold')).toEqual(['kabinet_charging_on_hold 0']);
  await portal.pool.query(
    `insert into billing_request (contract_id, kind, account_id, amount_kopecks, body, made_at)
     values ($1, 'payment', $2, 50000, '{}', $3)`,
    [client.contractId, client.accountId, portal.clock.now()],
  );
  expect(await values(portal, 'money_open')).toContain('kabinet_money_open{what="billing_request",state="waiting"} 1');
});

test('without a database the metrics say so, and nothing else of it', async () => {
  const { world } = await testPortal({ template: 'empty' });
  const read = () => Promise.reject(new Error('it is away'));
  const text = await collectMetrics({ ...world, db: { ...world.db, read } }).text();
  expect(text).toContain('\nkabinet_database_up 0\n');
  expect(text).not.toContain('kabinet_outbox_effects{');
  expect(await values({ ...(await testPortal({ template: 'empty' })) }, 'database_up')).toEqual([
    'kabinet_database_up 1',
  ]);
});

const fileOf = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');

test('each alert asks for metrics that exist, and the pages for engineers say what to do', async () => {
  const [rules, ...pages] = await Promise.all(
    ['deploy/web/alerts.yml', 'docs/alerts.md', 'docs/alerts.ru.md'].map(fileOf),
  );
  const alerts = [...rules!.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  expect(alerts.length).toBeGreaterThan(10);
  const asked = new Set(
    [...rules!.matchAll(/\bkabinet_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')),
  );
  const { world } = await testPortal({ template: 'empty' });
  const standbyResults = { served: 0, behind: 0, away: 0, resting: 0 };
  const text = await collectMetrics({ ...world, db: { ...world.db, standbyResults } }).text();
  const state = await fileOf('deploy/backup/state.sh');
  const missing = [...asked].filter((name) => !text.includes(`# TYPE ${name} `) && !state.includes(`say ${name} `));
  expect(missing).toEqual([]);
  for (const page of pages) expect([...page.matchAll(/^\| `(Kabinet\w+)`/gm)].map(([, name]) => name)).toEqual(alerts);
});

test('codes of the last hour, by who asked for them, and how many there may be', async () => {
  const portal = await testPortal();
  await portal.pool.query(
    `insert into contact_code (contract_id, kind, address, purpose, code_hash, sent_at, expires_at)
     select 100003, kind, 'x', purpose, '', $1::timestamptz - age, $1
     from (values ('phone', 'recovery', interval '1 minute'), ('phone', 'recovery', interval '2 hours'),
       ('email', 'recovery:email', interval '1 minute'), ('phone', 'recovery:known', interval '1 minute'),
       ('phone', 'phone', interval '1 minute')) code (kind, purpose, age)`,
    [portal.clock.now()],
  );
  expect(await values(portal, 'codes_of_hour', 'codes_of_hour_most')).toEqual([
    'kabinet_codes_of_hour{asked_by="clients"} 2',
    'kabinet_codes_of_hour{asked_by="strangers"} 1',
    'kabinet_codes_of_hour_most{asked_by="clients"} 200',
    'kabinet_codes_of_hour_most{asked_by="strangers"} 100',
  ]);
});
