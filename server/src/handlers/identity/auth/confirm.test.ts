import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '@kabinet/contract';
import { call, type Call } from '@kabinet/contract/kernel/call/call';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { runCall } from '#server/kernel/call/run-call.ts';
import type { AnyHandler, ReplyNotes, ScopeOf } from '#server/kernel/world.ts';
import { PUBLIC_URL, testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { handlerOf } from '../../handler-of.ts';

const PASSWORD = 'demo-kabinet';
const MINUTE = 60_000;

/** Two calls that need a confirmation, and one that shows more with it. */
const guarded = call({
  method: 'POST',
  path: '/v2/auth/guarded',
  members: [],
  summary: 'Guarded',
  confirm: true,
  result: z.object({ done: z.literal(true) }),
});
const guardedRead = call({
  method: 'GET',
  path: '/v2/auth/guarded',
  members: [],
  summary: 'Guarded',
  confirm: true,
  result: guarded.result,
});
const guardedForGuests = { ...guardedRead, access: 'guest' as const };
const telling = call({
  method: 'GET',
  path: '/v2/auth/telling',
  members: [],
  summary: 'Telling',
  result: z.object({ more: z.boolean() }),
});

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
});

const own = new Map<Call, AnyHandler>([
  [guarded, () => Promise.resolve({ done: true })],
  [guardedRead, () => Promise.resolve({ done: true })],
  [guardedForGuests, () => Promise.resolve({ done: true })],
  [telling, async (_, scope) => ({ more: await (scope as ScopeOf<typeof telling>).isConfirmed() })],
]);

const NOTES: ReplyNotes = { header: () => undefined, cookie: () => undefined };

async function run(one: Call, token: string): Promise<unknown> {
  const request = {
    ip: '10.0.0.1',
    browser: '',
    origin: PUBLIC_URL,
    fetchSite: 'same-origin',
    fetchDest: 'empty',
    token,
    device: undefined,
    idempotencyKey: 'one',
    requestId: '',
    contract: undefined,
  };
  const { world } = portal;
  const made = { world, handlerOf: (asked: Call) => own.get(asked) ?? handlerOf(asked), identify, isConfirmed };
  return runCall(made, one, {}, request, NOTES).catch((error: unknown) =>
    error instanceof Problem ? error.code : Promise.reject(error as Error),
  );
}

/** A session whose sign-in is long ago. */
async function oldSession(contractId = 100001): Promise<string> {
  const token = await portal.tokenOf(contractId);
  portal.clock.advance(6 * MINUTE);
  return token;
}

const confirm = (password = PASSWORD, who = 100001) => portal.send(contract.auth.confirm, { body: { password } }, who);

describe('R-11: a call that needs a confirmation', () => {
  test.each([guarded, guardedRead])('is refused until the password is confirmed: $method', async (one) => {
    const token = await oldSession();
    expect(await run(one, token)).toBe('confirmation_required');
    const { status, body } = await confirm();
    expect(status).toBe(200);
    expect(body.confirmed_until).toBe(new Date(portal.clock.now().getTime() + 5 * MINUTE).toISOString());
    // The refused request spent no key: the same one succeeds.
    expect(await run(one, token)).toEqual({ done: true });
    portal.clock.advance(5 * MINUTE - 1);
    expect(await run(one, token)).toEqual({ done: true });
    portal.clock.advance(1);
    expect(await run(guardedRead, token)).toBe('confirmation_required');
  });

  test('needs none for five minutes after a sign-in', async () => {
    const reply = await portal.send(contract.auth.token, { body: { login: '100001', password: PASSWORD } });
    const token = reply.body.access_token;
    expect(await run(guarded, token)).toEqual({ done: true });
    portal.clock.advance(5 * MINUTE);
    expect(await run(guardedRead, token)).toBe('confirmation_required');
  });

  test('is not opened by the confirmation of another session', async () => {
    const reply = await portal.send(contract.auth.token, { body: { login: '100001', password: PASSWORD } });
    await oldSession();
    await confirm();
    expect(await run(guardedRead, reply.body.access_token)).toBe('confirmation_required');
  });

  test('a guest confirms nothing', async () => {
    expect(await run(guardedForGuests, await portal.tokenOf('guest'))).toBe('confirmation_required');
  });
});

test('a reply that shows more to a confirmed subscriber shows it only then', async () => {
  const token = await oldSession();
  expect(await run(telling, token)).toEqual({ more: false });
  await confirm();
  expect(await run(telling, token)).toEqual({ more: true });
});

test('a wrong password confirms nothing and is counted; the fifth locks confirmations, not the sign-in', async () => {
  const token = await oldSession();
  for (const left of ['Осталось 4 попытки', 'Осталось 3 попытки', 'Осталось 2 попытки', 'Осталась 1 попытка']) {
    const { status, body } = await confirm('wrong');
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'confirmation_refused', message: expect.stringContaining(left) as string });
  }
  expect((await confirm('wrong')).body.message).toContain('Следующая попытка через 30 секунд');
  const locked = await confirm();
  expect(locked).toMatchObject({ status: 429, body: { code: 'login_locked' }, headers: { 'retry-after': '30' } });
  expect(await run(guardedRead, token)).toBe('confirmation_required');
  const signedIn = await portal.send(contract.auth.token, { body: { login: '100001', password: PASSWORD } });
  expect(signedIn.status).toBe(200);
  portal.clock.advance(30_000);
  expect((await confirm()).status).toBe(200);
});

test('simultaneous guesses get no more tries than consecutive ones', async () => {
  await oldSession();
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, index) => confirm(`wrong ${index}`)));
  expect(guesses.filter(({ status }) => status === 403)).toHaveLength(5);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
});
