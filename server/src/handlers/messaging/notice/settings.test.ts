import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { notify } from '#server/domain/messaging/notify.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import type { ChatMessage } from '#server/integrations/messenger/port.ts';
import { telegramBot } from '#server/integrations/messenger/telegram.ts';
import type { Outside } from '#server/integrations/port.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { notice } = contract;
const OWNER = 100_001;
const PHONE = '79270000184';
const PACKAGE = 1410;
const SECRET = 'the-secret-of-the-webhook';

let portal: TestPortal;
let heard: string[];
let answer: 'sent' | 'gone';

const listening = (outside: Outside): Outside => {
  heard = [];
  answer = 'sent';
  const bot = telegramBot({ bot: 'volga_bot', token: 't', secret: SECRET, url: 'http://127.0.0.1:1' });
  return {
    ...outside,
    mail: { send: ({ subject }) => Promise.resolve(void heard.push(`mail ${subject}`)) },
    sms: { send: ({ text }) => Promise.resolve(void heard.push(`sms ${text}`)) },
    messengers: {
      telegram: {
        ...bot,
        send: ({ to, text }: ChatMessage) => Promise.resolve((heard.push(`telegram ${to} ${text}`), answer)),
      },
    },
  };
};

beforeEach(async () => {
  portal = await testPortal({ throughOutside: listening });
  await portal.pool.query('delete from further_contact');
});

const debt: Notice<{ readonly number: number }> = {
  name: 'test.debt',
  category: 'debt',
  shownDays: 1,
  link: () => '/payment/i',
  portal: () => ({ title: 'Мало денег', body: '<p>Не хватает 5 ₽</p>' }),
  key: ({ number }) => number,
};
const tell = async (number: number) => {
  const at = { now: portal.clock.now(), zone: portal.world.provider.time_zone };
  await portal.world.db.write((tx) => notify(tx, debt, OWNER, { number }, at));
  await portal.work();
  return heard.splice(0);
};
const SMS = 'sms Мало денег. Не хватает 5 ₽ http://127.0.0.1:8080/lk/payment/i';
const LETTER = 'mail Мало денег';
const buy = () => portal.send(notice.mobilePackage, { body: { status: 'on' } }, OWNER);

describe('text messages about money', () => {
  test('come with the paid package only; it is charged through the ledger, as its preview says', async () => {
    // Of another contract.
    await portal.pool.query(
      `insert into contract_program (contract_id, program_id, status, switched_at) values (100002, $1, 'on', now())`,
      [PACKAGE],
    );
    expect(await tell(1)).toEqual([LETTER]);
    const before = (await portal.send(notice.mobileSettings, {}, OWNER)).body;
    const none = { sends_paid: false, sent_this_month: 0 };
    expect(before).toMatchObject({ phone_number: PHONE, ...none, package: { price: '29.00' } });
    const preview = await portal.send(notice.mobilePackagePreview, { body: { status: 'on' } }, OWNER);
    const balance = async () => (await portal.send(contract.internetAccount.get, {}, OWNER)).body.balance;
    expect(await balance()).toBe('1234.50');
    const bought = await buy();
    expect(bought.body).toMatchObject({ sends_paid: true, package: { control: { status: 'on' } } });
    expect(await balance()).toBe(preview.body.balance_after);
    expect(Number(preview.body.charge_now)).toBeGreaterThan(0);
    // Counted are those of this month, and of this contract.
    await portal.pool.query(`
      delete from text_message_count;
      insert into text_message_count values (100002, '2026-11', 8), (${OWNER}, '2026-10', 7)`);
    expect(await tell(2)).toEqual(expect.arrayContaining([SMS, LETTER]));
    expect((await portal.send(notice.mobileSettings, {}, OWNER)).body.sent_this_month).toBe(1);
    // Twice is once.
    const paid = await balance();
    expect((await buy()).status).toBe(200);
    expect(await balance()).toBe(paid);
  });

  test('are not offered to whoever cannot pay for them', async () => {
    await portal.pool.query('update program set price_kopecks = 99999900 where gives_sms');
    expect(await buy()).toMatchObject({ status: 409, body: { code: 'not_enough_money' } });
    expect(await tell(1)).toEqual([LETTER]);
  });

  test('are free where the provider sells no package', async () => {
    await portal.pool.query('update program set gives_sms = false');
    expect((await portal.send(notice.mobileSettings, {}, OWNER)).body).toMatchObject({
      package: null,
      sends_paid: true,
    });
    const refused = await portal.send(notice.mobilePackage, { body: { status: 'on' } }, OWNER);
    expect(refused).toMatchObject({ status: 409, body: { code: 'channel_absent' } });
    expect(await tell(1)).toContain(SMS);
  });

  test('come of the kinds that are chosen', async () => {
    await buy();
    const chosen = await portal.send(notice.mobilePackage, { body: { kinds: ['payment'] } }, OWNER);
    expect(chosen.body.kinds.filter(({ is_on }) => is_on).map(({ kind }) => kind)).toEqual([
      'payment',
      'price',
      'security',
    ]);
    expect(await tell(1)).toEqual([LETTER]);
    const { rows } = await portal.pool.query('select from contract_program where program_id = $1', [PACKAGE]);
    expect(rows).toHaveLength(1);
  });
});

