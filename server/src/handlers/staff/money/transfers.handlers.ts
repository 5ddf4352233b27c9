import type { Input } from '@kabinet/contract/kernel/call/call';
import { TransferRow, type OperatorContract } from '@kabinet/contract/staff';
import { unknownTransfers, type BankTransfer } from '#server/domain/payments/transfers/transfer.queries.ts';
import { findAccount } from '#server/domain/payments/payment-agents/payment-agent.queries.ts';
import { assignTransfer, importTransfer } from '#server/domain/payments/transfers/transfer.ts';
import { eachAlone, reasonOf } from '#server/kernel/job/one-at-fault.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { accountOf } from '../refusals.ts';
import { transferGuesses } from './transfer-guesses.ts';

type Row = Input<OperatorContract['transfers']['import']>['body']['rows'][number];

export const transferHandlers: PlainHandlers<OperatorContract['transfers'], 'import'> = {
  // Each row has its own transaction: a failure does not stop the others.
  import: withoutTransaction(async ({ body }, scope) => {
    const counts = { credited: 0, known: 0, unknown: 0 };
    const { transfers, wrong } = readStatement(body.rows);
    const take = async ({ transfer }: (typeof transfers)[number]) => {
      counts[await scope.db.write((tx) => importTransfer(tx, transfer, atOf(scope)))] += 1;
    };
    await eachAlone(transfers, take, ({ line }, error) => {
      wrong.push({ line, reason: `не принята, ошибка: ${reasonOf(error)}` });
    });
    return { ...counts, wrong: wrong.sort((a, b) => a.line - b.line) };
  }),
  unknown: (_, { db }) => unknownTransfers(db),
  assign: async ({ body }, scope) => {
    const { transfer_id } = body;
    const typed = accountOf(body.account_no);
    const outcome = await assignTransfer(scope.db, transfer_id, typed, atOf(scope));
    if (typeof outcome === 'string') throw new Problem(NOT_ASSIGNED[outcome]);
    const account = await findAccount(scope.db, typed);
    if (!account) throw new Problem('account_unknown');
    const { account_no, balance } = account;
    return { rehearsed: body.dry_run === 'yes', transfer_id, account_no, balance };
  },
  guesses: ({ query }, scope) => transferGuesses(scope.db, query.transfer_id, scope),
};

const NOT_ASSIGNED = {
  known: 'transfer_known',
  no_transfer: 'transfer_unknown',
  no_account: 'account_unknown',
} as const;

/** The valid rows, and the faults of the others. */
function readStatement(rows: readonly Row[]) {
  const transfers: { line: number; transfer: BankTransfer }[] = [];
  const wrong: { line: number; reason: string }[] = [];
  const lines = new Map<string, number>();
  for (const { line, ...cells } of rows) {
    const transfer = transferOf(cells);
    const fault = transfer ? twiceIn(lines, transfer, line) : 'дата, сумма, плательщик или номер документа не читаются';
    if (transfer && fault === undefined) transfers.push({ line, transfer });
    else wrong.push({ line, reason: fault ?? '' });
  }
  return { transfers, wrong };
}

function transferOf(cells: Omit<Row, 'line'>): BankTransfer | undefined {
  const { data } = TransferRow.safeParse(cells);
  if (!data) return undefined;
  const { document: documentNo, ...others } = data;
  return { ...others, documentNo };
}

/** Two payments with equal data would count as one: a person must tell them apart. */
function twiceIn(lines: Map<string, number>, transfer: BankTransfer, line: number): string | undefined {
  const { payer, documentNo, day, amount } = transfer;
  const key = JSON.stringify([payer, documentNo, day, amount]);
  const earlier = lines.get(key);
  if (earlier === undefined) lines.set(key, line);
  return earlier === undefined ? undefined : `те же плательщик, документ, дата и сумма, что в строке ${earlier}`;
}
