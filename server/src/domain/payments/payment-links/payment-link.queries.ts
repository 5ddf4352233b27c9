import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { PaymentState } from '../payment/payment.rules.ts';

export interface PaymentLinkRow {
  readonly payment_link_id: string;
  readonly p: 'i' | 't';
  readonly amount: Kopecks;
  readonly words: string;
  readonly made_at: Instant;
  readonly expires_at: Instant;
  readonly ended_at: Instant | null;
  readonly paid_at: Instant | null;
  readonly note: string | null;
}

const LINK = sql`payment_link_id, (select kind from account a where a.account_id = l.account_id) as p, amount_kopecks as amount,
  words, made_at, expires_at, ended_at, paid_at, payer_note as note`;

const OPEN = sql`ended_at is null and paid_at is null and expires_at > `;

/** Links of a contract that are open, or were made after a moment, the latest first. */
export const paymentLinksOf = (
  tx: Tx,
  contractId: number,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<PaymentLinkRow[]> =>
  tx.rows(sql`
    select ${LINK} from payment_link l
    where account_id in (select account_id from account where contract_id = ${contractId}) and (made_at > ${since} or ${OPEN} ${now})
    order by made_at desc, payment_link_id limit 50`);

/** How many links of an account are open; locks the account, so that of two made at once the second counts the first. */
export async function countOpenLinks(tx: Tx, accountId: number, now: Date): Promise<number> {
  await tx.run(sql`select 1 from account where account_id = ${accountId} for no key update`);
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::integer as count from payment_link where account_id = ${accountId} and ${OPEN} ${now}`);
  return count;
}

/** The account of a contract of that kind. */
export const linkedAccount = async (tx: Tx, contractId: number, kind: 'i' | 't'): Promise<number | undefined> =>
  (
    await tx.maybe<{ account_id: number }>(
      sql`select account_id from account where contract_id = ${contractId} and kind = ${kind}`,
    )
  )?.account_id;

interface NewLink {
  readonly id: string;
  readonly accountId: number;
  readonly amount: Kopecks;
  readonly words: string;
  readonly mark: Buffer;
  readonly expiresAt: Date;
}

export const insertLink = (tx: Tx, made: NewLink, now: Date): Promise<PaymentLinkRow> =>
  tx.one(sql`
    insert into payment_link as l (payment_link_id, account_id, amount_kopecks, words, secret_mark, made_at, expires_at)
    values (${made.id}, ${made.accountId}, ${made.amount}, ${made.words}, ${made.mark}, ${now}, ${made.expiresAt})
    returning ${LINK}`);

/** Ends a link of the contract by hand; undefined if it has none such. */
export const endLink = (
  tx: Tx,
  contractId: number,
  id: AskedId<'payment_link'>,
  now: Date,
): Promise<{ payment_link_id: string; is_paid: boolean } | undefined> =>
  tx.maybe(sql`
    update payment_link set ended_at = case when paid_at is null then coalesce(ended_at, ${now}) end
    where payment_link_id = ${id} and account_id in (select account_id from account where contract_id = ${contractId})
    returning payment_link_id, paid_at is not null as is_paid`);

/** Ends the open links of a contract; returns how many there were. A payment that somebody has begun by one goes on. */
export const endLinksOf = (tx: Tx, contractId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update payment_link set ended_at = ${now}
    where account_id in (select account_id from account where contract_id = ${contractId}) and ${OPEN} ${now}`);

export interface FoundLink {
  readonly payment_link_id: string;
  readonly contract_id: number;
  readonly amount: Kopecks;
  readonly words: string;
  readonly expires_at: Instant;
  readonly is_open: boolean;
}

/** The link of a secret. */
export const linkByMark = (tx: Tx, mark: Buffer, now: Date): Promise<FoundLink | undefined> =>
  tx.maybe(sql`
    select payment_link_id, a.contract_id, amount_kopecks as amount, words, expires_at, ${OPEN} ${now} as is_open
    from payment_link l join account a using (account_id) where secret_mark = ${mark} and a.contract_id is not null`);

/** Locks a link that is open and notes what its payer has written; false if it is over. */
export const notePayer = async (
  tx: Tx,
  linkId: string,
  { email, note }: { readonly email: string | null; readonly note: string | null },
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update payment_link set payer_email = ${email}, payer_note = ${note}
    where payment_link_id = ${linkId} and ${OPEN} ${now}`)) > 0;

/** Marks a link as paid, once; undefined if it was paid before. */
export const markLinkPaid = (
  tx: Tx,
  linkId: string,
  now: Date,
): Promise<(PaymentLinkRow & { contract_id: number }) | undefined> =>
  tx.maybe(sql`
    update payment_link l set paid_at = ${now} from account a
    where payment_link_id = ${linkId} and paid_at is null and a.account_id = l.account_id and a.contract_id is not null
    returning payment_link_id, a.kind as p, amount_kopecks as amount, words, made_at, expires_at, ended_at, paid_at,
      payer_note as note, a.contract_id`);

export interface OrderedByLink {
  readonly state: PaymentState;
  readonly amount: Kopecks;
}

/** A payment by a link, while its payer may still look at it. */
export const orderedByLink = (
  tx: Tx,
  linkId: string,
  payment: string,
  since: Date,
): Promise<OrderedByLink | undefined> =>
  tx.maybe(sql`
    select state, amount_kopecks as amount from payment
    where payment_id::text = ${payment} and payment_link_id = ${linkId} and expires_at > ${since}`);
