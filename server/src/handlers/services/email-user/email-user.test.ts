import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { ProblemBody } from '@kabinet/contract/kernel/problem';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { eraseOverdue } from '#server/jobs/services/erase-mailboxes.ts';
import { AtOnce } from '../../../../test/portal/at-once.ts';
import { plainSpaces } from '../../../../test/portal/plain-spaces.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const WHO = 100_001;
const OTHER = 100_002;
const COMPANY = 100_005;
const DOMAIN = 'volga.example';
const PASSWORD = 'lodka-u-prichala-7';
const calls = contract.emailUser;

const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { code, message, errors } = body as ProblemBody;
  return { status, code, message, errors };
};
const boxes = async (portal: TestPortal, who = WHO) => (await portal.send(calls.list, {}, who)).body;
const idOf = async (portal: TestPortal, address: string, who = WHO) =>
  (await boxes(portal, who)).find((box) => box.address === address)!.user_id;
const get = async (portal: TestPortal, id: number, who = WHO) =>
  (await portal.send(calls.get, { params: { id } }, who)).body;
const create = (portal: TestPortal, name: string, who = WHO, password = PASSWORD) =>
  portal.send(calls.create, { body: { name, domain: who === COMPANY ? 'pekarni.example' : DOMAIN, password } }, who);
const check = async (portal: TestPortal, name: string, who = WHO, domain = DOMAIN) =>
  (await portal.send(calls.check, { query: { name, domain } }, who)).body;
const column = async <T>(portal: TestPortal, text: string, values: unknown[] = []) =>
  (await portal.pool.query<{ value: T }>(text, values)).rows.map(({ value }) => value);
const KUZNETSOVA = `kuznetsova84@${DOMAIN}`;

test('the list has what works first, then what can be restored', async () => {
  const portal = await testPortal();
  expect((await boxes(portal)).map(({ address, state, kept_until }) => [address, state, kept_until])).toEqual([
    [KUZNETSOVA, 'active', null],
    [`maria@${DOMAIN}`, 'active', null],
    [`dacha@${DOMAIN}`, 'closed', '2026-12-06'],
  ]);
  expect(await get(portal, await idOf(portal, KUZNETSOVA))).toMatchObject({
    aliases: [`dom31@${DOMAIN}`, `mk84@${DOMAIN}`],
    forward: { target: 'maria.k@mail.example', is_on: true },
    reply: { is_on: true, from: '2026-11-26', until: '2026-12-03' },
    servers: { imap: { host: 'imap.volga.example', port: 993, security: 'ssl' } },
    full_on: '2026-12-06',
  });
});

test('a mailbox is created, works at once, and is told to the mail server', async () => {
  const portal = await testPortal();
  const made = await create(portal, ' Rybalka.31 ');
  expect(made).toMatchObject({ status: 200, body: { address: `rybalka.31@${DOMAIN}`, charge_now: '0.00' } });
  expect(await get(portal, made.body.user_id)).toMatchObject({ state: 'active', quota_bytes: 1024 ** 3, aliases: [] });
  expect(
    await column(portal, 'select password as value from mail.login where username = $1', [made.body.address]),
  ).toEqual([expect.stringMatching(/^\{ARGON2ID\}\$argon2id\$v=19\$/)]);
  await portal.work();
  expect(
    await column(portal, `select state->>'access' as value from recorded_network.service where service = $1`, [
      `user:${made.body.user_id}`,
    ]),
  ).toEqual(['open']);
});

test.each([
  ['a', 'wrong', /не меньше 3/],
  ['рыбалка', 'wrong', /латиницей/],
  ['.fish', 'wrong', /Начните и закончите/],
  ['fi..sh', 'wrong', /подряд/],
  ['fi sh', 'wrong', /Только латинские/],
  ['x'.repeat(31), 'wrong', /не больше 30/],
  ['postmaster', 'reserved', /служебное/],
  ['support', 'reserved', /служебное/],
  ['KUZNETSOVA84', 'taken', /занято/],
  ['mk84', 'taken', /занято/],
  ['dacha', 'taken', /занято/],
  ['rybalka', 'free', /Свободно: письма придут на rybalka@volga.example/],
])('the name %s is %s, and creation says the same', async (name, answer, text) => {
  const portal = await testPortal();
  const told = await check(portal, name);
  expect(told.answer).toBe(answer);
  expect(told.text).toMatch(text);
  const made = await create(portal, name);
  if (answer === 'free') expect(made.status).toBe(200);
  else {
    expect(refusal(made)).toMatchObject({
      code: answer === 'wrong' ? 'bad_input' : 'mail_name_taken',
      message: told.text,
    });
    expect(refusal(made).errors).toEqual([{ path: 'body.name', message: told.text }]);
  }
});

