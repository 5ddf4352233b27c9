import type { OperatorContract } from '@kabinet/contract/staff';
import { verifyLedger, type LedgerFaultKind } from '#server/domain/money/ledger/verify.ts';
import { accountLines } from '#server/domain/payments/office/account-lines.ts';
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
  verify: async (_, { db, reply }) => {
    const found = await verifyLedger(db, { hear: (progress) => reply.progress?.(progress) });
    const findings = found.map((finding) => ({
      ...finding,
      unit: COUNTED.has(finding.fault) ? ('count' as const) : ('kopecks' as const),
    }));
    return { findings, ...(await countEntries(db)) };
  },
};
