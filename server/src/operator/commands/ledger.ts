import { kopecks } from '@kabinet/contract/kernel/money';
import type { Result } from '@kabinet/contract/kernel/call';
import type { OperatorContract } from '@kabinet/contract/operator';
import { plural, rubles } from '#domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../command.ts';

type Finding = Result<OperatorContract['ledger']['verify']>['findings'][number];

const FAULTS: Record<Finding['fault'], string> = {
  transaction_unbalanced: 'проводка не сходится в ноль',
  transaction_empty: 'проводка без строк',
  balance_differs: 'остаток не равен сумме строк',
  month_differs: 'итог месяца не равен сумме строк',
  side_differs: 'строка учтена не на той стороне (пополнения, списания)',
  payment_credited_twice: 'платёж зачислен не один раз',
  payment_not_in_ledger: 'оплаченный платёж не проведён на свою сумму',
  notification_not_in_ledger: 'зачисленное уведомление не проведено',
  refund_exceeds_payment: 'вернули больше, чем пришло',
  refund_exceeds_part: 'вернули со счёта больше, чем на него пришло',
  refund_not_in_ledger: 'возврат не проведён на свою сумму',
  refund_state_differs: 'состояние платежа не отвечает возвратам',
};

export const ledgerCommands: CommandsOf<OperatorContract['ledger']> = {
  verify: {
    tell: ({ findings, transactions, entries }) => {
      const size = `${plural(transactions, ['проводка', 'проводки', 'проводок'])}, ${plural(entries, ['строка', 'строки', 'строк'])}`;
      if (findings.length === 0) return said(`Книги сходятся: ${size}`);
      const errors = plural(findings.length, ['ошибка', 'ошибки', 'ошибок']);
      return saidIf(true, ...findings.map(findingText), `Книги не сходятся: ${errors} (${size})`);
    },
  },
};

function findingText({ fault, subject, unit, expected, found }: Finding): string {
  const text = (value: number) => (unit === 'count' ? String(value) : rubles(kopecks(value)));
  return `${subject}: ${FAULTS[fault]}, должно быть ${text(expected)}, есть ${text(found)}`;
}
