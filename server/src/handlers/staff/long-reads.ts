import type { OperatorContract } from '@kabinet/contract/staff';
import type { LongReads } from '../shared/from-standby.ts';

/** What the standby serves of the staff's calls: tables and history. */
export const LONG_READS_OF_STAFF: LongReads<OperatorContract> = {
  reports: [
    ...(['revenue', 'services', 'payments', 'debtors', 'contracts', 'bill', 'promises'] as const),
    ...(['lines', 'members', 'export'] as const),
  ],
  timeline: ['read'],
  ledger: ['lines'],
  debtors: ['list'],
  audit: ['list'],
};
