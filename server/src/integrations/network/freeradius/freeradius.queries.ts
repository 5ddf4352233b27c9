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
): Promise<{ is_night: boolean } | undefined> =>
  tx.maybe(sql`
    insert into radius.service as s (user_id, version, state, login, access, why, is_ended, password, auto_auth, mac, circuit,
      sessions, session_seconds, open_until, night_from, night_until)
    values (${userId}, ${state.version}, ${JSON.stringify(state)}::jsonb, ${state.login}, ${state.access}, ${whyClosed(state)},
      ${state.restriction === 'closed'}, ${password}, ${state.autoAuth}, ${state.mac}::macaddr, ${state.circuit},
      ${state.sessions}, ${state.profile?.sessionSeconds ?? null}::integer, ${state.openUntil}::timestamptz,
      ${minuteOf(state.profile?.night?.from)}, ${minuteOf(state.profile?.night?.until)})
    on conflict (user_id) do update
    set version = excluded.version, state = excluded.state, login = excluded.login, why = excluded.why,
      access = excluded.access,
      is_ended = excluded.is_ended, password = coalesce(excluded.password, s.password), auto_auth = excluded.auto_auth,
      mac = excluded.mac, circuit = excluded.circuit, sessions = excluded.sessions,
      session_seconds = excluded.session_seconds, open_until = excluded.open_until, applied_at = now(),
      night_from = excluded.night_from, night_until = excluded.night_until, is_night = s.is_night and excluded.night_from is not null
    where s.version <= excluded.version
    returning is_night`);

/** Of `07:00`; null: none. */
const minuteOf = (time: string | undefined): number | null => {
  const [hour, minute] = time?.split(':').map(Number) ?? [];
  return hour === undefined || minute === undefined ? null : hour * 60 + minute;
};

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

interface RecordedRow {
  readonly user_id: number;
  readonly state: InternetState;
  /** Whether its replies are those of the night. */
  readonly is_night: boolean;
}

/** Minutes before the promised beginning from which the speed of the night is told. */
const LEAD_MINUTES = 5;

/** Turns the next services over whose replies are not those of this minute of the day. */
export const turnNight = (tx: Tx, minute: number, limit: number): Promise<RecordedRow[]> =>
  tx.rows(sql`
    update radius.service set is_night = not is_night
    where user_id in (
      select user_id from radius.service,
        lateral (select (night_from - ${LEAD_MINUTES}::integer + 1440) % 1440 as begins) early
      where night_from is not null
        and is_night <> ((${minute}::integer - begins + 1440) % 1440 < (night_until - begins + 1440) % 1440)
      order by user_id limit ${limit} for no key update of service)
    returning user_id, state, is_night`);

/** The next services that RADIUS knows, as they were ordered last. */
export const recordedAfter = (tx: Tx, after: number, limit: number): Promise<RecordedRow[]> =>
  tx.rows(sql`
    select user_id, state, is_night from radius.service where user_id > ${after} order by user_id limit ${limit} for no key update`);
