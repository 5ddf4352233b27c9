import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { entry, sendPassword, resetPassword } = contract.internetUser;
const NEW = 'Lesnaya-tropa-48';
const WHO = 100_001;

/** A portal whose letters and text messages are seen, and the internet of the client. */
async function opened(who = WHO) {
  const letters: { to: string; text: string }[] = [];
  const portal = await testPortal({
    throughOutside: (outside) => ({
      ...outside,
      mail: { send: ({ to, text }) => Promise.resolve(void letters.push({ to, text })) },
    }),
  });
  const { body: services } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, who);
  const { user_id } = services[0]!;
  const ask = () => portal.send(sendPassword, { body: { user_id, channel: 'email' } }, who);
  const set = (code: string, own: { new_password?: string; end_sessions?: boolean } = {}) =>
    portal.send(resetPassword, { body: { user_id, code, new_password: NEW, end_sessions: true, ...own } }, who);
  const lastCode = async () => {
    await portal.work();
    return /\d{6}/.exec(letters.at(-1)!.text)![0];
  };
  return { portal, user_id, ask, set, lastCode, letters };
}

const isValid = async (portal: TestPortal, user_id: number, password: string) =>
  (await portal.send(contract.user.changePassword, { body: { user_id, password } }, WHO)).status === 200;

test('tells the login, the settings of a router for the line, the session, and where a code can go', async () => {
  const { portal, user_id } = await opened();
  const { body } = await portal.send(entry, { params: { id: user_id } }, WHO);
  expect(body).toMatchObject({
    login: 'kuznetsova84',
    is_by_line: true,
    password: { control: { status: 'on' } },
    router: { connection: 'pppoe', mtu: 1492, server: null, vlan: null, dns: [] },
    recover: [
      { channel: 'phone', to: '+7\u00a0•••\u00a0•••-01-84' },
      { channel: 'email', to: 'k•••@mail.example' },
    ],
  });
  expect(JSON.stringify(body)).not.toContain('demo-service');
  const without = { ...portal.world.provider, routers: {} };
  Object.assign(portal.world, { provider: without });
  expect((await portal.send(entry, { params: { id: user_id } }, WHO)).body.router).toBeNull();
});

test('a code sets a new password once; the network gets it, and the session ends if that is wished', async () => {
  const { portal, user_id, ask, set, lastCode } = await opened();
  expect((await ask()).body).toMatchObject({ channel: 'email', to: 'k•••@mail.example' });
  const code = await lastCode();
  expect((await set(code, { new_password: '11111' })).body.errors).toMatchObject([
    { path: 'body.new_password' },
    { path: 'body.new_password' },
  ]);
  expect(await set(code)).toMatchObject({ status: 200, body: { are_sessions_ended: true } });
  expect(await isValid(portal, user_id, NEW)).toBe(true);
  expect(await isValid(portal, user_id, 'demo-service')).toBe(false);
  expect((await set(code)).body.code).toBe('code_wrong');
  await portal.work();
  const { rowCount } = await portal.pool.query('select from recorded_network.disconnect where user_id = $1', [user_id]);
  expect(rowCount).toBe(1);
  const { body: told } = await portal.send(contract.notice.getMessages, {}, WHO);
  expect(told.map(({ title }) => title)).toContain('Пароль услуги изменён');
});

test('the session goes on if that is wished', async () => {
  const { portal, user_id, ask, set, lastCode } = await opened();
  await ask();
  expect((await set(await lastCode(), { end_sessions: false })).body.are_sessions_ended).toBe(false);
  await portal.work();
  const { rowCount } = await portal.pool.query('select from recorded_network.disconnect where user_id = $1', [user_id]);
  expect(rowCount).toBe(0);
});

test('five wrong codes void the right one; a code of one service opens no other', async () => {
  const { portal, ask, set, lastCode } = await opened();
  await ask();
  const code = await lastCode();
  const { body: all } = await portal.send(contract.user.list, {}, WHO);
  const sip = all.find(({ user_type }) => user_type === 'sip')!;
  const body = { user_id: sip.user_id, code, new_password: NEW, end_sessions: true };
  expect((await portal.send(resetPassword, { body }, WHO)).status).toBe(404);
  const other = code === '000000' ? '111111' : '000000';
  for (let wrong = 0; wrong < 5; wrong += 1) expect((await set(other)).status).toBe(403);
  expect((await set(code)).body.code).toBe('code_wrong');
});

test('codes go to a confirmed contact only, one a minute and five a day', async () => {
  const { portal, user_id, ask } = await opened();
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await ask()).status).toBe(200);
    expect((await ask()).body.code).toBe('code_too_soon');
    portal.clock.advance(120_000);
  }
  expect((await ask()).body.code).toBe('code_too_soon');
  await portal.pool.query(`update contact set state = 'none' where contract_id = $1`, [WHO]);
  portal.clock.advance(86_400_000);
  expect((await ask()).body.code).toBe('contact_not_confirmed');
  await portal.pool.query('delete from service_secret where user_id = $1', [user_id]);
  expect((await ask()).body.code).toBe('change_not_allowed');
});

test('a code is void when its contact is the client’s no more; of two who set a password at once one wins', async () => {
  const { portal, ask, set, lastCode } = await opened();
  await ask();
  const code = await lastCode();
  const answers = await Promise.all([set(code), set(code, { new_password: 'Sosnovaya-polyana-2' })]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)[0]).toBe(200);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  portal.clock.advance(60_000);
  await ask();
  const next = await lastCode();
  await portal.pool.query(`update contact set value = 'x@mail.example' where contract_id = $1 and kind = 'email'`, [
    WHO,
  ]);
  expect((await set(next)).body.code).toBe('code_wrong');
});
