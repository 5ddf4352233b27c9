import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

// What the archive tells of a contract: no hash, no key, no password. Long lists are read in parts, by the id of their rows.

const AT_ONCE = 500;

export const contractData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{
    contract_id: number;
    client_name: string;
    town: string;
    street: string | null;
    house: string;
    flat: string | null;
    opened_on: Day;
    billing_day: number;
    state: string;
  }>(sql`
    select c.contract_id, c.client_name, t.name as town, s.name as street, c.house, c.flat, c.opened_on, c.billing_day,
      case c.state when 'active' then 'действует' when 'suspended' then 'приостановлен' else 'закрыт' end as state
    from contract c join town t using (town_id) left join street s on s.street_id = c.street_id
    where c.contract_id = ${contractId}`);

export const contactData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{
    kind: string;
    value: string;
    label: string | null;
    is_confirmed: boolean;
    confirmed_at: Instant | null;
  }>(sql`
    select kind, value, label, state = 'active' as is_confirmed, confirmed_at from contact where contract_id = ${contractId}
    union all
    select 'documents', address, null, true, confirmed_at from telephone_documents where contract_id = ${contractId}
    union all
    select kind, address, name, confirmed_at is not null, confirmed_at from further_contact where contract_id = ${contractId}`);

export const accountData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{ kind: string; account_no: string; balance_kopecks: Kopecks; credit_limit_kopecks: Kopecks }>(sql`
    select case kind when 'i' then 'Интернет' else 'Телефон' end as kind, account_no, balance_kopecks, credit_limit_kopecks
    from account where contract_id = ${contractId} order by kind`);

export const serviceData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{
    service: string;
    kind: string;
    login: string;
    address: string;
    plan: string | null;
    state: string;
    opened_on: Day;
    closed_on: Day | null;
  }>(sql`
    select u.name as service, u.user_type as kind, u.login, u.address, p.name as plan, u.state, u.opened_on, u.closed_on
    from service_user u left join plan p on p.plan_id = u.plan_id
    where u.contract_id = ${contractId}
    union all
    select 'Телефонный номер', 'telephone', n.phone_number, '', p.name, n.state, n.opened_on, n.closed_on
    from phone_number n join plan p on p.plan_id = n.plan_id
    where n.contract_id = ${contractId}
    order by opened_on, login`);

/** Options and programs that are on, or will be switched. */
export const extraData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{ what: string; service: string | null; login: string | null; status: string; since: Day | null }>(sql`
    select o.name as what, u.name as service, u.login, x.status, x.since
    from service_user u join user_option x using (user_id) join plan_option o using (option_id)
    where u.contract_id = ${contractId}
    union all
    select p.name, u.name, u.login, x.status, x.since
    from service_user u join user_program x using (user_id) join program p using (program_id)
    where u.contract_id = ${contractId}
    union all
    select p.name, null, null, x.status, x.since from contract_program x join program p using (program_id)
    where x.contract_id = ${contractId}`);

export const planChangeData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{ made_at: Instant; service: string; login: string; plan: string; from_day: Day; state: string }>(sql`
    select c.made_at, u.name as service, u.login, p.name as plan, c.from_day, c.state
    from service_user u join plan_change c using (user_id) join plan p on p.plan_id = c.plan_id
    where u.contract_id = ${contractId} order by c.made_at`);

export const suspensionData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{ made_at: Instant; service: string; login: string; from_day: Day; until_day: Day; state: string }>(sql`
    select s.made_at, u.name as service, u.login, s.from_day, s.until_day, s.state
    from service_user u join suspension s using (user_id)
    where u.contract_id = ${contractId} order by s.made_at`);

export const scheduleData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{ happened_at: Instant; service: string; login: string; text: string; who: string }>(sql`
    select c.happened_at, u.name as service, u.login, c.text, c.who
    from service_user u join access_schedule_change c using (user_id)
    where u.contract_id = ${contractId} order by c.happened_at`);

export const mailData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{
    address: string;
    other_names: string | null;
    copies_to: string | null;
    is_copied: boolean | null;
    is_answered: boolean | null;
    subject: string | null;
    body: string | null;
    from_day: Day | null;
    until_day: Day | null;
  }>(sql`
    select m.address, (select string_agg(a.address, ', ' order by a.address) from mail_address a where a.user_id = m.user_id and not a.is_own)
        as other_names,
      f.target as copies_to, f.is_on as is_copied, r.is_on as is_answered, r.subject, r.body, r.from_day, r.until_day
    from service_user u join mailbox m using (user_id) left join mail_forward f using (user_id) left join mail_reply r using (user_id)
    where u.contract_id = ${contractId} order by m.address`);

