import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { ReceiptVerdict } from '#server/integrations/fiscal/port.ts';

export interface ReceiptRow {
  readonly transaction_id: number;
  readonly kind: 'sell' | 'sell_refund';
  readonly account_no: string;
  readonly amount: Kopecks;
  /** The part of the sum for each account. */
  readonly items: readonly { readonly account_no: string; readonly amount: Kopecks }[];
  readonly state: 'due' | 'sent' | 'done' | 'failed';
  readonly try: number;
  readonly register: string | null;
  readonly register_id: string | null;
  readonly error: string | null;
  readonly happened_at: Instant;
  readonly created_at: Instant;
  readonly sent_at: Instant | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** Whether somebody else has paid by a link and gets the receipt. */
  readonly is_for_other: boolean;
  /** Whether banknotes change hands. */
  readonly in_cash: boolean;
  /** Whether it returns what a receipt that is not issued yet says was paid. */
  readonly follows_another: boolean;
}

const RECEIPT = sql`
  select r.transaction_id, r.kind, a.account_no, r.amount_kopecks as amount, r.state, r.try, r.register, r.register_id,
    r.error, t.happened_at, r.created_at, r.sent_at, (
      select json_agg(json_build_object('account_no', own.account_no, 'amount', abs(e.amount_kopecks)) order by own.kind)
      from ledger_entry e join account own on own.account_id = e.account_id
      where e.transaction_id = r.transaction_id and own.contract_id is not null) as items,
    coalesce(link.payer_email, email.value) as email, phone.value as phone, link.payer_email is not null as is_for_other,
    exists (
      select from ledger_entry e
      where e.transaction_id in (r.transaction_id, t.corrects_transaction_id) and e.method = 'cash') as in_cash,
    exists (
      select from fiscal_receipt paid
      where paid.transaction_id = t.corrects_transaction_id and paid.state <> 'done') as follows_another
  from fiscal_receipt r
  join ledger_transaction t using (transaction_id)
  join account a using (account_id)
  left join payment paid_by on paid_by.transaction_id in (r.transaction_id, t.corrects_transaction_id)
  left join payment_link link on link.payment_link_id = paid_by.payment_link_id
  left join contact email on email.contract_id = a.contract_id and email.kind = 'email' and email.state = 'active'
  left join contact phone on phone.contract_id = a.contract_id and phone.kind = 'phone' and phone.state = 'active'`;

interface NewReceipt {
  readonly transactionId: number;
  readonly kind: ReceiptRow['kind'];
  readonly accountId: number;
  readonly amount: Kopecks;
  /** How the money was paid: a transfer between companies needs no receipt (54-ФЗ, ст. 2 п. 9). */
  readonly method: string;
  /** Number of a receipt that is issued already, by another register. */
  readonly givenReceipt?: string | undefined;
  readonly now: Date;
}

/** Returns false if the transaction has its receipt or needs none. */
export async function insertReceipt(tx: Tx, receipt: NewReceipt): Promise<boolean> {
  const { givenReceipt: given = null, now } = receipt;
  const [state, doneAt] = given === null ? ['due', null] : ['done', now];
  const inserted = await tx.run(sql`
    insert into fiscal_receipt (transaction_id, kind, account_id, amount_kopecks, created_at, state, done_at, given_number)
    select ${receipt.transactionId}, ${receipt.kind}, a.account_id, ${receipt.amount}, ${now}, ${state}, ${doneAt}, ${given}
    from account a join contract c using (contract_id)
    where a.account_id = ${receipt.accountId} and not (c.is_company and ${receipt.method} = 'transfer')
    on conflict (transaction_id) do nothing`);
  return inserted === 1;
}

export const receiptOf = (tx: Tx, transactionId: number): Promise<ReceiptRow | undefined> =>
  tx.maybe(sql`${RECEIPT} where r.transaction_id = ${transactionId}`);

