import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal, type TestPortal } from '../../../test/portal.ts';
import { START } from '../../../test/start.ts';

const PASSWORD = 'demo-kabinet';
const FRESH = 'два верблюда';
const MINUTE = 60_000;
const WHO = 100002;
const PHONE = '79990001122';

let portal: TestPortal;
let sent: string[];
beforeEach(async () => {
  portal = await testPortal();
  sent = [];
  const note = ({ text }: { text: string }) => {
    if (text.includes('новый пароль кабинета')) sent.push(text.slice(0, 6));
    return Promise.resolve(undefined);
  };
  portal.world.outside.sms.send = note;
  portal.world.outside.mail.send = note;
  await setContact(WHO, 'phone', PHONE);
  await setContact(WHO, 'email', 'owner@portal.example');
  await portal.pool.query('delete from contact where contract_id = 100003');
});

const setContact = (contractId: number, kind: string, value: string) =>
  portal.pool.query(
    `insert into contact (contract_id, kind, value, state) values ($1, $2, $3, 'active')
     on conflict (contract_id, kind) do update set value = excluded.value, state = 'active'`,
    [contractId, kind, value],
  );

let host = 0;
/** Each request comes from an address of its own: no limit of addresses helps. */
async function post(path: string, payload: object) {
  host += 1;
  const reply = await portal.inject({
    method: 'POST',
    url: `/api/v2/${path}`,
    remoteAddress: `10.${2 + Math.floor(host / 60_000)}.${Math.floor(host / 250) % 250}.${host % 250}`,
    headers: { 'sec-fetch-site': 'same-origin' },
    payload,
  });
  return { status: reply.statusCode, body: reply.json<Record<string, string>>(), headers: reply.headers };
}

const begin = (login: string, by = 'phone') => post('recovery/begin', { login, by });
const finish = (recovery: string | undefined, code: string, more: object = {}) =>
  post('recovery/finish', { recovery, code, new_password: FRESH, ...more });
const signIn = (password: string) => post('auth/token', { login: String(WHO), password });

/** The codes that were sent so far, the latest last. */
async function sentCodes(): Promise<string[]> {
  await portal.work();
  return sent;
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a forgotten password', () => {
  test.each([
    ['100002', 'phone'],
    ['8 (999) 000-11-22', 'phone'],
    ['Owner@portal.example', 'email'],
  ])('of %s is replaced by a code to the confirmed %s', async (login, by) => {
    const { status, body } = await begin(login, by);
    expect(status).toBe(200);
    const [code = ''] = await sentCodes();
    const before = await portal.tokenOf(WHO);
    const done = await finish(body['recovery'], code);
    expect(done).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
    expect([done.headers['set-cookie']].flat().join()).toContain('__Secure-kabinet=');
    const ended = await portal.send(contract.auth.sessions, {}, undefined, { authorization: `Bearer ${before}` });
    expect(ended.status).toBe(401);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(FRESH)).status).toBe(200);
    const { rows } = await portal.pool.query('select from message where contract_id = $1 and title = $2', [
      WHO,
      'Пароль кабинета сменили',
    ]);
    expect(rows).toHaveLength(1);
    // The code is spent.
    expect((await finish(body['recovery'], code)).body['code']).toBe('code_wrong');
  });

  test('a weak password and a missing second step leave the code usable', async () => {
    const { body } = await begin('100002');
    const [code = ''] = await sentCodes();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect((await finish(body['recovery'], code, { new_password: '100002ab' })).status).toBe(422);
    }
    await portal.send(contract.security.beginSecondStep, {}, WHO);
    await portal.pool.query('update totp set enabled_at = now()');
    expect((await finish(body['recovery'], code)).body['code']).toBe('second_step_needed');
    expect((await finish(body['recovery'], code, { otp: '000000' })).body['code']).toBe('second_step_refused');
    await portal.pool.query('delete from totp');
    expect((await finish(body['recovery'], code)).status).toBe(200);
  });
});

