import { z } from 'zod';
import {
  REFUSAL_TEXTS,
  type AgentRequest,
  type AgentRefusal,
  type RecordedPayment,
} from '#server/domain/payments/payment-agents/outcome.ts';
import { AccountField, dateAs, readFields, SumField, TxnIdField } from './fields.ts';
import type { AgentFormat } from './format.ts';
import type { Parameters } from './parameters.ts';
import { stampParts } from './stamp.ts';
import { response, sumText } from './xml.ts';

/** `DD.MM.YYYY_HH24:MI:SS`. */
const PayDate = dateAs(/^(?<d>\d\d)\.(?<m>\d\d)\.(?<y>\d{4})_(?<hh>\d\d):(?<mm>\d\d):(?<ss>\d\d)$/);

const Check = z.object({ account: AccountField, amount: SumField.optional() });
const Payment = z.object({ pay_id: TxnIdField, account: AccountField, amount: SumField, pay_date: PayDate });

const REFUSALS = {
  pay_id: 'txn_unreadable',
  account: 'account_unreadable',
  amount: 'sum_unreadable',
  pay_date: 'date_unreadable',
} as const;

/** 8, «repeated», is not used: a repeat gets the first reply, and another sum for the same number is not a repeat. */
const CODES: Readonly<Record<AgentRefusal, number>> = {
  temporary: 1,
  command_unknown: 2,
  account_unknown: 3,
  account_unreadable: 4,
  account_closed: 5,
  txn_unreadable: 6,
  sum_unreadable: 9,
  sum_too_small: 10,
  sum_too_large: 11,
  date_unreadable: 12,
  request_unreadable: 300,
  conflict: 300,
  operation_unknown: 300,
  operation_cancelled: 300,
  cancel_too_late: 300,
  cancel_spent: 300,
};

function read(given: Parameters): AgentRequest | AgentRefusal {
  const action = given.get('action')?.toLowerCase();
  if (action === 'check') return readCheck(given);
  return action === 'payment' ? readPayment(given) : 'command_unknown';
}

function readCheck(given: Parameters): AgentRequest | AgentRefusal {
  const told = readFields(Check, given, REFUSALS);
  return typeof told === 'string' ? told : { command: 'check', account: told.account, amount: told.amount };
}

function readPayment(given: Parameters): AgentRequest | AgentRefusal {
  const told = readFields(Payment, given, REFUSALS);
  if (typeof told === 'string') return told;
  return { command: 'pay', txnId: told.pay_id, account: told.account, amount: told.amount, day: told.pay_date };
}

function receipt({ transactionId, amount, at, zone }: RecordedPayment, message: string): string {
  const [year, month, day, time] = stampParts(at, zone);
  return response([
    ['CODE', '0'],
    ['MESSAGE', message],
    ['EXT_ID', String(transactionId)],
    ['REG_DATE', `${day}.${month}.${year}_${time}`],
    ['AMOUNT', sumText(amount)],
  ]);
}

/** Sberbank's first protocol (ЕПС): `ACTION=check|payment`. */
export const sberbank1: AgentFormat = {
  read,
  account: (_, { name, balance }) =>
    response([
      ['CODE', '0'],
      ['MESSAGE', 'Платёж возможен'],
      ['FIO', name],
      ['BALANCE', sumText(balance)],
    ]),
  refusal: (_, refusal) =>
    response([
      ['CODE', String(CODES[refusal])],
      ['MESSAGE', REFUSAL_TEXTS[refusal]],
    ]),
  paid: (payment) => receipt(payment, 'Платёж зачислен'),
  cancelled: (payment) => receipt(payment, 'Платёж отменён'),
};