test('the table of kinds and channels is what is sent', async () => {
  await portal.pool.query(`insert into contact values (100002, 'telegram', '77', 'active')`);
  const chosen = await portal.send(notice.choose, { body: { kind: 'debt', channel: 'mail', is_on: false } }, OWNER);
  const debtRow = (settings: typeof chosen.body) => settings.kinds.find(({ kind }) => kind === 'debt');
  expect(debtRow(chosen.body)).toMatchObject({ channels: ['sms', 'telegram'], is_fixed: false });
  expect(chosen.body.channels).toEqual([
    { channel: 'sms', title: 'СМС', to: PHONE, needs_package: true },
    { channel: 'mail', title: 'Почта', to: 'kuznetsova84@mail.example', needs_package: false },
    { channel: 'telegram', title: 'Telegram', to: null, needs_package: false },
  ]);
  expect(await tell(1)).toEqual([]);
  await portal.send(notice.choose, { body: { kind: 'debt', channel: 'mail', is_on: true } }, OWNER);
  expect((await portal.send(notice.settings, {}, OWNER)).body.kinds).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'debt', channels: ['sms', 'mail', 'telegram'] })]),
  );
  expect(await tell(2)).toEqual([LETTER]);
});

test('charges come only where they are asked for; a letter about them can be left', async () => {
  const rowOf = (settings: { kinds: { kind: string; channels: string[] }[] }) =>
    settings.kinds.find(({ kind }) => kind === 'charge');
  const choose = (is_on: boolean, channel: 'mail' | 'sms' = 'mail') =>
    portal.send(notice.choose, { body: { kind: 'charge', channel, is_on } }, OWNER);
  const others = `from wanted_notice where contract_id <> ${OWNER}`;
  await portal.pool.query(
    `insert into wanted_notice (contract_id, channel, category) values (100002, 'mail', 'charge')`,
  );
  expect(rowOf((await portal.send(notice.settings, {}, OWNER)).body)).toMatchObject({ channels: [], in_portal: false });
  expect(rowOf((await choose(true)).body)).toMatchObject({ channels: ['mail'] });
  // Twice is once.
  expect(rowOf((await choose(true)).body)).toMatchObject({ channels: ['mail'] });
  expect(rowOf((await choose(true, 'sms')).body)).toMatchObject({ channels: ['sms', 'mail'] });
  expect(rowOf((await choose(false)).body)).toMatchObject({ channels: ['sms'] });
  expect((await portal.pool.query(`select ${others}`)).rowCount).toBe(1);
  const { body } = await portal.send(notice.mobileSettings, {}, OWNER);
  expect(body.kinds).toContainEqual(expect.objectContaining({ kind: 'charge', is_on: true }));
});