describe('R-18: it tells nothing', () => {
  test('the replies are the same for a contract, one without a contact, and none', async () => {
    const logins = ['100002', '100003', '999999', '+7 999 555-44-33', 'nobody@portal.example'];
    const replies = [];
    for (const login of logins) {
      const begun = await begin(login);
      const [code = '000000'] = (await sentCodes()).slice(-1);
      const tried = [];
      for (let attempt = 0; attempt < 6; attempt += 1) {
        const { status, body } = await finish(begun.body['recovery'], wrong(code));
        tried.push([status, body['code'], body['message']]);
      }
      const { recovery, ...shown } = begun.body;
      expect(recovery).toMatch(/^[\w-]{43}$/);
      replies.push({ status: begun.status, shown, tried });
      portal.clock.set(START);
    }
    for (const reply of replies) expect({ ...reply, shown: 0 }).toEqual({ ...replies[0], shown: 0 });
    expect(new Set(replies.map(({ shown }) => Object.keys(shown).join())).size).toBe(1);
  });

  test('beginning one costs the same statements for any login', async () => {
    const counted = async (login: string) => {
      const { rows } = await portal.pool.query<{ n: number }>('select count(*)::int as n from outbox_effect');
      await begin(login);
      const after = await portal.pool.query<{ n: number }>('select count(*)::int as n from outbox_effect');
      return after.rows[0]!.n - rows[0]!.n;
    };
    expect(await counted('100002')).toBe(1);
    expect(await counted('999999')).toBe(1);
  });
});

describe('R-21: the code', () => {
  test('is not guessed from many addresses, nor by many recoveries', async () => {
    const first = await begin('100002');
    const [code = ''] = await sentCodes();
    for (let attempt = 0; attempt < 5; attempt += 1) await finish(first.body['recovery'], wrong(code));
    expect((await finish(first.body['recovery'], code)).body['code']).toBe('code_wrong');
    // Another recovery within a minute sends no code, and does not revive the former one.
    const second = await begin('100002');
    expect(await sentCodes()).toHaveLength(1);
    expect((await finish(second.body['recovery'], code)).body['code']).toBe('code_wrong');
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  test('five a day go to one phone, whoever asks', async () => {
    for (let time = 0; time < 8; time += 1) {
      await begin('100002');
      await sentCodes();
      portal.clock.advance(2 * MINUTE);
    }
    expect(await sentCodes()).toHaveLength(5);
  });

  test('a new one replaces the former one; ten minutes end it', async () => {
    const first = await begin('100002');
    await sentCodes();
    portal.clock.advance(2 * MINUTE);
    const second = await begin('100002');
    const [former = '', latest = ''] = await sentCodes();
    if (former !== latest) expect((await finish(first.body['recovery'], former)).body['code']).toBe('code_wrong');
    portal.clock.advance(10 * MINUTE);
    expect((await finish(second.body['recovery'], latest)).body['code']).toBe('code_wrong');
  });

  test('of two resets at once one succeeds', async () => {
    const [one, other] = [await begin('100002'), await begin('100002')];
    const [code = ''] = await sentCodes();
    const both = await Promise.all([
      finish(one.body['recovery'], code, { new_password: 'первый верблюд' }),
      finish(other.body['recovery'], code, { new_password: 'второй верблюд' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    const used = both[0].status === 200 ? 'первый верблюд' : 'второй верблюд';
    expect((await signIn(used)).status).toBe(200);
  });

  test('the recovery of one contract does not open another', async () => {
    const mine = await begin('100003');
    await begin('100002');
    const [code = ''] = await sentCodes();
    expect((await finish(mine.body['recovery'], code)).body['code']).toBe('code_wrong');
  });
});

test('an address begins ten a minute, and a foreign page none', async () => {
  const from = (headers: Record<string, string>) =>
    portal.inject({
      method: 'POST',
      url: '/api/v2/recovery/begin',
      remoteAddress: '10.99.0.1',
      headers,
      payload: { login: '999999', by: 'phone' },
    });
  for (let time = 0; time < 10; time += 1) expect((await from({})).statusCode).toBe(200);
  expect((await from({})).statusCode).toBe(429);
  expect((await from({ 'sec-fetch-site': 'cross-site' })).json()).toMatchObject({ code: 'forbidden_origin' });
});