export const televisionData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{ login: string; kind: string; name: string; serial: string | null; seen_at: Instant | null }>(sql`
    select u.login, d.kind, d.name, d.serial, d.seen_at
    from service_user u join tv_device d using (user_id) where u.contract_id = ${contractId} order by u.login, d.device_id`);

export const promiseData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{
    taken_at: Instant;
    account_no: string;
    amount_kopecks: Kopecks;
    ends_on: Day;
    state: string;
    closed_at: Instant | null;
  }>(sql`
    select p.taken_at, a.account_no, p.amount_kopecks, p.ends_on,
      case p.state when 'active' then 'действует' when 'repaid' then 'погашен' else 'закончился' end as state, p.closed_at
    from account a join promised_payment p using (account_id)
    where a.contract_id = ${contractId} order by p.taken_at`);

export const paymentData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{
    created_at: Instant;
    account_no: string;
    amount_kopecks: Kopecks;
    origin: string;
    state: string;
    paid_at: Instant | null;
  }>(sql`
    select p.created_at, a.account_no, p.amount_kopecks - coalesce(p.other_kopecks, 0) as amount_kopecks, p.origin, p.state,
      p.paid_at
    from account a join payment p using (account_id)
    where a.contract_id = ${contractId}
    union all
    select p.created_at, a.account_no, p.other_kopecks, p.origin, p.state, p.paid_at
    from account a join payment p on p.other_account_id = a.account_id
    where a.contract_id = ${contractId}
    order by created_at, account_no`);

export const autopaymentData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{ account_no: string; state: string; days_ahead: number; ceiling_kopecks: Kopecks }>(sql`
    select a.account_no, p.state, p.days_ahead, p.ceiling_kopecks
    from account a join autopayment p using (account_id) where a.contract_id = ${contractId}`);

/** The accounts whose lines are read one after the other. */
export const archivedAccountsOf = (tx: Tx, contractId: number): Promise<{ kind: 'i' | 't' }[]> =>
  tx.rows(sql`select kind from account where contract_id = ${contractId} order by kind`);

/** The lines of a contract, each with its months that have calls. */
export const callMonths = (tx: Tx, contractId: number): Promise<{ number: string; period: string }[]> =>
  tx.rows(sql`
    select distinct l.number, t.period from call_line l join call_total t on t.phone_number = l.number
    where l.contract_id = ${contractId} order by 1, 2`);

/** Records that the full numbers of others in each of these months were shown, because an archive shows them. */
export async function noteAllCalls(
  tx: Tx,
  contractId: number,
  { sessionId, now, browser, network }: { sessionId: string; now: Date; browser: string; network: string },
): Promise<void> {
  await tx.run(sql`
    insert into number_access (contract_id, session_id, phone_number, at, what, period, browser, network)
    select distinct ${contractId}::bigint, ${sessionId}, l.number, ${now}::timestamptz, 'csv', t.period, ${browser}, ${network}
    from call_line l join call_total t on t.phone_number = l.number
    where l.contract_id = ${contractId}`);
}

export const internetOf = (tx: Tx, contractId: number): Promise<{ user_id: number; login: string }[]> =>
  tx.rows(sql`
    select user_id, login from service_user where contract_id = ${contractId} and service_kind = 'internet' order by user_id`);

export interface SessionData {
  readonly id: number;
  readonly started_at: Instant;
  readonly stopped_at: Instant | null;
  readonly address: string;
  readonly mac: string | null;
  readonly port: string | null;
  readonly bytes_in: number;
  readonly bytes_out: number;
}

/** Sessions of a service after one of them. */
export const sessionData = (tx: Tx, userId: number, after: number): Promise<SessionData[]> =>
  tx.rows(sql`
    select internet_session_id as id, started_at, stopped_at, host(address) as address, mac::text as mac, port,
      bytes_in, bytes_out
    from internet_session
    where user_id = ${userId} and internet_session_id > ${after}
    order by internet_session_id limit ${AT_ONCE}`);

export const speedTestData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{
    measured_at: Instant;
    server: string;
    plan: string | null;
    link: string;
    down_kbit: number;
    up_kbit: number;
  }>(sql`
    select measured_at, server, plan, link, down_kbit, up_kbit from speed_test
    where contract_id = ${contractId} order by measured_at`);
