import { REFUSAL_TEXTS, type RecordedPayment } from '#server/domain/payments/payment-agents/outcome.ts';
import type { AgentFormat } from './format.ts';
import { OSMP_CODES, readOsmp } from './osmp-request.ts';
import type { Parameters } from './parameters.ts';
import { fields, response, sumText } from './xml.ts';

/** The number is returned as received if it is a valid one. */
function txnIdOf(given: Parameters): string {
  const told = given.get('txn_id') ?? '';
  return /^\d{1,20}$/.test(told) ? told : '';
}

const receipt = ({ txnId, transactionId, amount }: RecordedPayment, comment: string): string =>
  response([
    ['osmp_txn_id', txnId],
    ['prv_txn', String(transactionId)],
    ['sum', sumText(amount)],
    ['result', '0'],
    ['comment', comment],
  ]);

/** OSMP, known as QIWI's protocol: used by terminal networks and small aggregators. */
export const osmp: AgentFormat = {
  read: readOsmp,
  account: (given, { name, balance }) =>
    response(
      [
        ['osmp_txn_id', txnIdOf(given)],
        ['result', '0'],
        ['comment', 'Платёж возможен'],
      ],
      fields([
        ['name', name],
        ['balance', sumText(balance)],
      ]),
    ),
  refusal: (given, refusal) =>
    response([
      ['osmp_txn_id', txnIdOf(given)],
      ['result', String(OSMP_CODES[refusal])],
      ['comment', REFUSAL_TEXTS[refusal]],
    ]),
  paid: (payment) => receipt(payment, 'Платёж зачислен'),
  cancelled: (payment) => receipt(payment, 'Платёж отменён'),
};
