import { z } from 'zod';
import { beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_ROLES, type OperatorCall, type OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import { operatorContract, personalKindOf, roleCalls, SEE_PEOPLE } from '@kabinet/contract/staff';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { cookieOf, sendStaff, staffKey, staffToken } from '../portal/staff.ts';
import { rowsOf } from './expected-roles.ts';
import { NOBODYS_FIELDS } from './nobodys-fields.ts';

// How each of the provider's people sees a subscriber, written a second time and by hand (docs/staff.md; decision 0205). `whole`, `masked`,
// `-` not at all. What is opened to a technician, his visits of today, has tests of its own (staff-visits.test.ts).

const TABLE = `
  kind      cashier  support  technician  engineer  accountant  owner   admin   auditor

  name      whole    whole    masked      whole     whole       masked  masked  masked
  phone     whole    whole    masked      whole     whole       masked  masked  masked
  address   whole    whole    masked      whole     whole       masked  masked  masked
  document  -        masked   -           -         whole       -       -       masked
  paper     -        masked   -           -         whole       -       -       masked
  mail      whole    whole    masked      whole     whole       masked  masked  masked
  call      whole    whole    masked      whole     whole       masked  masked  masked
  words     whole    whole    masked      whole     whole       masked  masked  masked
  other     whole    whole    masked      whole     whole       masked  masked  masked
`;
const EXPECTED = rowsOf<OperatorRole, 'whole' | 'masked' | '-'>(TABLE);

const { me, card, search, timeline } = operatorContract;

let portal: TestPortal;
/** Contracts of the demo with most of everything. */
const CONTRACTS = [100_001, 100_002, 100_003, 100_004];
/** What no reply may hold. */
let secrets: { kind: string; value: string }[];

beforeEach(async () => {
  portal = await testPortal();
  const { rows } = await portal.pool.query<{ kind: string; value: string }>(`
    select 'name' as kind, client_name as value from contract where not is_company and client_name ~ ' '
    union select 'phone', value from contact where kind = 'phone' and value <> ''
    union select 'mail', value from contact where kind = 'email' and value <> ''
    union select 'phone', address from further_contact where kind = 'phone'
    union select 'mail', address from further_contact where kind = 'email'
    union select 'name', name from further_contact where name ~ ' '
    union select 'phone', phone_number from phone_number
    union select 'call', other_number from call_record where other_number ~ '^\\d{10,11}$'
    union select 'phone', phone from support_order where phone is not null
    union select 'phone', phone from call_back
    union select 'address', 'кв.' || chr(160) || flat from contract where flat is not null`);
  secrets = rows;
});

const PHONE = /^\d{10,11}$/;
/** Digits of a phone, however they are spaced. */
const SPACED = /(?<!\d)(?:\d[\s\u00a0()+-]{0,2}){10,11}(?!\d)/g;
const tail = (phone: string) => phone.replaceAll(/\D/g, '').slice(-10);

/** The secrets that a reply holds. */
function heldBy(text: string) {
  const phones = new Set(text.match(SPACED)?.map(tail));
  return secrets.filter(({ kind, value }) => {
    if (PHONE.test(value)) return phones.has(tail(value));
    return kind === 'address' ? text.includes(`${value}"`) : text.includes(value);
  });
}

/** What each read is asked for. */
function requestsOf(call: OperatorCall): Record<string, string>[] {
  const known = Object.keys(call.query.shape);
  if (known.includes('contract_id')) return CONTRACTS.map((id) => ({ contract_id: String(id), limit: '100' }));
  if (known.includes('account_no')) return CONTRACTS.map((id) => ({ account_no: `${id}i` }));
  if (known.includes('order_id')) return [{ order_id: '1' }];
  if (known.includes('q')) return CONTRACTS.map((id) => ({ q: String(id) }));
  return [{}];
}

/** The examples of texts have invented people. */
const READS = roleCalls.filter(({ effect, command }) => effect === 'read' && command.words !== 'texts export');

async function toldTo(headers: Record<string, string>, role: OperatorRole | undefined) {
  const told: string[] = [];
  for (const call of READS) {
    if (role && !call.roles.includes(role)) continue;
    for (const query of requestsOf(call)) {
      const { status, body } = await sendStaff(portal, call, { query }, headers);
      const text = JSON.stringify(body);
      if (status === 200) told.push(text);
      leaks.push(...heldBy(text).map(({ kind, value }) => `${call.command.words}: ${kind} ${value}`));
    }
  }
  return told;
}
let leaks: string[] = [];

describe('the table by hand', () => {
  test.each(OPERATOR_ROLES)('%s is told what is in it', async (role) => {
    const { body } = await sendStaff(portal, me.get, {}, cookieOf(await staffToken(portal, role)));
    const told = Object.entries(body.sees).map(([kind, sight]) => [kind, sight === 'hidden' ? '-' : sight]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries([...EXPECTED].map(([kind, row]) => [kind, row[role]])));
  });

  test('who sees people whole may be asked by name', () => {
    expect(SEE_PEOPLE).toEqual(OPERATOR_ROLES.filter((role) => EXPECTED.get('phone')![role] === 'whole'));
  });

  test('rights of several roles add up', async () => {
    const { body } = await sendStaff(portal, me.get, {}, cookieOf(await staffToken(portal, 'owner', 'support')));
    expect(body.sees).toMatchObject({ phone: 'whole', document: 'masked' });
  });
});

describe('no reply of the staff holds what its reader may not see', () => {
  const blind = OPERATOR_ROLES.filter((role) => EXPECTED.get('phone')![role] !== 'whole');

  test.each(blind)('to %s', async (role) => {
    leaks = [];
    const told = await toldTo(cookieOf(await staffToken(portal, role)), role);
    expect([...new Set(leaks)]).toEqual([]);
    expect(told.length).toBeGreaterThan(5);
  });

  test('to a program whose key does not name that right', async () => {
    leaks = [];
    const calls = READS.map(({ command }) => command.words);
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
    await toldTo(bearer(await staffKey(portal, calls)), undefined);
    expect([...new Set(leaks)]).toEqual([]);
    await toldTo(bearer(await staffKey(portal, [...calls, 'see people'])), undefined);
    expect(leaks.length).toBeGreaterThan(10);
  });

  test('and what may be seen is not masked', async () => {
    leaks = [];
    await toldTo(cookieOf(await staffToken(portal, 'support')), 'support');
    for (const words of ['card: name', 'card: phone', 'card: mail', 'card: address', 'search: name', 'timeline: call'])
      expect
        .soft(
          leaks.some((leak) => leak.startsWith(words)),
          words,
        )
        .toBe(true);
  });
});

/** What a schema consists of, with what its name adds to a path. */
function partsOf(def: z.core.$ZodTypes['_zod']['def']): [string, z.core.$ZodType][] {
  if (def.type === 'object') return Object.entries(def.shape).map(([name, field]) => [`.${name}`, field]);
  if (def.type === 'union') return def.options.map((option) => ['', option]);
  const parts = { element: undefined, valueType: undefined, innerType: undefined, ...def };
  return [parts.element, parts.valueType, parts.innerType].flatMap((part) => (part ? [['', part]] : []));
}

/** Names of fields that may be somebody’s own. */
const DOUBTFUL =
  /(?:name|phone|mail|address|text|title|detail|payer|purpose|note|comment|reason|error|src|dst|who|whose|subject|login|value|words|contact|document|passport|lead)s?$/;

test('a text that may be somebody’s own is marked, or is known by hand to be nobody’s', () => {
  const unmarked = new Set<string>();
  const walk = (schema: z.core.$ZodType, path: string): void => {
    const meta = z.globalRegistry.get(schema);
    if (personalKindOf(schema, meta) !== undefined || meta?.['secret'] === true) return;
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (def.type === 'string' && !('format' in def) && DOUBTFUL.test(path)) unmarked.add(path);
    for (const [name, part] of partsOf(def)) walk(part, `${path}${name}`);
  };
  for (const call of roleCalls) walk(call.result, call.command.words);
  expect([...unmarked].toSorted()).toEqual(NOBODYS_FIELDS.trim().split('\n').toSorted());
});

describe('a search is no oracle', () => {
  const find = async (q: string, ...roles: OperatorRole[]) =>
    (await sendStaff(portal, search.find, { query: { q } }, cookieOf(await staffToken(portal, ...roles)))).body;

  test('who sees phones, mail, names or addresses masked does not find by them', async () => {
    const groups: string[] = [];
    for (const { kind, value } of secrets
      .filter(({ kind }) => kind === 'phone' || kind === 'mail' || kind === 'name')
      .slice(0, 40)) {
      const found = await find(value, 'admin');
      expect(found.closed).toEqual(['name', 'address', 'phone', 'number', 'login', 'mailbox']);
      groups.push(...found.groups.map(({ group }) => `${kind}: ${group}`));
      const seen = await find(value, 'support');
      expect(seen.closed).toEqual([]);
    }
    expect(groups).toEqual([]);
  });

  test('but by a number, an account, an address of the network', async () => {
    expect((await find('100001', 'auditor')).groups.map(({ group }) => group)).toContain('contract');
    const { rows } = await portal.pool.query<{ account_no: string }>(
      'select account_no from account where contract_id = 100001',
    );
    const found = await find(rows[0]?.account_no ?? '', 'owner');
    expect(found.groups.map(({ group }) => group)).toContain('account');
  });

  test('a role that sees them opens these groups for the others', async () => {
    expect((await find('100001', 'admin', 'support')).closed).toEqual([]);
  });
});

test('a card and a timeline are opened masked', async () => {
  const owner = cookieOf(await staffToken(portal, 'owner'));
  const query = { contract_id: '100001' };
  const { body } = await sendStaff(portal, card.show, { query }, owner);
  expect(body.name).toMatch(/^\S+ \S\.$/);
  expect(body.address).not.toContain('кв.');
  for (const { phone } of body.contacts.phones) expect(phone).toMatch(/^•••\d\d$/);
  for (const { mail } of body.contacts.mails) expect(mail).toMatch(/^.•••$/);
  const calls = await sendStaff(portal, timeline.read, { query: { ...query, kind: 'call' } }, owner);
  for (const { other_number } of calls.body.items) expect(other_number).toMatch(/^•••\d\d$/);
});
