import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { printedKey } from '@kabinet/contract/kernel/papers/printed-no';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { AgentCancelRequest } from './outcome.ts';
import type { PaymentAgent } from './payment-agent.ts';

export interface PayableAccountRow {
  readonly account_id: number;
  readonly account_no: string;
  readonly kind: 'i' | 't';
  readonly contract_id: number;
  readonly balance: Kopecks;
  readonly client_name: string;
  readonly is_company: boolean;
  readonly is_closed: boolean;
}

const PAYABLE = sql`a.account_id, a.account_no, a.kind, c.contract_id, a.balance_kopecks as balance, c.client_name, c.is_company,
  c.state = 'closed' as is_closed`;

interface FoundAccount extends PayableAccountRow {
  readonly is_exact: boolean;
}

/** Accounts whose number differs only in leading zeros, spaces and letter case; the exact one first. */
const accountsOfNumber = (tx: Tx, typed: string): Promise<FoundAccount[]> =>
  tx.rows(sql`
    select ${PAYABLE}, a.account_no = ${typed} as is_exact
    from account a join contract c using (contract_id)
    where account_key(a.account_no) = account_key(${typed})
    order by is_exact desc
    limit 2`);

/** The account of the contract with this printed number: that of the internet, if it has both. */
const accountsOfPrinted = (tx: Tx, key: string): Promise<FoundAccount[]> =>
  tx.rows(sql`
    select ${PAYABLE}, false as is_exact
    from contract c join account a using (contract_id)
    where printed_key(c.printed_no) collate "C" = ${key}::text
    order by a.kind
    limit 1`);

/**
 * The client's account with that number, or the account of the contract that has it on its papers. Spelling matters only if two accounts differ
 * in nothing else: then the number must be that of an account, exactly.
 */
export async function findAccount(tx: Tx, typed: string): Promise<PayableAccountRow | undefined> {
  const key = printedKey(typed);
  const [ofNumber, ofPrinted] = await Promise.all([
    accountsOfNumber(tx, typed),
    key === undefined ? [] : accountsOfPrinted(tx, key),
  ]);
  const [first, ...others] = [...ofNumber, ...ofPrinted];
  const isSure =
    first?.is_exact === true || (ofNumber.length < 2 && others.every((one) => one.contract_id === first?.contract_id));
  return isSure ? first : undefined;
}

export interface AgentOperationRow {
  readonly transaction_id: number;
  readonly source: string;
  readonly txn_id: string;
  readonly account_id: number;
  readonly amount: Kopecks;
  readonly registered_at: Instant;
  readonly fiscalized_by: PaymentAgent['fiscalized_by'];
  readonly answer: string;
  readonly cancelled_at: Instant | null;
  readonly cancel_answer: string | null;
}

const OPERATION = sql`transaction_id, source, txn_id, account_id, amount_kopecks as amount, registered_at, fiscalized_by,
  answer, cancelled_at, cancel_answer`;

export const operationOf = (tx: Tx, source: string, txnId: string): Promise<AgentOperationRow | undefined> =>
  tx.maybe(sql`select ${OPERATION} from payment_agent_operation where source = ${source} and txn_id = ${txnId}`);

/** The operation to cancel, locked before its account. */
export const lockOperation = (tx: Tx, source: string, { txnId, transactionId }: AgentCancelRequest) =>
  tx.maybe<AgentOperationRow>(
    transactionId === undefined
      ? sql`select ${OPERATION} from payment_agent_operation where source = ${source} and txn_id = ${txnId ?? ''} for update`
      : sql`select ${OPERATION} from payment_agent_operation
          where source = ${source} and transaction_id = ${transactionId} for update`,
  );

interface NewOperation {
  readonly transactionId: number;
  readonly agent: Pick<PaymentAgent, 'name' | 'fiscalized_by'>;
  readonly txnId: string;
  readonly accountId: number;
  readonly amount: Kopecks;
  readonly day: Day;
  readonly at: Date;
  readonly foundBy: 'call' | 'register';
  readonly answer: string;
}

