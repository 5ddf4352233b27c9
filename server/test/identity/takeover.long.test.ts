import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Call, Request } from '@kabinet/contract/kernel/call/call';
import type { Database, Tx } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { totpCodeOf, stepAt } from '#server/domain/identity/second-factor/totp.ts';
import { unsubscribeToken } from '#server/domain/messaging/unsubscribe.ts';
import type { Outside } from '#server/integrations/port.ts';
import { runCommand } from '../../src/operator/operator.ts';
import { PUBLIC_URL, testPortal, type TestPortal } from '../portal/portal.ts';

// Attacks on the account of a subscriber, each by its name: whoever has neither his password, nor his phone, nor his mail does not get in.

const [VICTIM, OTHER, NOBODY] = [100_002, 100_003, 999_999];
const PASSWORD = 'demo-kabinet';
const FRESH = 'два верблюда';
const PHONE = '79990001122';
const MAIL = 'owner@portal.example';
const STRANGE = '79997776655';
/** The page of the portal itself. */
const SAME = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let portal: TestPortal;
let heard: { to: string; text: string }[];
let statements: string[];
let host = 0;

const listening = (outside: Outside): Outside => {
  heard = [];
  const send = (one: { to: string; text: string }) => Promise.resolve(void heard.push(one));
  return { ...outside, mail: { send }, sms: { send } };
};

let hold: ((text: string) => Promise<void>) | undefined;

/** Notes each statement, and stops where a test wants it. */
function noted(db: Database): Database {
  statements = [];
  const note = async (statement: Sql) => {
    const text = statement.text.replaceAll(/\s+/g, ' ').trim();
    statements.push(text);
    await hold?.(text);
  };
  const through = (tx: Tx): Tx => ({
    rows: async (statement) => (await note(statement), tx.rows(statement)),
    one: async (statement) => (await note(statement), tx.one(statement)),
    maybe: async (statement) => (await note(statement), tx.maybe(statement)),
    run: async (statement) => (await note(statement), tx.run(statement)),
  });
  return {
    ...db,
    read: (work) => db.read((tx) => work(through(tx))),
    write: (work) => db.write((tx) => work(through(tx))),
  };
}

beforeEach(async () => {
  portal = await testPortal({ throughOutside: listening, throughDatabase: noted });
  await portal.pool.query('delete from contract_share');
  await portal.pool.query('delete from contact where contract_id = any($1)', [[VICTIM, OTHER]]);
  await portal.pool.query('delete from further_contact where contract_id = any($1)', [[VICTIM, OTHER]]);
  await portal.pool.query(
    `insert into contact (contract_id, kind, value, state) values ($1, 'phone', $2, 'active'), ($1, 'email', $3, 'active')`,
    [VICTIM, PHONE, MAIL],
  );
});

/** A request from an address of its own, unless the attack is about the address. */
async function post(path: string, payload: object, { ip, token }: { ip?: string; token?: string | undefined } = {}) {
  host += 1;
  const reply = await portal.inject({
    method: 'POST',
    url: `/api/v2/${path}`,
    remoteAddress: ip ?? `10.${2 + Math.floor(host / 60_000)}.${Math.floor(host / 250) % 250}.${host % 250}`,
    headers: { ...SAME, ...(token !== undefined && { cookie: `ilkat=${token}`, ...bearer(token) }) },
    payload,
  });
  const { request_id: _, ...body } = reply.json<Record<string, string>>();
  return { status: reply.statusCode, body, cookies: [reply.headers['set-cookie'] ?? []].flat() };
}

const begin = async (login: string | number = VICTIM, by = 'phone') =>
  (await post('recovery/begin', { login: String(login), by })).body['recovery'];
const finish = (recovery: string | undefined, code: string, more: object = {}) =>
  post('recovery/finish', { recovery, code, new_password: FRESH, ...more });
const signIn = (password = PASSWORD, more: object = {}, from = {}) =>
  post('auth/token', { login: String(VICTIM), password, ...more }, from);
