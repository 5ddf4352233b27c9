import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { sql, type Sql } from '#server/db/sql.ts';
import { CHANGE_STATES, CHANNELS, DELIVERY_STATES, ORDER_STATES } from './timeline.texts.ts';

/** The rows after a place, in microseconds and by their id; both are parts of an index of each table. */
interface After {
  readonly at: number;
  readonly id: number;
  readonly limit: number;
  /** The provider's zone, in which moments within a text are told. */
  readonly zone: string;
}

export interface TimelineRow {
  readonly id: number;
  readonly at: Instant;
  /** Microseconds since 1970: a cursor that names milliseconds would skip rows. */
  readonly place: number;
  readonly text: string;
  readonly who: string | null;
  readonly detail: string | null;
  readonly amount: Kopecks | null;
  readonly other_number: string | null;
  readonly own_number: string | null;
}

const moment = ({ at }: After): Sql => sql`(timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond')`;
const placeOf = (at: Sql): Sql => sql`(extract(epoch from ${at}) * 1000000)::bigint as place`;
const before = (at: Sql, id: Sql, after: After): Sql => sql`(${at}, ${id}) < (${moment(after)}, ${after.id})`;

/** A state as the staff read it. */
const inWords = (words: Readonly<Record<string, string>>, state: Sql): Sql =>
  sql`(${JSON.stringify(words)}::jsonb ->> ${state})`;

/** What only a call has. */
const NO_CALL = sql`null as other_number, null as own_number`;

type Source = (contractId: number, after: After) => Sql;

/** Sessions of all internet services: the newest of each, then the newest of all. */
const sessions: Source = (contractId, after) => sql`
  select s.internet_session_id as id, started_at as at, ${placeOf(sql`started_at`)}, name as text, null as who,
    concat_ws(', ', host(address), mac::text, 'порт ' || port,
      case when stopped_at is null then 'идёт' else 'до ' || to_char(stopped_at at time zone ${after.zone}, 'DD.MM.YYYY, HH24:MI') end) as detail,
    null::bigint as amount, ${NO_CALL}
  from (select user_id, name from service_user where contract_id = ${contractId} and service_kind = 'internet') u
  cross join lateral (
    select * from internet_session i where i.user_id = u.user_id and ${before(sql`started_at`, sql`internet_session_id`, after)}
    order by started_at desc, internet_session_id desc limit ${after.limit}
  ) s
  order by started_at desc, internet_session_id desc limit ${after.limit}`;

const messages: Source = (contractId, after) => sql`
  select m.message_id as id, created_at as at, ${placeOf(sql`created_at`)}, title as text, null as who,
    nullif(concat_ws('; ', case when r.read_at is not null then 'прочитано в кабинете' end, d.ways), '') as detail, null::bigint as amount, ${NO_CALL}
  from message m left join message_read r on r.contract_id = m.contract_id and r.message_id = m.message_id
  cross join lateral (
    select string_agg(concat_ws(' ', ${inWords(CHANNELS, sql`channel`)}, recipient) || ': ' || ${inWords(DELIVERY_STATES, sql`state`)}
      || to_char(happened_at at time zone ${after.zone}, ' DD.MM.YYYY, HH24:MI'), '; ' order by happened_at, key) as ways
    from message_delivery where message_id = m.message_id
  ) d
  where m.contract_id = ${contractId} and ${before(sql`created_at`, sql`m.message_id`, after)}
  order by created_at desc, m.message_id desc limit ${after.limit}`;

const orders: Source = (contractId, after) => sql`
  select order_id as id, created_at as at, ${placeOf(sql`created_at`)}, goal.name || ': ' || text as text, assignee as who,
    concat_ws(': ', ${inWords(ORDER_STATES, sql`state`)}, last_text) as detail, null::bigint as amount, ${NO_CALL}
  from support_order join support_goal goal using (goal_id)
  where contract_id = ${contractId} and ${before(sql`created_at`, sql`order_id`, after)}
  order by created_at desc, order_id desc limit ${after.limit}`;

