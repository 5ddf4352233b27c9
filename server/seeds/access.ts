import { hashPassword } from '#domain/identity/credentials/password.ts';
import type pg from 'pg';
import { SERVICE_PASSWORD } from './password.ts';

/**
 * Access settings of the demo's services: the device of the latest session is bound, lines of `isg` need no password.
 * The passwords are hashes, as from an older system, so seeding needs no key.
 */
export async function addAccess(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(
    `insert into service_access (user_id, auto_auth, bound_mac)
     select user_id, user_type = 'isg' and reason is distinct from 'login_locked',
       (select mac from internet_session s where s.user_id = u.user_id order by started_at desc limit 1)
     from service_user u where user_type in ('isg', 'ethernet', 'homenet') and state <> 'connecting'`,
  );
  await client.query(
    `insert into service_secret (user_id, form, secret, changed_at)
     select user_id, 'argon2id', convert_to($2, 'UTF8'), least(state_since, $1) from service_user where user_type <> 'tv'`,
    [now, await hashPassword(SERVICE_PASSWORD)],
  );
}
