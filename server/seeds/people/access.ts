import { hashPassword } from '#server/domain/identity/credentials/password.ts';
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
     select user_id, 'argon2id', convert_to($2, 'UTF8'), least(opened_on + interval '12 hours', $1) from service_user where user_type <> 'tv'`,
    [now, await hashPassword(SERVICE_PASSWORD)],
  );
}

/** Adds the latest accounting report of each live session: 4 to 90 Mbit/s down, a tenth of it up. */
export async function addRates(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(
    `update internet_session set counted_at = $1, rate_in = rate, rate_out = rate / 10
     from (select user_id as id, (40 + user_id * 144 % 860) * 100000 as rate from service_user) line
     where id = user_id and stopped_at is null`,
    [now],
  );
}

/** Registers telephones for every SIP line of the office except the last. */
export async function addRegistrations(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(
    `insert into sip.location (ruid, username, domain, contact, expires, last_modified, user_agent, since)
     select 'demo-' || user_id, login, 'sip.volga-telecom.example', 'sip:' || login || '@10.84.10.' || 20 + n || ':5060',
       ($1::timestamptz + interval '30 days') at time zone 'UTC', $1::timestamptz at time zone 'UTC',
       case n % 3 when 0 then 'Linphone Android/5.2.3' else 'Yealink SIP-T31P 124.86.0.75' end,
       $1::timestamptz - n * interval '7 hours'
     from (
       select user_id, login, row_number() over (order by login desc) as n
       from service_user where user_type = 'sip' and state = 'active'
     ) line where n > 1`,
    [now],
  );
}
