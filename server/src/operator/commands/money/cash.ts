import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { OperatorContract } from '@kabinet/contract/staff';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { clockText, dayText, issuedText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { counted } from '../../said-lists.ts';

type Report = Result<OperatorContract['shifts']['x']>;
type Copy = Result<OperatorContract['cash']['receipt']>;
type Payment = Result<OperatorContract['desk']['show']>['payments'][number];
type Paying = Result<OperatorContract['desk']['payer']>['accounts'][number];

const KINDS: Record<Report['kinds'][number]['kind'], string> = {
  take: 'Платежи',
  undo: 'Отменено',
  float: 'Из сейфа',
  safe: 'В сейф',
  difference: 'Разница',
};

const RECEIPTS: Record<Copy['receipt']['state'], string> = {
  ordered: 'чек готовится',
  done: 'чек пробит',
  failed: 'чек не получился',
  given: 'чек отдельной кассы',
  none: 'без чека',
};

const differenceText = (difference: Kopecks): string =>
  difference === 0
    ? 'Сошлось'
    : `${difference < 0 ? 'Недостача' : 'Излишек'} ${rubles(Math.abs(difference) as Kopecks)}`;

function reportLines(report: Report, zone: string): string[] {
  const { closed, desk, number, shift_id, person, opened_at, kinds, sbp, receipts } = report;
  const head = closed ? `Отчёт Z № ${number}` : `Отчёт X, смена ${number}`;
  return [
    `${head}: ${desk.name}, ${desk.place}, ${person}, с ${issuedText(opened_at, zone)} (смена ${shift_id})`,
    `  Было в ящике ${rubles(report.carried)}, насчитали ${rubles(report.opening)}`,
    ...kinds.map(({ kind, count, sum }) => `  ${KINDS[kind]}: ${count}, ${rubles(sum)}`),
    ...(sbp ? [`  По СБП, не в ящике: ${sbp.count}, ${rubles(sbp.sum)}`] : []),
    `  В ящике должно быть ${rubles(report.expected)}`,
    `  Чеков ${receipts.all}, ждут ${receipts.waiting}`,
    ...(closed
      ? [
          `  Закрыта ${issuedText(closed.at, zone)}: насчитали ${rubles(closed.counted)}. ${differenceText(closed.difference)}`,
          `  В сейф ${rubles(closed.to_safe)}, на размен ${rubles(closed.left)}`,
        ]
      : []),
  ];
}

const tellReport = { tell: (report: Report, zone: string) => said(...reportLines(report, zone)) };

const receiptText = ({ state, number }: Copy['receipt'] | Payment['receipt']): string =>
  number === null ? RECEIPTS[state] : `${RECEIPTS[state]} № ${number}`;

const copyLines = (copy: Copy, zone: string): string[] => [
  `${copy.kind === 'sell' ? 'Приход' : 'Возврат прихода'} ${rubles(copy.amount)}, документ ${copy.document}, проводка ${copy.transaction_id}, ${issuedText(copy.at, zone)}`,
  `  ${copy.payer.name}, счёт ${copy.payer.account_no}${copy.cashier === null ? '' : `, кассир ${copy.cashier}`}`,
  ...(copy.given === null || copy.change === null
    ? []
    : [`  Дали ${rubles(copy.given)}, сдача ${rubles(copy.change)}`]),
  `  ${receiptText(copy.receipt)}${copy.receipt.error === null ? '' : `: ${copy.receipt.error}`}`,
];

const paymentLine = (zone: string) => (payment: Payment) =>
  `${payment.transaction_id}  ${clockText(payment.at, zone)}  ${rubles(payment.amount)}  ${payment.account_no} ${payment.name}; ${receiptText(payment.receipt)}${payment.undone ? '; отменён' : ''}${payment.undo_until === null ? '' : `; отменить до ${clockText(payment.undo_until, zone)}`}`;

const PRESETS: Record<Paying['presets'][number]['kind'], string> = {
  work: 'чтобы заработало',
  round: 'ровной суммой',
  month: 'ещё на месяц',
};

const payingLines = (account: Paying): string[] => [
  `${ACCOUNT_NAMES[account.kind]} ${account.account_no}: ${rubles(account.balance)}${account.debt > 0 ? `, не хватает ${rubles(account.debt)}` : ''}`,
  ...account.presets.map(
    ({ kind, amount, lasts_until: day }) =>
      `  ${rubles(amount)} ${PRESETS[kind]}${day === null ? '' : `, хватит до ${dayText(day, YEARLESS)}`}`,
  ),
];

export const deskCommands: CommandsOf<OperatorContract['desks']> = {
  add: { tell: ({ desk_id, name }) => said(`Касса ${desk_id} заведена: ${name}`) },
  list: {
    tell: (all, zone) =>
      counted(
        all.map(({ desk_id, name, place, register, expected, shift }) => {
          const who = shift ? `смена: ${shift.person}, с ${issuedText(shift.opened_at, zone)}` : 'смены нет';
          const own = register === null ? '' : `, ${register}`;
          return `${desk_id}  ${name}, ${place}${own}; ${who}; в ящике ${rubles(expected)}`;
        }),
      ),
  },
};

export const shiftCommands: CommandsOf<OperatorContract['shifts']> = {
  open: tellReport,
  x: tellReport,
  safe: tellReport,
  close: tellReport,
  show: tellReport,
  differences: {
    tell: (found, zone) =>
      counted(
        found.map(
          ({ shift_id, desk, number, person, before, opened_at, carried, opening, difference }) =>
            `${shift_id}  ${desk}, смена ${number}, ${issuedText(opened_at, zone)}: ${before ?? 'никто'} оставил ${rubles(carried)}, ${person} насчитал ${rubles(opening)}. ${differenceText(difference)}`,
        ),
      ),
  },
  settle: { tell: ({ shift_id }) => said(`Смена ${shift_id}: разобрались`) },
};

export const cashCommands: CommandsOf<OperatorContract['cash']> = {
  take: {
    tell: ({ copy, balance, alike, blocked }, zone) =>
      said(
        ...copyLines(copy, zone),
        `  На счёте ${rubles(balance)}${blocked ? ', услуги ещё отключены за долг' : ''}`,
        ...(alike
          ? [`  Такой же платёж уже был в ${clockText(alike.at, zone)}, проводка ${alike.transaction_id}`]
          : []),
      ),
  },
  undo: {
    tell: ({ copy, balance, in_debt }, zone) =>
      said(
        ...copyLines(copy, zone),
        `  На счёте ${rubles(balance)}${in_debt ? ', услуги этого счёта отключены за долг' : ''}`,
      ),
  },
  receipt: { tell: (copy, zone) => said(...copyLines(copy, zone)) },
};

export const deskScreenCommands: CommandsOf<OperatorContract['desk']> = {
  show: {
    tell: ({ shift, payments, desks, register }, zone) =>
      said(
        ...(shift ? reportLines(shift, zone) : ['Смена не открыта']),
        ...payments.map(paymentLine(zone)),
        ...desks.map(
          ({ desk_id, name, carried, busy_by: who }) =>
            `${desk_id}  ${name}: ${who === null ? 'свободна' : `смена: ${who}`}, оставлено ${rubles(carried)}`,
        ),
        ...(register === 'silent' ? ['Касса не отвечает: наличные без чека принимать нельзя'] : []),
      ),
  },
  payer: {
    tell: ({ contract_id, name, address, accounts }) =>
      said(`${contract_id}  ${name}, ${address}`, ...accounts.flatMap(payingLines)),
  },
};