test('a channel is switched as a whole: on without charges, off with them', async () => {
  const comesBy = async (is_on: boolean) => {
    const { body } = await portal.send(notice.choose, { body: { channel: 'mail', is_on } }, OWNER);
    return body.kinds.filter((kind) => !kind.is_fixed && kind.channels.includes('mail')).map(({ kind }) => kind);
  };
  await portal.send(notice.choose, { body: { kind: 'charge', channel: 'mail', is_on: true } }, OWNER);
  expect(await comesBy(false)).toEqual([]);
  expect(await comesBy(true)).toEqual(['debt', 'payment', 'autopayment', 'service', 'support']);
});

test('safety cannot be refused', async () => {
  const body = { kind: 'security', channel: 'sms', is_on: false } as never;
  expect((await portal.send(notice.choose, { body }, OWNER)).status).toBe(422);
});

test('quiet hours are the client’s own: from 13 to 15 of the provider’s zone', async () => {
  await buy();
  const set = (is_on: boolean, from: number, until: number) =>
    portal.send(notice.quietHours, { body: { is_on, from, until } }, OWNER);
  expect((await set(true, 13, 13)).status).toBe(422);
  expect((await set(true, 13, 15)).body).toEqual({ is_on: true, from: 13, until: 15 });
  await portal.work();
  heard.length = 0;
  // 14:05 in Samara.
  expect(await tell(1)).toEqual([LETTER]);
  portal.clock.set(new Date('2026-11-20T11:00:00Z'));
  await portal.work();
  expect(heard.splice(0)).toEqual([SMS]);
  portal.clock.set(new Date('2026-11-20T19:00:00Z'));
  expect(await tell(2)).toContain(SMS);
});

test('news come to those who have asked for them, and are answered with what is current', async () => {
  const ask = (product: string, body = {}) => portal.send(notice.productInfo, { params: { product }, body }, OWNER);
  expect((await ask('other')).status).toBe(404);
  await portal.pool.query(`
    delete from news_subscription;
    insert into news_subscription (contract_id, product, since) values (100002, 'volga', now())`);
  expect((await portal.send(notice.settings, {}, OWNER)).body.news.is_on).toBe(false);
  const subscribed = await ask('volga');
  expect(subscribed.body).toMatchObject({ product: 'volga', is_on: true });
  expect(subscribed.body.messages.every(({ kind }) => kind !== 'money')).toBe(true);
  expect((await portal.send(notice.settings, {}, OWNER)).body.news).toEqual({
    product: 'volga',
    is_on: true,
    needs_consent: false,
  });
  expect((await ask('volga', { is_on: false })).body.is_on).toBe(false);
  const { rows } = await portal.pool.query('select contract_id::int as id from news_subscription');
  expect(rows).toEqual([{ id: 100_002 }]);
});

