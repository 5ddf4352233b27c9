import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Authenticator } from '../../../../test/portal/authenticator.ts';
import { PUBLIC_URL, testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const WHO = 100001;
const PASSWORD = 'demo-kabinet';
const MINUTE = 60_000;

let portal: TestPortal;
let host = 0;
beforeEach(async () => {
  portal = await testPortal();
});

const begin = (who = WHO) => portal.send(contract.security.beginPasskey, {}, who);
const put = (passkey: ReturnType<Authenticator['make']>, who = WHO) =>
  portal.send(contract.security.addPasskey, { body: { passkey } }, who);

/** A passkey that the contract has added. */
async function added(who = WHO): Promise<Authenticator> {
  const passkey = new Authenticator();
  const { status } = await put(passkey.make((await begin(who)).body), who);
  expect(status).toBe(200);
  return passkey;
}

const question = async () => (await portal.send(contract.auth.passkeyQuestion, {})).body;
const list = async (who = WHO) => (await portal.send(contract.security.get, {}, who)).body.passkeys;
const remove = (passkey: Authenticator) =>
  portal.send(contract.security.removePasskey, { body: { passkey_id: passkey.id } }, WHO);

/** Signs in from an address of its own. */
async function enter(
  payload: object,
  { address, cookie = '' }: { address?: string | undefined; cookie?: string } = {},
) {
  host += 1;
  const reply = await portal.inject({
    method: 'POST',
    url: '/api/v2/auth/token',
    remoteAddress: address ?? `10.7.${Math.floor(host / 250)}.${host % 250}`,
    headers: { origin: PUBLIC_URL, cookie },
    payload,
  });
  return { status: reply.statusCode, body: reply.json<Record<string, string>>(), headers: reply.headers };
}
const enterBy = (passkey: object, address?: string) => enter({ grant: 'passkey', passkey }, { address });
const enterByPassword = (cookie = '') => enter({ login: String(WHO), password: PASSWORD }, { cookie });

const titles = async () => {
  const { rows } = await portal.pool.query<{ title: string }>(
    'select title from message where contract_id = $1 order by message_id',
    [WHO],
  );
  return rows.map(({ title }) => title);
};

describe('a passkey', () => {
  test('is added, listed, and then opens the portal without a password, also on a new device', async () => {
    const passkey = await added();
    expect(await list()).toMatchObject([{ passkey_id: passkey.id, is_synced: false, used_at: null }]);
    expect(await titles()).toContain('Добавлен ключ для входа');
    const entered = await enterBy(passkey.sign(await question()));
    expect(entered).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
    expect([entered.headers['set-cookie']].flat().join()).toContain('__Secure-kabinet=');
    const own = await portal.send(contract.auth.sessions, {}, undefined, {
      authorization: `Bearer ${entered.body['access_token'] ?? ''}`,
    });
    expect(own.status).toBe(200);
    expect((await list())[0]?.used_at).toBe(portal.clock.now().toISOString());
  });

  test('counts as both factors: no code of the app is asked for', async () => {
    const passkey = await added();
    await portal.pool.query(
      `insert into totp (contract_id, secret, begun_at, enabled_at) values ($1, '', now(), now())`,
      [WHO],
    );
    expect((await enterByPassword()).body['code']).toBe('second_step_needed');
    expect((await enterBy(passkey.sign(await question()))).status).toBe(200);
  });

  test('works once with one challenge, also at once, and not after ten minutes', async () => {
    const passkey = await added();
    const asked = await question();
    const both = await Promise.all([enterBy(passkey.sign(asked)), enterBy(passkey.sign(asked))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    const late = await question();
    portal.clock.advance(10 * MINUTE);
    expect((await enterBy(passkey.sign(late))).body['code']).toBe('passkey_refused');
    expect((await enterBy(passkey.sign(await question()))).status).toBe(200);
  });

  test.each([
    ['another site', { origin: 'https://kabinet.example' }],
    ['another domain', { rpId: 'kabinet.example' }],
    ['nobody seen by the device', { isUnverified: true }],
  ])('is refused with %s, both when added and when used', async (_, faults) => {
    const fresh = new Authenticator();
    expect(await put(fresh.make((await begin()).body, faults))).toMatchObject({ status: 403 });
    const passkey = await added();
    expect(await enterBy(passkey.sign(await question(), faults))).toMatchObject({
      status: 403,
      body: { code: 'passkey_refused' },
    });
  });

  test('is refused when its counter did not grow: it was copied', async () => {
    const passkey = await added();
    expect((await enterBy(passkey.sign(await question()))).status).toBe(200);
    passkey.counter = 0;
    expect((await enterBy(passkey.sign(await question()))).status).toBe(403);
  });

  test('is refused when signed by another key, for another owner, or when nobody knows it', async () => {
    const [passkey, other] = [await added(), new Authenticator()];
    const signed = passkey.sign(await question());
    expect((await enterBy({ ...other.sign(await question()), id: passkey.id })).status).toBe(403);
    expect((await enterBy({ ...signed, user_handle: 'AAAA' })).status).toBe(403);
    expect((await enterBy(other.sign(await question()))).status).toBe(403);
  });

  test('is added only to the session that asked, with its challenge, once, and to one contract', async () => {
    const made = new Authenticator();
    const { body } = await begin();
    const stranger = await begin(100002);
    expect((await put(made.make(stranger.body))).status).toBe(403);
    expect((await put(made.make({ ...body, challenge: (await question()).challenge }))).status).toBe(403);
    expect((await put(made.make(body))).status).toBe(200);
    expect((await put(new Authenticator().make(body))).status).toBe(403);
    expect((await put(made.make((await begin(100002)).body), 100002)).body).toMatchObject({ code: 'passkey_known' });
  });

  test('an eleventh is not offered', async () => {
    for (let count = 0; count < 9; count += 1) await added();
    // Two are begun while there is place for one.
    const early = (await begin()).body;
    await added();
    expect((await put(new Authenticator().make(early))).body).toMatchObject({ code: 'passkeys_too_many' });
    const passkey = new Authenticator();
    expect((await begin()).body).toMatchObject({ code: 'passkeys_too_many' });
    expect(passkey.handle).toBeUndefined();
  });

  test('failures of an address slow down the address, together with wrong passwords (R-17)', async () => {
    const other = new Authenticator();
    for (let count = 0; count < 10; count += 1) await enterBy(other.sign(await question()), '10.8.0.1');
    const passkey = await added();
    expect((await enterBy(passkey.sign(await question()), '10.8.0.1')).status).toBe(429);
    expect((await enterBy(passkey.sign(await question()), '10.9.0.1')).status).toBe(200);
  });

  test('is renamed, and removed it opens nothing', async () => {
    const passkey = await added();
    const renamed = await portal.send(
      contract.security.renamePasskey,
      { body: { passkey_id: passkey.id, name: ' Рабочий ноутбук ' } },
      WHO,
    );
    expect(renamed.body.name).toBe('Рабочий ноутбук');
    const other = await added();
    const strange = { body: { passkey_id: passkey.id } };
    expect((await portal.send(contract.security.removePasskey, strange, 100002)).status).toBe(404);
    expect(await list()).toHaveLength(2);
    expect((await remove(passkey)).status).toBe(200);
    expect(await list()).toMatchObject([{ passkey_id: other.id }]);
    expect((await enterBy(passkey.sign(await question()))).status).toBe(403);
    expect(await titles()).toContain('Удалён ключ для входа');
  });
});

describe('R-11: a passkey confirms that it is the subscriber', () => {
  const confirm = async (passkey: Authenticator, who = WHO) =>
    portal.send(contract.auth.confirm, { body: { passkey: passkey.sign(await question()) } }, who);

  test('for five minutes, instead of the password', async () => {
    const passkey = await added();
    portal.clock.advance(6 * MINUTE);
    expect((await begin()).body).toMatchObject({ code: 'confirmation_required' });
    expect((await confirm(passkey)).status).toBe(200);
    expect((await begin()).status).toBe(200);
  });

  test('and a stranger’s does not', async () => {
    const passkey = await added(100002);
    expect((await begin()).status).toBe(200);
    portal.clock.advance(6 * MINUTE);
    expect((await confirm(passkey)).body).toMatchObject({ code: 'passkey_refused' });
    expect((await begin()).body).toMatchObject({ code: 'confirmation_required' });
  });
});

describe('passkeys as the only way in', () => {
  const removePassword = () => portal.send(contract.security.removePassword, {}, WHO);

  test('need two of them; then the password opens nothing, and other sessions end', async () => {
    const first = await added();
    expect((await removePassword()).body).toMatchObject({ code: 'last_way_in' });
    const second = await added();
    await enterByPassword();
    const told = (await titles()).length;
    expect(await removePassword()).toMatchObject({ status: 200, body: { was_there: true, sessions_ended: 1 } });
    expect(await titles()).toHaveLength(told + 1);
    expect((await portal.pool.query('select from known_device where contract_id = $1', [WHO])).rowCount).toBe(0);
    expect((await removePassword()).body).toMatchObject({ was_there: false });
    expect((await portal.send(contract.security.get, {}, WHO)).body.password.changed_at).toBeNull();
    expect((await enterByPassword()).body['code']).toBe('login_refused');
    for (const passkey of [first, second]) expect((await enterBy(passkey.sign(await question()))).status).toBe(200);
  });

  test('no code recovers what there is not, nor one that was sent before', async () => {
    const sent: string[] = [];
    portal.world.outside.sms.send = ({ text }: { text: string }) => {
      if (text.includes('новый пароль кабинета')) sent.push(text.slice(0, 6));
      return Promise.resolve(undefined);
    };
    const begun = async () => {
      const { body } = await portal.send(contract.recovery.begin, { body: { login: String(WHO), by: 'phone' } });
      await portal.work();
      return body.recovery;
    };
    await added();
    await added();
    const recovery = await begun();
    expect(sent).toHaveLength(1);
    await removePassword();
    const body = { recovery, code: sent[0]!, new_password: 'два верблюда' };
    expect((await portal.send(contract.recovery.finish, { body })).body).toMatchObject({ code: 'code_wrong' });
    await begun();
    expect(sent).toHaveLength(1);
  });

  test('neither of the last two is removed, also not both at once', async () => {
    const [first, second, third] = [await added(), await added(), await added()];
    await removePassword();
    const both = await Promise.all([remove(first), remove(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await remove(third)).body).toMatchObject({ code: 'last_way_in' });
    expect(await list()).toHaveLength(2);
  });

  test('a password can be set again, once', async () => {
    await added();
    await added();
    const set = () => portal.send(contract.security.setPassword, { body: { new_password: 'два верблюда' } }, WHO);
    expect((await set()).body).toMatchObject({ code: 'password_there' });
    await removePassword();
    expect((await set()).status).toBe(200);
    expect((await enter({ login: String(WHO), password: 'два верблюда' })).status).toBe(200);
  });
});

describe('R-12: a sign-in from a new device', () => {
  const ENTERED = 'В кабинет вошли с нового устройства';
  const count = async () => (await titles()).filter((title) => title === ENTERED).length;

  /** The cookie of the device by which the browser of a sign-in is known. */
  const deviceOf = ({ headers }: Awaited<ReturnType<typeof enter>>) =>
    [headers['set-cookie'] ?? []]
      .flat()
      .map((line) => line.split(';')[0] ?? '')
      .find((pair) => pair.startsWith('__Secure-kabinet-device='));

  test('is told, with a way to end it; a known device and the first of all are not', async () => {
    await portal.pool.query('delete from session where contract_id = $1', [WHO]);
    const foreign = deviceOf(await enter({ login: '100002', password: PASSWORD }));
    const first = deviceOf(await enterByPassword());
    expect(await count()).toBe(0);
    const known = deviceOf(await enterByPassword(first));
    expect(await count()).toBe(0);
    await enterByPassword();
    expect(await count()).toBe(1);
    await enterBy((await added()).sign(await question()));
    expect(await count()).toBe(2);
    // A browser that only another contract knows.
    await enterByPassword(foreign);
    expect(await count()).toBe(3);
    portal.clock.advance(365 * 24 * 60 * MINUTE);
    await enterByPassword(known);
    expect(await count()).toBe(4);
  });

  test('is told of a device that ten others have been used after', async () => {
    const devices = [];
    for (let device = 0; device < 11; device += 1) {
      portal.clock.advance(MINUTE);
      devices.push(deviceOf(await enterByPassword()));
    }
    const before = await count();
    await enterByPassword(devices[1]);
    expect(await count()).toBe(before);
    await enterByPassword(devices[0]);
    expect(await count()).toBe(before + 1);
  });
});
