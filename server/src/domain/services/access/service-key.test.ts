import { expect, test } from 'vitest';
import { keyVault } from '#server/integrations/vault/key-vault.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { START } from '../../../../test/portal/start.ts';
import { forgetServiceKey, holdToServiceKey } from './service-key.ts';

const [KEY, OTHER] = ['a1', 'b2'].map((byte) => keyVault(byte.repeat(32))) as [Vault, Vault];
type Vault = ReturnType<typeof keyVault>;

async function database() {
  const { world, pool } = await testPortal();
  const hold = (vault: Vault) => holdToServiceKey(world.db, vault, START);
  const sealWith = async (vault: Vault) => {
    const { rows } = await pool.query<{ id: number }>('select min(user_id) as id from service_secret');
    const id = rows[0]?.id ?? 0;
    await pool.query(`update service_secret set form = 'sealed', secret = $2 where user_id = $1`, [
      id,
      vault.seal('Parol-12345', `service:${id}`),
    ]);
  };
  return { world, pool, hold, sealWith };
}

test('records the first key, accepts it again, and refuses any other', async () => {
  const { pool, hold } = await database();
  await hold(KEY);
  await hold(KEY);
  await expect(hold(OTHER)).rejects.toThrow(/^настройка SERVICE_SECRET_KEY неверна/);
  const { rows } = await pool.query('select fingerprint from service_key');
  expect(rows).toEqual([{ fingerprint: KEY.fingerprint }]);
});

test('a database with passwords sealed by an earlier version accepts only the key that opens them', async () => {
  const { pool, hold, sealWith } = await database();
  await sealWith(KEY);
  await expect(hold(OTHER)).rejects.toThrow('SERVICE_SECRET_KEY');
  expect((await pool.query('select from service_key')).rowCount).toBe(0);
  await hold(KEY);
});

test('forgetting a lost key deletes the passwords it sealed; the hashes stay', async () => {
  const { world, pool, hold, sealWith } = await database();
  await sealWith(KEY);
  await hold(KEY);
  const hashes = async () => (await pool.query(`select from service_secret where form = 'argon2id'`)).rowCount;
  const before = await hashes();
  expect(await world.db.write(forgetServiceKey)).toBe(1);
  await hold(OTHER);
  expect(await hashes()).toBe(before);
});
