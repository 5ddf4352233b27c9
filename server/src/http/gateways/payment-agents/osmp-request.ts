import { z } from 'zod';
import type { AgentRequest, AgentRefusal } from '#server/domain/payments/payment-agents/outcome.ts';
import { AccountField, dateAs, OurNumberField, readFields, SumField, TxnIdField } from './fields.ts';
import type { Parameters } from './parameters.ts';

/** `YYYYMMDDHHMMSS`. */
const TxnDate = dateAs(/^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)(?<hh>\d\d)(?<mm>\d\d)(?<ss>\d\d)$/);

/** Terminals send `txn_id=0` and `sum=0.00` when they check an account before payment. */
const Check = z.object({
  txn_id: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  account: AccountField,
  sum: SumField.optional(),
});
const Pay = z.object({ txn_id: TxnIdField, account: AccountField, sum: SumField, txn_date: TxnDate });
const Status = z.object({ txn_id: TxnIdField });
const Cancel = z.object({ txn_id: TxnIdField.optional(), prv_txn: OurNumberField.optional() });

const REFUSALS = {
  txn_id: 'txn_unreadable',
  prv_txn: 'txn_unreadable',
  account: 'account_unreadable',
  sum: 'sum_unreadable',
  txn_date: 'date_unreadable',
} as const;

const COMMANDS: Readonly<Record<string, (given: Parameters) => AgentRequest | AgentRefusal>> = {
  check,
  getinfo: check,
  pay: (given) => {
    const read = readFields(Pay, given, REFUSALS);
    if (typeof read === 'string') return read;
    return { command: 'pay', txnId: read.txn_id, account: read.account, amount: read.sum, day: read.txn_date };
  },
  status: (given) => {
    const read = readFields(Status, given, REFUSALS);
    return typeof read === 'string' ? read : { command: 'status', txnId: read.txn_id };
  },
  cancel: (given) => {
    const read = readFields(Cancel, given, REFUSALS);
    return typeof read === 'string' ? read : { command: 'cancel', txnId: read.txn_id, transactionId: read.prv_txn };
  },
};

function check(given: Parameters): AgentRequest | AgentRefusal {
  const read = readFields(Check, given, REFUSALS);
  return typeof read === 'string' ? read : { command: 'check', account: read.account, amount: read.sum };
}

/** Parses requests of OSMP, and of Sberbank's second protocol, which is the same. */
export function readOsmp(given: Parameters): AgentRequest | AgentRefusal {
  const command = given.get('command')?.toLowerCase() ?? '';
  return Object.hasOwn(COMMANDS, command) ? (COMMANDS[command]?.(given) ?? 'command_unknown') : 'command_unknown';
}

/** Result codes of OSMP; 300 is «another failure of the provider». */
export const OSMP_CODES: Readonly<Record<AgentRefusal, number>> = {
  temporary: 1,
  account_unreadable: 4,
  account_unknown: 5,
  account_closed: 79,
  sum_too_small: 241,
  sum_too_large: 242,
  command_unknown: 300,
  request_unreadable: 300,
  txn_unreadable: 300,
  date_unreadable: 300,
  sum_unreadable: 300,
  conflict: 300,
  operation_unknown: 300,
  operation_cancelled: 300,
  cancel_too_late: 300,
  cancel_spent: 300,
};
