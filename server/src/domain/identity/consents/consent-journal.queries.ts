import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

// The journal of consents, which the provider shows to authorities: with the whole IP address and the hash of each text.

interface Decided {
  readonly decision_id: number;
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly text_hash: string;
  readonly is_given: boolean;
  readonly decided_at: Instant;
  readonly ip: string;
  readonly browser: string;
}

const COLUMNS = sql`d.consent_decision_id as decision_id, d.name, t.title, t.version, encode(t.text_hash, 'hex') as text_hash,
  d.is_given, d.decided_at, host(d.ip) as ip, d.browser`;

/** The decisions of a contract, newest first, with their texts. */
export const allDecisionsOf = (
  tx: Tx,
  contractId: number,
  most: number,
): Promise<(Decided & { readonly text: string })[]> =>
  tx.rows(sql`
    select ${COLUMNS}, t.text from consent_decision d join consent_text t using (consent_text_id)
    where d.contract_id = ${contractId} order by d.consent_decision_id desc limit ${most}`);

/** The next decisions of all contracts, after a decision id; about one consent, or about all. */
export const decisionsAfter = (
  tx: Tx,
  { name, after, most }: { readonly name: string | undefined; readonly after: number; readonly most: number },
): Promise<(Decided & { readonly contract_id: number })[]> =>
  tx.rows(sql`
    select ${COLUMNS}, d.contract_id from consent_decision d join consent_text t using (consent_text_id)
    where d.consent_decision_id > ${after} and d.name = coalesce(${name ?? null}::text, d.name)
    order by d.consent_decision_id limit ${most}`);

interface RequestConsent {
  readonly consent_id: number;
  readonly purpose: 'call_back' | 'new_client';
  readonly version: string;
  readonly text_hash: string;
  readonly phone: string;
  readonly contract_id: number | null;
  readonly given_at: Instant;
  readonly ip: string;
  readonly browser: string;
}

/** The next consents given with requests, after an id. */
export const requestConsentsAfter = (tx: Tx, after: number, most: number): Promise<RequestConsent[]> =>
  tx.rows(sql`
    select c.consent_id, c.purpose, c.version, encode(sha256(convert_to(c.text, 'UTF8')), 'hex') as text_hash, c.phone,
      (select b.contract_id from call_back b where b.consent_id = c.consent_id limit 1) as contract_id,
      c.given_at, c.ip, c.browser
    from contact_consent c where c.consent_id > ${after} order by c.consent_id limit ${most}`);