export const receiptBy = (tx: Tx, register: string, registerId: string): Promise<ReceiptRow | undefined> =>
  tx.maybe(sql`${RECEIPT} where r.register = ${register} and r.register_id = ${registerId}`);

/** Stores the register's result; a receipt that is done or has finally failed does not change. */
export async function noteVerdict(
  tx: Tx,
  transactionId: number,
  { register, verdict, now }: { register: string; verdict: ReceiptVerdict; now: Date },
): Promise<void> {
  const open = sql`transaction_id = ${transactionId} and state in ('due', 'sent')`;
  await tx.run(sql`update fiscal_receipt set register = ${register}, ${changeBy(verdict, now)} where ${open}`);
}

function changeBy(verdict: ReceiptVerdict, now: Date): Sql {
  if (verdict.state === 'failed') return sql`state = 'failed', register_id = null, error = ${verdict.error}`;
  const taken = sql`state = ${verdict.state}, register_id = ${verdict.registerId}, error = null,
    sent_at = coalesce(sent_at, ${now})`;
  if (verdict.state === 'sent') return taken;
  return sql`${taken}, done_at = ${now}, url = ${verdict.url}, fn_number = ${verdict.fnNumber},
    fd_number = ${verdict.fdNumber}, fpd = ${verdict.fpd}`;
}

/** Receipts that need a person: refused, or not delivered for so long that retries have ended. */
/** A receipt `r` with its effect `e` that a person must check. */
export const TROUBLED_RECEIPT = sql`r.state = 'failed' or (r.state = 'due' and (e.state is null or e.state <> 'due'))`;

export const troubledReceipts = (tx: Tx): Promise<ReceiptRow[]> =>
  tx.rows(sql`
    ${RECEIPT}
    left join outbox_effect e on e.unique_key = 'receipt:' || r.transaction_id || ':' || r.try
    where ${TROUBLED_RECEIPT}
    order by r.created_at, r.transaction_id limit 200`);

/**
 * Marks as failed a receipt that the register has accepted and not confirmed. It may exist there, so it keeps its
 * number.
 */
export async function giveUp(tx: Tx, transactionId: number, error: string): Promise<void> {
  await tx.run(sql`
    update fiscal_receipt set state = 'failed', error = ${error} where transaction_id = ${transactionId} and state = 'sent'`);
}

/** Makes a receipt without a reply from the register wait for it again; false for any other receipt. */
export async function awaitAgain(tx: Tx, transactionId: number, now: Date): Promise<boolean> {
  const changed = await tx.run(sql`
    update fiscal_receipt set state = 'sent', sent_at = ${now}, error = null
    where transaction_id = ${transactionId} and state = 'failed' and register_id is not null`);
  return changed === 1;
}

/** Gives a refused receipt a new number for another attempt; undefined for any other receipt. */
export const renewReceipt = (tx: Tx, transactionId: number): Promise<{ try: number } | undefined> =>
  tx.maybe(sql`
    update fiscal_receipt
    set state = 'due', try = try + 1, error = null, register = null, register_id = null, sent_at = null
    where transaction_id = ${transactionId} and state = 'failed' returning try`);

/** The effect of a receipt that failed before the register accepted it. */
export const givenUpEffect = (
  tx: Tx,
  transactionId: number,
): Promise<{ effect_id: number; state: string; try: number } | undefined> =>
  tx.maybe(sql`
    select e.effect_id, e.state, r.try from fiscal_receipt r
    join outbox_effect e on e.unique_key = 'receipt:' || r.transaction_id || ':' || r.try
    where r.transaction_id = ${transactionId} and r.state = 'due'`);

/** The next try of a receipt; undefined if somebody else has begun it meanwhile. */
export const bumpTry = (tx: Tx, transactionId: number, last: number): Promise<{ try: number } | undefined> =>
  tx.maybe(sql`
    update fiscal_receipt set try = try + 1
    where transaction_id = ${transactionId} and state = 'due' and try = ${last} returning try`);
