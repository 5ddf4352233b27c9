/** Corrections that count: a reverted change also reverts the corrections that it made. */
const CORRECTION = `(select * from ledger_transaction c where not exists (
  select from ledger_transaction r where r.reference = 'reversal:' || c.transaction_id))`;

/** Rules by name; each query returns violations, and nothing if all is well. */
export const ALWAYS: Readonly<Record<string, string>> = {
  'all entries sum to zero': 'select sum(amount_kopecks) from ledger_entry having sum(amount_kopecks) <> 0',

  'an external operation is credited once': `
    select source_id, count(*) from (
      select acquirer || ':' || external_id as source_id from payment where external_id is not null
      union all select source || ':' || txn_id from payment_agent_operation) one
    group by source_id having count(*) > 1`,

  'a payment for both accounts is in the ledger whole, each part on its account': `
    select p.payment_id, p.amount_kopecks, p.other_kopecks, e.account_id, e.amount_kopecks from payment p
    join ledger_entry e on e.transaction_id = p.transaction_id join account a on a.account_id = e.account_id
    where p.origin = 'joint' and a.contract_id is not null
      and e.amount_kopecks <> case a.kind when 't' then p.other_kopecks else p.amount_kopecks - p.other_kopecks end
    union all
    select p.payment_id, p.amount_kopecks, p.other_kopecks, null, count(*) from payment p
    join ledger_entry e on e.transaction_id = p.transaction_id
    where p.origin = 'joint' group by p.payment_id having count(*) <> 3`,

  'no day of a fee is charged twice': `
    with charged as materialized (
      select e.account_id, t.transaction_id, regexp_replace(t.reference, '^charge:(.*):[^:]*$', '\\1') as what, e.service_from,
        coalesce(back.since, e.service_until) as until
      from ledger_transaction t join ledger_entry e using (transaction_id) join account a using (account_id)
      left join (
        select c.corrects_transaction_id, b.account_id, min(b.service_from) as since
        from ${CORRECTION} c join ledger_entry b using (transaction_id) group by 1, 2
      ) back on back.corrects_transaction_id = t.transaction_id and back.account_id = e.account_id
      where t.kind = 'charge' and e.rate_unit is not null and a.contract_id is not null
        -- A charge of one kopeck is never given back: its unused days are worth less than half a kopeck.
        and e.amount_kopecks < -1
        -- A charge fully given back counts as not charged.
        and t.transaction_id not in (
          select corrects_transaction_id from ledger_transaction where reference ~ '^(correction|reversal):' and corrects_transaction_id is not null)
    )
    select what, service_from, paid_until from (
      select *, max(until) over (partition by account_id, what order by service_from, transaction_id
        rows between unbounded preceding and 1 preceding) as paid_until
      from charged where until > service_from) one
    where paid_until > service_from`,

  'no day of a plan that ran is left out': `
    select u.user_id, a.charged_through from service_user u join account a using (account_id) join plan p using (plan_id)
    where u.state = 'active' and a.debt_since is null and p.price_kopecks > 1000 and u.opened_on < a.charged_through
      and not exists (select from price_change c where c.plan_id = p.plan_id and c.price_kopecks <= 1000 and c.state <> 'withdrawn')
      and (u.promo_until is null or u.promo_until < a.charged_through) and (u.state_since at time zone 'Europe/Samara')::date < a.charged_through
      and not exists (
        select from ledger_entry e where e.user_id = u.user_id and e.amount_kopecks < 0
          and e.service_from <= a.charged_through and e.service_until > a.charged_through)
      and exists (select from ledger_entry e where e.user_id = u.user_id and e.amount_kopecks < 0)`,

  'who is beyond the credit limit is in debt': `
    select account_id, balance_kopecks from account
    where contract_id is not null and balance_kopecks + credit_limit_kopecks < 0 and debt_since is null`,

  'services of a debtor are off, and only his': `
    select a.account_id, u.user_id::text from account a join service_user u using (account_id)
    where (a.debt_since is null and u.reason = 'debt') or (a.debt_since is not null and u.state = 'active')
    union all
    select a.account_id, n.phone_number from account a join phone_number n using (account_id)
    where (a.debt_since is null and n.reason = 'debt') or (a.debt_since is not null and n.state = 'active')`,

  'a promised limit has an end, and ends': `
    select a.account_id, a.promised_kopecks from account a left join promised_payment p on p.account_id = a.account_id and p.state = 'active'
    where a.promised_kopecks <> coalesce(p.amount_kopecks, 0) or p.ends_on <= a.charged_through`,

  'what is kept of a charge agrees with the ledger': `
    select f.account_id, f.what, f.charged_from, f.charged_until, f.amount_kopecks
    from fee_charged f join ledger_entry e on e.transaction_id = f.transaction_id and e.account_id = f.account_id
    left join lateral (
      select sum(b.amount_kopecks) as amount, min(b.service_from) as since
      from ${CORRECTION} c join ledger_entry b using (transaction_id)
      where c.corrects_transaction_id = f.transaction_id and b.account_id = f.account_id) back on true
    where f.charged_from <> e.service_from or f.amount_kopecks <> -e.amount_kopecks - coalesce(back.amount, 0)
      or f.charged_until > coalesce(back.since, e.service_until)`,

  'no more is given back than was charged': `
    select t.transaction_id from ledger_transaction t join ledger_entry e using (transaction_id)
    join ${CORRECTION} c on c.corrects_transaction_id = t.transaction_id
    join ledger_entry b on b.transaction_id = c.transaction_id and b.account_id = e.account_id
    where t.kind = 'charge' and e.amount_kopecks < 0
    group by t.transaction_id, e.amount_kopecks having sum(b.amount_kopecks) > -e.amount_kopecks`,

  'who is suspended is paused, and only from his day to his day': `
    select s.suspension_id, s.state, u.state as service from suspension s join service_user u using (user_id)
    join account a using (account_id)
    where (s.state = 'active' and (u.state <> 'paused' or u.returns_on is distinct from s.until_day or s.until_day <= a.charged_through))
      or (s.state = 'planned' and s.from_day <= a.charged_through)`,

  'programs that need another have it, and none is beside one that it excludes': `
    select p.user_id, p.program_id, pair.relation, pair.other_id from user_program p join program_pair pair using (program_id)
    left join user_program other on other.user_id = p.user_id and other.program_id = pair.other_id
    where (pair.relation = 'needs') = (other.program_id is null)
    union all
    select p.contract_id, p.program_id, pair.relation, pair.other_id from contract_program p join program_pair pair using (program_id)
    left join contract_program other on other.contract_id = p.contract_id and other.program_id = pair.other_id
    where (pair.relation = 'needs') = (other.program_id is null)`,

  'a starter program has its service while it is on, and its visit while that is being connected': `
    select cp.contract_id::text, cp.program_id::text from contract_program cp join program p using (program_id)
    left join service_user u on u.user_id = cp.user_id
    where p.plan_id is not null and (u.user_id is null or u.state = 'closed')
    union all
    select u.user_id::text, u.login from service_user u
    where u.state <> 'closed' and u.login ~ ('^tv-' || u.contract_id || '(-\\d+)?$')
      and not exists (select from contract_program cp where cp.user_id = u.user_id)
    union all
    select o.order_id::text, u.state from support_order o join service_user u using (user_id)
    where o.text like 'Подключить: %' and (o.state = 'new') <> (u.state = 'connecting')`,

  'sums, hours and packages of calls are those of the calls': `
    with kept as (
      select phone_number, period, zone || ' ' || direction as what, calls::bigint as calls, seconds, amount_kopecks from call_total where calls > 0
      union all
      select phone_number, period, hour_began || ' ' || direction, calls, seconds, missed from call_hour where calls > 0
      union all
      select phone_number, period, 'package ' || call_package_id, 0, rated_seconds, 0 from call_package_use where rated_seconds > 0
    ), counted as (
      select phone_number, period, zone || ' ' || direction as what, count(*) as calls, sum(seconds)::bigint as seconds,
        sum(amount_kopecks)::bigint as amount_kopecks
      from call_record group by phone_number, period, zone, direction
      union all
      select phone_number, period, date_trunc('hour', started_at, 'UTC') || ' ' || direction, count(*), sum(seconds),
        count(*) filter (where seconds = 0)
      from call_record group by phone_number, period, date_trunc('hour', started_at, 'UTC'), direction
      union all
      select phone_number, period, 'package ' || call_package_id, 0, sum(rated_seconds), 0
      from call_record where call_package_id is not null group by phone_number, period, call_package_id having sum(rated_seconds) > 0
    )
    (select * from kept except select * from counted) union all (select * from counted except select * from kept)`,

  'a contract has no more mailboxes of a plan than it may have, and each its place': `
    select u.contract_id, u.plan_id, count(*) from service_user u join mail_plan m using (plan_id) left join mailbox b using (user_id)
    where u.state <> 'closed' group by u.contract_id, u.plan_id
    having count(*) > min(m.boxes) or bool_or(b.quota_bytes is distinct from m.quota_bytes)`,

  'a document of a month is mailed once': `
    select subject, substring(text from 'Договор (\\d+)') as contract, count(*) from sandbox_inbox.message
    where subject ~ '^(Счёт за телефон|Детализация звонков)' group by 1, 2 having count(*) > 1`,

  'a record of the exchange is in one call of each line at most': `
    select linkedid, phone_number, direction, other_number from call_record where linkedid is not null
    group by 1, 2, 3, 4 having count(*) > 1`,
};

