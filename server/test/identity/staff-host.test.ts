import { beforeEach, expect, test } from 'vitest';
import { staffContract } from '@kabinet/contract/staff';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, staffToken } from '../portal/staff.ts';

// The staff at an address of its own (`STAFF_URL`).

const STAFF_URL = 'https://staff.example.ru';
const LK = 'lk.volga.example';
const STAFF = 'staff.example.ru';

let portal: TestPortal;
let session: Record<string, string>;

beforeEach(async () => {
  portal = await testPortal({ template: 'empty', staffUrl: STAFF_URL });
  session = cookieOf(await staffToken(portal, 'admin'));
});

const statusAt = async (host: string, url: string, more: Record<string, string> = {}) =>
  (await portal.inject({ url, headers: { host, ...more } })).statusCode;

test('its calls are there and nowhere else', async () => {
  expect(await statusAt(STAFF, '/api/staff/v1/me', session)).toBe(200);
  for (const url of ['/api/staff/v1/me', '/api/staff/v1/event/stream', '/staff/', '/staff']) {
    expect(await statusAt(LK, url, session), url).toBe(404);
  }
});

test('nothing of the cabinet is there, but the signs of life', async () => {
  for (const url of ['/lk/', '/lk/login', '/api/v2/client', '/gateway/sms', '/staffing', '/api/staffing']) {
    expect(await statusAt(STAFF, url), url).toBe(404);
  }
  for (const host of [STAFF, LK]) expect(await statusAt(host, '/livez')).toBe(200);
  const { statusCode, headers } = await portal.inject({ url: '/', headers: { host: STAFF } });
  expect([statusCode, headers.location]).toEqual([302, '/staff/']);
});

test('a page of the cabinet changes nothing there; a page of the staff does', async () => {
  const changeFrom = async (origin: string) => {
    const { path, method } = staffContract.staff.block;
    const headers = { host: STAFF, origin, ...session };
    return (await portal.inject({ method, url: `/api${path}`, headers, payload: { login: 'nobody' } })).json<{
      code: string;
    }>();
  };
  expect(await changeFrom(`https://${LK}`)).toMatchObject({ code: 'forbidden_origin' });
  expect((await changeFrom(STAFF_URL)).code).not.toBe('forbidden_origin');
});

test('an invitation leads there', async () => {
  const { path, method } = staffContract.staff.add;
  const headers = { host: STAFF, origin: STAFF_URL, ...session };
  const payload = { login: 'vera', roles: ['support'] };
  const { link } = (await portal.inject({ method, url: `/api${path}`, headers, payload })).json<{ link: string }>();
  expect(link).toMatch(/^https:\/\/staff\.example\.ru\/staff\/invitation#/);
});
