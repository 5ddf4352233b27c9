import { expect, test } from 'vitest';
import { allCalls, contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { testPortal } from '../portal/portal.ts';

// What a personal key opens, call by call: whoever finds one in a smart home reads what its scope names, and nothing else.

const WHO = 100_001;
const SCOPES = ['balance', 'services', 'calendar'] as const;
type Scope = (typeof SCOPES)[number];

/** What a key of each scope may read. */
const OPENS: Readonly<Record<Scope, readonly string[]>> = {
  balance: ['balance'],
  services: ['services'],
  calendar: ['calendar.ics'],
};

/** The calls that ask nobody who he is; a key changes nothing in their answers. */
const OPEN_TO_ALL = [
  'POST /v2/auth/token',
  'POST /v2/auth/passkey-question',
  'GET /v2/default/get-town',
  'GET /v2/default/get-ip',
  'GET /v2/network/load',
  'GET /v2/network/day/{place_id}',
  'POST /v2/recovery/begin',
  'POST /v2/recovery/finish',
];

const title = ({ method, path }: Call) => `${method} ${path}`;
const request = ({ method, path }: Call) => ({
  params: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 1])),
  ...(method !== 'GET' && { body: {} }),
});

/** The address that a calendar program keeps; its secret opens the calendar alone. */
const calendarAt = (secret: string): string => `/api/calendar/${secret}/calendar.ics`;

async function keys() {
  const portal = await testPortal();
  const keyOf = async (scopes: Exclude<Scope, 'calendar'>[]) =>
    (await portal.send(contract.personalKey.create, { body: { name: scopes.join(), scopes } }, WHO)).body.key;
  const { body } = await portal.send(contract.personalKey.createCalendar, { body: { name: 'calendar' } }, WHO);
  const one: Readonly<Record<Scope, string>> = {
    balance: await keyOf(['balance']),
    services: await keyOf(['services']),
    calendar: body.calendar_url.split('/').at(-2)!,
  };
  return { portal, one, all: await keyOf(['balance', 'services']) };
}

test('no call of the table is opened by a key of any scope, in the header or as the cookie of a session', async () => {
  const { portal, one, all } = await keys();
  for (const key of [...Object.values(one), all]) {
    for (const headers of [{ authorization: `Bearer ${key}` }, { cookie: `ilkat=${key}` }]) {
      const answered: string[] = [];
      for (const call of allCalls) {
        const { status } = await portal.send(call, request(call), undefined, headers);
        if (status !== 401) answered.push(title(call));
      }
      expect(answered).toEqual(expect.arrayContaining(OPEN_TO_ALL));
      expect(answered.filter((call) => !OPEN_TO_ALL.includes(call))).toEqual([]);
    }
  }
});

test('a key reads what its scope names, and no other address of programs', async () => {
  const { portal, one } = await keys();
  for (const scope of SCOPES) {
    const key = one[scope];
    const read = async (url: string) => {
      const { statusCode } = await portal.inject({ url, headers: { authorization: `Bearer ${key}` } });
      return statusCode;
    };
    const told = {
      balance: await read('/api/personal/balance'),
      services: await read('/api/personal/services'),
      'calendar.ics': await read(calendarAt(key)),
    };
    const opened = Object.entries(told).filter(([, status]) => status === 200);
    expect(
      opened.map(([what]) => what),
      scope,
    ).toEqual(OPENS[scope]);
  }
});

test('a key opens no page and no stream of a subscriber', async () => {
  const { portal, all } = await keys();
  const asCookie = { cookie: `ilkat=${all}` };
  const asBearer = { authorization: `Bearer ${all}` };
  for (const headers of [asCookie, asBearer]) {
    const stream = await portal.inject({ url: '/api/v2/default/stream', headers });
    expect([401, 404]).toContain(stream.statusCode);
    const page = await portal.inject({ url: '/lk/', headers });
    expect(page.payload).not.toContain(String(WHO));
  }
});
