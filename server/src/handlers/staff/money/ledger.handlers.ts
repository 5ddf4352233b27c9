import type { OperatorContract } from '@kabinet/contract/staff';
import { verifyLedger, type LedgerFaultKind } from '#server/domain/money/ledger/verify.ts';
import { refundableOf } from '#server/domain/payments/refunds/refund.queries.ts';
import { accountLine, accountLines } from '#server/domain/payments/office/account-lines.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { countEntries } from '../staff.queries.ts';
import { accountOf } from '../refusals.ts';

/** Faults that are counts, not sums. */
const COUNTED: ReadonlySet<LedgerFaultKind> = new Set(['payment_credited_twice', 'transaction_empty', 'side_differs']);

export const ledgerHandlers: PlainHandlers<OperatorContract['ledger']> = {
  lines: ({ query }, { db, today }) => {
    const { account_no: typed, ...page } = query;
    return accountLines(db, accountOf(typed), page, today);
  },
  line: async ({ query }, { db, today }) => {
    const line = await accountLine(db, { contractId: query.contract_id, entryId: query.entry_id, today });
    if (!line) throw new Problem('charge_unknown', { message: 'Такой строки у договора нет' });
    const { payment_id: paymentId } = line;
    const refundable = paymentId === null ? null : (await refundableOf(db, paymentId)).left;
    return { ...line, refundable };
  },
  verify: async (_, { db, reply }) => {
    const found = await verifyLedger(db, { hear: (progress) => reply.progress?.(progress) });
    const findings = found.map((finding) => ({
      ...finding,
      unit: COUNTED.has(finding.fault) ? ('count' as const) : ('kopecks' as const),
    }));
    return { findings, ...(await countEntries(db)) };
  },
};
