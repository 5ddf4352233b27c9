import type { Database } from '#server/db/database.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { replaceSecret, secretOf } from './access.queries.ts';
import { isPassword, kept } from './service-password.ts';
import { forgetTyped, typedPasswords } from './typed.queries.ts';

interface World {
  readonly db: Database;
  readonly vault: Vault;
  readonly now: Date;
}

/**
 * Judges what routers have typed for services of which only a hash is kept. The right password is sealed and ordered from the network,
 * so the next try enters; the copy is deleted in any case. Returns how many services can be let in now.
 */
export async function sealTyped({ db, vault, now }: World): Promise<number> {
  let sealed = 0;
  for (const typed of await db.read(typedPasswords)) {
    const userId = typed.user_id;
    const hash = await db.read((tx) => secretOf(tx, userId));
    const password = textIn(vault, typed);
    const isRight =
      hash?.form === 'argon2id' &&
      password !== undefined &&
      (await isPassword(vault, { userId, realm: undefined }, hash, password));
    const next = isRight ? await kept(vault, { userId, userType: 'isg' }, password) : undefined;
    await db.write(async (tx) => {
      await forgetTyped(tx, typed);
      if (!hash || !next || !(await replaceSecret(tx, userId, hash.secret, next, now))) return;
      await serviceChanged(tx, { userId });
      sealed += 1;
    });
  }
  return sealed;
}

/** Undefined: it was sealed with a former key, and nobody can judge it. */
function textIn(vault: Vault, { user_id, password }: { readonly user_id: number; readonly password: Buffer }) {
  try {
    return vault.openForRadius(password, `typed:${user_id}`);
  } catch {
    return undefined;
  }
}
