import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import { periodOf, type Day, type Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import {
  explained,
  FISCAL_RECEIPT,
  type FiscalReceipt,
  type AccountHistoryLine,
} from '#server/domain/money/account/history.queries.ts';
import { SIDES } from '#server/domain/money/ledger/sides.ts';
import { knownNo } from '#server/domain/shared/contract-no.queries.ts';

/** The account and its owner, for the head of a document. */
export interface AccountHead {
  readonly account_id: number;
  readonly kind: 'i' | 't';
  readonly account_no: string;
  readonly balance: Kopecks;
  readonly client_name: string;
  /** By which the client knows the contract. */
  readonly contract_no: string;
}

/** Undefined if the contract has no such account. */
export const accountHead = (tx: Tx, contractId: number, kind: 'i' | 't'): Promise<AccountHead | undefined> =>
  tx.maybe(sql`
    select a.account_id, a.kind, a.account_no, a.balance_kopecks as balance, c.client_name, ${knownNo(sql`c`)} as contract_no
    from account a join contract c using (contract_id)
    where a.contract_id = ${contractId} and a.kind = ${kind}`);

/** Sums paid in and charged, each minus its returns. */
export interface PaidAndCharged {
  readonly paid: Kopecks;
  readonly charged: Kopecks;
}

/** Movements of the account from the day on; reads stored months and only that month's entries. */
export async function sumsSince(tx: Tx, accountId: number, day: Day): Promise<PaidAndCharged> {
  const month = periodOf(day);
  return tx.one(sql`
    select (coalesce(sum(paid), 0))::bigint as paid, (coalesce(sum(charged), 0))::bigint as charged
    from (
      select paid_kopecks as paid, charged_kopecks as charged from account_month
      where account_id = ${accountId} and period >= ${month}
      union all
      select -amount_kopecks, 0 from ledger_entry
      where account_id = ${accountId} and ${SIDES.in} and day >= ${`${month}-01`} and day < ${day}
      union all
      select 0, amount_kopecks from ledger_entry
      where account_id = ${accountId} and ${SIDES.out} and day >= ${`${month}-01`} and day < ${day}
    ) moved`);
}

/** The cost of services in these days, minus returns: entries whose other side is the revenue. */
export async function servicesWithin(tx: Tx, accountId: number, from: Day, until: Day): Promise<Kopecks> {
  const { cost } = await tx.one<{ cost: Kopecks }>(sql`
    select coalesce(-sum(e.amount_kopecks), 0)::bigint as cost
    from ledger_entry e
    where e.account_id = ${accountId} and e.day between ${from} and ${until} and exists (
      select from ledger_entry other join account a on a.account_id = other.account_id
      where other.transaction_id = e.transaction_id and a.kind = 'revenue'
    )`);
  return cost;
}

/** The position of a line among the lines of its account. */
export interface LinePosition {
  readonly day: Day;
  readonly entry_id: number;
}

interface Stretch {
  readonly after: LinePosition;
  /** The last day, inclusive. */
  readonly until: Day;
  readonly limit: number;
}

/** The next lines of the account, oldest first; reads each side by its index. */
export function nextLines(tx: Tx, accountId: number, { after, until, limit }: Stretch): Promise<AccountHistoryLine[]> {
  const side = (condition: Sql) => sql`
    (select * from ledger_entry
    where account_id = ${accountId} and ${condition} and day <= ${until} and (day, entry_id) > (${after.day}, ${after.entry_id})
    order by day, entry_id limit ${limit})`;
  return tx.rows(sql`
    with found as (
      select both_sides.*, u.name as user_name
      from (${side(SIDES.in)} union all ${side(SIDES.out)}) both_sides
      left join service_user u using (user_id)
      order by day, entry_id limit ${limit}
    )
    select * from (${explained(sql`found`)}) line order by day, entry_id`);
}

/** A payment for its receipt. */
export interface PaymentLine extends Omit<AccountHead, 'balance'> {
  readonly entry_id: number;
  readonly transaction_id: number;
  readonly at: Instant;
  readonly amount: Kopecks;
  readonly text: string;
  readonly method: string | null;
  /** Parts of it that were given back later. */
  readonly returned: readonly { readonly day: Day; readonly amount: Kopecks; readonly is_reversal: boolean }[];
  readonly fiscal_receipt: FiscalReceipt | null;
}

/** A payment to an account of the contract; undefined for any other line or another contract's. */
export const paymentLineOf = (
  tx: Tx,
  contractId: number,
  entryId: AskedId<'ledger_entry'>,
): Promise<PaymentLine | undefined> =>
  tx.maybe(sql`
    select e.entry_id, e.transaction_id, e.happened_at as at, e.amount_kopecks as amount, e.text, e.method, e.account_id,
      a.kind, a.account_no, c.client_name, ${knownNo(sql`c`)} as contract_no, coalesce(back.lines, '[]') as returned,
      ${FISCAL_RECEIPT} as fiscal_receipt
    from ledger_entry e
    join ledger_transaction t using (transaction_id)
    join account a on a.account_id = e.account_id
    join contract c on c.contract_id = a.contract_id
    left join fiscal_receipt r on r.transaction_id = e.transaction_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('day', b.day, 'amount', -b.amount_kopecks, 'is_reversal', g.is_reversal) order by b.entry_id) as lines
      from ledger_transaction g join ledger_entry b on b.transaction_id = g.transaction_id
      where g.corrects_transaction_id = t.transaction_id and b.account_id = e.account_id
    ) back on true
    where e.entry_id = ${entryId} and a.contract_id = ${contractId} and t.kind = 'payment' and e.amount_kopecks > 0`);

/** Whose document it is. */
export const documentOwnerOf = (tx: Tx, contractId: number): Promise<{ contract_no: string; client_name: string }> =>
  tx.one(sql`select ${knownNo(sql`c`)} as contract_no, client_name from contract c where contract_id = ${contractId}`);
