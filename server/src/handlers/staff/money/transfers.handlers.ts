import type { Input } from '@kabinet/contract/kernel/call/call';
import { operatorContract, TransferRow, type OperatorContract } from '@kabinet/contract/staff';
import { unknownTransfers, type BankTransfer } from '#server/domain/payments/transfers/transfer.queries.ts';
import { findAccount } from '#server/domain/payments/payment-agents/payment-agent.queries.ts';
import { assignTransfer, importTransfer } from '#server/domain/payments/transfers/transfer.ts';
import { undoTransfer } from '#server/domain/payments/transfers/undo.ts';
import { eachAlone, reasonOf } from '#server/kernel/job/one-at-fault.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type ScopeOf } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { accountOf, refuseAlone, wrongField } from '../refusals.ts';
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
    const assigned = await assign(scope, transfer_id, body.account_no);
    return { rehearsed: body.dry_run === 'yes', transfer_id, ...assigned };
  },
  undo: async ({ body }, scope) => {
    const { transfer_id, reason, account_no: typed } = body;
    const undo = { transferId: transfer_id, reason, by: scope.operator.name };
    const { accountNo: account_no, amount, balance, switchedOff } = await undoTransfer(scope.db, undo, atOf(scope));
    if (body.dry_run !== 'yes') refuseAlone(scope.operator, operatorContract.transfers.undo, amount);
    const to = typed === undefined ? null : await assign(scope, transfer_id, typed);
    if (to?.account_no === account_no) throw wrongField('account_no', 'Перевод уже на этом счёте');
    return {
      rehearsed: body.dry_run === 'yes',
      transfer_id,
      amount,
      account_no,
      balance,
      switched_off: [...switchedOff],
      to,
    };
  },
  guesses: ({ query }, scope) => transferGuesses(scope.db, query.transfer_id, scope),
};

async function assign(scope: ScopeOf<OperatorContract['transfers']['assign']>, transferId: number, accountNo: string) {
  const typed = accountOf(accountNo);
  const outcome = await assignTransfer(scope.db, transferId, typed, atOf(scope));
  if (typeof outcome === 'string') throw new Problem(NOT_ASSIGNED[outcome]);
  const account = await findAccount(scope.db, typed);
  if (!account) throw new Problem('account_unknown');
  return { account_no: account.account_no, balance: account.balance };
}

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
