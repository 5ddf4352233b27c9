import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';

/** The former system: what it has is computed from the number of a contract, so that a database can be compared with it. */
export interface FormerSystem {
  readonly contracts: number;
  readonly months: number;
  readonly servicesOfEach: number;
}

const FIRST = 1_000_001;
const FEE = 600_00;
const TYPES = [
  ['isg', 'Сто', 'Интернет дома'],
  ['tv', 'Базовый', 'ТВ'],
  ['sip', 'Линия', 'Телефон через интернет'],
  ['ethernet', 'Двести', 'Интернет на даче'],
] as const;
const STREETS = 300;

export const contractOf = (index: number): number => FIRST + index;

/** What a contract has paid in a month: some pay late, some too much, a tenth of it in kopecks. */
const paidIn = (index: number, month: number): number =>
  FEE + ((index * 31 + month * 17) % 41) * 25_00 - 500_00 + (index % 100);
const chargedIn = (index: number): number => FEE + (index % 7) * 50_00 - 150_00;

/** Its balance: what was before, and the months. One of each hundred has changed since. */
export function balanceOf({ months }: FormerSystem, index: number, isAgain: boolean): number {
  let sum = (index % 1000) * 10 - 300_00;
  for (let month = 0; month < months; month += 1) sum += paidIn(index, month) - chargedIn(index);
  return sum + (isAgain && hasChanged(index) ? 123_45 : 0);
}

/** What it has paid and was charged in all its months. */
export function turnoverOf({ months }: FormerSystem, index: number): { paid: number; charged: number } {
  let paid = 0;
  for (let month = 0; month < months; month += 1) paid += paidIn(index, month);
  return { paid, charged: chargedIn(index) * months };
}

const hasChanged = (index: number): boolean => index % 100 === 42;

const text = (kopecks: number): string =>
  `${kopecks < 0 ? '-' : ''}${Math.floor(Math.abs(kopecks) / 100)},${String(Math.abs(kopecks) % 100).padStart(2, '0')}`;

/** `months` before this one, beginning with the oldest. */
function monthOf(now: Date, months: number, month: number): string {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + month, 1));
  return `${String(day.getUTCMonth() + 1).padStart(2, '0')}.${day.getUTCFullYear()}`;
}

/** Writes its tables; `isAgain`: a hundredth of the contracts, balances and services is different. */
export async function writeTables(folder: string, system: FormerSystem, isAgain: boolean): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  let rows = 0;
  for (const [name, header, lines] of tablesOf(system, isAgain)) {
    const file = createWriteStream(join(folder, `${name}.csv`));
    file.write(`${header}\r\n`);
    let held = '';
    for (const line of lines) {
      rows += 1;
      held += `${line}\r\n`;
      if (held.length < 100_000) continue;
      if (!file.write(held)) await once(file, 'drain');
      held = '';
    }
    file.end(held);
    await once(file, 'finish');
  }
  return rows;
}

type Lines = Iterable<string>;

function* each(system: FormerSystem, lines: (index: number) => Lines): Lines {
  for (let index = 0; index < system.contracts; index += 1) yield* lines(index);
}

function tablesOf(system: FormerSystem, isAgain: boolean): [name: string, header: string, lines: Lines][] {
  const now = new Date();
  const differs = (index: number) => isAgain && hasChanged(index);
  const streets = Array.from({ length: STREETS }, (_, street) => `Вольск;Улица ${street}`);
  return [
    ['towns', 'город;основной', ['Вольск;да']],
    ['streets', 'город;улица', streets],
    [
      'plans',
      'услуга;тариф;цена;за',
      [
        'интернет;Сто;600;месяц',
        'интернет;Двести;800;месяц',
        'интернет;Прежний;450;месяц',
        'тв;Базовый;250;месяц',
        'sip;Линия;0;месяц',
      ],
    ],
    [
      'contracts',
      'договор;клиент;город;улица;дом;квартира;расчётный день;заключён;телефон;почта',
      each(system, (index) => [
        `${contractOf(index)};Иванов Иван Иванович ${index};Вольск;Улица ${index % STREETS};${(index % 90) + 1};${differs(index) ? 99 : (index % 60) + 1};${(index % 28) + 1};01.02.2020;7927${String(index).padStart(7, '0')};c${index}@mail.example`,
      ]),
    ],
    [
      'accounts',
      'счёт;договор;вид;остаток;кредит',
      each(system, (index) => [
        `A${contractOf(index)};${contractOf(index)};интернет;${text(balanceOf(system, index, isAgain))};`,
      ]),
    ],
    ['history', 'счёт;операция;день;вид;сумма;за что;способ', each(system, (index) => pastOf(system, index, now))],
    [
      'services',
      'логин;договор;вид;название;тариф;состояние;с;оплачено по;mac',
      each(system, (index) => servicesOf(system, index, differs(index))),
    ],
  ];
}

function* pastOf({ months }: FormerSystem, index: number, now: Date): Lines {
  const account = `A${contractOf(index)}`;
  for (let month = 0; month < months; month += 1) {
    const when = monthOf(now, months, month);
    yield `${account};c${month};01.${when};списание;${text(chargedIn(index))};Услуги за ${when};`;
    yield `${account};p${month};${String((index % 28) + 1).padStart(2, '0')}.${when};платёж;${text(paidIn(index, month))};;карта`;
  }
}

function* servicesOf({ servicesOfEach }: FormerSystem, index: number, differs: boolean): Lines {
  for (let turn = 0; turn < servicesOfEach; turn += 1) {
    const [type, plan, name] = TYPES[turn % TYPES.length] ?? TYPES[0];
    const isOff = index % 50 === 3;
    const sold = differs && plan === 'Сто' ? 'Прежний' : plan;
    yield `s${index}-${turn};${contractOf(index)};${type};${name};${sold};${isOff ? 'отключена' : ''};01.02.2020;${lastDay()};`;
  }
}

/** The end of this month: the former system has charged it. */
function lastDay(): string {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0));
  return `${day.getUTCDate()}.${String(day.getUTCMonth() + 1).padStart(2, '0')}.${day.getUTCFullYear()}`;
}
