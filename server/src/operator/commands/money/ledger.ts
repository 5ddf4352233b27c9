import { kopecks } from '@kabinet/contract/kernel/money';
import { wallClock } from '@kabinet/contract/kernel/zone';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { plural, rubles } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';

type Line = Result<OperatorContract['ledger']['lines']>['items'][number];
type Finding = Result<OperatorContract['ledger']['verify']>['findings'][number];

const FAULTS: Record<Finding['fault'], string> = {
  transaction_unbalanced: 'проводка не сходится в ноль',
  transaction_empty: 'проводка без строк',
  balance_differs: 'остаток не равен сумме строк',
  month_differs: 'итог месяца не равен сумме строк',
  side_differs: 'строка учтена не на той стороне (пополнения, списания)',
  reversal_differs: 'отмена не равна своему платежу',
  payment_credited_twice: 'платёж зачислен не один раз',
  payment_not_in_ledger: 'оплаченный платёж не проведён на свою сумму',
  notification_not_in_ledger: 'зачисленное уведомление не проведено',
  refund_exceeds_payment: 'вернули больше, чем пришло',
  refund_exceeds_part: 'вернули со счёта больше, чем на него пришло',
  refund_not_in_ledger: 'возврат не проведён на свою сумму',
  refund_state_differs: 'состояние платежа не отвечает возвратам',
  shift_differs: 'смена кассы не сходится со своими проводками',
  desk_differs: 'на счёте кассы есть строки вне смен',
  day_differs: 'суммы дня для отчётов не равны строкам дня',
};

const KINDS: Record<Line['kind'], string> = {
  payment: 'пополнение',
  charge: 'списание',
  refund: 'возврат платежа',
  reversal: 'отмена платежа',
  correction: 'исправление',
  opening: 'начальный остаток',
};

const METHODS: Readonly<Record<string, string>> = {
  sbp: 'СБП',
  card: 'карта',
  cash: 'наличные',
  bank: 'через банк',
  transfer: 'перевод',
  promised: 'обещанный платёж',
};

const RECEIPTS: Record<NonNullable<Line['receipt']>, string> = {
  due: 'чек готовится',
  sent: 'чек готовится',
  done: 'чек пробит',
  failed: 'чек не получился',
};

const REMEDIES: Record<NonNullable<Line['remedy']>, string> = {
  undo: 'payment undo',
  correct: 'charge correct',
  refund: 'payments refund',
  transfer: 'transfers undo',
};

export const ledgerCommands: CommandsOf<OperatorContract['ledger']> = {
  lines: {
    tell: ({ items, next }, zone) =>
      said(
        ...(items.length === 0 ? ['Строк нет'] : items.map((line) => lineText(line, zone))),
        ...(next === null ? [] : [`Дальше: --cursor=${next}`]),
      ),
  },
  line: {
    tell: ({ transaction_id, account_no, amount, payment_id, refundable, remedy }) =>
      said(
        [
          `Проводка ${transaction_id}, счёт ${account_no}, ${rubles(amount)}`,
          ...(payment_id === null || refundable === null
            ? []
            : [`платёж ${payment_id}, вернуть можно ${rubles(refundable)}`]),
          ...(remedy === null ? [] : [`можно: ${REMEDIES[remedy]}`]),
        ].join('; '),
      ),
  },
  verify: {
    tell: ({ findings, transactions, entries }) => {
      const size = `${plural(transactions, ['проводка', 'проводки', 'проводок'])}, ${plural(entries, ['строка', 'строки', 'строк'])}`;
      if (findings.length === 0) return said(`Книги сходятся: ${size}`);
      const errors = plural(findings.length, ['ошибка', 'ошибки', 'ошибок']);
      return saidIf(true, ...findings.map(findingText), `Книги не сходятся: ${errors} (${size})`);
    },
  },
};

/** «1042  20.11.2026 14:05  +500 ₽  пополнение, наличные: Оплата в офисе; чек пробит; можно: payment undo 1042». */
function lineText(line: Line, zone: string): string {
  const { transaction_id: id, at, kind, method, amount, text } = line;
  const [day = '', time = ''] = wallClock(zone, new Date(at)).split(' ');
  const when = `${day.split('-').reverse().join('.')} ${time.slice(0, 5)}`;
  const what = [KINDS[kind], ...(method === null ? [] : [METHODS[method] ?? method])].join(', ');
  const sum = `${amount > 0 ? '+' : ''}${rubles(amount)}`;
  return [`${id}  ${when}  ${sum}  ${what}: ${text.replace(/\p{Cc}+/gu, ' ')}`, ...moreOf(line)].join('; ');
}

function moreOf({
  transaction_id: id,
  receipt,
  receipt_number,
  payment_id,
  transfer_id,
  corrected_by,
  remedy,
}: Line): string[] {
  const commands = {
    undo: `payment undo ${id}`,
    correct: `charge correct ${id}`,
    refund: `payments refund ${payment_id}`,
    transfer: `transfers undo ${transfer_id}`,
  };
  return [
    ...(receipt_number === null ? [] : [`чек № ${receipt_number}`]),
    ...(receipt_number !== null || receipt === null ? [] : [RECEIPTS[receipt]]),
    ...(corrected_by.length === 0 ? [] : [`исправлена: ${corrected_by.join(', ')}`]),
    ...(remedy === null ? [] : [`можно: ${commands[remedy]}`]),
  ];
}

function findingText({ fault, subject, unit, expected, found }: Finding): string {
  const text = (value: number) => (unit === 'count' ? String(value) : rubles(kopecks(value)));
  return `${subject}: ${FAULTS[fault]}, должно быть ${text(expected)}, есть ${text(found)}`;
}
