import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { vatOn, vatWithin } from '#server/domain/money/vat/vat.rules.ts';
import { copyOf, type CopyRow } from '#server/domain/payments/desk/shift-payments.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';

type Copy = Result<OperatorContract['cash']['receipt']>;

interface ReceiptFacts {
  readonly state: CopyRow['state'] | null;
  readonly is_given: boolean;
}

/** How far a receipt is, in words of the desk. */
export function receiptState({ state, is_given }: ReceiptFacts): Copy['receipt']['state'] {
  if (state === null) return 'none';
  if (is_given) return 'given';
  return state === 'done' || state === 'failed' ? state : 'ordered';
}

/** All that a printed copy of the receipt shows. */
export async function receiptCopy(tx: Tx, transactionId: number, provider: Provider): Promise<Copy> {
  const row = await copyOf(tx, transactionId);
  if (!row) throw new Problem('cash_unknown');
  const { vat: rates, time_zone: zone } = provider;
  const { transaction_id, document, kind, at, amount, given } = row;
  const percent = vatOn(rates, dayIn(zone, new Date(at)));
  return {
    transaction_id,
    document,
    kind,
    at,
    seller: sellerOf(provider),
    desk: deskOf(row),
    cashier: row.cashier,
    payer: { contract_id: row.contract_id, account_no: row.account_no, name: row.name },
    items: [{ text: `Аванс за услуги связи, лицевой счёт ${row.account_no}`, amount }],
    amount,
    given,
    change: given === null ? null : kopecks(given - amount),
    vat: percent === null ? null : { percent, sum: vatWithin(amount, percent) },
    receipt: receiptOf(row),
  };
}

const sellerOf = ({ legal, name, office }: Provider): Copy['seller'] =>
  legal ? { name: legal.name, inn: legal.inn, address: legal.address } : { name, inn: null, address: office.address };

const receiptOf = ({ state, given_number, fd_number, fn_number: fn, fpd, url, error }: CopyRow): Copy['receipt'] => ({
  state: receiptState({ state, is_given: given_number !== null }),
  number: given_number ?? fd_number,
  fn,
  fpd,
  url,
  error,
});

const deskOf = ({ desk_id, desk: name, place, register }: CopyRow): Copy['desk'] =>
  desk_id === null || name === null || place === null ? null : { desk_id, name, place, register };