test('similar names are free ones', async () => {
  const portal = await testPortal();
  const { similar } = await check(portal, 'kuznetsova84');
  expect(similar).toHaveLength(3);
  for (const name of similar) expect((await check(portal, name)).answer).toBe('free');
});

test('a domain of another client is none, the own one has its own names', async () => {
  const portal = await testPortal();
  const query = { name: 'sklad', domain: 'pekarni.example' };
  expect((await portal.send(calls.check, { query }, WHO)).status).toBe(404);
  expect((await check(portal, 'support', COMPANY, 'pekarni.example')).answer).toBe('free');
  expect((await check(portal, 'abuse', COMPANY, 'pekarni.example')).answer).toBe('reserved');
  expect((await portal.send(calls.terms, {}, COMPANY)).body.domains).toEqual(['pekarni.example', DOMAIN]);
});

test('a weak password is refused with each rule that it breaks', async () => {
  const portal = await testPortal();
  for (const password of ['short', 'rybalka31', 'password1']) {
    const { code, errors } = refusal(await create(portal, 'rybalka31', WHO, password));
    expect([code, errors?.[0]?.path]).toEqual(['bad_input', 'body.password']);
  }
});

test('after the included mailboxes come paid ones, charged at once for the days that are left; then no more', async () => {
  const portal = await testPortal();
  const terms = async () => (await portal.send(calls.terms, {}, WHO)).body;
  expect(await terms()).toMatchObject({
    price: '0.00',
    boxes_left: 3,
    boxes_most: 5,
    kept_days: 30,
    control: { status: 'on' },
  });
  for (const name of ['box.one', 'box.two', 'box.three']) expect((await create(portal, name)).status).toBe(200);
  expect(await terms()).toMatchObject({ price: '50.00', boxes_left: 5 });
  const preview = (await portal.send(calls.preview, {}, WHO)).body;
  expect(Number(preview.charge_now)).toBeGreaterThan(0);
  const before = (await boxes(portal)).length;
  const body = { name: 'box.four', domain: DOMAIN, password: PASSWORD, version: preview.version };
  const made = await portal.send(calls.create, { body }, WHO);
  expect(made.body.charge_now).toBe(preview.charge_now);
  expect(await boxes(portal)).toHaveLength(before + 1);
  // The state has changed since the preview.
  const again = await portal.send(calls.create, { body: { ...body, name: 'box.five' } }, WHO);
  expect(refusal(again).code).toBe('changed_meanwhile');
  for (const name of ['box.five', 'box.six', 'box.seven', 'box.eight'])
    expect((await create(portal, name)).status).toBe(200);
  expect(await terms()).toMatchObject({ price: null, control: { status: 'locked' } });
  expect(refusal(await create(portal, 'box.nine')).code).toBe('change_not_allowed');
});

test('an account that cannot pay for a mailbox gets none', async () => {
  const portal = await testPortal();
  for (const name of ['box.one', 'box.two', 'box.three']) await create(portal, name);
  await portal.pool.query(
    `update mail_plan set boxes = 1 where plan_id in (select plan_id from plan where name = 'Ящик')`,
  );
  await portal.pool.query(`update plan set price_kopecks = 90000000 where name = 'Дополнительный ящик'`);
  expect(refusal(await create(portal, 'box.four')).code).toBe('not_enough_money');
  expect((await check(portal, 'box.four')).answer).toBe('free');
});

test('who owes creates none and is told why', async () => {
  const portal = await testPortal();
  const { status, text } = (await portal.send(calls.terms, {}, OTHER)).body.control;
  expect(status).toBe('locked');
  expect(text).toMatch(/оплатите долг/);
  expect(refusal(await create(portal, 'rybalka', OTHER)).code).toBe('change_not_allowed');
});

