import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { runCall } from '#server/kernel/call/run-call.ts';
import { operatorHandlerOf } from '../../src/handlers/staff/handler-of.ts';
import { PUBLIC_URL, testPortal, type TestPortal } from '../portal/portal.ts';

const PASSWORD = 'demo-kabinet';
const FRESH = 'два верблюда';
const WHO = 100001;

let portal: TestPortal;
let host = 0;
beforeEach(async () => {
  portal = await testPortal();
});

async function signIn(body: object) {
  host += 1;
  const reply = await portal.inject({
    method: 'POST',
    url: '/api/v2/auth/token',
    remoteAddress: `10.1.0.${host}`,
    headers: { origin: PUBLIC_URL },
    payload: { login: String(WHO), password: PASSWORD, ...body },
  });
  return { status: reply.statusCode, code: reply.json<Record<string, string>>()['code'] };
}

/** The operator gives a one-time password, as the command line does. */
async function reset(second_step?: 'off') {
  const request = {
    ...{
      ip: '127.0.0.1',
      browser: '',
      origin: undefined,
      fetchSite: undefined,
      fetchDest: undefined,
      token: undefined,
    },
    ...{ device: undefined, idempotencyKey: undefined, requestId: '', contract: undefined },
    operator: { kind: 'operator', name: 'Анна', role: 'cashier' } as const,
  };
  const notes = { header: () => undefined, cookie: () => undefined };
  const made = { world: portal.world, handlerOf: operatorHandlerOf([]), identify, isConfirmed };
  const raw = { body: { contract_id: WHO, ...(second_step && { second_step }) } };
  return (await runCall(made, operatorContract.contracts.resetPassword, raw, request, notes)) as {
    password: string;
    sessions_ended: number;
  };
}

test('a one-time password of the operator replaces the password, ends every session, and is itself replaced at the first sign-in', async () => {
  await signIn({});
  const { password, sessions_ended } = await reset();
  expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  expect(sessions_ended).toBe(1);
  expect((await signIn({})).code).toBe('login_refused');
  expect((await signIn({ password })).code).toBe('new_password_needed');
  expect(await signIn({ password, new_password: 'password' })).toMatchObject({ status: 422 });
  expect(await signIn({ password, new_password: password })).toMatchObject({ status: 422 });
  expect((await signIn({ password, new_password: FRESH })).status).toBe(200);
  expect((await signIn({ password, new_password: 'третий верблюд' })).code).toBe('login_refused');
  expect((await signIn({ password: FRESH })).status).toBe(200);
  const { rows } = await portal.pool.query<{ text: string }>(
    'select row_to_json(a)::text as text from operator_action a union all select row_to_json(e)::text from audit_event e',
  );
  expect(rows.map(({ text }) => text).join()).not.toContain(password);
});

test('a one-time password is good for three days, and for one of two sign-ins at once', async () => {
  const { password } = await reset();
  const both = await Promise.all(
    ['первый верблюд', 'второй верблюд'].map((new_password) => signIn({ password, new_password })),
  );
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  const late = await reset();
  portal.clock.advance(3 * 86_400_000);
  expect((await signIn({ password: late.password, new_password: FRESH })).code).toBe('login_refused');
});

test('a one-time password leaves the second step on, unless the operator switches it off too', async () => {
  await portal.send(contract.security.beginSecondStep, {}, WHO);
  await portal.pool.query('update totp set enabled_at = now()');
  const first = await reset();
  expect((await signIn({ password: first.password, new_password: FRESH })).code).toBe('second_step_needed');
  const second = await reset('off');
  expect((await signIn({ password: second.password, new_password: FRESH })).status).toBe(200);
});
