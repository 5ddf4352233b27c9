import { REFUSAL_TEXTS, type RecordedPayment } from '#server/domain/payments/payment-agents/outcome.ts';
import type { AgentFormat } from './format.ts';
import { OSMP_CODES, readOsmp } from './osmp-request.ts';
import { stampParts } from './stamp.ts';
import { response, sumText } from './xml.ts';

function receipt({ transactionId, amount, at, zone }: RecordedPayment, comment: string): string {
  const [year, month, day, time] = stampParts(at, zone);
  return response([
    ['result', '0'],
    ['comment', comment],
    ['ext_id', String(transactionId)],
    // The same form as the protocol's own `txn_date`.
    ['reg_date', `${year}${month}${day}${time.replaceAll(':', '')}`],
    ['sum', sumText(amount)],
  ]);
}

/** Sberbank's second protocol: requests as in OSMP, replies in its own fields. */
export const sberbank2: AgentFormat = {
  read: readOsmp,
  account: (_, { name, balance }) =>
    response([
      ['result', '0'],
      ['comment', 'Платёж возможен'],
      ['fio', name],
      ['balance', sumText(balance)],
    ]),
  refusal: (_, refusal) =>
    response([
      ['result', String(OSMP_CODES[refusal])],
      ['comment', REFUSAL_TEXTS[refusal]],
    ]),
  paid: (payment) => receipt(payment, 'Платёж зачислен'),
  cancelled: (payment) => receipt(payment, 'Платёж отменён'),
};
