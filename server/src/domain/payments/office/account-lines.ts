import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { explained, lineCursor, linesWindow } from '#server/domain/money/account/history.queries.ts';
import type { LineKind } from '#server/domain/money/account/line-kind.rules.ts';
import { givenBack } from '#server/domain/money/ledger/given-back.queries.ts';
import { pageFrom, type Page, type PageWanted } from '#server/domain/shared/page.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { findAccount } from '../payment-agents/payment-agent.queries.ts';

/** A line of an account for the provider's people. */
interface AccountLine {
  readonly transaction_id: number;
  readonly at: Instant;
  readonly day: Day;
  readonly kind: LineKind;
  readonly side: 'paid' | 'charged';
  readonly amount: Kopecks;
  readonly text: string;
  readonly method: string | null;
  readonly receipt: 'due' | 'sent' | 'done' | 'failed' | null;
  readonly receipt_number: string | null;
  readonly payment_id: string | null;
  readonly transfer_id: number | null;
  readonly corrected_by: number[];
  readonly remedy: 'undo' | 'correct' | 'refund' | 'transfer' | null;
}

/** A page of the lines of an account, newest first. Throws `account_unknown`. */
export async function accountLines(tx: Tx, typed: string, wanted: PageWanted, today: Day): Promise<Page<AccountLine>> {
  const account = await findAccount(tx, typed);
  if (!account) throw new Problem('account_unknown');
  const rows = await tx.rows<AccountLine & { entry_id: number }>(linesStatement(account, wanted, today));
  const { items, next } = pageFrom(rows, wanted.limit, lineCursor);
  return { items: items.map(({ entry_id: _, ...line }) => line), next };
}

/** One line of an account of the contract, by the number that its subscriber sees. */
export const accountLine = (
  tx: Tx,
  { contractId, entryId, today }: { readonly contractId: number; readonly entryId: number; readonly today: Day },
): Promise<
  | (Pick<AccountLine, 'transaction_id' | 'amount' | 'payment_id' | 'transfer_id' | 'remedy'> & { account_no: string })
  | undefined
> =>
  tx.maybe(sql`
    select told.transaction_id, told.amount, told.payment_id, told.transfer_id, told.remedy, a.account_no
    from ledger_entry own
    join account a on a.account_id = own.account_id and a.contract_id = ${contractId}
    join (${toldLines(sql`(select * from ledger_entry where entry_id = ${entryId})`, today)}) told on told.entry_id = own.entry_id
    where own.entry_id = ${entryId}`);

const linesStatement = (account: { contract_id: number; kind: 'i' | 't' }, wanted: PageWanted, today: Day) => {
  const key = { contractId: account.contract_id, kind: account.kind };
  const window = linesWindow(key, { ...wanted, side: 'both' }, wanted.limit + 1);
  return sql`${toldLines(sql`(${window})`, today)} order by day desc, entry_id desc`;
};

/** Lines with the numbers that other commands need, and what can be done about each. */
const toldLines = (lines: Sql, today: Day): Sql => sql`
    with line as (${explained(lines, sql`null`)}), told as (
      select line.entry_id, line.at, line.day, line.kind, line.side, line.amount, line.text, line.method, e.transaction_id, t.reference, r.state as receipt, r.given_number as receipt_number, p.payment_id, p.state, b.transfer_id,
        (select coalesce(json_agg(c.transaction_id order by c.transaction_id), '[]') from ledger_transaction c
          where c.corrects_transaction_id = e.transaction_id) as corrected_by,
        ${givenBack(sql`e.transaction_id`, sql`e.account_id`)} <> 0 as is_given_back
      from line
      join ledger_entry e using (entry_id)
      join ledger_transaction t on t.transaction_id = e.transaction_id
      left join fiscal_receipt r on r.transaction_id = e.transaction_id
      left join payment p on p.transaction_id = e.transaction_id
      left join bank_transfer b on b.transaction_id = e.transaction_id
    )
    select entry_id, transaction_id, at, day, kind, side, amount, text, method, receipt, receipt_number, payment_id, transfer_id, corrected_by,
      case
        when kind = 'charge' and not is_given_back then 'correct'
        when kind = 'payment' and state = 'paid' then 'refund'
        when kind = 'payment' and reference like 'office:%' and day = ${today} and json_array_length(corrected_by) = 0 then 'undo'
        when transfer_id is not null and json_array_length(corrected_by) = 0 then 'transfer'
      end as remedy
    from told`;
