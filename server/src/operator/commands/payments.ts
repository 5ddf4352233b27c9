import { notificationsWith } from '#domain/payments/payment/payment.queries.ts';
import { cancelPayment } from '#domain/payments/payment/cancel.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import type { PaymentState } from '#domain/payments/payment/payment.rules.ts';
import { rubles } from '#domain/shared/text.rules.ts';
import { idOf, numberOf, type Command, type Tools } from '../command.ts';
import { paymentsOf } from '../operator.queries.ts';

export const paymentCommands: readonly Command[] = [
  { words: ['payments', 'list'], arguments: ['<договор>'], help: 'платежи договора по QR-коду', run: list },
  { words: ['payments', 'cancel'], arguments: ['<платёж>'], help: 'снять QR-код, который не оплатили', run: cancel },
  {
    words: ['payments', 'surplus'],
    arguments: [],
    help: 'деньги, которые пришли лишний раз и не зачислены',
    run: (tools) => payments(tools, 'surplus'),
  },
  {
    words: ['payments', 'mismatch'],
    arguments: [],
    help: 'уведомления банка с чужой суммой или незнакомым QR-кодом',
    run: (tools) => payments(tools, 'mismatch'),
  },
];

async function payments({ db, say }: Tools, outcome: 'surplus' | 'mismatch'): Promise<number> {
  const found = await db.read((tx) => notificationsWith(tx, outcome));
  for (const { received_at, acquirer, external_id, qr_id, amount } of found) {
    say(`${received_at}  ${rubles(amount)}  ${acquirer}:${external_id}  QR ${qr_id}`);
  }
  say(found.length === 0 ? 'Таких нет' : `Всего ${found.length}`);
  return 0;
}

const STATES: Record<PaymentState, string> = {
  created: 'ждёт банка',
  pending: 'ждёт оплаты',
  paid: 'оплачен',
  expired: 'время вышло',
  rejected: 'отклонён банком',
  refunded: 'возвращён',
};

async function list({ db, say }: Tools, [contract = '']: readonly string[]): Promise<number> {
  const found = await db.read((tx) => paymentsOf(tx, numberOf(contract)));
  for (const { payment_id, created_at, amount, kind, state, acquirer, external_id } of found) {
    const operation = external_id === null ? '' : `, операция ${acquirer}:${external_id}`;
    say(`${created_at}  ${payment_id}  ${ACCOUNT_NAMES[kind]}, ${rubles(amount)}: ${STATES[state]}${operation}`);
  }
  if (found.length === 0) say('Таких нет');
  return 0;
}

async function cancel({ db, acquirer, say }: Tools, [id = '']: readonly string[]): Promise<number> {
  const taken = await cancelPayment(db, acquirer, idOf(id));
  say(taken ? 'QR-код снят' : 'Этот QR-код снять нельзя: он оплачен, истёк, или банк их не снимает');
  return taken ? 0 : 1;
}