describe('a chat with the bot', () => {
  const get = async (who = OWNER) => (await portal.send(notice.getTelegram, {}, who)).body;
  const begin = (who = OWNER) => portal.send(notice.setTelegram, { body: {} }, who);
  const confirm = (who = OWNER) => portal.send(notice.setTelegram, { body: { confirm: true } }, who);
  const says = (text: string, id = 42, secret = SECRET) =>
    portal.inject({
      method: 'POST',
      url: '/gateway/telegram',
      headers: { 'x-telegram-bot-api-secret-token': secret, 'content-type': 'application/json' },
      payload: JSON.stringify({ update_id: 1, message: { text, chat: { id, type: 'private', username: 'maria_k' } } }),
    });
  const codeOf = (link: string | null) => new URL(link!).searchParams.get('start')!;
  const link = async (who = OWNER, id = 42) => {
    await says(`/start ${codeOf((await begin(who)).body.link)}`, id);
    await confirm(who);
    await portal.work();
    heard.length = 0;
  };

  test('is linked by the bot’s /start and a confirmation in the portal', async () => {
    expect(await get()).toMatchObject({ is_active: false, is_available: true, state: 'none', link: null });
    const begun = (await begin()).body;
    expect(begun).toMatchObject({ state: 'code_sent', expires_at: '2026-11-20T10:15:00.000Z' });
    expect(begun.link).toMatch(/^https:\/\/t\.me\/volga_bot\?start=[\w-]{22}$/);
    expect(begun.message).toContain(begun.link!);
    expect(await confirm()).toMatchObject({ status: 409, body: { code: 'chat_not_started' } });
    expect((await says(`/start ${codeOf(begun.link)}`)).statusCode).toBe(200);
    expect(await get()).toMatchObject({ is_active: false, state: 'started', chat_name: '@maria_k' });
    expect((await confirm()).body).toMatchObject({
      is_active: true,
      state: 'active',
      chat_name: '@maria_k',
      link: null,
    });
    await portal.work();
    heard.length = 0;
    expect(await tell(1)).toEqual(expect.arrayContaining(['telegram 42 Мало денег\n\nНе хватает 5 ₽']));
  });

  test('is not linked by a call that is not of Telegram, nor by an old, used or made-up code', async () => {
    const code = codeOf((await begin()).body.link);
    expect((await says(`/start ${code}`, 42, 'wrong')).statusCode).toBe(403);
    await says('/start made-up');
    expect((await get()).state).toBe('code_sent');
    await says(`/start ${code}`);
    // Another chat with the same code takes nothing over.
    await says(`/start ${code}`, 43);
    await confirm();
    const { rows } = await portal.pool.query(`select value from contact where kind = 'telegram'`);
    expect(rows).toEqual([{ value: '42' }]);
    const second = codeOf((await begin()).body.link);
    portal.clock.advance(10 * 60_000);
    await says(`/start ${second}`);
    expect((await get()).state).toBe('active');
  });

  test.each([
    ['in the portal', () => portal.send(notice.removeTelegram, {}, OWNER)],
    ['by /stop in the chat', () => says('/stop')],
  ])('is unlinked %s, and the client hears of it', async (_, unlink) => {
    await link();
    await unlink();
    expect(await get()).toMatchObject({ is_active: false, state: 'none' });
    const [first] = (await portal.send(notice.getMessages, {}, OWNER)).body;
    expect(first).toMatchObject({ kind: 'security', title: 'Telegram отвязан' });
    expect((await tell(1)).filter((line) => line.includes('telegram 42 Мало'))).toEqual([]);
  });

  test('that has blocked the bot is unlinked by itself', async () => {
    await link();
    answer = 'gone';
    await tell(1);
    expect(await get()).toMatchObject({ is_active: false });
  });

  test('of another contract moves to who proves it last, and who has lost it hears of it', async () => {
    await link(100_002);
    await link(OWNER);
    expect(await get(100_002)).toMatchObject({ is_active: false });
    expect(await get()).toMatchObject({ is_active: true });
    const titles = async (who: number) =>
      (await portal.send(notice.getMessages, {}, who)).body
        .map(({ title }) => title)
        .filter((one) => one.includes('Tele'));
    expect(await titles(100_002)).toEqual(['Telegram отвязан', 'Telegram привязан']);
    // Who links his own chat anew has lost nothing.
    await link(OWNER);
    expect(await titles(OWNER)).not.toContain('Telegram отвязан');
  });

  test('is not offered where the operator has no bot', async () => {
    const { body } = await portal.send(notice.getMax, {}, OWNER);
    expect(body).toMatchObject({ is_available: false, message: 'MAX провайдер не подключил' });
    expect(await portal.send(notice.setMax, { body: {} }, OWNER)).toMatchObject({
      status: 409,
      body: { code: 'channel_absent' },
    });
    expect((await portal.send(notice.removeMax, {}, OWNER)).status).toBe(200);
  });
});