const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token ?? ''}` });
const as = <C extends Call>(token: string | undefined, call: C, request: Request<C>) =>
  portal.send(call, request, undefined, bearer(token));
const isOpen = async (token: string | undefined) => (await as(token, contract.auth.sessions, {})).status === 200;

/** All that has been sent to an address, the latest last. */
async function sentTo(to: string): Promise<string[]> {
  await portal.work();
  return heard.filter((one) => one.to === to).map(({ text }) => text);
}
const codesTo = async (to: string) => (await sentTo(to)).flatMap((text) => /^\d{6}(?= — код)/.exec(text) ?? []);
const codeTo = async (to: string) => (await codesTo(to)).at(-1) ?? 'none';
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** What an attacker sees of replies, without what differs by chance. */
const seen = ({ status, body }: Awaited<ReturnType<typeof post>>) => ({
  status,
  body: { ...body, recovery: 'secret', access_token: 'secret' },
});

/** What a call asks of the database: an attacker sees it as time. */
async function costOf(work: () => Promise<unknown>): Promise<string[]> {
  statements = [];
  await work();
  return statements;
}

describe('enumeration: nobody learns whether there is such a subscriber', () => {
  test('by a sign-in: the same replies and the same statements', async () => {
    const tryAs = (login: string) => post('auth/token', { login, password: 'wrong' });
    for (const login of [PHONE, MAIL, String(VICTIM)]) {
      const known = await costOf(() => tryAs(login));
      const unknown = await costOf(() => tryAs(login.replace(/\d|owner/, '5')));
      expect(known).toEqual(unknown);
      expect(known.length).toBeGreaterThan(2);
      portal.clock.advance(13 * HOUR);
    }
    for (const _ of Array(6)) expect(seen(await tryAs(PHONE))).toEqual(seen(await tryAs('79995550000')));
  });

  test.each(['phone', 'email'])('by a recovery by %s: the same replies, limits and statements', async (by) => {
    const logins = [VICTIM, OTHER, NOBODY, PHONE, MAIL, '79995554433', 'nobody@portal.example'].map(String);
    const costs: string[][] = [];
    const replies: unknown[] = [];
    for (const login of logins) {
      const shown: unknown[] = [];
      costs.push(
        await costOf(async () => {
          const begun = await post('recovery/begin', { login, by });
          shown.push(seen(begun));
          for (const _ of Array(6)) shown.push(seen(await finish(begun.body['recovery'], '000000x')));
          // The same again at once: the limit of codes does not show either.
          shown.push(seen(await post('recovery/begin', { login, by })));
        }),
      );
      replies.push(shown);
    }
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    for (const cost of costs) expect(cost).toEqual(costs[0]);
  });

  test('by the codes of invitations: after five guesses the right code gets the reply to a wrong one', async () => {
    const { body } = await portal.send(contract.family.invite, { body: { role: 'payer' } }, VICTIM);
    const look = (code: string, who = OTHER) => portal.send(contract.family.look, { body: { code } }, who);
    for (const _ of Array(5)) expect((await look('aaaaa-aaaaa')).status).toBe(403);
    const [right, guessed] = [await look(body.code), await look('aaaaa-aaaaa')];
    expect({ ...right.body, request_id: '' }).toEqual({ ...guessed.body, request_id: '' });
    expect(right.status).toBe(429);
  });

  test('by a phone that is asked for as an own one: a code goes to it, whoever’s it is', async () => {
    const ask = (phone_number: string) => portal.send(contract.notice.setMobile, { body: { phone_number } }, OTHER);
    const taken = await ask(PHONE);
    portal.clock.advance(MINUTE);
    const free = await ask(STRANGE);
    expect(Object.keys(taken.body)).toEqual(Object.keys(free.body));
    expect([taken, free].map(({ status, body }) => [status, body.has_code, body.is_active])).toEqual([
      [200, true, false],
      [200, true, false],
    ]);
  });

  test('by asking for another code: a minute of rest, for any login', async () => {
    const first = await begin();
    const again = await begin();
    const strange = await begin(NOBODY);
    expect(await codesTo(PHONE)).toHaveLength(1);
    const replies = await Promise.all([first, again, strange].map((one) => finish(one, '000000x')));
    expect(new Set(replies.map(({ body }) => body['code']))).toEqual(new Set(['code_wrong']));
  });
});

describe('guessing a code from many addresses', () => {
  const v6 = (index: number) => `2a00:1fa0:${index.toString(16)}:8::1`;

  test.each([
    ['IPv4', (index: number) => `95.${index}.10.7`],
    ['IPv6 /64s', v6],
  ])('of %s: five tries of a code, whoever makes them', async (_, address) => {
    const recovery = await begin();
    const code = await codeTo(PHONE);
    const guess = (typed: string, index: number) =>
      post('recovery/finish', { recovery, code: typed, new_password: FRESH }, { ip: address(index) });
    await Promise.all(Array.from({ length: 40 }, (_each, index) => guess(wrong(code), index)));
    expect((await guess(code, 90)).body['code']).toBe('code_wrong');
    expect((await signIn()).status).toBe(200);
  });

  test('by many recoveries: all of them together have the five tries of their one code', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => begin()));
    const code = await codeTo(PHONE);
    for (const recovery of all.slice(1)) await finish(recovery, wrong(code));
    expect((await finish(all[0], code)).body['code']).toBe('code_wrong');
  });

  test('by new codes: three in the first hour go to a phone and three to a mail, so fifteen guesses each', async () => {
    for (const _ of Array(8)) {
      await Promise.all([begin(VICTIM, 'phone'), begin(VICTIM, 'email')]);
      await portal.work();
      portal.clock.advance(2 * MINUTE);
    }
    expect(await codesTo(PHONE)).toHaveLength(3);
    expect((await codesTo(PHONE)).length + heard.filter(({ to }) => to === MAIL).length).toBe(6);
  });

  test('of one network at many contracts: after thirty in an hour the right code is not looked at; others go on', async () => {
    const recovery = await begin();
    const code = await codeTo(PHONE);
    for (let guess = 0; guess < 30; guess += 1) {
      const other = await begin(NOBODY + guess);
      await post('recovery/finish', { recovery: other, code: '000000', new_password: FRESH }, { ip: '95.1.10.7' });
      if (guess % 8 === 7) portal.clock.advance(MINUTE);
    }
    const typed = { recovery, code, new_password: FRESH };
    expect(await post('recovery/finish', typed, { ip: '95.1.10.7' })).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('слишком много неверных кодов') as string },
    });
    expect((await post('recovery/finish', typed, { ip: '95.1.99.7' })).status).toBe(200);
  });

  test('of many networks at many contracts: codes grow to eight digits, nobody is locked out, and it passes', async () => {
    for (let guess = 0; guess < 60; guess += 1) await finish(await begin(NOBODY + guess), '000000');
    const later = await begin(VICTIM, 'email');
    await portal.work();
    const long = heard.filter(({ to }) => to === MAIL).map(({ text }) => /^\d+(?= — код)/.exec(text)?.[0]);
    expect(long).toEqual([expect.stringMatching(/^\d{8}$/)]);
    expect((await finish(later, long[0] ?? '')).status).toBe(200);
    portal.clock.advance(HOUR);
    await begin();
    expect((await sentTo(PHONE)).at(-1)).toMatch(/^\d{8} — код/);
    portal.clock.advance(HOUR);
    await begin();
    expect(await codeTo(PHONE)).toMatch(/^\d{6}$/);
  });

  test('of the addresses of one /64: they are one', async () => {
    const from = (index: number) => ({ ip: `2a00:1fa0:42:8::${index.toString(16)}` });
    const asked = (index: number) =>
      post('recovery/begin', { login: String(NOBODY + index), by: 'phone' }, from(index));
    for (const [index] of Array(10).entries()) expect((await asked(index)).status).toBe(200);
    expect((await asked(11)).status).toBe(429);
  });
});

describe('reuse', () => {
  test('of a code and of the secret of a recovery: they are good once', async () => {
    const [recovery, spare] = [await begin(), await begin()];
    const code = await codeTo(PHONE);
    expect((await finish(recovery, code)).status).toBe(200);
    const third = await begin();
    for (const one of [recovery, spare, third]) expect((await finish(one, code)).body['code']).toBe('code_wrong');
    // The secret of a spent recovery does not work with a new code either.
    portal.clock.advance(2 * MINUTE);
    const latest = await begin();
    const next = await codeTo(PHONE);
    expect((await finish(recovery, next)).body['code']).toBe('code_wrong');
    expect((await finish(spare, next)).body['code']).toBe('code_wrong');
    expect((await finish(latest, next)).status).toBe(200);
  });

  test('of a code of the app: once, in a sign-in or in a recovery', async () => {
    const key = await withSecondStep();
    const otp = totpCodeOf(key, stepAt(portal.clock.now()));
    expect((await signIn(PASSWORD, { otp })).status).toBe(200);
    const recovery = await begin();
    const code = await codeTo(PHONE);
    expect((await finish(recovery, code, { otp })).body['code']).toBe('second_step_refused');
    portal.clock.advance(30_000);
    const next = totpCodeOf(key, stepAt(portal.clock.now()));
    expect((await finish(recovery, code, { otp: next })).status).toBe(200);
  });

  test('of a link that switches letters off: it does that and nothing more, and not for another address', async () => {
    const letters = { contractId: VICTIM, furtherId: null, category: 'payment' } as const;
    const token = await portal.world.db.read((tx) => unsubscribeToken(tx, letters, MAIL));
    expect(await isOpen(token)).toBe(false);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const leave = () =>
      portal.inject({
        method: 'POST',
        url: `/lk/unsubscribe?t=${token}`,
        headers,
        payload: 'List-Unsubscribe=One-Click',
      });
    const replies = [await leave(), await leave()];
    expect(new Set(replies.map(({ statusCode }) => statusCode)).size).toBe(1);
    await portal.pool.query(`update contact set value = 'new@portal.example' where value = $1`, [MAIL]);
    await portal.pool.query('delete from muted_notice where contract_id = $1', [VICTIM]);
    await leave();
    const { rowCount } = await portal.pool.query('select from muted_notice where contract_id = $1', [VICTIM]);
    expect(rowCount).toBe(0);
  });

  test('of a safe link to a document: it is spent by its first use, and opens no call', async () => {
    const wanted = { kind: 'statement', p: 'i', from: '2026-10-01', until: '2026-10-31', format: 'csv' };
    const { body } = await portal.send(contract.document.link, { body: wanted as never }, VICTIM);
    const secret = new URL(body.url).searchParams.get('access-token')!;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const open = () =>
      portal.inject({ method: 'POST', url: '/lk/document', headers, payload: `access-token=${secret}` });
    expect(await isOpen(secret)).toBe(false);
    const both = await Promise.all([open(), open()]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410]);
    expect((await open()).statusCode).toBe(410);
  });
});

/** Switches the second step of the victim on; returns its key. */
async function withSecondStep(): Promise<Buffer> {
  const begun = await portal.send(contract.security.beginSecondStep, {}, VICTIM);
  const bits = Array.from(begun.body.key.replaceAll(' ', ''), (sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const code = totpCodeOf(key, stepAt(portal.clock.now()));
  expect((await portal.send(contract.security.enableSecondStep, { body: { code } }, VICTIM)).status).toBe(200);
  portal.clock.advance(30_000);
  return key;
}

describe('a race', () => {
  test('of two recoveries at once: one of them sets the password', async () => {
    const both = [await begin(), await begin()];
    const code = await codeTo(PHONE);
    const words = ['первый верблюд', 'второй верблюд'];
    const done = await Promise.all(both.map((one, index) => finish(one, code, { new_password: words[index] })));
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect((await signIn(words[done.findIndex(({ status }) => status === 200)])).status).toBe(200);
  });

  test('of a recovery and a sign-in with the old password: the sign-in opens nothing afterwards', async () => {
    const recovery = await begin();
    const code = await codeTo(PHONE);
    // The password has been checked and is right; before the session starts, the recovery is done.
    const held = holdOnce(/^insert into session /);
    const entering = signIn();
    await held.reached;
    const recovering = finish(recovery, code);
    await Promise.race([recovering, new Promise((resolve) => void setTimeout(resolve, 300))]);
    held.goOn();
    const [entered, recovered] = await Promise.all([entering, recovering]);
    expect(recovered.status).toBe(200);
    expect(await isOpen(entered.body['access_token'])).toBe(false);
    expect(await isOpen(recovered.body['access_token'])).toBe(true);
  });

  test('of a sign-in whose password is replaced between its check and its session: refused', async () => {
    const held = holdOnce(/^delete from login_guard/);
    const entering = signIn();
    await held.reached;
    const recovery = await begin();
    expect((await finish(recovery, await codeTo(PHONE))).status).toBe(200);
    held.goOn();
    expect(await entering).toMatchObject({ status: 401, body: { code: 'login_refused' } });
  });

  test('of a recovery and a change of the password: one that was begun before the change is over', async () => {
    const recovery = await begin();
    const code = await codeTo(PHONE);
    const change = { password: PASSWORD, new_password: 'новый верблюд' };
    expect((await portal.send(contract.security.changePassword, { body: change }, VICTIM)).status).toBe(200);
    expect((await finish(recovery, code)).body['code']).toBe('code_wrong');
    expect((await signIn('новый верблюд')).status).toBe(200);
  });

  test('of a code to the phone and a code to the mail: one of them sets the password', async () => {
    const both = [await begin(VICTIM, 'phone'), await begin(VICTIM, 'email')];
    const codes = [await codeTo(PHONE), await codeTo(MAIL)];
    const words = ['первый верблюд', 'второй верблюд'];
    const done = await Promise.all(
      both.map((one, index) => finish(one, codes[index] ?? '', { new_password: words[index] })),
    );
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect((await signIn(words[done.findIndex(({ status }) => status === 200)])).status).toBe(200);
  });

  test('of a recovery whose code is right and the owner who changes his password before it is done: the owner’s stays', async () => {
    const recovery = await begin();
    const code = await codeTo(PHONE);
    const held = holdOnce(/^insert into credential/);
    const recovering = finish(recovery, code);
    await held.reached;
    const change = { password: PASSWORD, new_password: 'новый верблюд' };
    expect((await portal.send(contract.security.changePassword, { body: change }, VICTIM)).status).toBe(200);
    held.goOn();
    expect((await recovering).body['code']).toBe('code_wrong');
    expect((await signIn('новый верблюд')).status).toBe(200);
  });

  test('of the owner who has typed his password right and a recovery that is done meanwhile: his change is refused', async () => {
    const recovery = await begin();
    const code = await codeTo(PHONE);
    const held = holdOnce(/^update credential set password_hash = \$1, changed_at/);
    const body = { password: PASSWORD, new_password: 'новый верблюд' };
    const changing = portal.send(contract.security.changePassword, { body }, VICTIM);
    await held.reached;
    expect((await finish(recovery, code)).status).toBe(200);
    held.goOn();
    expect(await changing).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect((await signIn(FRESH)).status).toBe(200);
  });

  test.each(['before', 'after'] as const)(
    'of a recovery and an operator’s one-time password set just %s it: one of them is the password, alone',
    async (order) => {
      const recovery = await begin();
      const code = await codeTo(PHONE);
      const said: string[] = [];
      const reset = () =>
        runCommand(
          () => Promise.resolve({ ...portal.world, agents: [] }),
          ['contract', 'reset-password', String(VICTIM)],
          (text) => void said.push(text),
        );
      const recover = () => finish(recovery, code);
      const [first, second] = order === 'before' ? [recover, reset] : [reset, recover];
      const held = holdOnce(/^insert into credential/);
      const waiting = first();
      await held.reached;
      await second();
      held.goOn();
      const done = await waiting;
      const oneTime = /пароль: (\S+)$/.exec(said[0] ?? '')?.[1] ?? 'none';
      if (order === 'before') {
        expect(done).toMatchObject({ status: 403, body: { code: 'code_wrong' } });
        expect((await signIn(oneTime)).body['code']).toBe('new_password_needed');
      } else {
        expect([done, said[0]]).toEqual([1, expect.stringContaining('только что сменил')]);
        expect((await signIn(FRESH)).status).toBe(200);
      }
    },
  );

  test('of a recovery and a second step that is switched on meanwhile: the recovery does not go round it', async () => {
    const recovery = await begin();
    const code = await codeTo(PHONE);
    const held = holdOnce(/^insert into credential/);
    const recovering = finish(recovery, code);
    await held.reached;
    await withSecondStep();
    held.goOn();
    expect((await recovering).body['code']).toBe('code_wrong');
    expect((await signIn()).body['code']).toBe('second_step_needed');
  });

  test('of a recovery and a phone that is replaced meanwhile: the code to the former one opens nothing', async () => {
    const recovery = await begin();
    const code = await codeTo(PHONE);
    await portal.send(contract.notice.setMobile, { body: { phone_number: STRANGE } }, VICTIM);
    await portal.send(contract.notice.activateMobile, { body: { code: await codeTo(STRANGE) } }, VICTIM);
    expect((await finish(recovery, code)).body['code']).toBe('code_wrong');
  });
});

/** Stops the first statement like this before it is sent, until `goOn`. */
function holdOnce(like: RegExp) {
  let arrive: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (goOn = resolve));
  hold = async (text) => {
    if (!like.test(text)) return;
    hold = undefined;
    arrive();
    await opened;
  };
  return { reached, goOn };
}
describe('a code of another act, or of another contract', () => {
  test('a code for a new password confirms no phone, and the other way round', async () => {
    const recovery = await begin();
    const forPassword = await codeTo(PHONE);
    portal.clock.advance(MINUTE);
    await portal.send(contract.notice.setMobile, { body: { phone_number: STRANGE } }, VICTIM);
    const forPhone = await codeTo(STRANGE);
    const confirm = (code: string) => portal.send(contract.notice.activateMobile, { body: { code } }, VICTIM);
    if (forPassword !== forPhone) {
      expect((await confirm(forPassword)).status).toBe(403);
      expect((await finish(recovery, forPhone)).body['code']).toBe('code_wrong');
    }
    expect((await finish(recovery, forPassword)).status).toBe(200);
  });

  test('a recovery of the attacker’s own contract does not take the code of another', async () => {
    await portal.pool.query(
      `insert into contact (contract_id, kind, value, state) values ($1, 'phone', $2, 'active')`,
      [OTHER, STRANGE],
    );
    const own = await begin(OTHER);
    const ownCode = await codeTo(STRANGE);
    await begin();
    const code = await codeTo(PHONE);
    if (code !== ownCode) expect((await finish(own, code)).body['code']).toBe('code_wrong');
    expect((await signIn()).status).toBe(200);
    expect((await post('auth/token', { login: String(OTHER), password: FRESH })).status).toBe(401);
  });

  test('a code to the mail does not finish a recovery by phone', async () => {
    const [byPhone, byMail] = [await begin(VICTIM, 'phone'), await begin(VICTIM, 'email')];
    const [ofPhone, ofMail] = [await codeTo(PHONE), await codeTo(MAIL)];
    if (ofPhone !== ofMail) expect((await finish(byPhone, ofMail)).body['code']).toBe('code_wrong');
    expect((await finish(byMail, ofMail)).status).toBe(200);
  });
});

describe('a session', () => {
  test('fixation: a token that was planted before the sign-in is nobody’s afterwards', async () => {
    const guest = await post('auth/token', { grant: 'guest' });
    const planted = guest.body['access_token'];
    const { body } = await signIn(PASSWORD, {}, { token: planted });
    expect(body['access_token']).not.toBe(planted);
    expect(await isOpen(planted)).toBe(false);
    expect(await isOpen(body['access_token'])).toBe(true);
    // The session of the attacker that the browser was in ends, instead of becoming the victim’s.
    const attackers = await portal.tokenOf(OTHER);
    await signIn(PASSWORD, {}, { token: attackers });
    expect((await as(attackers, contract.internetContract.get, {})).status).toBe(401);
  });

  test('that was open before a recovery is closed by it, with its device and whoever it let in', async () => {
    const before = await signIn();
    const device = before.cookies.find((line) => line.startsWith('__Secure-kabinet-device='))?.split(';')[0];
    const recovery = await begin();
    expect((await finish(recovery, await codeTo(PHONE))).status).toBe(200);
    expect(await isOpen(before.body['access_token'])).toBe(false);
    const refresh = before.cookies.find((line) => line.startsWith('__Secure-kabinet='))?.split(';')[0] ?? '';
    const next = await portal.inject({
      method: 'POST',
      url: '/lk/auth',
      headers: { ...SAME, 'content-type': 'application/x-www-form-urlencoded', cookie: refresh },
      payload: 'forceRefresh=1',
    });
    expect(next.statusCode).toBe(401);
    const hash = createHash('sha256')
      .update(device?.split('=')[1] ?? '')
      .digest();
    const { rowCount } = await portal.pool.query(
      'select from known_device where contract_id = $1 and device_hash = $2',
      [VICTIM, hash],
    );
    expect(rowCount).toBe(0);
  });

  test('with a shared contract open: neither its own password nor the owner’s lets it near the owner’s account', async () => {
    const { body: invitation } = await portal.send(contract.family.invite, { body: { role: 'full' } }, VICTIM);
    const { body: share } = await portal.send(contract.family.accept, { body: { code: invitation.code } }, OTHER);
    const { body: opened } = await portal.send(contract.family.open, { body: { share_id: share.share_id } }, OTHER);
    const token = opened.access_token;
    portal.clock.advance(6 * MINUTE);
    await portal.pool.query(`update credential set password_hash = password_hash where contract_id = $1`, [OTHER]);
    expect((await as(token, contract.auth.confirm, { body: { password: PASSWORD } })).status).toBe(200);
    const change = { password: PASSWORD, new_password: FRESH };
    const attempts = [
      as(token, contract.security.changePassword, { body: change }),
      as(token, contract.security.beginSecondStep, {}),
      as(token, contract.security.disableSecondStep, {}),
      as(token, contract.notice.setMobile, { body: { phone_number: STRANGE } }),
      as(token, contract.notice.setEmail, { body: { email: 'thief@portal.example' } }),
      as(token, contract.family.invite, { body: { role: 'full' } }),
      as(token, contract.auth.sessions, {}),
      as(token, contract.personalKey.list, {}),
    ];
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(attempts.map(() => 403));
  });
});

describe('a contact that the attacker has put there', () => {
  const byPhone = async (phone_number: string) => {
    await portal.send(contract.notice.setMobile, { body: { phone_number } }, VICTIM);
    await portal.send(contract.notice.activateMobile, { body: { code: await codeTo(phone_number) } }, VICTIM);
  };

  test('replaces no password for a day: it gets no code, and the owner has time to answer', async () => {
    await byPhone(STRANGE);
    expect((await sentTo(PHONE)).at(-1)).toContain('Не вы? Смените пароль');
    heard.length = 0;
    const reply = await post('recovery/begin', { login: String(VICTIM), by: 'phone' });
    expect(await codesTo(STRANGE)).toEqual([]);
    expect((await sentTo(STRANGE)).at(-1)).toMatch(
      /^Код для нового пароля на этот номер придёт только с 21\sноября\s2026, 14:\d\d: контакт сменили недавно\. Раньше поможет поддержка: \+7\s/,
    );
    // Whoever asks sees no difference.
    const strange = await post('recovery/begin', { login: String(NOBODY), by: 'phone' });
    expect(Object.keys(reply.body)).toEqual(Object.keys(strange.body));
    // By the mail, which nobody has changed, the owner gets in at once.
    const own = await begin(VICTIM, 'email');
    expect((await finish(own, await codeTo(MAIL))).status).toBe(200);
    portal.clock.advance(24 * HOUR);
    const later = await begin();
    expect((await finish(later, await codeTo(STRANGE))).status).toBe(200);
  });

  test('a further one of an owner, and one that becomes an owner’s, wait a day, too', async () => {
    const { body } = await portal.send(
      contract.notice.addContact,
      { body: { kind: 'phone', address: STRANGE, role: 'payer', name: '' } as never },
      VICTIM,
    );
    const contact_id = body.contacts.find(({ address }) => address === STRANGE)!.contact_id;
    await portal.send(contract.notice.activateContact, { body: { contact_id, code: await codeTo(STRANGE) } }, VICTIM);
    portal.clock.advance(25 * HOUR);
    await portal.pool.query('update session set confirmed_at = $1', [portal.clock.now()]);
    await portal.send(
      contract.notice.changeContact,
      { body: { contact_id, role: 'owner', name: '', kinds: [] } as never },
      VICTIM,
    );
    heard.length = 0;
    await begin(STRANGE);
    expect(await codesTo(STRANGE)).toEqual([]);
    expect((await sentTo(STRANGE)).at(-1)).toContain('придёт только с');
  });

  test('asked for again and again, the message that there is no code yet is as rare as a code', async () => {
    await byPhone(STRANGE);
    heard.length = 0;
    for (const _ of Array(8)) {
      await begin();
      await begin();
      await portal.work();
      portal.clock.advance(2 * MINUTE);
    }
    expect((await sentTo(STRANGE)).length).toBeLessThanOrEqual(4);
  });

  test('the first contact of a contract replaces a password at once: there is nobody to wait for', async () => {
    await portal.send(contract.notice.setMobile, { body: { phone_number: STRANGE } }, OTHER);
    await portal.send(contract.notice.activateMobile, { body: { code: await codeTo(STRANGE) } }, OTHER);
    portal.clock.advance(2 * MINUTE);
    const recovery = await begin(OTHER);
    expect((await finish(recovery, await codeTo(STRANGE))).status).toBe(200);
  });
});