/** The network's state of a service; a service that ended earlier need not be there. */
const RECORDED = `(
  select service, version, state from recorded_network.service where service not in (select 'user:' || user_id from sip.line)
  union all select 'user:' || user_id, version, state from sip.line)`;
const RECORDED_USER = `join ${RECORDED} n on n.service = 'user:' || u.user_id`;

/** Rules that hold when nothing is pending. */
export const AT_REST: Readonly<Record<string, string>> = {
  'no effect is owed': `select effect_id, kind, state, last_error from outbox_effect where state <> 'done'`,

  'no job has been given up': `
    select j.id, j.last_error from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where attempts >= max_attempts and t.identifier in ('apply_notification', 'notify_of_sandbox_payment')`,

  'what has changed of a service is carried out': `
    select s.user_id, s.phone_number, s.version, s.applied_version, n.version as recorded from service_state s
    left join ${RECORDED} n on n.service = coalesce('user:' || s.user_id, 'number:' || s.phone_number)
    where s.applied_version <> s.version or n.version <> s.version`,

  'the network lets in whose service works': `
    select u.user_id, u.state, u.reason, n.state as recorded from service_user u left ${RECORDED_USER}
    where (n.service is null and u.state <> 'closed')
      or (u.state = 'active') <> (n.state ->> 'access' = 'open')
      or (u.reason = 'debt' and u.user_type = 'isg') <> (n.state ->> 'access' = 'payment_page_only')`,

  'the network gives the plan, and knows the one of the next period': `
    select u.user_id, u.plan_id, c.plan_id as next, c.from_day, n.state as recorded from service_user u ${RECORDED_USER}
    left join plan_change c on c.user_id = u.user_id and c.state = 'planned'
    where n.state -> 'plan' ->> 'planId' is distinct from u.plan_id::text
      or n.state -> 'next' -> 'plan' ->> 'planId' is distinct from c.plan_id::text
      or n.state -> 'next' ->> 'from' is distinct from c.from_day::text`,

  'the network gives the options and programs that are on': `
    select u.user_id, n.state as recorded from service_user u ${RECORDED_USER}
    where n.state -> 'options' <> (
        select coalesce(jsonb_agg(option_id order by option_id), '[]') from user_option o
        where o.user_id = u.user_id and status <> 'on_pending')
      or n.state -> 'programs' <> (
        select coalesce(jsonb_agg(program_id order by program_id), '[]') from user_program p
        where p.user_id = u.user_id and status <> 'on_pending')`,

  'the network knows how a service is entered': `
    select u.user_id, a.auto_auth, a.bound_mac, n.state as recorded from service_user u ${RECORDED_USER}
    left join service_access a on a.user_id = u.user_id left join service_secret s on s.user_id = u.user_id and s.form <> 'argon2id'
    where u.user_type = 'isg' and (
      (n.state ->> 'autoAuth')::boolean <> coalesce(a.auto_auth, false)
      or n.state ->> 'mac' is distinct from a.bound_mac::text
      or (n.state ->> 'passwordSince')::timestamptz is distinct from date_trunc('milliseconds', s.changed_at))`,

  'the network lets call whose number works': `
    select p.phone_number, p.state, p.reason, n.state as recorded from phone_number p
    left join recorded_network.service n on n.service = 'number:' || p.phone_number
    where (n.service is null and p.state <> 'closed') or (p.state = 'active') <> (n.state ->> 'access' = 'open')
      or coalesce(n.state ->> 'restriction', '') <> coalesce(p.reason, nullif(p.state, 'active'), '') and n.service is not null`,

  'the exchange knows the password, the limits and the directions of a line': `
    select u.user_id, n.state as recorded from service_user u ${RECORDED_USER}
    left join sip_line l using (user_id) left join service_secret s on s.user_id = u.user_id and s.form in ('sealed', 'digest')
    where u.user_type = 'sip' and (
      (n.state ->> 'passwordSince')::timestamptz is distinct from date_trunc('milliseconds', s.changed_at)
      or (n.state ->> 'noPaidCallsUntil')::timestamptz is distinct from l.stopped_until
      or n.state ->> 'login' <> u.login
      or n.state -> 'closedZones' <> (select coalesce(jsonb_agg(zone order by zone), '[]') from call_zone
        where access = 'abroad' and not zone = any(coalesce(l.open_zones, '{}'))))`,

  'nobody is registered on a line that does not work': `
    select o.username from sip.location o where not exists (select from service_user u where u.login = o.username and u.state = 'active')`,

  'the mail server knows the addresses, the copies and the reply of a mailbox': `
    select u.user_id, n.state as recorded from service_user u ${RECORDED_USER}
    left join mailbox b using (user_id) left join mail_reply r on r.user_id = u.user_id and r.is_on
    where u.user_type = 'mail' and (
      n.state ->> 'address' is distinct from b.address
      or n.state ->> 'login' <> u.login
      or (n.state ->> 'quotaBytes')::bigint is distinct from b.quota_bytes
      or n.state -> 'aliases' <> (select coalesce(jsonb_agg(address order by address), '[]') from mail_address a
        where a.user_id = u.user_id and not a.is_own)
      or n.state ->> 'forwardTo' is distinct from (select target from mail_forward f where f.user_id = u.user_id and f.is_on)
      or n.state -> 'autoReply' ->> 'subject' is distinct from r.subject)`,

  'the devices of TV are those of the platform': `
    (select user_id, device_id, mode <> 'offline' as is_online, false as leaves from recorded_tv.device
      where user_id in (select user_id from tv_look) and user_id in (select user_id from service_user where state <> 'closed')
     except select user_id, device_id, is_online, drop_ordered_at is not null from tv_device)
    union all
    (select user_id, device_id, is_online, drop_ordered_at is not null from tv_device
      where user_id in (select user_id from service_user where state <> 'closed')
     except select user_id, device_id, mode <> 'offline', false from recorded_tv.device)`,

  'a command that is done was carried out': `
    select command_id from tv_command c where state = 'done'
      and not exists (select from recorded_tv.command r where r.command_id = c.command_id and r.device_id = c.device_id)`,

  'no code of TV outlives its time': `
    select user_id from recorded_tv.code union all select user_id from tv_code`,

  'no notification waits': `select notification_id from payment_notification where outcome = 'due'`,

  'every payment in the bank is credited or waits for a person': `
    select o.operation_id, o.happened_at from sandbox_bank.operation o where o.status = 'success'
      and not exists (select from payment_notification n where n.external_id = o.operation_id::text
        and n.outcome in ('credited', 'surplus', 'mismatch'))
      and not exists (select from reconciliation_finding f join payment p on p.payment_id::text = f.subject where p.qr_id = o.qr_id)`,

  'sessions that were to end have ended': `
    select internet_session_id from internet_session where end_ordered_at is not null and stopped_at is null`,

  'every refund is settled': `select refund_id, state from refund where state in ('due', 'requested')`,
};
