import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { notify } from '#server/domain/messaging/notify.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { maxBot } from '#server/integrations/messenger/max.ts';
import type { ChatMessage } from '#server/integrations/messenger/port.ts';
import type { Outside } from '#server/integrations/port.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { notice } = contract;
const OWNER = 100_001;
const SECRET = 'the-secret-of-the-webhook';
const CHAT = 4_815_162_342;

let portal: TestPortal;
let heard: ChatMessage[];

const listening = (outside: Outside): Outside => {
  heard = [];
  const bot = maxBot({ bot: 'id6320000000_bot', token: 't', secret: SECRET, url: 'http://127.0.0.1:1' });
  const send = (message: ChatMessage) => Promise.resolve((heard.push(message), 'sent' as const));
  return { ...outside, messengers: { max: { ...bot, send } } };
};

beforeEach(async () => {
  portal = await testPortal({ throughOutside: listening });
  // In the day: nothing waits for the end of the quiet hours.
  portal.clock.set(new Date('2026-11-20T08:00:00Z'));
});

/** MAX reports an update, in the form that its documents give. */
const says = (update: object, secret = SECRET) =>
  portal.inject({
    method: 'POST',
    url: '/gateway/max',
    headers: { 'x-max-bot-api-secret': secret, 'content-type': 'application/json' },
    payload: JSON.stringify({ timestamp: 1, ...update }),
  });
const started = (payload: string) =>
  says({ update_type: 'bot_started', chat_id: CHAT, payload, user: { user_id: 7, name: 'Мария', username: null } });
const written = (text: string, chat_type = 'dialog') =>
  says({
    update_type: 'message_created',
    message: { sender: { user_id: 7 }, recipient: { chat_id: CHAT, chat_type }, body: { mid: 'm', seq: 1, text } },
  });
const get = async () => (await portal.send(notice.getMax, {}, OWNER)).body;

async function link(): Promise<void> {
  const { body } = await portal.send(notice.setMax, { body: {} }, OWNER);
  await started(new URL(body.link!).searchParams.get('start')!);
  await portal.send(notice.setMax, { body: { confirm: true } }, OWNER);
  await portal.work();
  heard.length = 0;
}

const paid: Notice<object> = {
  name: 'test.paid',
  category: 'payment',
  shownDays: 1,
  link: () => '/payments-history/i',
  portal: () => ({ title: 'Платёж пришёл', body: '<p>500 ₽</p>' }),
};
async function toldOfPayment(): Promise<string[]> {
  const at = { now: portal.clock.now(), zone: portal.world.provider.time_zone };
  await portal.world.db.write((tx) => notify(tx, paid, OWNER, {}, at));
  await portal.work();
  return heard.splice(0).map(({ to, text }) => `${to} ${text}`);
}

test('MAX is linked by its button «Начать» and a confirmation of whose chat it is', async () => {
  const { body } = await portal.send(notice.setMax, { body: {} }, OWNER);
  expect(body).toMatchObject({ state: 'code_sent', is_active: false });
  expect(body.link).toMatch(/^https:\/\/max\.ru\/id6320000000_bot\?start=[\w-]{22}$/);
  const code = new URL(body.link!).searchParams.get('start')!;
  expect((await says({ update_type: 'bot_started', chat_id: CHAT, payload: code }, 'wrong')).statusCode).toBe(403);
  await started('made-up');
  await portal.work();
  expect(heard.splice(0)).toMatchObject([
    { text: expect.stringContaining('Настройки, MAX') as string, link: 'http://127.0.0.1:8080/lk/settings/max' },
  ]);
  expect((await get()).state).toBe('code_sent');
  await started(code);
  expect(await get()).toMatchObject({ state: 'started', chat_name: 'Мария', is_active: false });
  expect(await toldOfPayment()).not.toContain(`${CHAT} Платёж пришёл\n\n500 ₽`);
  await portal.send(notice.setMax, { body: { confirm: true } }, OWNER);
  expect(await get()).toMatchObject({ state: 'active', chat_name: 'Мария', is_active: true });
  heard.length = 0;
  expect(await toldOfPayment()).toContain(`${CHAT} Платёж пришёл\n\n500 ₽`);
});

test('MAX has a switch of its own for each kind of notice', async () => {
  await link();
  const body = { channel: 'max', kind: 'payment', is_on: false } as const;
  expect((await portal.send(notice.choose, { body }, OWNER)).status).toBe(200);
  expect(await toldOfPayment()).toEqual([]);
});

test.each([
  ['in the portal', () => portal.send(notice.removeMax, {}, OWNER)],
  ['by /stop in the chat', () => written('/stop')],
  ['by stopping the bot', () => says({ update_type: 'bot_stopped', chat_id: CHAT, user: { user_id: 7 } })],
  ['by deleting the chat', () => says({ update_type: 'dialog_removed', chat_id: CHAT, user: { user_id: 7 } })],
])('MAX is unlinked %s, and the client hears of it', async (_, unlink) => {
  await link();
  await unlink();
  expect(await get()).toMatchObject({ is_active: false, state: 'none' });
  const [first] = (await portal.send(notice.getMessages, {}, OWNER)).body;
  expect(first).toMatchObject({ kind: 'security', title: 'MAX отвязан' });
});

test('what else is written to the bot of MAX, or in a group, unlinks nothing', async () => {
  await link();
  for (const reply of [await written('привет'), await written('/stop', 'chat')]) expect(reply.statusCode).toBe(200);
  expect(await get()).toMatchObject({ is_active: true });
});
