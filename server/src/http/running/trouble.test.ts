import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { openDatabase } from '#server/db/database.ts';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { handlerOf } from '#server/handlers/handler-of.ts';
import { notification } from '../../../test/portal/bank.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';
import { OPEN } from '../../../test/portal/payment-agents.ts';
import { buildApp } from '../app.ts';

/** The same portal on a read-only server (25006), such as a standby before it takes over. */
async function onStandby({ world, pool }: TestPortal) {
  const url = pool.options.connectionString ?? '';
  const options = encodeURIComponent('-c default_transaction_read_only=on -c timezone=UTC');
  const db = openDatabase(`${url}${url.includes('?') ? '&' : '?'}options=${options}`, { patience: 10_000 });
  const app = await buildApp(
    { world: { ...world, db }, handlerOf, identify, isConfirmed },
    { trustedProxies: [], agents: OPEN },
  );
  onTestFinished(async () => {
    await app.close();
    await db.close();
  });
  return app;
}

const linkOf = async (portal: TestPortal) => {
  const body = { kind: 'statement', p: 'i', from: '2026-10-01', until: '2026-11-20', format: 'csv' } as const;
  return (await portal.send(contract.document.link, { body }, 100_001)).body.url.split('=').at(-1) ?? '';
};

test('reports a read-only database as trouble to clients, banks and readers of documents', async () => {
  const portal = await testPortal();
  const app = await onStandby(portal);
  const authorization = `Bearer ${await portal.tokenOf(100_001)}`;
  const payment = { qrId: 'AD00', amount: 100_00 };
  const { body, headers } = notification(payment);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const replies = {
    call: await app.inject({ url: '/api/v2/payment/sbp?p=i&amount=100.00', headers: { authorization } }),
    bank: await app.inject({ method: 'POST', url: '/gateway/sandbox', headers, payload: body }),
    document: await app.inject({
      method: 'POST',
      url: '/lk/document',
      headers: form,
      payload: `access-token=${await linkOf(portal)}`,
    }),
  };
  for (const [who, reply] of Object.entries(replies)) {
    expect.soft(reply.statusCode, who).toBe(503);
    expect.soft(Number(reply.headers['retry-after']), who).toBeGreaterThan(0);
  }
  expect(replies.call.json()).toMatchObject({
    code: 'overloaded',
    message: expect.stringMatching(/Повторите/) as string,
  });
  expect(replies.document.headers['content-type']).toMatch(/^text\/html/);
  const { rows } = await portal.pool.query<{ account_no: string }>(
    `select account_no from account where contract_id = 100001 and kind = 'i'`,
  );
  const pay = `command=pay&txn_id=1&account=${rows[0]?.account_no}&sum=100.00&txn_date=20261120100000`;
  expect((await app.inject({ url: `/gateway/osmp?${pay}` })).body).toContain('<result>1</result>');
});

test('answers 503 to a call whose connection PostgreSQL ends', async () => {
  const portal = await testPortal();
  const { pool } = portal;
  const authorization = `Bearer ${await portal.tokenOf(100_001)}`;
  const other = await pool.connect();
  onTestFinished(() => {
    other.release(true);
  });
  await other.query('begin; lock table message');
  const reply = portal.inject({ url: '/api/v2/notice/get-messages', headers: { authorization } });
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await pool.query(end)).rowCount === 0) await pause(5);
  const { statusCode, headers } = await reply;
  expect(statusCode).toBe(503);
  expect(headers['retry-after']).toBe('5');
});
