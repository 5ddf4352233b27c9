import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { sameDevice, signerAt } from '../../../../test/identity/signing-in.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { atFullPrice } from '../../../../test/process/cheap-argon2.ts';

const PASSWORD = 'demo-kabinet';

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal();
});
const { signIn, failFiveTimes } = signerAt(() => portal);

/** Simultaneous sign-ins, each from its own network, that wait for their hash or are refused. */
const flood = (size: number, login: (index: number) => string, ip: (index: number) => string) =>
  Promise.all(Array.from({ length: size }, (_, index) => signIn(login(index), 'wrong', { ip: ip(index) })));
const farApart = (index: number) => `2a00:${index.toString(16)}::1`;

test('many subscribers behind one address can sign in within a minute', async () => {
  const ip = '95.24.10.7';
  for (let attempt = 0; attempt < 40; attempt += 1) {
    expect((await signIn(`10000${(attempt % 4) + 1}`, PASSWORD, { ip })).status).toBe(200);
  }
});

test.each([
  ['an IPv6 /56', 30, (guess: number) => `2a00:1fa0:42:${(0x800 + guess).toString(16)}::1`, '2a00:1fa0:42:8ff::1'],
  ['an IPv6 /48', 100, (guess: number) => `2a00:1fa0:42:${(guess * 256).toString(16)}::1`, '2a00:1fa0:42:ff00::1'],
  ['an IPv4 /24', 100, (guess: number) => `95.24.10.${guess}`, '95.24.10.200'],
])('%s gets %i wrong passwords a minute, however many addresses it has', async (_, most, address, next) => {
  for (let guess = 0; guess < most; guess += 1) {
    expect((await signIn(`${500_000 + guess}`, 'wrong', { ip: address(guess) })).status).toBe(401);
  }
  expect((await signIn('100001', PASSWORD, { ip: next })).status).toBe(429);
  expect((await signIn('100001', PASSWORD, { ip: '2a00:1fa0:43::1' })).status).toBe(200);
});

test('one contract signs in at most thirty times a minute, because each time costs a hash', async () => {
  for (let attempt = 0; attempt < 30; attempt += 1) expect((await signIn('100001', PASSWORD)).status).toBe(200);
  expect(await signIn('100001', PASSWORD)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect((await signIn('100002', PASSWORD)).status).toBe(200);
});

test('R-17: a known device signs in while hundreds of strangers wait', async () => {
  onTestFinished(atFullPrice());
  const headers = sameDevice(await signIn('100001', PASSWORD));
  const crowd = flood(150, (index) => `${500_000 + index}`, farApart);
  const owners = await Promise.all(Array.from({ length: 3 }, () => signIn('100001', PASSWORD, { headers })));
  expect(owners.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await crowd).some(({ status }) => status === 503)).toBe(true);
});

test('a known device, and a new one in a network of the contract, sign in while hundreds of strangers come first', async () => {
  onTestFinished(atFullPrice());
  const home = '95.24.10.7';
  const headers = sameDevice(await signIn('100001', PASSWORD, { ip: home }));
  const crowd = flood(250, (index) => `${500_000 + index}`, farApart);
  const [known, familiar] = await Promise.all([
    signIn('100001', PASSWORD, { headers, ip: '2a01::1' }),
    signIn('100001', PASSWORD, { ip: '95.24.10.99' }),
  ]);
  expect([known.body['code'], familiar.body['code']]).toEqual([undefined, undefined]);
  expect([known.status, familiar.status]).toEqual([200, 200]);
  expect((await crowd).filter(({ status }) => status === 503).length).toBeGreaterThan(100);
});

test('a new device signs in while hundreds of strangers guess who have failed before', async () => {
  onTestFinished(atFullPrice());
  const login = (index: number) => `${500_000 + index}`;
  for (let first = 0; first < 60; first += 15)
    await flood(
      15,
      (index) => login(first + index),
      (index) => farApart(first + index),
    );
  const crowd = flood(60, login, farApart);
  expect((await signIn('100001', PASSWORD)).status).toBe(200);
  expect((await crowd).some(({ status }) => status === 503)).toBe(true);
});

test('a locked login takes no place in the queue', async () => {
  onTestFinished(atFullPrice());
  await failFiveTimes('100001');
  const crowd = flood(150, () => '100001', farApart);
  expect((await signIn('100002', PASSWORD)).status).toBe(200);
  expect(new Set((await crowd).map(({ status }) => status))).toEqual(new Set([429]));
});
