import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { HelpDesk, HelpDeskEvent } from '#server/integrations/help-desk/port.ts';
import { webhookHelpDesk } from '#server/integrations/help-desk/webhook.ts';
import { runCommand } from '../../src/operator/operator.ts';
import { noteCallsLate } from '../../src/jobs/messaging/support.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

const { support } = contract;
const WHO = 100_003;
const PHONE = '79270000777';
const SECRET = 'the-secret-of-the-help-desk-of-the-tests';
const MINUTE_MS = 60_000;

/** A portal with a help desk that remembers what it hears. */
async function opened() {
  const heard: { event: HelpDeskEvent; key: string }[] = [];
  const helpDesk: HelpDesk = {
    ...webhookHelpDesk({ url: 'http://127.0.0.1:1/hook', secret: SECRET }),
    tell: (event, key) => Promise.resolve(void heard.push({ event, key })),
  };
  const portal = await testPortal({ throughOutside: (outside) => ({ ...outside, helpDesk }) });
  const run = async (...line: string[]) => {
    const said: string[] = [];
    const tools = { ...portal.world, agents: [] };
    const code = await runCommand(
      () => Promise.resolve(tools),
      line,
      (text) => void said.push(text),
    );
    return { code, said: said.join('\n') };
  };
  const consent = portal.world.provider.support.consent.version;
  const ask = async (who: number | 'guest', phone = PHONE) => {
    await portal.send(support.callBack, { body: { phone, consent, topic: 'Оплата' } }, who);
    const { rows } = await portal.pool.query<{ id: number }>(
      'select call_back_id::int as id from call_back where phone = $1 and done_at is null',
      [phone],
    );
    return rows[0]!.id;
  };
  const calls = async (who = WHO) => (await portal.send(support.getCallBacks, {}, who)).body;
  const titles = async () => (await portal.send(contract.notice.getMessages, {}, WHO)).body.map(({ title }) => title);
  return { portal, heard, run, ask, calls, titles, consent };
}

