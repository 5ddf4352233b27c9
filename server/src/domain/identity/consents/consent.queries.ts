import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { ConsentTerms } from '#server/kernel/provider.ts';

export interface ConsentDecision {
  readonly consent_decision_id: number;
  readonly name: string;
  readonly is_given: boolean;
  readonly version: string;
  readonly title: string;
  readonly text: string;
  readonly decided_at: Instant;
  readonly session_id: string;
  readonly ip: string;
  readonly browser: string;
}

/** The decisions of a contract about these consents, newest first; at most `most` of each. */
export const decisionsOf = (
  tx: Tx,
  contractId: number,
  names: readonly string[],
  most: number,
): Promise<ConsentDecision[]> =>
  tx.rows(sql`
    select d.consent_decision_id, d.name, d.is_given, t.version, t.title, t.text, d.decided_at, d.session_id, host(d.ip) as ip,
      d.browser
    from unnest(${names}::text[]) asked (name)
    cross join lateral (
      select * from consent_decision
      where contract_id = ${contractId} and name = asked.name
      order by consent_decision_id desc limit ${most}
    ) d
    join consent_text t using (consent_text_id)
    order by d.consent_decision_id desc`);

export const openedOn = async (tx: Tx, contractId: number): Promise<Day> =>
  (await tx.one<{ opened_on: Day }>(sql`select opened_on from contract where contract_id = ${contractId}`)).opened_on;

/** Locks the contract, so that of two simultaneous decisions the second sees the first. */
export async function holdDecider(tx: Tx, contractId: number): Promise<void> {
  await tx.run(sql`select contract_id from contract where contract_id = ${contractId} for no key update`);
}

/** The id of a text, which is stored at its first use. */
export async function textId(
  tx: Tx,
  { name, version, title, text }: ConsentTerms,
  hash: Buffer,
  now: Date,
): Promise<number> {
  await tx.run(sql`
    insert into consent_text (name, version, title, text, text_hash, first_used_at)
    values (${name}, ${version}, ${title}, ${text}, ${hash}, ${now})
    on conflict do nothing`);
  const { consent_text_id } = await tx.one<{ consent_text_id: number }>(sql`
    select consent_text_id from consent_text where name = ${name} and version = ${version} and text_hash = ${hash}`);
  return consent_text_id;
}

export interface NewDecision {
  readonly contractId: number;
  readonly textId: number;
  readonly name: string;
  readonly isGiven: boolean;
  readonly now: Date;
  readonly sessionId: string;
  readonly ip: string;
  readonly browser: string;
}

export async function insertDecision(tx: Tx, made: NewDecision): Promise<void> {
  await tx.run(sql`
    insert into consent_decision (contract_id, consent_text_id, name, is_given, decided_at, session_id, ip, browser)
    values (${made.contractId}, ${made.textId}, ${made.name}, ${made.isGiven}, ${made.now}, ${made.sessionId},
      ${made.ip}::inet, left(${made.browser}, 300))`);
}

export interface RequestConsent {
  readonly purpose: 'call_back' | 'new_client';
  readonly version: string;
  readonly text: string;
  readonly phone_number: string;
  readonly given_at: Instant;
  readonly ip: string;
  readonly browser: string;
}

/** Consents given with the contract's requests for a call, newest first. */
export const requestConsents = (tx: Tx, contractId: number, most: number): Promise<RequestConsent[]> =>
  tx.rows(sql`
    select c.purpose, c.version, c.text, c.phone as phone_number, c.given_at, c.ip, c.browser
    from call_back b join contact_consent c using (consent_id)
    where b.contract_id = ${contractId}
    order by c.given_at desc, c.consent_id desc limit ${most}`);

/** Terms of options, programs and autopayments that the contract has accepted, newest first. */
export const acceptedTerms = (
  tx: Tx,
  contractId: number,
  most: number,
): Promise<{ title: string; given_at: Instant }[]> =>
  tx.rows(sql`
    select title, given_at from (
      (select case split_part(c.subject, ':', 1)
          when 'option' then (select 'Опция «' || name || '»' from plan_option where option_id = split_part(c.subject, ':', 2)::int)
          when 'program' then (select 'Услуга «' || name || '»' from program where program_id = split_part(c.subject, ':', 2)::int)
          else (select 'Тариф «' || name || '»' from plan where plan_id = split_part(c.subject, ':', 2)::int)
        end as title, c.given_at
      from consent c where c.contract_id = ${contractId} order by c.given_at desc limit ${most})
      union all
      (select 'Автоплатёж, счёт «' || case a.kind when 'i' then 'Интернет' else 'Телефон' end || '»', c.agreed_at
      from account a join autopayment p using (account_id) join autopayment_consent c using (autopayment_id)
      where a.contract_id = ${contractId} order by c.agreed_at desc limit ${most})
    ) accepted
    where title is not null
    order by given_at desc limit ${most}`);

/** The next contracts, by number, that neither decided about the present version of a consent nor were told of it. */
export const unasked = (
  tx: Tx,
  { name, version, valid_from, is_required }: ConsentTerms,
  noticeKey: string,
  after: number,
  most: number,
): Promise<{ contract_id: number }[]> =>
  tx.rows(sql`
    select c.contract_id
    from contract c
    left join lateral (
      select d.is_given, t.version from consent_decision d join consent_text t using (consent_text_id)
      where d.contract_id = c.contract_id and d.name = ${name}
      order by d.consent_decision_id desc limit 1
    ) latest on true
    where c.contract_id > ${after} and c.state <> 'closed'
      and case when latest.version is null then ${is_required} and c.opened_on < ${valid_from}
        else latest.is_given and latest.version <> ${version} end
      and not exists (select from message m where m.contract_id = c.contract_id and m.notice_key = ${noticeKey})
    order by c.contract_id limit ${most}`);
