import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { InternetState, RecordedState } from '../port.ts';
import type { Reply, ReplyTemplate } from './reply.ts';

/** Stores a state; returns no row if RADIUS has a newer one. Without a password the former one stays. */
export const putService = (
  tx: Tx,
  userId: number,
  state: InternetState,
  password: Buffer | null,
): Promise<{ user_id: number } | undefined> =>
  tx.maybe(sql`
    insert into radius.service as s (user_id, version, state, login, access, why, is_ended, password, auto_auth, mac, circuit,
      sessions, session_seconds, open_until)
    values (${userId}, ${state.version}, ${JSON.stringify(state)}::jsonb, ${state.login}, ${state.access}, ${whyClosed(state)},
      ${state.restriction === 'closed'}, ${password}, ${state.autoAuth}, ${state.mac}::macaddr, ${state.circuit},
      ${state.sessions}, ${state.profile?.sessionSeconds ?? null}::integer, ${state.openUntil}::timestamptz)
    on conflict (user_id) do update
    set version = excluded.version, state = excluded.state, login = excluded.login, why = excluded.why,
      access = excluded.access,
      is_ended = excluded.is_ended, password = coalesce(excluded.password, s.password), auto_auth = excluded.auto_auth,
      mac = excluded.mac, circuit = excluded.circuit, sessions = excluded.sessions,
      session_seconds = excluded.session_seconds, open_until = excluded.open_until, applied_at = now()
    where s.version <= excluded.version
    returning user_id`);

const whyClosed = ({ access, restriction }: InternetState): 'closed' | 'schedule' | null => {
  if (access !== 'closed') return null;
  return restriction === 'schedule' ? 'schedule' : 'closed';
};

interface TemplateRow extends ReplyTemplate {
  readonly kind: string;
}

/** The templates of the kinds of devices that there are, in order. */
export const templatesInUse = (tx: Tx): Promise<TemplateRow[]> =>
  tx.rows(sql`
    select kind, "when", place, attribute, op, value from radius.template
    where kind in (select kind from radius.nas) order by kind, template_id`);

/** Replaces the replies of a service, one for each kind of device. */
export async function putReplies(tx: Tx, userId: number, replies: Readonly<Record<string, Reply>>): Promise<void> {
  await tx.run(
    sql`delete from radius.reply where user_id = ${userId} and kind <> all(${Object.keys(replies)}::text[])`,
  );
  for (const [kind, { accept, coa, shape }] of Object.entries(replies)) {
    await tx.run(sql`
      insert into radius.reply as r (user_id, kind, attributes, coa, shape)
      values (${userId}, ${kind}, ${accept}::text[], ${coa}::text[], ${shape})
      on conflict (user_id, kind) do update
      set attributes = excluded.attributes, coa = excluded.coa, shape = excluded.shape where r.shape <> excluded.shape`);
  }
}

export const recordedService = (
  tx: Tx,
  userId: number,
): Promise<{ state: RecordedState; has_password: boolean } | undefined> =>
  tx.maybe(sql`select state, password is not null as has_password from radius.service where user_id = ${userId}`);

/** The next services that RADIUS knows, as they were ordered last. */
export const recordedAfter = (
  tx: Tx,
  after: number,
  limit: number,
): Promise<{ user_id: number; state: InternetState }[]> =>
  tx.rows(sql`
    select user_id, state from radius.service where user_id > ${after} order by user_id limit ${limit} for no key update`);