/** Every month with a total has a call, so as many months as rows are enough; a call may be of the month after. */
const calls: Source = (contractId, after) => sql`
  select call_record_id as id, started_at as at, ${placeOf(sql`started_at`)},
    case direction when 'out' then 'Исходящий' else 'Входящий' end || ' звонок' as text, null as who,
    to_char(make_interval(secs => seconds), 'FMHH24:MI:SS') as detail, amount_kopecks as amount, other_number, l.number as own_number
  from call_line l
  cross join lateral (
    select period from call_month m
    where m.phone_number = l.number and m.period <= to_char(${moment(after)} + interval '1 month', 'YYYY-MM')
    order by m.period desc limit ${after.limit}
  ) m
  cross join lateral (
    select * from call_record r
    where r.phone_number = l.number and r.period = m.period and ${before(sql`started_at`, sql`call_record_id`, after)}
    order by started_at desc, call_record_id desc limit ${after.limit}
  ) r
  where l.contract_id = ${contractId}
  order by started_at desc, call_record_id desc limit ${after.limit}`;

const access: Source = (contractId, after) => sql`
  select event_id as id, happened_at as at, ${placeOf(sql`happened_at`)}, kind as text, detail ->> 'by' as who,
    nullif(concat_ws(', ', detail ->> 'network', detail ->> 'name'), '') as detail, null::bigint as amount, ${NO_CALL}
  from audit_event
  where contract_id = ${contractId} and ${before(sql`happened_at`, sql`event_id`, after)}
  order by happened_at desc, event_id desc limit ${after.limit}`;

const plans: Source = (contractId, after) => sql`
  select plan_change_id as id, made_at as at, ${placeOf(sql`made_at`)},
    u.name || ': ' || coalesce('с «' || former.name || '» на ', '') || '«' || plan.name || '»' as text,
    coalesce((
      select operator from staff_change s where s.user_id = c.user_id and s.made_at = c.made_at and s.call = 'plan change' limit 1
    ), made_by) as who,
    ${inWords(CHANGE_STATES, sql`c.state`)} || to_char(c.from_day, '" с "DD.MM.YYYY') as detail, null::bigint as amount, ${NO_CALL}
  from (select user_id, name from service_user where contract_id = ${contractId}) u
  cross join lateral (
    select * from plan_change p where p.user_id = u.user_id and ${before(sql`made_at`, sql`plan_change_id`, after)}
    order by made_at desc, plan_change_id desc limit ${after.limit}
  ) c join plan using (plan_id) left join plan former on former.plan_id = c.previous_plan_id
  order by made_at desc, plan_change_id desc limit ${after.limit}`;

/** Changes by the staff; those of a plan are told above, by the plan. */
const staff: Source = (contractId, after) => sql`
  select staff_change_id as id, made_at as at, ${placeOf(sql`made_at`)}, text, operator as who, null as detail,
    null::bigint as amount, ${NO_CALL}
  from staff_change
  where contract_id = ${contractId} and call <> 'plan change' and ${before(sql`made_at`, sql`staff_change_id`, after)}
  order by made_at desc, staff_change_id desc limit ${after.limit}`;

const notes: Source = (contractId, after) => sql`
  select staff_note_id as id, made_at as at, ${placeOf(sql`made_at`)}, text, operator as who,
    to_char(done_at at time zone ${after.zone}, '"было "DD.MM.YYYY" в "HH24:MI') as detail,
    null::bigint as amount, ${NO_CALL}
  from staff_note
  where contract_id = ${contractId} and ${before(sql`made_at`, sql`staff_note_id`, after)}
  order by made_at desc, staff_note_id desc limit ${after.limit}`;

const looks: Source = (contractId, after) => sql`
  select staff_read_id as id, read_at as at, ${placeOf(sql`read_at`)}, call as text, operator as who, role as detail,
    null::bigint as amount, ${NO_CALL}
  from staff_read
  where contract_id = ${contractId} and ${before(sql`read_at`, sql`staff_read_id`, after)}
  order by read_at desc, staff_read_id desc limit ${after.limit}`;

/** What has no account; each reads along an index, as many rows as the page has, wherever the page begins. */
export const EVENT_SOURCES = {
  session: sessions,
  message: messages,
  order: orders,
  call: calls,
  access,
  plan: plans,
  staff,
  note: notes,
  look: looks,
};
