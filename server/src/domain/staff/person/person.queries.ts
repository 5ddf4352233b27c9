import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { STAFF_IDLE_MINUTES } from '../session/staff-session.rules.ts';

export interface StaffPerson {
  readonly person_id: number;
  readonly login: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly password_hash: string | null;
  readonly totp_secret: Buffer | null;
  readonly has_passkey: boolean;
  readonly has_openid: boolean;
  readonly blocked_at: Instant | null;
}

/** Whether a person or a program of the staff was ever added: until then the portal has no place for them. */
export const hasStaff = async (tx: Tx): Promise<boolean> =>
  (
    await tx.one<{ has: boolean }>(
      sql`select exists (select from staff_person) or exists (select from staff_key) as has`,
    )
  ).has;

/** Adds a person; undefined if the login is taken. */
export const insertStaffPerson = (
  tx: Tx,
  { login, name, roles }: Pick<StaffPerson, 'login' | 'name' | 'roles'>,
  now: Date,
): Promise<{ person_id: number } | undefined> =>
  tx.maybe(sql`
    insert into staff_person (login, name, roles, added_at) values (${login}, ${name}, ${roles}, ${now})
    on conflict (login) do nothing returning person_id`);

const hasPasskey = sql`exists (select from staff_passkey k where k.person_id = staff_person.person_id)`;
const hasOpenId = sql`exists (select from staff_openid o where o.person_id = staff_person.person_id)`;
const columns = sql`person_id, login, name, roles, password_hash, totp_secret, blocked_at, ${hasPasskey} as has_passkey,
  ${hasOpenId} as has_openid`;

/** Whether a person of a row can come in: by password and app, by a passkey, or by the provider's own sign-in. */
const canComeIn = sql`(password_hash is not null and totp_secret is not null or ${hasPasskey} or ${hasOpenId})`;

/** A person by her login. */
export const personByLogin = (tx: Tx, login: string): Promise<StaffPerson | undefined> =>
  tx.maybe(sql`select ${columns} from staff_person where login = ${login}`);

export const personById = (tx: Tx, personId: number): Promise<StaffPerson | undefined> =>
  tx.maybe(sql`select ${columns} from staff_person where person_id = ${personId}`);

/** The same, held against a change of her password or a block until the transaction ends. */
export const unchangedPerson = (tx: Tx, personId: number): Promise<StaffPerson | undefined> =>
  tx.maybe(sql`select ${columns} from staff_person where person_id = ${personId} for share`);

/** The same, locked. */
export const holdPersonById = (tx: Tx, personId: number): Promise<StaffPerson> =>
  tx.one(sql`select ${columns} from staff_person where person_id = ${personId} for update`);

/** The same, locked, with all administrators, in one order: of two who shut each other out at once the second sees the first. */
export async function holdPerson(tx: Tx, login: string): Promise<StaffPerson | undefined> {
  const held = await tx.rows<StaffPerson>(sql`
    select ${columns} from staff_person where login = ${login} or 'admin' = any (roles) order by person_id for update`);
  return held.find((person) => person.login === login);
}

/** Whether another person in one of the roles can come in. */
export const hasOtherOf = async (tx: Tx, personId: number, roles: readonly OperatorRole[]): Promise<boolean> =>
  (
    await tx.one<{ has: boolean }>(sql`
      select exists (select from staff_person
        where person_id <> ${personId} and roles && ${roles}::text[] and blocked_at is null
          and ${canComeIn}) as has`)
  ).has;

/** Whether a person can come in as things are. */
export const mayComeIn = async (tx: Tx, personId: number): Promise<boolean> =>
  (await tx.one<{ may: boolean }>(sql`select ${canComeIn} as may from staff_person where person_id = ${personId}`)).may;

export async function putRoles(tx: Tx, personId: number, roles: readonly OperatorRole[]): Promise<void> {
  await tx.run(sql`update staff_person set roles = ${roles} where person_id = ${personId}`);
}

export async function putBlocked(tx: Tx, personId: number, blockedAt: Date | null): Promise<void> {
  await tx.run(sql`update staff_person set blocked_at = ${blockedAt} where person_id = ${personId}`);
}

export async function putStaffPassword(tx: Tx, personId: number, hash: string | null): Promise<void> {
  await tx.run(sql`update staff_person set password_hash = ${hash} where person_id = ${personId}`);
}

interface ListedPerson extends Pick<StaffPerson, 'person_id' | 'login' | 'name' | 'roles'> {
  readonly state: 'invited' | 'active' | 'blocked';
  readonly added_at: Instant;
  readonly sessions: number;
  readonly last_used_at: Instant | null;
}

/** All people of the staff, by login. */
export const allPeople = (tx: Tx, now: Date): Promise<ListedPerson[]> =>
  tx.rows(sql`
    select person_id, login, name, roles, added_at,
      case when blocked_at is not null then 'blocked' when ${canComeIn} then 'active' else 'invited' end as state,
      (select count(*)::int from staff_session s where s.person_id = staff_person.person_id and ended_at is null and expires_at > ${now}
        and last_used_at > ${now}::timestamptz - make_interval(mins => ${STAFF_IDLE_MINUTES})) as sessions,
      (select max(last_used_at) from staff_session s where s.person_id = staff_person.person_id) as last_used_at
    from staff_person order by login`);
