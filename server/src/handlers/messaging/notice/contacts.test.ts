import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Outside } from '#server/integrations/port.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { setMobile, activateMobile, getMobile, setEmail, activateEmail, emailSettings, getMessages } = contract.notice;
const [OWNER, OTHER] = [100_001, 100_003];
const [OLD, NEW, THIRD] = ['79270000184', '79270001122', '79270003344'];
const SECOND = 1000;
const MINUTE = 60 * SECOND;

let portal: TestPortal;
let heard: { to: string; text: string }[];

const listening = (outside: Outside): Outside => {
  heard = [];
  const send = (one: { to: string; text: string }) => Promise.resolve(void heard.push(one));
  return { ...outside, mail: { send }, sms: { send } };
};

beforeEach(async () => {
  portal = await testPortal({ throughOutside: listening });
});

const set = (phone_number: string, who = OWNER) => portal.send(setMobile, { body: { phone_number } }, who);
const setConfirmed = async (phone_number: string) => {
  await portal.send(contract.auth.confirm, { body: { password: 'demo-kabinet' } }, OWNER);
  return set(phone_number);
};
const activate = (code: string, who = OWNER) => portal.send(activateMobile, { body: { code } }, who);
const state = async (who = OWNER) => (await portal.send(getMobile, {}, who)).body;
const lastTo = async (to: string) => {
  await portal.work();
  return heard.findLast((one) => one.to === to)!.text;
};
const codeTo = async (to: string) => /\d{6}/.exec(await lastTo(to))![0];
const another = (code: string) => (code === '000000' ? '111111' : '000000');

describe('a phone', () => {
  test('is confirmed by the code that was sent to it: none, code sent, active', async () => {
    expect(await state(OTHER)).toEqual({ phone_number: null, is_active: false, has_code: false, waiting: null });
    const waiting = {
      phone_number: NEW,
      sent_at: '2026-11-20T10:05:00.000Z',
      expires_at: '2026-11-20T10:15:00.000Z',
      again_at: '2026-11-20T10:06:00.000Z',
      tries_left: 5,
    };
    const sent = await set('8 (927) 000-11-22', OTHER);
    expect(sent.body).toEqual({ phone_number: NEW, is_active: false, has_code: true, waiting });
    expect(await lastTo(NEW)).toMatch(/^\d{6} — код, чтобы подтвердить этот номер\. Действует 10 минут\. Никому/);
    const done = await activate(await codeTo(NEW), OTHER);
    expect(done.body).toEqual({ phone_number: NEW, is_active: true, has_code: false, waiting: null });
    expect(await state(OTHER)).toEqual(done.body);
  });

  test('the last line of the message lets the browser fill the code in (WebOTP)', async () => {
    await set(NEW);
    const text = await lastTo(NEW);
    expect(text.split('\n').at(-1)).toBe(`@127.0.0.1:8080 #${await codeTo(NEW)}`);
  });

  test('that is being changed stays until the new one is confirmed, and hears of it', async () => {
    await set(NEW);
    expect(await state()).toMatchObject({ phone_number: OLD, is_active: true, has_code: true });
    const code = await codeTo(NEW);
    heard.length = 0;
    await activate(code);
    expect(await state()).toMatchObject({ phone_number: NEW, is_active: true, has_code: false });
    expect(await lastTo(OLD)).toContain('•••-11-22');
    expect(heard.map(({ to }) => to).toSorted()).toEqual([OLD, 'kuznetsova84@mail.example']);
    expect((await portal.send(getMessages, {}, OWNER)).body[0]).toMatchObject({
      kind: 'security',
      title: 'Телефон для входа и уведомлений изменён',
    });
  });

  test('that is the first contact of all replaces a forgotten password at once, another contact only after a day', async () => {
    // A chat is no such contact.
    await portal.pool.query('delete from contact where contract_id = $1', [OTHER]);
    await portal.pool.query(`insert into contact values ($1, 'telegram', '77', 'active')`, [OTHER]);
    const mail = 'new@mail.example';
    await set(NEW, OTHER);
    await activate(await codeTo(NEW), OTHER);
    await portal.send(setEmail, { body: { email: mail } }, OTHER);
    await portal.send(activateEmail, { body: { code: await codeTo(mail) } }, OTHER);
    const recover = async (login: string, by: 'phone' | 'email') => {
      await portal.send(contract.recovery.begin, { body: { login, by } });
      return lastTo(login);
    };
    expect(await recover(NEW, 'phone')).toMatch(/^\d{6} — код, чтобы придумать новый пароль/);
    portal.clock.advance(24 * 60 * MINUTE - SECOND);
    // What is sent instead of a code counts like one: the next comes no sooner.
    heard.length = 0;
    for (const _ of [1, 2]) expect(await recover(mail, 'email')).not.toMatch(/^\d{6}/);
    expect(heard.filter(({ to }) => to === mail)).toHaveLength(1);
    portal.clock.advance(MINUTE);
    expect(await recover(mail, 'email')).toMatch(/^\d{6} — код, чтобы придумать новый пароль/);
  });

  test('that is confirmed already gets no code', async () => {
    expect((await set(OLD)).body).toMatchObject({ is_active: true, has_code: false });
    await portal.work();
    expect(heard).toEqual([]);
  });

  test('of another contract is refused only to whoever proves that it is his', async () => {
    expect((await set(OLD, OTHER)).body).toMatchObject({ has_code: true });
    const refused = await activate(await codeTo(OLD), OTHER);
    expect(refused).toMatchObject({ status: 409, body: { code: 'contact_taken' } });
    expect(await state(OTHER)).toMatchObject({ is_active: false });
  });

  test.each(['12345', '+1 202 555 0123', ''])('«%s» is refused in Russian', async (phone_number) => {
    const { status, body } = await set(phone_number);
    expect(status).toBe(422);
    expect(body.errors?.[0]).toMatchObject({ path: 'body.phone_number', message: /цифр/ });
  });
});

