import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { knownNo } from '#server/domain/shared/contract-no.queries.ts';
import type { Category } from './notice.ts';
import type { ChosenHours } from './quiet-hours.rules.ts';
import { openBrowsers } from './push.queries.ts';
import { isFixed, rolesTold, type ContactRole } from './roles.rules.ts';

export interface NewMessage {
  readonly contract_id: number;
  readonly title: string;
  readonly body: string;
  /** Null: the notice may be repeated. */
  readonly notice_key: string | null;
  /** The matter that the message is about (`Notice.topic`); null if none. */
  readonly topic: string | null;
}

interface InsertedMessage extends Pick<NewMessage, 'contract_id' | 'notice_key'> {
  readonly message_id: number;
}

interface Shown {
  readonly kind: 'info' | 'money' | 'security';
  readonly now: Date;
  /** When the portal hides it; null: when it is read. */
  readonly until: Date | null;
}

/** Inserts messages and returns those that are new: a message with a known key is skipped. */
export const insertMessages = (
  tx: Tx,
  messages: readonly NewMessage[],
  { kind, now, until }: Shown,
): Promise<InsertedMessage[]> =>
  tx.rows(sql`
    insert into message (contract_id, kind, title, body, created_at, until, notice_key, topic)
    select m.contract_id, ${kind}, m.title, m.body, ${now}, ${until}, m.notice_key, m.topic
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
      as m (contract_id bigint, title text, body text, notice_key text, topic text)
    on conflict (contract_id, notice_key) where notice_key is not null do nothing
    returning message_id, contract_id, notice_key`);

/** Hides earlier messages about the same matters as these new ones. */
export const hideEarlierMessages = (tx: Tx, made: readonly number[], now: Date): Promise<number> =>
  tx.run(sql`
    update message former set until = ${now}
    from message newer
    where newer.message_id = any(${made}::bigint[]) and newer.topic is not null
      and former.contract_id = newer.contract_id and former.topic = newer.topic
      and former.message_id < newer.message_id and (former.until is null or former.until > ${now})`);

/** Hides the messages about a matter. */
export const hideMatter = (tx: Tx, contractId: number, topic: string, now: Date): Promise<number> =>
  tx.run(sql`
    update message set until = ${now}
    where contract_id = ${contractId} and topic = ${topic} and (until is null or until > ${now})`);

interface MessageWay {
  readonly channel: string;
  /** The kind of contact that the channel needs. */
  readonly contact: string;
}

export interface MessageAddress extends ChosenHours {
  readonly contract_id: number;
  /** By which people know the contract. */
  readonly contract_no: string;
  readonly channel: string;
  readonly address: string;
  /** The role of a further contact; null for a first contact. */
  readonly role: ContactRole | null;
  readonly further_contact_id: number | null;
}

interface Asked {
  readonly category: Category;
  readonly ways: readonly MessageWay[];
  readonly now: Date;
}

/**
 * Confirmed contacts of the clients for these channels, each address once. First contacts: without channels that the client has
 * muted for the category. Further contacts: by their roles and their own muted categories. A category that is off by default
 * goes only where it was switched on. Text messages of fixed categories are free; others need the program for text messages,
 * if the provider sells one.
 */
export const addressesOf = (
  tx: Tx,
  contracts: readonly number[],
  { category, ways, now }: Asked,
): Promise<MessageAddress[]> =>
  tx.rows(sql`
    select distinct on (c.contract_id, w.channel, c.value)
      c.contract_id, ${knownNo(sql`k`)} as contract_no, w.channel, c.value as address, c.role, c.further_contact_id, h.is_quiet, h.quiet_from, h.quiet_until
    from jsonb_to_recordset(${JSON.stringify(ways)}::jsonb) as w (channel text, contact text)
    join (
      select contract_id, kind, value, null::text as role, null::bigint as further_contact_id
      from contact where state = 'active' and contract_id = any(${contracts}::bigint[])
      union all
      select p.contract_id, 'push', p.push_subscription_id::text, null, null
      from ${openBrowsers(now)} where p.contract_id = any(${contracts}::bigint[])
      union all
      select contract_id, kind, address, role, further_contact_id from further_contact
      where contract_id = any(${contracts}::bigint[]) and confirmed_at is not null
        and role = any(${rolesTold(category)}::text[]) and ${category} <> all(muted)
        and (${category} <> 'charge' or 'charge' = any(wanted))
    ) c on c.kind = w.contact
    join contract k on k.contract_id = c.contract_id
    left join notice_hours h on h.contract_id = c.contract_id
    where (c.role is not null or not exists (
      select from muted_notice m
      where m.contract_id = c.contract_id and m.channel = w.channel and m.category = ${category})
      and (${category} <> 'charge' or exists (
        select from wanted_notice m
        where m.contract_id = c.contract_id and m.channel = w.channel and m.category = 'charge')))
    and (w.channel <> 'sms' or ${isFixed(category)} or not exists (select from program where gives_sms) or exists (
      select from contract_program cp join program p using (program_id)
      where cp.contract_id = c.contract_id and p.gives_sms and cp.status in ('on', 'off_pending')))
    order by c.contract_id, w.channel, c.value, c.further_contact_id nulls first`);

/** Counts text messages about more than security; `period` is a month of the provider's zone. */
export async function countTextMessages(
  tx: Tx,
  counts: readonly { readonly contract_id: number; readonly messages: number }[],
  period: string,
): Promise<void> {
  await tx.run(sql`
    insert into text_message_count as t (contract_id, period, messages)
    select c.contract_id, ${period}, sum(c.messages)
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c (contract_id bigint, messages integer)
    group by c.contract_id order by c.contract_id
    on conflict (contract_id, period) do update set messages = t.messages + excluded.messages`);
}

/** Shows the incident in the portal to the clients of its places until it is over. */
export const showIncident = (tx: Tx, incidentId: number, title: string, body: string, now: Date): Promise<number> =>
  tx.run(sql`
    insert into message (town_id, kind, title, body, created_at, incident_id)
    select distinct town_id, 'incident', ${title}, ${body}, ${now}::timestamptz, ${incidentId}::bigint
    from incident_place where incident_id = ${incidentId}
    on conflict (incident_id, town_id) do update set title = excluded.title, body = excluded.body`);

export const hideIncident = (tx: Tx, incidentId: number, now: Date): Promise<number> =>
  tx.run(sql`update message set until = ${now} where incident_id = ${incidentId} and until is null`);