export async function insertOperation(tx: Tx, operation: NewOperation): Promise<void> {
  const { transactionId, agent, txnId, accountId, amount, day, at, foundBy, answer } = operation;
  await tx.run(sql`
    insert into payment_agent_operation (transaction_id, source, txn_id, account_id, amount_kopecks, agent_day, registered_at,
      fiscalized_by, found_by, answer)
    values (${transactionId}, ${agent.name}, ${txnId}, ${accountId}, ${amount}, ${day}, ${at},
      ${agent.fiscalized_by}, ${foundBy}, ${answer})`);
}

export async function setCancelled(
  tx: Tx,
  operation: AgentOperationRow,
  cancelled: { transactionId: number; answer: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    update payment_agent_operation
    set cancelled_at = ${cancelled.now}, cancel_transaction_id = ${cancelled.transactionId}, cancel_answer = ${cancelled.answer}
    where transaction_id = ${operation.transaction_id}`);
}

export const entriesOf = (tx: Tx, transactionId: number): Promise<{ account_id: number; amount: Kopecks }[]> =>
  tx.rows(sql`
    select account_id, amount_kopecks as amount from ledger_entry where transaction_id = ${transactionId} order by entry_id`);

/** Records that the number came again with different data; an equal repeat only increases the count. */
export async function noteConflict(
  tx: Tx,
  told: { source: string; txnId: string; account: string; amount: Kopecks; now: Date },
): Promise<void> {
  const { source, txnId, account, amount, now } = told;
  await tx.run(sql`
    insert into payment_agent_conflict as c (source, txn_id, account_typed, amount_kopecks, first_at, last_at)
    values (${source}, ${txnId}, ${account}, ${amount}, ${now}, ${now})
    on conflict (source, txn_id, account_typed, amount_kopecks)
      do update set times = c.times + 1, last_at = excluded.last_at, resolved_at = null`);
}

interface ConflictRow {
  readonly conflict_id: number;
  readonly source: string;
  readonly txn_id: string;
  readonly account_typed: string;
  readonly amount: Kopecks;
  readonly times: number;
  readonly last_at: Instant;
  readonly first_account: string;
  readonly first_amount: Kopecks;
}

/** A conflict that nobody has settled. */
export const OPEN_CONFLICT = sql`resolved_at is null`;

/** Repeats with different data, newest first, with what was credited. */
export const conflicts = (tx: Tx): Promise<ConflictRow[]> =>
  tx.rows(sql`
    select c.conflict_id, c.source, c.txn_id, c.account_typed, c.amount_kopecks as amount, c.times, c.last_at,
      a.account_no as first_account, o.amount_kopecks as first_amount
    from payment_agent_conflict c join payment_agent_operation o using (source, txn_id) join account a using (account_id)
    where ${OPEN_CONFLICT}
    order by c.last_at desc, c.conflict_id desc
    limit 1000`);

/** Marks a conflict as settled with the agent; false if there is no such conflict. */
export async function dismissConflict(tx: Tx, conflictId: number, now: Date): Promise<boolean> {
  const changed = await tx.run(sql`
    update payment_agent_conflict set resolved_at = ${now} where conflict_id = ${conflictId} and ${OPEN_CONFLICT}`);
  return changed === 1;
}

/** Operations that the payment agent's register of that day must contain, without cancelled ones. */
export const operationsOn = (
  tx: Tx,
  source: string,
  day: Day,
): Promise<{ txn_id: string; account_no: string; amount: Kopecks }[]> =>
  tx.rows(sql`
    select o.txn_id, a.account_no, o.amount_kopecks as amount
    from payment_agent_operation o join account a using (account_id)
    where o.source = ${source} and o.agent_day = ${day} and o.cancelled_at is null
    order by o.txn_id`);
