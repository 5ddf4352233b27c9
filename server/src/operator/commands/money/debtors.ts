import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { csvText } from '#server/domain/shared/csv.rules.ts';
import { dayText, issuedText, plural, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CallFields, type CommandsOf, type TypedOptions } from '../../command.ts';
import { listTyped } from '../identity/people.ts';

type Debtors = OperatorContract['debtors'];
type Debtor = Result<Debtors['list']>['items'][number];

const BANDS: Record<Debtor['band'], string> = {
  week: 'до 7 дней',
  month: '8–30 дней',
  quarter: '31–90 дней',
  older: 'больше 90 дней',
};

const WHY: Record<Result<Debtors['remind']>['skipped'][number]['why'], string> = {
  owes_nothing: 'не должен',
  reminded_today: 'сегодня уже напомнили',
};

const people = (count: number): string => plural(count, ['договор', 'договора', 'договоров']);

function debtorText(debtor: Debtor, zone: string): string {
  const { contract_id, name, address, sum, since, days, off_since, reminded_at, promised_until, last_payment } = debtor;
  return [
    `${contract_id}  ${rubles(sum)} с ${dayText(since, YEARLESS)}, ${plural(days, ['день', 'дня', 'дней'])}  ${name}, ${address}`,
    ...(off_since === null ? ['услуги работают'] : [`отключено ${issuedText(off_since, zone)}`]),
    ...(promised_until === null ? [] : [`обещанный платёж до ${dayText(promised_until, YEARLESS)}`]),
    ...(reminded_at === null ? [] : [`напомнили ${issuedText(reminded_at, zone)}`]),
    ...(last_payment === null ? [] : [`платил ${dayText(last_payment.day, YEARLESS)}, ${rubles(last_payment.amount)}`]),
  ].join('; ');
}

const row = (cells: readonly (string | number | null)[]): string =>
  cells.map((cell) => csvText(String(cell ?? ''))).join(';');
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const roubles = (sum: number): string => (sum / 100).toFixed(2).replace('.', ',');

const cellsOf = (one: Debtor, zone: string) => [
  one.contract_id,
  one.name,
  plain(one.address),
  roubles(one.sum),
  one.since,
  one.days,
  one.off_since === null ? '' : plain(issuedText(one.off_since, zone)),
  one.promised_until,
  one.reminded_at === null ? '' : plain(issuedText(one.reminded_at, zone)),
  one.last_payment?.day ?? '',
  one.last_payment ? roubles(one.last_payment.amount) : '',
];

const HEADER =
  'договор;имя;адрес;долг;с какого дня;дней;отключено;обещанный платёж до;напомнили;последний платёж;его сумма';

/** Reads the contracts of a line, `200001,200002`. */
async function* withContracts(typed: TypedOptions): AsyncGenerator<CallFields> {
  yield await Promise.resolve({ ...typed, contracts: listTyped(typed['contracts'] ?? '') });
}

export const debtorCommands: CommandsOf<Debtors> = {
  list: {
    tell: ({ items, next, bands, total }, zone) =>
      said(
        ...bands.map(({ band, count, sum }) => `${BANDS[band]}: ${people(count)}, ${rubles(sum)}`),
        ...items.map((debtor) => debtorText(debtor, zone)),
        total.count === 0 ? 'Должников нет' : `Всего ${people(total.count)}, ${rubles(total.sum)}`,
        ...(next === null ? [] : [`Дальше: --cursor=${next}`]),
      ),
  },
  export: {
    tell: ({ items, next }, zone) =>
      saidIf(
        next !== null,
        HEADER,
        ...items.map((one) => row(cellsOf(one, zone))),
        ...(next === null ? [] : [`Это не все строки. Остальные: --cursor=${next}`]),
      ),
  },
  remind: {
    read: withContracts,
    tell: ({ reminded, sum, skipped, ways, examples }) =>
      said(
        `Напомнили: ${people(reminded)}, долг ${rubles(sum)}`,
        ...ways.map(({ way, count }) => `  ${way}: ${count}`),
        ...examples.map(({ contract_id, title, text }) => `  ${contract_id}: ${title}. ${text}`),
        ...skipped.map(({ contract_id, why }) => `  ${contract_id}: ${WHY[why]}`),
      ),
  },
};
