import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { changePassword, passwordPolicy } = contract.user;
const OLD = 'demo-service';
const NEW = 'Lesnaya-tropa-48';
const MINUTE = 60_000;

const serviceOf = async (portal: TestPortal, type = 'isg', who = 100_001) =>
  (await portal.send(contract.user.list, {}, who)).body.find(({ user_type }) => user_type === type)!;

const ask = (
  portal: TestPortal,
  body: { user_id: number; password: string; new_password?: string; end_sessions?: boolean },
) => portal.send(changePassword, { body }, 100_001);

/** A portal whose network stores its orders. */
async function listening() {
  const told: (readonly [login: string, password: string | undefined])[] = [];
  const portal = await testPortal({
    throughOutside: (outside) => ({
      ...outside,
      network: {
        ...outside.network,
        apply: (state, password) => {
          told.push(['login' in state ? state.login : '', password]);
          return outside.network.apply(state);
        },
      },
    }),
  });
  return { portal, told };
}

test.each(['isg', 'sip', 'mail'])(
  'checks and changes the password of %s, and the old one becomes invalid',
  async (type) => {
    const portal = await testPortal();
    const { user_id } = await serviceOf(portal, type);
    expect(await ask(portal, { user_id, password: OLD })).toMatchObject({ status: 200, body: { is_changed: false } });
    expect(await ask(portal, { user_id, password: OLD, new_password: NEW })).toMatchObject({
      status: 200,
      // A mail program would go on with the old one.
      body: { is_changed: true, are_sessions_ended: type === 'mail' },
    });
    expect((await ask(portal, { user_id, password: NEW })).status).toBe(200);
    expect(await ask(portal, { user_id, password: OLD })).toMatchObject({
      status: 409,
      body: { code: 'service_password_wrong', errors: [{ path: 'body.password' }] },
    });
  },
);

test('the network gets the password it needs; the database stores it sealed, for mail as a hash', async () => {
  const { portal, told } = await listening();
  for (const type of ['isg', 'mail']) {
    const { user_id } = await serviceOf(portal, type);
    await ask(portal, { user_id, password: OLD, new_password: NEW });
  }
  // Before delivery: afterwards the payloads are deleted.
  const everything = await portal.pool.query<{ line: string }>(
    `select payload::text as line from outbox_effect where payload is not null union all select detail::text from audit_event
     union all select body from message union all select encode(request_hash, 'hex') from idempotency_key`,
  );
  await portal.work();
  // Two services are delivered at one time, in any order.
  const toldByLogin = told.toSorted(([one], [other]) => Number(one.includes('@')) - Number(other.includes('@')));
  expect(toldByLogin.map(([login, password]) => [login.includes('@'), password])).toEqual([
    [false, NEW],
    [true, undefined],
  ]);
  const { rows } = await portal.pool.query<{ form: string; text: string }>(
    `select form, encode(secret, 'escape') as text from service_secret where changed_at = $1 order by form`,
    [portal.clock.now()],
  );
  expect(rows.map(({ form }) => form)).toEqual(['argon2id', 'sealed']);
  for (const { text } of rows) expect(text).not.toContain(NEW);
  for (const { line } of everything.rows) expect(line).not.toContain(NEW);
  expect(rows[0]!.text).toMatch(/^\$argon2id\$/);
});

test('a password sealed for one service opens for no other', async () => {
  const { world } = await testPortal();
  const { vault } = world.outside;
  const sealed = vault.seal(NEW, 'service:1');
  expect(vault.open(sealed, 'service:1')).toBe(NEW);
  expect(() => vault.open(sealed, 'service:2')).toThrow();
  sealed[sealed.length - 1]! ^= 1;
  expect(() => vault.open(sealed, 'service:1')).toThrow();
  expect(vault.seal(NEW, 'service:1')).not.toEqual(vault.seal(NEW, 'service:1'));
});

test('ends sessions if requested, and tells the client about the change', async () => {
  const portal = await testPortal();
  const { user_id } = await serviceOf(portal);
  const answer = await ask(portal, { user_id, password: OLD, new_password: NEW, end_sessions: true });
  expect(answer.body).toMatchObject({ is_changed: true, are_sessions_ended: true });
  await portal.work();
  const { rowCount } = await portal.pool.query('select from recorded_network.disconnect where user_id = $1', [user_id]);
  expect(rowCount).toBe(1);
  const { body } = await portal.send(contract.notice.getMessages, {}, 100_001);
  expect(body.map(({ title }) => title)).toContain('Пароль услуги изменён');
});

