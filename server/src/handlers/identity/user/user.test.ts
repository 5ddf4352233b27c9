import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { contract } from '@kabinet/contract';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { readingPortal, testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { list, get } = contract.user;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

async function usersOf(portal: TestPortal, who: number) {
  const { body } = await portal.send(list, {}, who);
  return body;
}

test('lists the services of a client in credit, in display order', async () => {
  const portal = await readingPortal();
  const users = await usersOf(portal, 100_001);
  expect(users.map(({ user_type, state }) => [user_type, state])).toEqual([
    ['isg', 'active'],
    ['tv', 'active'],
    ['sip', 'paused'],
    ['mail', 'active'],
    ['mail', 'active'],
  ]);
  const [internet, tv, sip, mail] = users;
  expect(internet).toMatchObject({
    state_text: 'Работает',
    plan: { name: 'Волга 300', price: '550.00', unit: 'month' },
    next_charge: { day: '2026-12-01' },
    userOptions: 2,
    duty: [],
  });
  expect(internet!.days_left).toHaveLength(1);
  expect(tv!.infos).toEqual([{ text: 'Шесть спортивных каналов открыты для вас бесплатно.' }]);
  expect(sip).toMatchObject({
    returns_on: '2026-12-01',
    monthly: '99.00',
    next_charge: { day: '2026-12-01', amount: '99.00' },
  });
  expect(plain(sip!.state_text)).toMatch(/^На паузе по вашей просьбе до 1 декабря, абонентскую плату не списываем/);
  expect(mail).toMatchObject({ monthly: '0.00', next_charge: null, days_left: [] });
  expect(plain(mail!.detail ?? '')).toMatch(/^места осталось [\d,]+ из [\d,]+ ГБ$/);
});

test('a changed service is applied once the outside system has carried the change out', async () => {
  const portal = await testPortal();
  const one = async () => (await portal.send(contract.user.list, { query: { user_type: 'tv' } }, 100_001)).body[0]!;
  const { user_id, is_applied } = await one();
  expect(is_applied).toBe(true);
  await portal.world.db.write((tx) => serviceChanged(tx, { userId: user_id }));
  expect((await one()).is_applied).toBe(false);
  await portal.work();
  expect((await one()).is_applied).toBe(true);
});

test('shows a debt on the services that it switched off', async () => {
  const portal = await readingPortal();
  const users = await usersOf(portal, 100_002);
  const debtors = users.filter(({ reason }) => reason === 'debt');
  expect(debtors.map(({ user_type }) => user_type)).toEqual(['isg', 'tv', 'sip', 'mail']);
  for (const user of debtors) {
    expect(user).toMatchObject({ state: 'blocked', next_charge: null, days_left: [] });
    expect(plain(user.state_text)).toContain('Заплатите 629 ₽');
    // The mailbox is free, so it owes nothing itself.
    const duty = user.user_type === 'mail' ? [] : ['Долг по счёту «Интернет»: 628,50 ₽'];
    expect(user.duty.map(({ text }) => plain(text))).toEqual(duty);
  }
});

test('a new client has one service, charged on the day of its connection', async () => {
  const portal = await readingPortal();
  const users = await usersOf(portal, 100_003);
  expect(users).toMatchObject([{ user_type: 'ethernet', state: 'active', next_charge: { amount: '450.00' } }]);
});

test('explains a locked login, and the fee runs on', async () => {
  const portal = await readingPortal();
  const locked = (await usersOf(portal, 100_004)).find(({ reason }) => reason === 'login_locked');
  expect(plain(locked!.state_text)).toMatch(/неверный пароль. Списания идут. Разблокируйте здесь$/);
  expect(locked).toMatchObject({ next_charge: { day: '2026-12-01' }, detail: 'график доступа включён' });
  expect(locked!.planned_plan).toMatchObject({ from: '2026-12-01' });
});

test('filters by kind; internet means every type but TV, SIP and mail', async () => {
  const portal = await readingPortal();
  const ofKind = async (user_type: 'internet' | 'tv' | 'mail', who: number) =>
    (await portal.send(list, { query: { user_type } }, who)).body.map((user) => user.user_type);
  expect(await ofKind('mail', 100_001)).toEqual(['mail', 'mail']);
  expect(await ofKind('internet', 100_004)).toEqual(['isg', 'homenet']);
  expect(await ofKind('tv', 100_003)).toEqual([]);
  for (const { user_type } of await usersOf(portal, 100_004)) {
    const own = (await portal.send(list, { query: { user_type } }, 100_004)).body;
    expect(own.map((user) => user.user_type)).toEqual([user_type]);
  }
  for (const user_type of [
    'tv',
    'sip',
    'mail',
    'internet',
    'isg',
    'ethernet',
    'homenet',
    'dialup',
    'dialup_t',
    'dialup_city',
  ] as const) {
    expect((await portal.send(list, { query: { user_type } }, 100_001)).status).toBe(200);
  }
  const refused = await portal.send(list, { query: { user_type: 'radio' as 'tv' } }, 100_001);
  expect(refused).toMatchObject({ status: 422, body: { code: 'bad_input' } });
});

test('returns one service as in the list; a closed one only by its id', async () => {
  const portal = await testPortal();
  const [first] = await usersOf(portal, 100_001);
  expect((await portal.send(get, { params: { id: first!.user_id } }, 100_001)).body).toEqual(first);

  await portal.pool.query(
    `update service_user set state = 'closed', closed_on = '2026-11-10' where user_id = ${first!.user_id}`,
  );
  expect((await usersOf(portal, 100_001)).map(({ user_id }) => user_id)).not.toContain(first!.user_id);
  const closed = await portal.send(get, { params: { id: first!.user_id } }, 100_001);
  expect(closed).toMatchObject({ status: 200, body: { state: 'closed', next_charge: null } });
});

test("refuses another's service exactly like one that does not exist", async () => {
  const portal = await readingPortal();
  const [foreign] = await usersOf(portal, 100_002);
  const refusals = await Promise.all(
    [foreign!.user_id, 999_999_999].map((id) => portal.send(get, { params: { id } }, 100_001)),
  );
  const bodies = refusals.map(({ status, body }) => ({ ...body, status, request_id: '' }));
  expect(bodies[0]).toMatchObject({ status: 404, code: 'not_found' });
  expect(bodies[0]).toEqual(bodies[1]);
});

test("texts of a service are the same in its own calls, which refuse another's, too", async () => {
  const portal = await readingPortal();
  const { infos, duty, daysLeft } = contract.userProgram;
  for (const user of [...(await usersOf(portal, 100_002)), ...(await usersOf(portal, 100_004))]) {
    const who = user.account === 'i' && user.duty.length > 0 ? 100_002 : undefined;
    for (const owner of who === undefined ? [100_002, 100_004] : [who]) {
      const params = { id: user.user_id };
      const answers = await Promise.all([infos, duty, daysLeft].map((call) => portal.send(call, { params }, owner)));
      const isOwn = answers[0]!.status === 200;
      if (isOwn) expect(answers.map(({ body }) => body)).toEqual([user.infos, user.duty, user.days_left]);
      else expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
  }
});

test('a company with many services takes no more statements than a client with one', async () => {
  const portal = await testPortal();
  const statements = async (who: number) => {
    await portal.tokenOf(who);
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const { body } = await portal.send(list, {}, who);
    // The process looks for signals beside.
    const count = spy.mock.calls.filter(([query]: readonly unknown[]) => !String(query).includes('signals')).length;
    spy.mockRestore();
    return { count, services: body.length };
  };
  const company = await statements(100_005);
  const newcomer = await statements(100_003);
  expect(company.services).toBeGreaterThan(newcomer.services);
  expect(company.count).toBe(newcomer.count);
});
