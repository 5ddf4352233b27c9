import { commandLine } from '#server/kernel/command-line.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { opened } from './service-password.ts';

/** Whether the vault has the key of this database: `none` if the database has recorded no key yet. */
type KeyState = 'known' | 'none' | 'other';

export const OTHER_KEY = `настройка SERVICE_SECRET_KEY неверна: пароли услуг в этой базе запечатаны другим ключом; верните его из резервной копии (если настройки не было, ключ лежит в файле service-secret-key папки KABINET_DATA), а если он потерян, выполните ${commandLine} service-key forget`;

/** Records the first key that a database sees and refuses any other, also when two processes start at once. */
export async function holdToServiceKey(db: Database, vault: Vault, now: Date): Promise<void> {
  const state = await db.write(async (tx) => {
    if ((await keyState(tx, vault)) === 'none') {
      await tx.run(sql`
        insert into service_key (fingerprint, noted_at) values (${vault.fingerprint}, ${now})
        on conflict (is_only) do nothing`);
    }
    return keyState(tx, vault);
  });
  if (state === 'other') throw new Error(OTHER_KEY);
}

/** Compares the key with the recorded fingerprint or, if there is none, tries to open a sealed password. */
export async function keyState(tx: Tx, vault: Vault): Promise<KeyState> {
  const noted = await tx.maybe<{ fingerprint: Buffer }>(sql`select fingerprint from service_key`);
  if (noted) return noted.fingerprint.equals(vault.fingerprint) ? 'known' : 'other';
  const sealed = await tx.maybe<Sealed>(
    sql`select user_id, secret from service_secret where form <> 'argon2id' limit 1`,
  );
  return sealed && !opens(vault, sealed) ? 'other' : 'none';
}

/**
 * Deletes the passwords and replies sealed by a lost key, and its marks of requests, so that the next start may bring another key.
 * Returns the number of passwords.
 */
export async function forgetServiceKey(tx: Tx): Promise<number> {
  await tx.run(sql`delete from service_key`);
  await tx.run(sql`delete from idempotency_key where sealed_reply is not null`);
  await tx.run(sql`update idempotency_key set request_hash = ''`);
  const forgotten = await tx.rows<{ userId: number }>(sql`
    delete from service_secret where form <> 'argon2id' returning user_id as "userId"`);
  await serviceChanged(tx, ...forgotten);
  return forgotten.length;
}

interface Sealed {
  readonly user_id: number;
  readonly secret: Buffer;
}

function opens(vault: Vault, { user_id, secret }: Sealed): boolean {
  try {
    opened(vault, user_id, secret);
    return true;
  } catch {
    return false;
  }
}
