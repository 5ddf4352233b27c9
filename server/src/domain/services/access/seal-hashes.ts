import type { Database } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import { kept } from './service-password.ts';

const PAGE = 500;

/**
 * Seals the passwords of the internet of which only hashes are kept, all of one password: the demo's, so that RADIUS can let its clients
 * in. The seeds have no key; whoever has changed his password since has it sealed already. The recorded network is said to have got them.
 */
export async function sealHashes(db: Database, vault: Vault, password: string): Promise<void> {
  for (let sealed = PAGE; sealed === PAGE;)
    sealed = await db.write(async (tx) => {
      const users = await tx.rows<{ user_id: number }>(sql`
        select user_id from service_secret join service_user using (user_id)
        where service_kind = 'internet' and form = 'argon2id' order by user_id limit ${PAGE} for update of service_secret`);
      const secrets = await Promise.all(
        users.map(async ({ user_id: userId }) => ({
          user_id: userId,
          secret: (await kept(vault, { userId, userType: 'isg' }, password)).secret.toString('hex'),
        })),
      );
      await tx.run(sql`
        with given as (
          select * from jsonb_to_recordset(${JSON.stringify(secrets)}::jsonb) as g (user_id bigint, secret text)),
        changed as (
          update service_secret s set form = 'sealed', secret = decode(given.secret, 'hex') from given
          where s.user_id = given.user_id returning s.user_id, s.changed_at)
        update recorded_network.service r
        set state = r.state || jsonb_build_object('passwordSince',
          to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from changed where r.service = 'user:' || changed.user_id`);
      return users.length;
    });
}
