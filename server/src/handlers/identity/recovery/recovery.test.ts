import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { WRONG_CODES_AN_HOUR } from '#server/domain/identity/guard/lock.rules.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { START } from '../../../../test/portal/start.ts';

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
async function post(path: string, payload: object, device?: string) {
  host += 1;
  const reply = await portal.inject({
    method: 'POST',
    url: `/api/v2/${path}`,
    remoteAddress: `10.${2 + Math.floor(host / 60_000)}.${Math.floor(host / 250) % 250}.${host % 250}`,
    headers: { 'sec-fetch-site': 'same-origin', ...(device !== undefined && { cookie: device }) },
    payload,
  });
  return { status: reply.statusCode, body: reply.json<Record<string, string>>(), headers: reply.headers };
}

const begin = (login: string, by = 'phone', device?: string) => post('recovery/begin', { login, by }, device);
const finish = (recovery: string | undefined, code: string, more: object = {}) =>
  post('recovery/finish', { recovery, code, new_password: FRESH, ...more });
/** The device cookie for the calls of a recovery that a sign-in sets. */
async function deviceOf(): Promise<string> {
  const cookies = [(await signIn(PASSWORD)).headers['set-cookie']].flat().map(String);
  return cookies.find((one) => one.includes('Path=/api/v2/recovery;'))!.split(';')[0]!;
}
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

  test('the more strangers ask, the less often one goes to a contact, until a code is used', async () => {
    const asked = async (minute: number) => {
      portal.clock.set(new Date(START.getTime() + minute * MINUTE));
      const { body } = await begin('100002');
      return { recovery: body['recovery'], codes: (await sentCodes()).length };
    };
    // At once, then after one minute, ten minutes, an hour, four hours, a day.
    const sentAt = [0, 1, 11, 71, 311, 1751];
    for (const minute of [0, 0.5, 1, 10, 11, 70, 71, 310, 311, 1750]) {
      expect((await asked(minute)).codes).toBe(sentAt.filter((one) => one <= minute).length);
    }
    const { recovery, codes } = await asked(1751);
    expect(codes).toBe(6);
    expect((await finish(recovery, sent.at(-1)!)).status).toBe(200);
    expect((await asked(1752)).codes).toBe(7);
    expect((await asked(1753)).codes).toBe(8);
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

  test('what one contract does with its codes leaves those of another usable', async () => {
    await setContact(100003, 'email', 'another@portal.example');
    const theirs = await begin('100003', 'email');
    const own = await begin('100002');
    await sentCodes();
    expect(sent).toHaveLength(2);
    const [one = '', other = ''] = sent;
    const isFirst = (await finish(own.body['recovery'], one)).status === 200;
    if (!isFirst) expect((await finish(own.body['recovery'], other)).status).toBe(200);
    const device = await portal.pool.query('select spent_at is null as is_open from password_recovery order by 1');
    expect(device.rows).toEqual([{ is_open: false }, { is_open: true }]);
    expect((await finish(theirs.body['recovery'], isFirst ? other : one)).status).toBe(200);
  });

  test('a new password ends the code of the other way, and what the portal knew of devices', async () => {
    const device = await deviceOf();
    await portal.pool.query(
      `insert into message (contract_id, kind, title, body, created_at, topic) values ($1, 'security', 'Вашим входом воспользовались', '', $2, 'password')`,
      [WHO, portal.clock.now()],
    );
    const [byPhone, byEmail] = [await begin('100002'), await begin('100002', 'email')];
    const [first = '', second = ''] = await sentCodes();
    const isFirst = (await finish(byPhone.body['recovery'], first)).status === 200;
    if (!isFirst) expect((await finish(byPhone.body['recovery'], second)).status).toBe(200);
    expect((await finish(byEmail.body['recovery'], isFirst ? second : first)).body['code']).toBe('code_wrong');
    const before = (await strangers()).asked;
    await begin('100002', 'phone', device);
    await portal.work();
    expect((await strangers()).asked).toBe(before + 1);
    const written = await portal.pool.query(
      `select detail from audit_event where kind = 'password_changed' and contract_id = $1`,
      [WHO],
    );
    expect(written.rows).toHaveLength(1);
    const matter = await portal.pool.query(`select until is null as is_open from message where topic = 'password'`);
    expect(matter.rows).toEqual([{ is_open: false }]);
  });

  test('none is sent that nobody waits for any more, nor where nobody is; nothing of it fails', async () => {
    await begin('100002');
    portal.clock.advance(11 * MINUTE);
    await begin('999999');
    await portal.pool.query(`delete from contact where contract_id = $1 and kind = 'email'`, [WHO]);
    await begin('100002', 'email');
    expect(await sentCodes()).toEqual([]);
    expect(await strangers()).toMatchObject({ asked: 1, sent: 0 });
    const { rows } = await portal.pool.query(`select state, last_error from outbox_effect where state <> 'done'`);
    expect(rows).toEqual([]);
  });

  test.each(['changed', 'removed'])('that a phone got works no more once the phone is %s', async (what) => {
    const { body } = await begin('100002');
    const [code = ''] = await sentCodes();
    if (what === 'removed')
      await portal.send(contract.security.removeAccess, { body: { items: [{ kind: 'phone' }] } }, WHO);
    else {
      let text = '';
      portal.world.outside.sms.send = (one) => Promise.resolve(void (text ||= one.text));
      await portal.send(contract.notice.setMobile, { body: { phone_number: '79990001133' } }, WHO);
      await portal.work();
      const confirmed = { body: { code: text.slice(0, 6) } };
      expect((await portal.send(contract.notice.activateMobile, confirmed, WHO)).status).toBe(200);
    }
    expect((await finish(body['recovery'], code)).body['code']).toBe('code_wrong');
    // Nor by a recovery that is begun afterwards.
    const later = await begin('100002');
    expect((await finish(later.body['recovery'], code)).body['code']).toBe('code_wrong');
  });

  test('a new password ends it, also for a recovery that is begun afterwards', async () => {
    await begin('100002');
    const [code = ''] = await sentCodes();
    const change = { password: PASSWORD, new_password: 'новый верблюд' };
    expect((await portal.send(contract.security.changePassword, { body: change }, WHO)).status).toBe(200);
    const later = await begin('100002');
    await portal.work();
    expect((await finish(later.body['recovery'], code)).body['code']).toBe('code_wrong');
    expect((await signIn('новый верблюд')).status).toBe(200);
  });

  test('is checked no more for an address that has typed too many wrong ones within the hour', async () => {
    const from = (recovery: string | undefined, code: string) =>
      portal.inject({
        method: 'POST',
        url: '/api/v2/recovery/finish',
        remoteAddress: '10.99.0.2',
        headers: { 'sec-fetch-site': 'same-origin' },
        payload: { recovery, code, new_password: FRESH },
      });
    for (let wrongs = 0; wrongs < WRONG_CODES_AN_HOUR; wrongs += 1) {
      portal.clock.advance(15_000);
      expect((await from('A'.repeat(43), '123456')).json()).toMatchObject({ code: 'code_wrong' });
    }
    const { body } = await begin('100002');
    const [code = ''] = await sentCodes();
    expect((await from(body['recovery'], code)).json()).toMatchObject({ code: 'too_many_requests' });
    expect((await finish(body['recovery'], code)).status).toBe(200);
  });

  test('is not sent to a contact that is too new, which is told from when it will be', async () => {
    const texts: string[] = [];
    portal.world.outside.sms.send = ({ text }) => {
      texts.push(text);
      return Promise.resolve(undefined);
    };
    const setFrom = (minutes: number) =>
      portal.pool.query(`update contact set recovers_from = $2 where contract_id = $1 and kind = 'phone'`, [
        WHO,
        new Date(portal.clock.now().getTime() + minutes * MINUTE),
      ]);
    await setFrom(60);
    const { body } = await begin('100002');
    expect(body['again_at']).toBe(new Date(portal.clock.now().getTime() + MINUTE).toISOString());
    await portal.work();
    expect(texts.map((text) => /^[0-9]{6}/.test(text))).toEqual([false]);
    portal.clock.advance(61 * MINUTE);
    await begin('100002');
    await portal.work();
    expect(texts.map((text) => /^[0-9]{6}/.test(text))).toEqual([false, true]);
  });
});

