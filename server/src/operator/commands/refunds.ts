import { openRefunds } from '#domain/payments/refunds/refund.queries.ts';
import { orderRefund, RefundRefused } from '#domain/payments/refunds/refund.ts';
import { rubles } from '#domain/shared/text.rules.ts';
import { idOf, sumOf, type Command, type Tools } from '../command.ts';

export const refundCommands: readonly Command[] = [
  {
    words: ['payments', 'refund'],
    arguments: ['<платёж>', '[<сумма>]'],
    help: 'вернуть платёж плательщику, целиком или часть',
    run: refund,
  },
  { words: ['payments', 'refunds'], arguments: [], help: 'возвраты, которые банк не выполнил', run: refunds },
];

async function refund(tools: Tools, [paymentId = '', sum]: readonly string[]): Promise<number> {
  const { db, acquirer, provider, now, say } = tools;
  const wanted = { paymentId: idOf(paymentId), ...(sum !== undefined && { amount: sumOf(sum) }) };
  try {
    const amount = await orderRefund(db, acquirer, wanted, { now, zone: provider.time_zone });
    say(`Возврат ${rubles(amount)} отправляется банку, деньги списаны со счёта абонента`);
    return 0;
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error;
    say(error.message);
    return 1;
  }
}

const STATES = {
  due: 'банк ещё не ответил',
  requested: 'банк выполняет',
  declined: 'банк отказал',
  done: 'выполнен',
} as const;

async function refunds({ db, say }: Tools): Promise<number> {
  const found = await db.read(openRefunds);
  for (const { created_at, amount, payment_id, state } of found) {
    say(`${created_at}  ${rubles(amount)}  платёж ${payment_id}: ${STATES[state]}`);
  }
  say(found.length === 0 ? 'Таких нет' : `Всего ${found.length}`);
  return 0;
}