test('of two who take one name at the same moment one gets it', async () => {
  const portal = await testPortal();
  const made = await Promise.all([
    create(portal, 'rybalka', WHO),
    portal.send(calls.create, { body: { name: 'rybalka', domain: DOMAIN, password: PASSWORD } }, COMPANY),
  ]);
  expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('of two mailboxes for the last place one is made', async () => {
  const atOnce = new AtOnce();
  const portal = await testPortal({ throughDatabase: atOnce.throughDatabase });
  await portal.pool.query(`update mail_plan set boxes = 3`);
  await portal.pool.query(`update plan set is_archived = true where name = 'Дополнительный ящик'`);
  const made = await atOnce.both(
    portal,
    () => create(portal, 'pervyi'),
    () => create(portal, 'vtoroi'),
  );
  expect(made.map(({ status }) => status)).toEqual([200, 409]);
});

test('a deleted mailbox lets nobody in and takes no letter, and comes back as it was', async () => {
  const portal = await testPortal();
  const id = await idOf(portal, KUZNETSOVA);
  const seen = async () => ({
    login: await column(portal, 'select username as value from mail.login where username = $1', [KUZNETSOVA]),
    addresses: await column(portal, 'select address as value from mail.address where username = $1 order by 1', [
      KUZNETSOVA,
    ]),
    rule: await column(portal, 'select username as value from mail.rule where username = $1', [KUZNETSOVA]),
  });
  const recorded = () =>
    column(portal, `select state->>'access' as value from recorded_network.service where service = $1`, [`user:${id}`]);
  const ended = () => column(portal, 'select user_id::int as value from recorded_network.disconnect');
  const messages = async () =>
    (await portal.send(contract.notice.getMessages, {}, WHO)).body.filter(
      ({ title }) => title === 'Почтовый ящик удалён',
    );
  const before = await seen();
  expect(before).toMatchObject({ login: [KUZNETSOVA], rule: [KUZNETSOVA] });
  expect(before.addresses).toHaveLength(3);
  const removed = await portal.send(calls.remove, { params: { id } }, WHO);
  expect(removed).toMatchObject({ status: 200, body: { kept_until: '2026-12-20', switches_off: [KUZNETSOVA] } });
  expect(await seen()).toEqual({ login: [], addresses: [], rule: [] });
  await portal.work();
  expect([await recorded(), await ended()]).toEqual([['closed'], [id]]);
  expect(await messages()).toHaveLength(1);
  expect(await get(portal, id)).toMatchObject({ state: 'closed', deleted_on: '2026-11-20', restore: { status: 'on' } });
  expect((await check(portal, 'kuznetsova84')).answer).toBe('taken');
  expect(refusal(await portal.send(calls.remove, { params: { id } }, WHO)).code).toBe('change_not_allowed');
  const back = await portal.send(calls.restore, { body: { user_id: id } }, WHO);
  expect(back).toMatchObject({ status: 200, body: { address: KUZNETSOVA } });
  expect(await seen()).toEqual(before);
  expect(refusal(await portal.send(calls.restore, { body: { user_id: id } }, WHO)).code).toBe('change_not_allowed');
  await portal.work();
  expect([await recorded(), await messages()]).toEqual([['open'], []]);
});

test('a deleted mailbox does not come back with a debt, on a closed contract, without a place for it, or after its last day', async () => {
  const portal = await testPortal();
  const id = await idOf(portal, `dacha@${DOMAIN}`);
  const refusedFor = async () => {
    const reply = refusal(await portal.send(calls.restore, { body: { user_id: id } }, WHO));
    expect((await get(portal, id)).restore).toMatchObject({ status: 'locked', text: reply.message });
    return plainSpaces(reply.message);
  };
  const places = (count: number) => portal.pool.query('update mail_plan set boxes = $1', [count]);
  const debt = (since: string | null) =>
    portal.pool.query('update account set debt_since = $1 where contract_id = $2', [since, WHO]);
  await places(2);
  expect(await refusedFor()).toMatch(/^Ящиков уже столько, сколько возможно/);
  await places(3);
  await debt('2026-11-20T00:00:00Z');
  expect(await refusedFor()).toMatch(/^Сначала оплатите долг/);
  await debt(null);
  const contractIs = (state: string) =>
    portal.pool.query('update contract set state = $1, closed_on = $2 where contract_id = $3', [
      state,
      state === 'closed' ? '2026-11-20' : null,
      WHO,
    ]);
  await contractIs('closed');
  expect(await refusedFor()).toMatch(/^Договор расторгнут/);
  await contractIs('suspended');
  expect(await refusedFor()).toMatch(/^Договор приостановлен/);
  await contractIs('active');
  portal.clock.set(new Date('2026-12-06T20:00:00Z'));
  expect(await refusedFor()).toMatch(/^Вернуть его можно было до 6 декабря/);
});

test('who cannot pay for the days since the last run gets no mailbox, though it costs nothing', async () => {
  const portal = await testPortal();
  portal.clock.set(new Date('2027-01-02T10:00:00Z'));
  await portal.pool.query('update account set credit_limit_kopecks = 0 where contract_id = $1', [WHO]);
  expect(refusal(await create(portal, 'rybalka'))).toMatchObject({
    code: 'change_not_allowed',
    message: expect.stringMatching(/^Сначала оплатите долг/) as string,
  });
});

test('after its last day a deleted mailbox is erased, and its name is free', async () => {
  const portal = await testPortal();
  const id = await idOf(portal, `dacha@${DOMAIN}`);
  portal.clock.set(new Date('2026-12-06T10:00:00Z'));
  await eraseOverdue(portal.world);
  expect(await get(portal, id)).toMatchObject({ state: 'closed', restore: { status: 'on' } });
  portal.clock.set(new Date('2026-12-06T21:00:00Z'));
  await eraseOverdue(portal.world);
  expect((await portal.send(calls.get, { params: { id } }, WHO)).status).toBe(404);
  expect(await column(portal, 'select user_id::int as value from mail.erased')).toEqual([id]);
  const made = await create(portal, 'dacha');
  expect(made.status).toBe(200);
  expect(made.body.user_id).not.toBe(id);
});

test('the network forgets the address of an erased mailbox', async () => {
  const portal = await testPortal();
  const id = await idOf(portal, `dacha@${DOMAIN}`);
  const recorded = () =>
    column(portal, `select state->'address' as value from recorded_network.service where service = $1`, [`user:${id}`]);
  await portal.world.db.write((tx) => serviceChanged(tx, { userId: id }));
  await portal.work();
  expect(await recorded()).toEqual([`dacha@${DOMAIN}`]);
  portal.clock.set(new Date('2026-12-06T21:00:00Z'));
  await eraseOverdue(portal.world);
  await portal.work();
  expect(await recorded()).toEqual([null]);
});

test('a paid mailbox does not move to a plan whose places are taken', async () => {
  const portal = await testPortal();
  for (const name of ['perviy', 'vtoroy', 'tretiy']) expect((await create(portal, name)).body.charge_now).toBe('0.00');
  const { user_id } = (await create(portal, 'chetvertiy')).body;
  const free = (await portal.send(contract.user.get, { params: { id: await idOf(portal, KUZNETSOVA) } }, WHO)).body
    .plan!;
  const { plans } = (await portal.send(contract.plan.options, { params: { id: user_id } }, WHO)).body;
  expect(plans.filter(({ control }) => control.status === 'off')).toEqual([]);
  const body = { user_id, plan_id: free.plan_id, when: 'now' } as const;
  expect(refusal(await portal.send(contract.plan.change, { body }, WHO)).code).toBe('change_not_allowed');
});

test('further names: five at most, taken by nobody else, and removed at once', async () => {
  const portal = await testPortal();
  const user_id = await idOf(portal, `maria@${DOMAIN}`);
  const add = (name: string) => portal.send(calls.addAlias, { body: { user_id, name } }, WHO);
  expect((await add('Masha')).body).toEqual({ address: `masha@${DOMAIN}` });
  expect(refusal(await add('masha')).code).toBe('mail_name_taken');
  expect(refusal(await add('м')).code).toBe('bad_input');
  for (const name of ['masha2', 'masha3', 'masha4', 'masha5']) expect((await add(name)).status).toBe(200);
  expect(refusal(await add('masha6')).code).toBe('change_not_allowed');
  const body = { user_id, address: `masha@${DOMAIN}` };
  expect((await portal.send(calls.removeAlias, { body }, WHO)).body).toEqual({ removed: true });
  expect((await portal.send(calls.removeAlias, { body }, WHO)).body).toEqual({ removed: false });
  const own = { user_id, address: `maria@${DOMAIN}` };
  expect((await portal.send(calls.removeAlias, { body: own }, WHO)).body).toEqual({ removed: false });
  expect((await get(portal, user_id)).aliases).toHaveLength(4);
});

const codeSentTo = async (portal: TestPortal, to: string) => {
  const [letter] = await column<{ text: string }>(
    portal,
    `select payload as value from outbox_effect where kind = 'mail.send' and payload->>'to' = $1 order by effect_id desc limit 1`,
    [to],
  );
  return /\b\d{6}\b/.exec(letter!.text)![0];
};

test('the code of copies sent again, when the first answer was lost, is answered as before and changes nothing', async () => {
  const portal = await testPortal();
  const user_id = await idOf(portal, `maria@${DOMAIN}`);
  const target = 'sestra@mail.example';
  await portal.send(calls.forward, { body: { user_id, target } }, WHO);
  const code = await codeSentTo(portal, target);
  const activate = (typed: string) => portal.send(calls.activateForward, { body: { user_id, code: typed } }, WHO);
  expect((await activate(code)).body).toEqual({ target });
  await portal.send(calls.switchForward, { body: { user_id, is_on: false } }, WHO);
  expect(await activate(code)).toMatchObject({ status: 200, body: { target } });
  expect(await get(portal, user_id)).toMatchObject({ forward: { target, is_on: false } });
  expect(refusal(await activate(code === '000000' ? '000001' : '000000')).code).toBe('code_wrong');
  portal.clock.advance(10 * 60_000);
  expect(refusal(await activate(code)).code).toBe('code_wrong');
});

test('copies are sent only after the code from the other address; five wrong ones end it', async () => {
  const portal = await testPortal();
  const user_id = await idOf(portal, `maria@${DOMAIN}`);
  const target = 'sestra@mail.example';
  const ask = () => portal.send(calls.forward, { body: { user_id, target } }, WHO);
  const activate = (code: string) => portal.send(calls.activateForward, { body: { user_id, code } }, WHO);
  expect((await ask()).status).toBe(200);
  expect(await get(portal, user_id)).toMatchObject({ forward: null, forward_asked: { target, tries_left: 5 } });
  expect(refusal(await ask())).toMatchObject({ code: 'code_too_soon', status: 429 });
  const first = await codeSentTo(portal, target);
  const wrong = first === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) expect(refusal(await activate(wrong)).code).toBe('code_wrong');
  expect(refusal(await activate(first)).code).toBe('code_wrong');
  portal.clock.advance(61_000);
  await ask();
  expect((await activate(await codeSentTo(portal, target))).body).toEqual({ target });
  expect(await get(portal, user_id)).toMatchObject({ forward: { target, is_on: true }, forward_asked: null });
  expect(
    await column(portal, 'select script as value from mail.rule where username = $1', [`maria@${DOMAIN}`]),
  ).toEqual([expect.stringContaining(`redirect :copy "${target}";`)]);
  const off = await portal.send(calls.switchForward, { body: { user_id, is_on: false } }, WHO);
  expect(off.body).toEqual({ is_on: false });
  expect(
    await column(portal, 'select script as value from mail.rule where username = $1', [`maria@${DOMAIN}`]),
  ).toEqual([]);
});

test('only whoever has confirmed lately that it is he asks for copies (R-11)', async () => {
  const portal = await testPortal();
  const user_id = await idOf(portal, `maria@${DOMAIN}`);
  const ask = (target: string) => portal.send(calls.forward, { body: { user_id, target } }, WHO);
  expect((await ask('sestra@mail.example')).status).toBe(200);
  portal.clock.advance(6 * 60_000);
  expect(refusal(await ask('thief@mail.example'))).toMatchObject({ status: 403, code: 'confirmation_required' });
  expect((await get(portal, user_id)).forward_asked?.target).toBe('sestra@mail.example');
  await portal.send(contract.auth.confirm, { body: { password: 'demo-kabinet' } }, WHO);
  expect((await ask('brat@mail.example')).status).toBe(200);
});

test('an old code does not help, and copies cannot come back', async () => {
  const portal = await testPortal();
  const user_id = await idOf(portal, `maria@${DOMAIN}`);
  const ask = (target: string) => portal.send(calls.forward, { body: { user_id, target } }, WHO);
  expect(refusal(await ask(`maria@${DOMAIN}`)).code).toBe('bad_input');
  await portal.pool.query(`update mail_forward set target = $1`, [`maria@${DOMAIN}`]);
  expect(refusal(await ask(`mk84@${DOMAIN}`)).code).toBe('bad_input');
  expect(refusal(await ask('nobody')).code).toBe('bad_input');
  await ask('sestra@mail.example');
  const code = await codeSentTo(portal, 'sestra@mail.example');
  portal.clock.advance(10 * 60_000);
  expect(refusal(await portal.send(calls.activateForward, { body: { user_id, code } }, WHO)).code).toBe('code_wrong');
  const on = await portal.send(calls.switchForward, { body: { user_id, is_on: true } }, WHO);
  expect(refusal(on).code).toBe('change_not_allowed');
});

test('the reply in absence has its days, in the zone of the provider, and any text', async () => {
  const portal = await testPortal();
  const user_id = await idOf(portal, `maria@${DOMAIN}`);
  const reply = (body: object) =>
    portal.send(
      calls.reply,
      {
        body: {
          user_id,
          is_on: true,
          subject: 'Нет "меня"',
          text: 'a\\b"; discard;',
          from: '2026-11-21',
          until: '2026-11-22',
          ...body,
        },
      },
      WHO,
    );
  expect((await reply({})).status).toBe(200);
  const [script] = await column<string>(portal, 'select script as value from mail.rule where username = $1', [
    `maria@${DOMAIN}`,
  ]);
  expect(script).toContain('"ge" "iso8601" "2026-11-20T20:00:00+00:00"');
  expect(script).toContain('"lt" "iso8601" "2026-11-22T20:00:00+00:00"');
  expect(script).toContain('"Нет \\"меня\\"" "a\\\\b\\"; discard;"');
  expect(refusal(await reply({ until: '2026-11-20' })).code).toBe('bad_input');
  expect(refusal(await reply({ from: '2026-11-01', until: '2026-11-02' })).code).toBe('bad_input');
  expect(refusal(await reply({ text: ' ' })).code).toBe('bad_input');
  expect((await reply({ is_on: false })).body).toEqual({ is_on: false });
});

test.each([
  ['debt', 'blocked', []],
  ['paused', 'paused', []],
  ['operator', 'blocked', [KUZNETSOVA]],
  ['abuse', 'blocked', [KUZNETSOVA]],
] as const)('%s: nobody signs in, letters are kept, or wait at the sender’s', async (reason, state, deferred) => {
  const portal = await testPortal();
  await portal.pool.query('update service_user set state = $2, reason = $3 where login = $1', [
    KUZNETSOVA,
    state,
    state === 'blocked' ? reason : null,
  ]);
  expect(await column(portal, 'select username as value from mail.login where username = $1', [KUZNETSOVA])).toEqual(
    [],
  );
  expect(await column(portal, 'select username as value from mail.box where username = $1', [KUZNETSOVA])).toHaveLength(
    1,
  );
  expect(await column(portal, 'select address as value from mail.deferred where address = $1', [KUZNETSOVA])).toEqual(
    deferred,
  );
  expect(await column(portal, 'select username as value from mail.sender where username = $1', [KUZNETSOVA])).toEqual(
    [],
  );
  expect(await column(portal, 'select username as value from mail.rule where username = $1', [KUZNETSOVA])).toEqual([]);
  const body = { user_id: await idOf(portal, KUZNETSOVA), name: 'another' };
  expect(refusal(await portal.send(calls.addAlias, { body }, WHO)).code).toBe('change_not_allowed');
});

test('the mail server tells how much is used', async () => {
  const portal = await testPortal();
  await portal.pool.query(`insert into mail.usage (username, bytes, messages) values ($1, 12345, 7)`, [KUZNETSOVA]);
  const id = await idOf(portal, KUZNETSOVA);
  expect(await get(portal, id)).toMatchObject({ used_bytes: 12_345, used_messages: 7 });
});

test('another kind of service is no mailbox', async () => {
  const portal = await testPortal();
  const [internet] = (await portal.send(contract.user.list, { query: { user_type: 'internet' } }, WHO)).body;
  expect((await portal.send(calls.get, { params: { id: internet!.user_id } }, WHO)).status).toBe(404);
  expect((await portal.send(calls.remove, { params: { id: internet!.user_id } }, WHO)).status).toBe(404);
});