/** What strangers have asked for, as the owner sees it. */
const strangers = async () => (await portal.send(contract.security.recovery, {}, WHO)).body.asked;

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

describe('what strangers ask for', () => {
  /** As many as they can get in a day, both ways. */
  async function besiege(): Promise<void> {
    for (let asked = 0; asked < 12; asked += 1) {
      await begin('100002', 'phone');
      await begin('100002', 'email');
      await sentCodes();
      portal.clock.advance(60 * MINUTE);
    }
  }
  const ways = async () => (await portal.send(contract.security.recovery, {}, WHO)).body;
  const close = (kind: 'phone' | 'email', is_open = false) =>
    portal.send(contract.security.switchRecovery, { body: { kind, is_open } }, WHO);

  const messages = async () =>
    (await portal.pool.query('select from message where contract_id = $1', [WHO])).rows.length;

  test('is told from the third request of a day on, and counted for thirty days', async () => {
    const told: number[] = [];
    for (let asked = 0; asked < 3; asked += 1) {
      await begin('100002');
      await portal.work();
      told.push(await messages());
    }
    expect(told.map((count) => count - told[0]!)).toEqual([0, 0, 1]);
    portal.clock.advance(30 * 24 * 60 * MINUTE);
    expect((await strangers()).asked).toBe(3);
    portal.clock.advance(24 * 60 * MINUTE);
    expect((await strangers()).asked).toBe(0);
  });

  test('both ways are not closed, even at once', async () => {
    const both = await Promise.all([close('phone'), close('email')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('uses up nothing of what the owner may do, signed in or on a device of his', async () => {
    const device = await deviceOf();
    await besiege();
    expect(sent).toHaveLength(6);
    const tries = await portal.send(contract.notice.setMobile, { body: { phone_number: '79990001133' } }, WHO);
    expect(tries.status).toBe(200);
    const { rows } = await portal.pool.query<{ id: number }>(
      `select user_id as id from service_user where contract_id = $1 and user_type = 'isg' limit 1`,
      [WHO],
    );
    const asked = { body: { user_id: rows[0]!.id, channel: 'phone' } } as const;
    expect((await portal.send(contract.internetUser.sendPassword, asked, WHO)).status).toBe(200);
    const { body } = await begin('100002', 'phone', device);
    const [code = ''] = (await sentCodes()).slice(6);
    expect((await finish(body['recovery'], code)).status).toBe(200);
  });

  test('a code for the owner’s device is neither replaced nor tried by strangers', async () => {
    const device = await deviceOf();
    const { body } = await begin('100002', 'phone', device);
    const [code = ''] = await sentCodes();
    portal.clock.advance(MINUTE);
    const foreign = await begin('100002');
    for (let time = 0; time < 5; time += 1) await finish(foreign.body['recovery'], wrong(code));
    expect((await finish(body['recovery'], code)).status).toBe(200);
  });

  test('and has got by a way works no more once the owner closes it; the code of the other way does', async () => {
    const { body: phone } = await begin('100002', 'phone');
    const byPhone = (await sentCodes()).at(-1) ?? '';
    const { body: mail } = await begin('100002', 'email');
    const byMail = (await sentCodes()).at(-1) ?? '';
    expect((await close('phone')).status).toBe(200);
    expect((await finish(phone['recovery'], byPhone)).body['code']).toBe('code_wrong');
    const later = await begin('100002', 'phone');
    expect((await finish(later.body['recovery'], byPhone)).body['code']).toBe('code_wrong');
    expect((await finish(mail['recovery'], byMail)).status).toBe(200);
  });

  test('the owner sees it, and closes one way, but not both', async () => {
    await besiege();
    const seen = await ways();
    expect(seen.asked).toEqual({ asked: 24, sent: 6, last_asked_at: '2026-11-20T21:05:00.000Z' });
    expect(seen.ways.map(({ is_open, why_open }) => [is_open, why_open])).toEqual([
      [true, null],
      [true, null],
    ]);
    const told = await portal.pool.query('select from message where contract_id = $1 and title like $2', [
      WHO,
      'Кто-то просит новый пароль%',
    ]);
    expect(told.rows).toHaveLength(2); // for each of two days

    const before = await messages();
    expect((await close('phone')).status).toBe(200);
    expect((await close('phone')).status).toBe(200);
    expect((await messages()) - before).toBe(1);
    expect(await close('email')).toMatchObject({ status: 409, body: { code: 'last_way_in' } });
    expect((await ways()).ways).toMatchObject(
      [
        { kind: 'phone', is_open: false, why_open: null },
        { kind: 'email', is_open: true, why_open: /включите СМС/ },
      ].map((way) => ({
        ...way,
        why_open: way.why_open === null ? null : (expect.stringMatching(way.why_open) as unknown),
      })),
    );
    const removed = await portal.send(contract.security.removeAccess, { body: { items: [{ kind: 'email' }] } }, WHO);
    expect(removed).toMatchObject({ status: 409, body: { code: 'last_way_in' } });

    portal.clock.advance(3 * 24 * 60 * MINUTE);
    sent = [];
    const device = await deviceOf();
    expect((await begin('100002', 'phone', device)).status).toBe(200);
    expect(await sentCodes()).toEqual([]);
    await begin('100002', 'email', device);
    expect(await sentCodes()).toHaveLength(1);
    expect((await close('phone', true)).status).toBe(200);
    await begin('100002', 'phone', device);
    expect(await sentCodes()).toHaveLength(2);
  });

  test('without another contact no way can be closed', async () => {
    await portal.pool.query(`delete from contact where contract_id = $1 and kind = 'email'`, [WHO]);
    expect(await close('phone')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('почту') as unknown },
    });
  });

  test('an address begins twenty an hour, but on a device of the contract as many as a minute allows', async () => {
    const device = await deviceOf();
    const from = (headers: Record<string, string> = {}) =>
      portal.inject({
        method: 'POST',
        url: '/api/v2/recovery/begin',
        remoteAddress: '10.99.0.1',
        headers,
        payload: { login: '100002', by: 'phone' },
      });
    for (let time = 0; time < 20; time += 1) {
      expect((await from()).statusCode).toBe(200);
      portal.clock.advance(10_000);
    }
    const refused = await from();
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('3100');
    expect((await from({ cookie: device })).statusCode).toBe(200);
  });

  test('text messages for strangers have a budget of their own, and the refusal says when there is more', async () => {
    const device = await deviceOf();
    const fill = (purpose: string, most: number) =>
      portal.pool.query(
        `insert into contact_code (contract_id, kind, address, purpose, code_hash, sent_at, expires_at)
         select 100003, 'phone', '7927' || lpad(n::text, 7, '0'), $3, '', $1::timestamptz - n * interval '20 seconds', $1
         from generate_series(1, $2) n`,
        [portal.clock.now(), most, purpose],
      );
    await fill('recovery', 100);
    const refused = await begin('999999');
    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } });
    // The hundredth was sent 2 000 seconds ago.
    expect(refused.headers['retry-after']).toBe('1600');
    expect(refused.body['message']).toContain('Выберите почту или повторите после 14:32');
    expect((await begin('999999', 'email')).status).toBe(200);
    expect((await begin('100002', 'phone', device)).status).toBe(200);
    expect(await sentCodes()).toHaveLength(1);
    const own = await portal.send(contract.notice.setMobile, { body: { phone_number: '79990001133' } }, WHO);
    expect(own.status).toBe(200);
  });
});