const tell = async (portal: TestPortal, message: object) => {
  const payload = JSON.stringify(message);
  const seconds = Math.floor(portal.clock.now().getTime() / 1000);
  const signature = `t=${seconds},v1=${createHmac('sha256', SECRET).update(`${seconds}.${payload}`).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-kabinet-signature': signature };
  const reply = await portal.inject({ method: 'POST', url: '/gateway/help-desk', headers, payload });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
};

test('a client sees the call that he asked for; nobody else does', async () => {
  const { ask, calls } = await opened();
  await ask(WHO);
  expect(await calls()).toMatchObject([{ topic: 'Оплата', state: 'waiting', late_times: 0, done_at: null }]);
  expect((await calls())[0]!.phone).not.toContain('0000777');
  expect((await calls(100_004)).some(({ topic, state }) => topic === 'Оплата' && state === 'waiting')).toBe(false);
});

test('the operator lists, takes and finishes a call; the client and the help desk learn how it ended', async () => {
  const { portal, heard, run, ask, calls } = await opened();
  const id = String(await ask(WHO));
  expect((await run('requests', 'list')).said).toMatch(/call \d+ {2}79270000777 .* договор 100003 {2}никто не взял/);
  expect(await run('requests', 'take', 'call', id, 'Ольга')).toMatchObject({ code: 0 });
  expect((await run('requests', 'list')).said).toContain('договор 100003  Ольга');
  expect(await calls()).toMatchObject([{ state: 'taken' }]);
  expect(await run('requests', 'finish', 'call', id, 'signed')).toEqual({
    code: 2,
    said: 'Здесь бывает: called, no_answer, refused',
  });
  const ended = await run('requests', 'finish', 'call', id, 'called', '--note', 'Вернём 300 ₽ в понедельник');
  expect(ended.code).toBe(0);
  expect(await calls()).toMatchObject([{ state: 'called', note: 'Вернём 300 ₽ в понедельник' }]);
  expect(await run('requests', 'finish', 'call', id, 'called')).toMatchObject({ code: 1 });
  await portal.work();
  expect(heard.map(({ event }) => ('step' in event ? [event.step, event.taken_by, event.result] : []))).toEqual([
    ['asked', 'Ольга', 'called'],
    ['taken', 'Ольга', 'called'],
    ['finished', 'Ольга', 'called'],
  ]);
  expect(new Set(heard.map(({ key }) => key)).size).toBe(3);
  portal.clock.advance(31 * 24 * 60 * MINUTE_MS);
  expect(await calls()).toEqual([]);
});

test('a client who did not answer the call is told so', async () => {
  const { run, ask, titles } = await opened();
  const id = String(await ask(WHO));
  await run('requests', 'finish', 'call', id, 'no_answer');
  expect(await titles()).toContain('Мы звонили, но не дозвонились');
});

test('a call that was promised and not made is promised once more, then the client is asked to call', async () => {
  const { portal, heard, ask, calls, titles } = await opened();
  await ask(WHO);
  await ask('guest', '79270000778');
  const [{ call: first }] = (await calls()) as [Awaited<ReturnType<typeof calls>>[number]];
  portal.clock.set(new Date(Date.parse(first.to) - 1000));
  await noteCallsLate(portal.world);
  expect(await calls()).toMatchObject([{ late_times: 0, call: first }]);
  portal.clock.set(new Date(Date.parse(first.to) + MINUTE_MS));
  await Promise.all([noteCallsLate(portal.world), noteCallsLate(portal.world)]);
  const [{ late_times: once, call: second }] = (await calls()) as [Awaited<ReturnType<typeof calls>>[number]];
  expect(once).toBe(1);
  expect(Date.parse(second.to)).toBeGreaterThan(portal.clock.now().getTime());
  portal.clock.set(new Date(Date.parse(second.to) + MINUTE_MS));
  await noteCallsLate(portal.world);
  await noteCallsLate(portal.world);
  expect(await calls()).toMatchObject([{ late_times: 2, call: second, state: 'waiting' }]);
  expect((await titles()).filter((title) => title === 'Не успели вам позвонить')).toHaveLength(1);
  await portal.work();
  const steps = heard.flatMap(({ event }) => ('step' in event ? [event.step] : []));
  expect(steps.toSorted()).toEqual(['asked', 'asked', 'late', 'late', 'late_again', 'late_again']);
});

test('the help desk takes and finishes requests by signed messages, each carried out once and not told back', async () => {
  const { portal, heard, ask, calls, consent } = await opened();
  const call = await ask(WHO);
  const wanted = { name: 'Пётр', phone: '79270000502', city: 1, street: 'Лесная', house: '8', consent };
  await portal.send(support.newClient, { body: { ...wanted, services: ['internet'] } }, 'guest');
  const made = await portal.pool.query<{ id: number }>(
    `select new_client_id::int as id from new_client where phone = '79270000502'`,
  );
  const id = made.rows[0]?.id;
  await portal.work();
  const told = heard.length;
  const take = { message_id: 'desk-1', call_back_id: call, deed: 'take', name: 'Ольга' };
  expect(await tell(portal, take)).toEqual({ status: 200, body: { outcome: 'done' } });
  expect(await tell(portal, { ...take, name: 'Пётр' })).toEqual({ status: 200, body: { outcome: 'known' } });
  expect(await calls()).toMatchObject([{ state: 'taken' }]);
  const finish = { message_id: 'desk-2', call_back_id: call, deed: 'finish', result: 'refused' };
  const sent = await Promise.all([1, 2, 3].map(() => tell(portal, finish)));
  expect(sent.map(({ body: { outcome } }) => outcome).toSorted()).toEqual(['done', 'known', 'known']);
  expect(await calls()).toMatchObject([{ state: 'refused', note: null }]);
  expect(await tell(portal, { ...finish, message_id: 'desk-3' })).toMatchObject({ status: 409 });
  const signed = { message_id: 'desk-4', new_client_id: id, deed: 'finish', result: 'signed' };
  expect(await tell(portal, signed)).toMatchObject({ status: 200 });
  const { rows } = await portal.pool.query('select result from new_client where new_client_id = $1', [id]);
  expect(rows).toEqual([{ result: 'signed' }]);
  await portal.work();
  expect(heard).toHaveLength(told);
});

test('a message of the help desk about no request, or with a result of another kind, is refused', async () => {
  const { portal, ask, calls } = await opened();
  const call = await ask(WHO);
  const finish = { message_id: 'desk-1', call_back_id: call, deed: 'finish', result: 'called' };
  expect(await tell(portal, { ...finish, call_back_id: 999_999 })).toMatchObject({ status: 404 });
  expect(await tell(portal, { ...finish, result: 'signed' })).toMatchObject({
    status: 422,
    body: { code: 'bad_input', errors: [{ path: 'body.result' }] },
  });
  expect(await tell(portal, { ...finish, new_client_id: 5 })).toMatchObject({ status: 422 });
  expect(await calls()).toMatchObject([{ state: 'waiting' }]);
});

test('a number whose call was missed gets a new promise, then our number, and never a time that has passed', async () => {
  const { portal, heard, ask, calls, consent } = await opened();
  await ask(WHO);
  const again = () => portal.send(support.callBack, { body: { phone: PHONE, consent, topic: 'Оплата' } }, WHO);
  const first = (await again()).body.call;
  // Before the job of every five minutes has noticed.
  portal.clock.set(new Date(Date.parse(first.to) + MINUTE_MS));
  const both = await Promise.all([again(), again()]);
  const second = both[0].body.call;
  expect(Date.parse(second.to)).toBeGreaterThan(portal.clock.now().getTime());
  expect(both.map(({ body }) => body.call)).toEqual([second, second]);
  expect(await calls()).toMatchObject([{ late_times: 1, call: second }]);
  portal.clock.set(new Date(Date.parse(second.to) + MINUTE_MS));
  expect(await again()).toMatchObject({
    status: 409,
    body: { code: 'call_back_missed', message: expect.stringContaining('Позвоните нам: +7') as string },
  });
  await portal.work();
  const steps = heard.flatMap(({ event }) => ('step' in event ? [event.step] : []));
  expect(steps.toSorted()).toEqual(['asked', 'late']);
});

test('a client withdraws a call until it has been made: the operator sees it, the help desk hears it, nobody promises it anew', async () => {
  const { portal, heard, run, ask, calls } = await opened();
  const id = await ask(WHO);
  await run('requests', 'take', 'call', String(id), 'Ольга');
  const withdraw = () => portal.send(support.withdrawCall, { body: { call_back_id: id } }, WHO);
  const [first, again] = await Promise.all([withdraw(), withdraw()]);
  const sameNumberAt = new Date(portal.clock.now().getTime() + 10 * MINUTE_MS).toISOString();
  expect([first, again]).toMatchObject([
    { status: 200, body: { again_at: sameNumberAt } },
    { status: 200, body: { again_at: sameNumberAt } },
  ]);
  expect(await calls()).toMatchObject([{ state: 'withdrawn', done_at: portal.clock.now().toISOString() }]);
  expect((await run('requests', 'list')).said).toMatch(/79270000777 .* Ольга {2}отменил клиент/);
  expect(await run('requests', 'finish', 'call', String(id), 'called')).toMatchObject({ code: 1 });
  portal.clock.advance(60 * MINUTE_MS);
  await noteCallsLate(portal.world);
  await portal.work();
  expect(heard.map(({ event }) => 'step' in event && event.step)).toEqual(['asked', 'taken', 'withdrawn']);
  portal.clock.advance(24 * 60 * MINUTE_MS);
  expect((await run('requests', 'list')).said).not.toContain('79270000777');
  await ask(WHO);
  expect(await calls()).toMatchObject([{ state: 'waiting' }, { state: 'withdrawn' }]);
});

test('a withdrawn call takes the message of its missed promise with it', async () => {
  const { portal, ask, calls, titles } = await opened();
  const id = await ask(WHO);
  portal.clock.set(new Date(Date.parse((await calls())[0]!.call.to) + MINUTE_MS));
  await noteCallsLate(portal.world);
  expect(await titles()).toContain('Не успели вам позвонить');
  await portal.send(support.withdrawCall, { body: { call_back_id: id } }, WHO);
  expect(await titles()).not.toContain('Не успели вам позвонить');
});

test.each([
  ['called', /^Отменить уже нельзя: мы вам позвонили, 14:05$/],
  ['no_answer', /^Отменять нечего: мы уже звонили и не дозвонились, 14:05$/],
  ['refused', /^Отменять нечего: звонок уже закрыт, 14:05$/],
])('a call that ended with %s is not withdrawn: the reason is told', async (result, words) => {
  const { portal, run, ask } = await opened();
  const id = await ask(WHO);
  await run('requests', 'finish', 'call', String(id), result);
  const { status, body } = await portal.send(support.withdrawCall, { body: { call_back_id: id } }, WHO);
  expect([status, body.code]).toEqual([409, 'call_back_over']);
  expect(body.message?.replaceAll('\u00a0', ' ')).toMatch(words);
});

test('a guest sees and withdraws his call by the key that his browser got, and by nothing else', async () => {
  const { portal, consent } = await opened();
  const request = { body: { phone: PHONE, consent, topic: 'Оплата' } };
  const { body: asked } = await portal.send(support.callBack, request, 'guest');
  const key = asked.key ?? '';
  expect(key).toHaveLength(43);
  // Somebody else who writes the same number gets a key to his own request.
  const { body: others } = await portal.send(support.callBack, request, WHO);
  expect(others.key).not.toBe(key);
  await portal.send(support.withdrawAskedCall, { body: { key: others.key ?? '' } }, 'guest');
  const seen = await portal.send(support.askedCall, { body: { key } }, 'guest');
  expect(seen.body).toMatchObject({ state: 'waiting', topic: 'Оплата' });
  expect(seen.body.phone).toMatch(/•-07-77$/);
  expect(seen.body).not.toHaveProperty('call_back_id');
  const wrong = `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`;
  for (const call of [support.askedCall, support.withdrawAskedCall])
    expect((await portal.send(call, { body: { key: wrong } }, 'guest')).status).toBe(404);
  expect((await portal.send(support.withdrawAskedCall, { body: { key } }, 'guest')).status).toBe(200);
  expect((await portal.send(support.askedCall, { body: { key } }, 'guest')).body.state).toBe('withdrawn');
  // R-24: a call that is withdrawn counts all the same.
  expect((await portal.send(support.callBack, request, 'guest')).body.code).toBe('call_back_too_often');
  const { rows } = await portal.pool.query('select key_hash from call_back where phone = $1', [PHONE]);
  expect(JSON.stringify(rows)).not.toContain(key);
});

test('R-24: markup and terminal codes that a guest writes as a topic or a name are text for the operator and the help desk', async () => {
  const { portal, heard, run, consent } = await opened();
  const written = `<b onclick=alert(1)>Кот</b>\u001b[2J`;
  await portal.send(support.callBack, { body: { phone: PHONE, consent, topic: written } }, 'guest');
  const client = {
    phone: '79270000778',
    city: 1,
    street: 'Нигде',
    house: '1',
    services: ['internet' as const],
    consent,
  };
  await portal.send(support.newClient, { body: { ...client, name: written } }, 'guest');
  const { said } = await run('requests', 'list');
  expect(said).not.toContain('\u001b');
  await portal.work();
  const told = heard.flatMap(({ event }) => ('topic' in event ? [event.topic] : 'name' in event ? [event.name] : []));
  expect(told.every((text) => text.startsWith('<b onclick=alert(1)>Кот</b>'))).toBe(true);
  expect(told.length).toBeGreaterThan(0);
});