test.each([
  ['short', 'Ab1-xyz', ['От 8 до 128 знаков']],
  ['129 signs long', 'Ab1-'.repeat(33).slice(0, 129), ['От 8 до 128 знаков']],
  ['well known', 'Qwerty123', ['Не из тех, что подбирают первыми']],
  ['the contract', '100001-100001', ['Не из логина, номера договора и имени: с них начинают подбор']],
  ['short and well known', '11111', ['От 8 до 128 знаков', 'Не из тех, что подбирают первыми']],
])('refuses a new password that is %s, rule by rule, and counts no try', async (_, new_password, says) => {
  const portal = await testPortal();
  const { user_id } = await serviceOf(portal);
  const refused = await ask(portal, { user_id, password: 'wrong', new_password });
  expect(refused).toMatchObject({ status: 422, body: { code: 'bad_input' } });
  expect(refused.body.errors).toEqual(says.map((message) => ({ path: 'body.new_password', message })));
  const { body } = await portal.send(passwordPolicy, { params: { id: user_id } }, 100_001);
  expect(body.tries_left).toBe(5);
});

test('a password must not contain the login or the name', async () => {
  const portal = await testPortal();
  const { user_id, login } = await serviceOf(portal);
  const { body } = await portal.send(passwordPolicy, { params: { id: user_id } }, 100_001);
  expect(body).toMatchObject({ least: 8, most: 128, control: { status: 'on' } });
  expect(body.own_words).toEqual(expect.arrayContaining([login, '100001', 'волга телеком']));
  expect((await ask(portal, { user_id, password: OLD, new_password: `${login.toUpperCase()}!1` })).status).toBe(422);
});

test('the same password is not a new one', async () => {
  const portal = await testPortal();
  const { user_id } = await serviceOf(portal);
  const refused = await ask(portal, { user_id, password: OLD, new_password: OLD });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ message: 'Новый пароль совпадает с прежним' }] } });
});

test('R-20: after five wrong ones in 15 minutes even the right one is refused, until the time is over', async () => {
  const portal = await testPortal();
  const { user_id } = await serviceOf(portal);
  for (let wrong = 1; wrong <= 5; wrong += 1) {
    expect((await ask(portal, { user_id, password: `wrong ${wrong}` })).status).toBe(409);
    portal.clock.advance(MINUTE);
  }
  const refused = await ask(portal, { user_id, password: OLD });
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(refused.headers['retry-after']).toBe(String(10 * 60));
  // Another service of the contract is not locked by it.
  const sip = await serviceOf(portal, 'sip');
  expect((await ask(portal, { user_id: sip.user_id, password: OLD })).status).toBe(200);
  portal.clock.advance(10 * MINUTE);
  expect((await ask(portal, { user_id, password: OLD })).status).toBe(200);
  const { body } = await portal.send(passwordPolicy, { params: { id: user_id } }, 100_001);
  expect(body.tries_left).toBe(5);
});

test('R-20: many simultaneous tries count like consecutive ones', async () => {
  const portal = await testPortal();
  const { user_id } = await serviceOf(portal);
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, index) => ask(portal, { user_id, password: `wrong ${index}` })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([409, 409, 409, 409, 409, 429, 429, 429, 429]);
});

test('of two tabs that change it at once one wins, the other gets a refusal', async () => {
  const portal = await testPortal();
  const { user_id } = await serviceOf(portal);
  const answers = await Promise.all(
    ['Berezovaya-roscha-1', 'Sosnovaya-polyana-2'].map((new_password) =>
      ask(portal, { user_id, password: OLD, new_password }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('says when there is no password', async () => {
  const portal = await testPortal();
  const tv = await serviceOf(portal, 'tv');
  expect(await ask(portal, { user_id: tv.user_id, password: OLD })).toMatchObject({
    status: 409,
    body: { code: 'change_not_allowed', message: expect.stringContaining('У ТВ нет пароля') as string },
  });
  const { user_id } = await serviceOf(portal);
  await portal.pool.query('delete from service_secret where user_id = $1', [user_id]);
  expect((await ask(portal, { user_id, password: OLD })).body.message).toContain('поддержка');
});

test("another subscriber's service is not found", async () => {
  const portal = await testPortal();
  const { user_id } = await serviceOf(portal, 'isg', 100_004);
  expect((await ask(portal, { user_id, password: OLD })).status).toBe(404);
  expect((await portal.send(passwordPolicy, { params: { id: user_id } }, 100_001)).status).toBe(404);
});
