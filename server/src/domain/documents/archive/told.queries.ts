import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

// What was said and written down about a contract, for its archive.

const AT_ONCE = 500;

export const orderData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{
    order_id: number;
    created_at: Instant;
    goal: string;
    service: string | null;
    text: string;
    state: string;
    phone: string | null;
    visit_from: Instant | null;
    rating: number | null;
    rating_text: string | null;
  }>(sql`
    select o.order_id, o.created_at, g.name as goal, u.login as service, o.text, o.state, o.phone, o.visit_from, o.rating,
      o.rating_text
    from support_order o join support_goal g using (goal_id) left join service_user u using (user_id)
    where o.contract_id = ${contractId} order by o.order_id`);

export const orderEventData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{ order_id: number; happened_at: Instant; author: string; author_name: string | null; text: string }>(sql`
    select e.order_id, e.happened_at, e.author, e.author_name, e.text
    from support_order o join support_event e using (order_id)
    where o.contract_id = ${contractId} order by e.support_event_id`);

export interface SentFile {
  readonly file_id: string;
  readonly order_id: number;
  readonly name: string;
}

/** Files that were sent with orders. */
export const sentFiles = (tx: Tx, contractId: number): Promise<SentFile[]> =>
  tx.rows(sql`
    select f.file_id, e.order_id, f.name
    from support_file f join support_event e using (support_event_id)
    where f.contract_id = ${contractId} order by e.order_id, f.created_at, f.file_id`);

interface CallBackData {
  readonly created_at: Instant;
  readonly phone: string;
  readonly topic: string;
  readonly call_from: Instant;
  readonly done_at: Instant | null;
  readonly result: string | null;
}

export const callBackData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<CallBackData>(sql`
    select created_at, phone, topic, call_from, done_at,
      case when withdrawn_at is null then result else 'withdrawn' end as result
    from call_back
    where contract_id = ${contractId} order by created_at`);

export interface MessageData {
  readonly id: number;
  readonly created_at: Instant;
  readonly title: string;
  readonly body: string;
  readonly read_at: Instant | null;
}

/** Notices to the contract after one of them. */
export const messageData = (tx: Tx, contractId: number, after: number): Promise<MessageData[]> =>
  tx.rows(sql`
    select m.message_id as id, m.created_at, m.title, m.body, r.read_at
    from message m left join message_read r on r.message_id = m.message_id and r.contract_id = ${contractId}
    where m.contract_id = ${contractId} and m.message_id > ${after}
    order by m.message_id limit ${AT_ONCE}`);

export const consentData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{
    decided_at: Instant;
    title: string;
    version: string;
    is_given: boolean;
    ip: string;
    browser: string;
    text: string;
  }>(sql`
    select d.decided_at, t.title, t.version, d.is_given, host(d.ip) as ip, d.browser, t.text
    from consent_decision d join consent_text t using (consent_text_id)
    where d.contract_id = ${contractId}
    union all
    select c.given_at, 'Обратный звонок', c.version, true, c.ip, c.browser, c.text
    from call_back b join contact_consent c using (consent_id)
    where b.contract_id = ${contractId}
    order by 1`);

export const signInData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{
    started_at: Instant;
    last_used_at: Instant;
    ended_at: Instant | null;
    browser: string;
    network: string;
  }>(sql`
    select started_at, last_used_at, ended_at, browser, network from session
    where contract_id = ${contractId} order by started_at`);

/** Who else has had the contract open. */
export const shareData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{ since: Instant; member_id: number; role: string; ended_at: Instant | null }>(sql`
    select since, member_id, role, ended_at from contract_share
    where contract_id = ${contractId} order by since`);

export const wayInData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{ kind: string; name: string; added_at: Instant; used_at: Instant | null }>(sql`
    select 'ключ входа' as kind, name, added_at, used_at from passkey where contract_id = ${contractId}
    union all
    select 'ключ для программ', name, created_at, used_at from personal_key where contract_id = ${contractId}
    order by 3`);

export interface JournalData {
  readonly id: number;
  readonly happened_at: Instant;
  readonly kind: string;
  readonly is_of_other: boolean;
}

/** What happened to the access to the portal, after one of the lines. */
export const journalData = (tx: Tx, contractId: number, after: number): Promise<JournalData[]> =>
  tx.rows(sql`
    select event_id as id, happened_at, kind, detail ? 'of' as is_of_other from audit_event
    where contract_id = ${contractId} and event_id > ${after}
    order by event_id limit ${AT_ONCE}`);

export const numberAccessData = (tx: Tx, contractId: number): Promise<object[]> =>
  tx.rows<{
    at: Instant;
    phone_number: string;
    what: string;
    period: string | null;
    browser: string;
    network: string;
  }>(sql`
    select at, phone_number, what, period, browser, network from number_access
    where contract_id = ${contractId} order by number_access_id`);