describe('R-21: a code', () => {
  test('is refused at the sixth try, even the right one', async () => {
    await set(NEW);
    const code = await codeTo(NEW);
    const tries = [];
    for (let wrong = 0; wrong < 5; wrong++) {
      expect((await state()).waiting).toMatchObject({ tries_left: 5 - wrong });
      tries.push((await activate(another(code))).body.message);
    }
    expect(tries).toEqual([
      'Код не подошёл. Осталось 4 попытки',
      'Код не подошёл. Осталось 3 попытки',
      'Код не подошёл. Осталось 2 попытки',
      'Код не подошёл. Осталась 1 попытка',
      'Код не подошёл пять раз и больше не действует. Запросите новый',
    ]);
    expect(await activate(code)).toMatchObject({ status: 403, body: { code: 'code_wrong' } });
    expect(await state()).toMatchObject({ phone_number: OLD, has_code: false });
  });

  test('gets no more tries from requests at one moment', async () => {
    await set(NEW);
    const code = await codeTo(NEW);
    await Promise.all(Array.from({ length: 20 }, () => activate(another(code))));
    expect((await activate(code)).status).toBe(403);
    const { rows } = await portal.pool.query('select tries from contact_code');
    expect(rows).toEqual([{ tries: 5 }]);
  });

  test('is valid for ten minutes', async () => {
    await set(NEW);
    const code = await codeTo(NEW);
    portal.clock.advance(10 * MINUTE);
    expect((await activate(code)).status).toBe(403);
    expect(await state()).toMatchObject({ has_code: false });
  });

  test('of one number does not confirm another, and a new one ends the earlier one', async () => {
    await set(NEW);
    const first = await codeTo(NEW);
    portal.clock.advance(MINUTE);
    await set(THIRD);
    expect((await activate(first)).status).toBe(403);
    expect((await activate(await codeTo(THIRD))).body).toMatchObject({ phone_number: THIRD });
  });

  test('of a phone does not confirm an e-mail, nor that of another contract', async () => {
    await set(NEW);
    const code = await codeTo(NEW);
    expect((await portal.send(activateEmail, { body: { code } }, OWNER)).status).toBe(403);
    expect((await activate(code, OTHER)).status).toBe(403);
    expect(await state(OTHER)).toMatchObject({ has_code: false, waiting: null });
    expect((await activate(code)).status).toBe(200);
  });

  test('of one contract is not ended by a later one of another', async () => {
    await set(NEW);
    await set(THIRD, OTHER);
    expect((await activate(await codeTo(NEW))).status).toBe(200);
    expect((await activate(await codeTo(THIRD), OTHER)).status).toBe(200);
  });

  test('works once: of two who confirm at one moment one is refused, and the client hears of it once', async () => {
    await set(NEW);
    const code = await codeTo(NEW);
    const both = await Promise.all([activate(code), activate(code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect((await activate(code)).status).toBe(403);
    const { rows } = await portal.pool.query(`select from message where notice_key like 'contact.confirmed:%'`);
    expect(rows).toHaveLength(1);
  });

  test('of two contracts that confirm one number at one moment one gets it', async () => {
    for (const who of [100_004, OTHER]) await set(NEW, who);
    await portal.work();
    const codes = heard.filter(({ to }) => to === NEW).map(({ text }) => text.slice(0, 6));
    const answers = await Promise.all(
      [100_004, OTHER].flatMap((who) => codes.map(async (code) => (await activate(code, who)).status)),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    const { rows } = await portal.pool.query('select from contact where value = $1', [NEW]);
    expect(rows).toHaveLength(1);
  });

  test('is sent again after sixty seconds', async () => {
    await set(NEW);
    portal.clock.advance(59 * SECOND);
    const early = await set(NEW);
    expect(early).toMatchObject({ status: 429, body: { code: 'code_too_soon', message: /через 1 с/ } });
    expect(early.headers['retry-after']).toBe('1');
    portal.clock.advance(SECOND);
    expect((await set(NEW)).status).toBe(200);
  });

  test('is sent once to several who ask at one moment: one contract waits a minute, one number has five a day', async () => {
    const once = await Promise.all(Array.from({ length: 5 }, (_, n) => set(`7927000556${n}`)));
    expect(once.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429]);
    portal.clock.advance(MINUTE);
    for (const who of [OWNER, 100_002, OTHER, 100_004]) expect((await set(NEW, who)).status).toBe(200);
    portal.clock.advance(MINUTE);
    const last = await Promise.all([OWNER, 100_002, OTHER, 100_004, 100_005].map((who) => set(NEW, who)));
    expect(last.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429]);
  });

  test('is sent only to whoever has confirmed lately that it is he (R-11)', async () => {
    await set(NEW);
    portal.clock.advance(6 * MINUTE);
    for (const reply of [
      await set(THIRD),
      await portal.send(setEmail, { body: { email: 'thief@mail.example' } }, OWNER),
      await portal.send(contract.notice.setTelegram, {}, OWNER),
      await portal.send(contract.notice.setMax, {}, OWNER),
    ])
      expect.soft(reply).toMatchObject({ status: 403, body: { code: 'confirmation_required' } });
    expect((await setConfirmed(THIRD)).status).toBe(200);
  });

  test('is sent to one number five times a day, whoever asks', async () => {
    for (const who of [OWNER, 100_002, OTHER, 100_004, 100_005]) expect((await set(NEW, who)).status).toBe(200);
    portal.clock.advance(5 * MINUTE);
    const refused = await setConfirmed(NEW);
    expect(refused).toMatchObject({
      status: 429,
      body: { message: /слишком много кодов.* после 21 ноября 2026, 14:05/ },
    });
    expect(refused.headers['retry-after']).toBe(String(24 * 3600 - 5 * 60));
    portal.clock.advance(24 * 60 * MINUTE - 5 * MINUTE - SECOND);
    expect(await setConfirmed(NEW)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    portal.clock.advance(SECOND);
    expect((await setConfirmed(NEW)).status).toBe(200);
  });

  test('to the confirmed phone of a contract is not used up by others, and is to one that only waits for its code', async () => {
    for (const number of [OLD, NEW]) {
      for (const who of [100_002, OTHER, 100_004, 100_005]) expect((await set(number, who)).status).toBe(200);
      portal.clock.advance(MINUTE);
      expect((await set(number, OTHER)).status).toBe(200);
      portal.clock.advance(MINUTE);
    }
    const [user] = (await portal.send(contract.user.list, { query: { user_type: 'internet' } }, OWNER)).body;
    const body = { user_id: user!.user_id, channel: 'phone' as const };
    expect((await portal.send(contract.internetUser.sendPassword, { body }, OWNER)).status).toBe(200);
    const added = { kind: 'phone', address: NEW, role: 'payer', name: '' } as const;
    expect((await portal.send(contract.notice.addContact, { body: added }, OWNER)).status).toBe(429);
  });

  test('is asked for twenty times a day by one contract', async () => {
    for (let sent = 0; sent < 20; sent++) {
      expect((await setConfirmed(`792700020${String(sent).padStart(2, '0')}`)).status).toBe(200);
      portal.clock.advance(MINUTE);
    }
    const refused = await setConfirmed(NEW);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': String((24 * 60 - 20) * 60) } });
    // Those of others do not count.
    expect((await set(NEW, OTHER)).status).toBe(200);
  });

  test('is sent by SMS two hundred times an hour by the whole system', async () => {
    await portal.pool.query(
      `insert into contact_code (contract_id, kind, address, purpose, code_hash, sent_at, expires_at)
       select 100002, 'phone', '7927' || lpad(n::text, 7, '0'), 'other', '', $1, $1
       from generate_series(1, 200) n`,
      [portal.clock.now()],
    );
    expect(await set(NEW)).toMatchObject({
      status: 503,
      body: { code: 'overloaded', message: /Повторите после 15:05/ },
      headers: { 'retry-after': '3600' },
    });
    portal.world.provider.codes.an_hour = 201;
    expect((await set(NEW)).status).toBe(200);
    delete portal.world.provider.codes.an_hour;
    // Letters do not count.
    await portal.pool.query(`
      update contact_code set kind = 'email' where address = '79270000001';
      delete from contact_code where address = '79270000002'`);
    expect((await set(THIRD, OTHER)).status).toBe(200);
    expect((await portal.send(setEmail, { body: { email: 'new@mail.example' } }, OWNER)).status).toBe(200);
  });

  test('is stored as a hash only, and its message not at all once it is delivered', async () => {
    await set(NEW);
    const code = await codeTo(NEW);
    const { rows } = await portal.pool.query(
      `select code_hash as kept from contact_code union all select payload::text from outbox_effect`,
    );
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

describe('an e-mail', () => {
  const setAs = (email: string, who = OWNER) => portal.send(setEmail, { body: { email } }, who);

  test('is confirmed as a phone is, in small letters', async () => {
    expect((await setAs(' New@Mail.example')).body).toMatchObject({
      email: 'kuznetsova84@mail.example',
      is_active: true,
      has_code: true,
      waiting: { email: 'new@mail.example', tries_left: 5 },
    });
    const code = await codeTo('new@mail.example');
    heard.length = 0;
    const done = await portal.send(activateEmail, { body: { code } }, OWNER);
    expect(done.body).toEqual({ email: 'new@mail.example', is_active: true, has_code: false, waiting: null });
    expect((await portal.send(emailSettings, {}, OWNER)).body).toEqual(done.body);
    expect(await lastTo('kuznetsova84@mail.example')).toContain('/lk/settings/security');
  });

  test.each(['maria', 'maria@', 'a@b', 'мария@почта.рф '.repeat(30)])('«%s» is refused in Russian', async (email) => {
    const { status, body } = await setAs(email);
    expect(status).toBe(422);
    expect(body.errors?.[0]).toMatchObject({ path: 'body.email', message: /адрес почты/ });
  });
});
