import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { maxBot } from '#server/integrations/messenger/max.ts';
import type { ChatMessage } from '#server/integrations/messenger/port.ts';
import { telegramBot } from '#server/integrations/messenger/telegram.ts';
import type { Outside } from '#server/integrations/port.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

const { notice } = contract;
const [VICTIM, ATTACKER] = [100_001, 100_002];
const SECRET = 'the-secret-of-the-webhook';
const [HIS_CHAT, OTHER_CHAT] = [42, 66];

let portal: TestPortal;
let heard: ChatMessage[];

const listening = (outside: Outside): Outside => {
  heard = [];
  const settings = { bot: 'volga_bot', token: 't', secret: SECRET, url: 'http://127.0.0.1:1' };
  const send = (message: ChatMessage) => Promise.resolve((heard.push(message), 'sent' as const));
  return {
    ...outside,
    messengers: { telegram: { ...telegramBot(settings), send }, max: { ...maxBot(settings), send } },
  };
};

beforeEach(async () => {
  portal = await testPortal({ throughOutside: listening });
});

type Name = 'telegram' | 'max';
const HEADER = { telegram: 'x-telegram-bot-api-secret-token', max: 'x-max-bot-api-secret' };

const post = (name: Name, payload: string, headers: Record<string, string> = { [HEADER[name]]: SECRET }) =>
  portal.inject({
    method: 'POST',
    url: `/gateway/${name}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

/** What each messenger tells of a bot that is started with a code. */
const START = {
  telegram: (code: string, id: number, name: string) => ({
    message: { text: `/start ${code}`, chat: { id, type: 'private', first_name: name } },
  }),
  max: (code: string, id: number, name: string) => ({
    update_type: 'bot_started',
    chat_id: id,
    payload: code,
    user: { name },
  }),
};
const start = (name: Name, code: string, id: number, who = 'Мария') =>
  post(name, JSON.stringify(START[name](code, id, who)));

const CALLS = {
  telegram: { get: notice.getTelegram, set: notice.setTelegram },
  max: { get: notice.getMax, set: notice.setMax },
} as const;
const get = async (name: Name, who: number) => (await portal.send(CALLS[name].get, {}, who)).body;
const begin = async (name: Name, who: number) => {
  const { body } = await portal.send(CALLS[name].set, { body: {} }, who);
  return new URL(body.link!).searchParams.get('start')!;
};
const confirm = (name: Name, who: number) => portal.send(CALLS[name].set, { body: { confirm: true } }, who);
const linked = async () =>
  (
    await portal.pool.query<{ who: string }>(
      `select contract_id || ' ' || value as who from contact where kind in ('telegram', 'max')`,
    )
  ).rows.map(({ who }) => who);

describe.each(['telegram', 'max'] as const)('the bot of %s', (name) => {
  test('another’s code links nothing for whoever has it: the owner sees a strange chat, and a code serves one chat', async () => {
    const code = await begin(name, VICTIM);
    await start(name, code, OTHER_CHAT, 'Чужой');
    expect(await confirm(name, ATTACKER)).toMatchObject({ status: 409, body: { code: 'chat_not_started' } });
    expect(await get(name, VICTIM)).toMatchObject({ state: 'started', chat_name: 'Чужой', is_active: false });
    await start(name, code, HIS_CHAT);
    expect((await get(name, VICTIM)).chat_name).toBe('Чужой');
    // A new code forgets the strange chat.
    const second = await begin(name, VICTIM);
    await start(name, code, OTHER_CHAT, 'Чужой');
    expect((await get(name, VICTIM)).state).toBe('code_sent');
    await start(name, second, HIS_CHAT);
    await confirm(name, VICTIM);
    expect(await linked()).toEqual([`${VICTIM} ${HIS_CHAT}`]);
  });

  test('a replay changes nothing: neither of a start that has been confirmed, nor of a confirmation', async () => {
    const code = await begin(name, VICTIM);
    for (let times = 0; times < 3; times += 1) await start(name, code, HIS_CHAT);
    await confirm(name, VICTIM);
    for (const chat of [HIS_CHAT, OTHER_CHAT]) await start(name, code, chat);
    expect(await confirm(name, VICTIM)).toMatchObject({ status: 409 });
    expect(await linked()).toEqual([`${VICTIM} ${HIS_CHAT}`]);
  });

  test('of the other messenger does not know the code', async () => {
    const other = name === 'max' ? 'telegram' : 'max';
    await start(other, await begin(name, VICTIM), HIS_CHAT);
    expect((await get(name, VICTIM)).state).toBe('code_sent');
  });

  test.each([
    ['no secret', {}],
    ['an empty one', { [HEADER[name]]: '' }],
    ['a shorter one', { [HEADER[name]]: SECRET.slice(0, -1) }],
    ['a longer one', { [HEADER[name]]: `${SECRET}x` }],
    ['one of other letters', { [HEADER[name]]: 'щ'.repeat(SECRET.length) }],
    ['the right one in another header', { authorization: SECRET, 'x-secret': SECRET }],
    ['the right one in the address', { 'x-original-url': `/gateway/${name}?secret=${SECRET}` }],
  ])('with %s is not believed', async (_, headers: Record<string, string>) => {
    const code = await begin(name, VICTIM);
    const payload = JSON.stringify(START[name](code, OTHER_CHAT, 'Чужой'));
    const safe = Object.fromEntries(
      Object.entries(headers).map(([key, text]) => [key, Buffer.from(text).toString('latin1')]),
    );
    expect((await post(name, payload, safe)).statusCode).toBe(403);
    expect((await get(name, VICTIM)).state).toBe('code_sent');
  });

  test('with a huge body is refused unread', async () => {
    const code = await begin(name, VICTIM);
    const reply = await post(
      name,
      JSON.stringify({ ...START[name](code, HIS_CHAT, 'М'), filler: 'x'.repeat(100_000) }),
    );
    expect(reply.statusCode).toBe(413);
    expect((await get(name, VICTIM)).state).toBe('code_sent');
  });

  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['another shape', '[]'],
    ['null', 'null'],
    ['a number for a chat that is none', JSON.stringify(START[name]('a', 1.5, 'М'))],
    ['a text for a number', JSON.stringify({ ...START[name]('a', 1, 'М'), chat_id: '1', message: 7 })],
    ['a code with a zero character', JSON.stringify(START[name]('a\u0000b', 1, 'М'))],
    ['a code of a thousand letters', JSON.stringify(START[name]('a'.repeat(1000), 1, 'М'))],
    ['a deep one', '['.repeat(20_000)],
  ])('takes note of %s and does nothing: a refusal would be repeated for days', async (_, payload) => {
    expect((await post(name, payload)).statusCode).toBe(200);
    await portal.work();
    expect(heard.filter(({ to }) => to === '1')).toEqual([]);
  });

  test.each([
    ['of invisible characters', '\u202e\u200b\u0000', String(HIS_CHAT)],
    ['that turns the writing round', 'Мария \u202eавонзук\u202c', 'Мария авонзук'],
    ['of several lines', 'Мария\r\n\r\nПодтвердите вход', 'Мария Подтвердите вход'],
    ['too long for a screen', '🙂'.repeat(3000), '🙂'.repeat(64)],
  ])('shows a name %s harmlessly', async (_, given, shown) => {
    await start(name, await begin(name, VICTIM), HIS_CHAT, given);
    expect((await get(name, VICTIM)).chat_name).toBe(shown);
  });
});

/** A chat of a messenger becomes that of a contract. */
async function link(name: Name, who: number, chat: number): Promise<void> {
  await start(name, await begin(name, who), chat);
  expect((await confirm(name, who)).status).toBe(200);
}
const unlinkedTold = async (who: number) =>
  (await portal.send(notice.getMessages, {}, who)).body.filter(({ title }) => title.endsWith('отвязан')).length;
const remove = (name: Name, who: number) =>
  portal.send(name === 'max' ? notice.removeMax : notice.removeTelegram, {}, who);

test('a chat that passes to another contract is told to the former one; each messenger and contract is unlinked alone', async () => {
  await link('telegram', VICTIM, HIS_CHAT);
  await link('max', VICTIM, HIS_CHAT);
  await link('telegram', ATTACKER, OTHER_CHAT);
  await link('telegram', VICTIM, HIS_CHAT);
  expect([await unlinkedTold(VICTIM), await unlinkedTold(ATTACKER)]).toEqual([0, 0]);
  const told = (await portal.send(notice.getMessages, {}, ATTACKER)).body.map(({ title }) => title);
  expect(told).toContain('Telegram привязан');
  expect(await linked()).toHaveLength(3);
  await link('telegram', ATTACKER, HIS_CHAT);
  expect([await unlinkedTold(VICTIM), await unlinkedTold(ATTACKER)]).toEqual([1, 0]);
  expect((await linked()).toSorted()).toEqual([`${VICTIM} ${HIS_CHAT}`, `${ATTACKER} ${HIS_CHAT}`]);
  expect(await get('telegram', VICTIM)).toMatchObject({ is_active: false });
  // What waits for its chat is dropped with it; what others wait for is not.
  for (const [name, who] of [
    ['telegram', VICTIM],
    ['max', VICTIM],
    ['telegram', ATTACKER],
  ] as const)
    await begin(name, who);
  const others = async () =>
    (await portal.pool.query(`select from contact where contract_id = $1 and kind in ('phone', 'email')`, [ATTACKER]))
      .rowCount;
  const kept = await others();
  expect(kept).toBeGreaterThan(0);
  for (const _ of [1, 2]) expect((await remove('telegram', ATTACKER)).status).toBe(200);
  expect(await others()).toBe(kept);
  expect(await unlinkedTold(ATTACKER)).toBe(1);
  expect(await linked()).toEqual([`${VICTIM} ${HIS_CHAT}`]);
  expect((await get('telegram', ATTACKER)).state).toBe('none');
  expect((await get('telegram', VICTIM)).state).toBe('code_sent');
  expect(await get('max', VICTIM)).toMatchObject({ is_active: true, link: expect.any(String) as string });
});

test('a code to a chat is valid for ten minutes, to the bot and to the client', async () => {
  const again = () => portal.send(contract.auth.confirm, { body: { password: 'demo-kabinet' } }, VICTIM);
  const code = await begin('telegram', VICTIM);
  portal.clock.advance(10 * 60_000);
  await start('telegram', code, HIS_CHAT);
  expect((await get('telegram', VICTIM)).state).toBe('none');
  await portal.work();
  expect(heard.map(({ text }) => text).join()).toContain('Настройки, Telegram');
  await again();
  await start('telegram', await begin('telegram', VICTIM), HIS_CHAT);
  await portal.work();
  expect(heard.at(-1)?.text).toContain('Чат найден');
  portal.clock.advance(10 * 60_000);
  await again();
  expect(await confirm('telegram', VICTIM)).toMatchObject({ status: 409, body: { code: 'chat_not_started' } });
  expect(await linked()).toEqual([]);
});
