import type { Contract } from '@kabinet/contract';
import type { LongReads } from './shared/from-standby.ts';

// What the standby serves, if there is one: history and tables, never what somebody acts on, such as a balance. Documents and archives
// read there, too (`db.readLong`).

const HISTORY = ['statTotal', 'statPayments', 'statCharges', 'statMovements', 'statServices'] as const;

export const LONG_READS: LongReads<Contract> = {
  internetAccount: [...HISTORY, 'statIsg'],
  telephoneAccount: HISTORY,
  telephoneCall: ['total'],
  document: ['former'],
};
