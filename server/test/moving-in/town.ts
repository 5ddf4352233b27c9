import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// A town as a former billing exports it: Windows-1251, ё and е, doubled phones, debts, archived plans with people on them, closed
// contracts, numbers with letters. Everything is computed from the place of a contract, so that what has come can be compared.

interface Service {
  readonly login: string;
  readonly kind: 'isg' | 'tv';
  readonly plan: Plan;
  readonly state: '' | 'долг' | 'отключена';
}

export interface Contract {
  readonly id: number;
  /** As papers print it; empty: the same as the inner one. */
  readonly printed: string;
  readonly name: string;
  readonly isCompany: boolean;
  readonly billingDay: 1 | 15;
  readonly closedOn: string;
  readonly phone: string;
  /** Kopecks. */
  readonly balance: number;
  /** Kopecks. */
  readonly credit: number;
  readonly password: string;
  readonly services: readonly Service[];
}

/** Price, kopecks, of a month or of a day. */
const PLANS = {
  'Старт 50': { kind: 'интернет', price: 400_00, per: 'месяц', mbit: 50, for: 'дом', isArchived: false },
  'Волга "100"': { kind: 'интернет', price: 600_00, per: 'месяц', mbit: 100, for: 'дом', isArchived: false },
  Ночной: { kind: 'интернет', price: 25_00, per: 'день', mbit: 30, for: 'дом', isArchived: true },
  'Офис 100': { kind: 'интернет', price: 3500_00, per: 'месяц', mbit: 100, for: 'офис', isArchived: false },
  Базовый: { kind: 'тв', price: 250_00, per: 'месяц', mbit: '', for: 'дом', isArchived: false },
} as const;

type Plan = keyof typeof PLANS;

const STREETS = ['Ленина', 'Чернышевского', 'Пугачёва', 'Зелёная', 'Народная', 'Комсомольская'];
const SURNAMES = ['Алёшин', 'Семёнов', 'Королёва', 'Щербаков', 'Кузнецова', 'Журавлёва', 'Ольховский'];
const NAMES = ['Алёна', 'Семён', 'Пётр', 'Мария', 'Фёдор'];
const BALANCES = [0, 0, -350_00, 120_50, 599_99, 600_00, 2400_00, -1200_00, 15_00, 850_00, 1];
const HOME_PLANS: readonly Plan[] = ['Старт 50', 'Волга "100"', 'Волга "100"', 'Ночной'];
const FIRST = 20_000;

const pick = <T>(from: readonly T[], turn: number): T => from[turn % from.length]!;

export const townOf = (contracts: number): Contract[] =>
  Array.from({ length: contracts }, (_, turn) => contractAt(turn));

function contractAt(turn: number): Contract {
  const id = FIRST + turn;
  const isCompany = turn % 50 === 7;
  const closedOn = turn % 97 === 1 ? '05.10.2026' : '';
  const balance = pick(BALANCES, turn * 7);
  const credit = creditAt(turn, isCompany);
  return {
    id,
    printed: printedAt(turn, isCompany),
    name: isCompany ? `ООО "Ёлка-${turn}"` : personAt(turn),
    isCompany,
    billingDay: turn % 4 === 3 ? 15 : 1,
    closedOn,
    // Each hundredth has the phone of his neighbour.
    phone: `79270${100_000 + (turn % 100 === 5 ? turn - 1 : turn)}`,
    balance,
    credit,
    password: `pw-${turn * 31}`,
    services: closedOn === '' ? servicesAt(turn, isCompany, balance + credit) : [],
  };
}

function creditAt(turn: number, isCompany: boolean): number {
  if (isCompany) return 5000_00;
  return turn % 10 === 0 ? 300_00 : 0;
}

function printedAt(turn: number, isCompany: boolean): string {
  if (isCompany) return `ЮЛ-${FIRST + turn}/17`;
  return turn % 6 === 2 ? `Д-${FIRST + turn}` : '';
}

function personAt(turn: number): string {
  const name = `${pick(SURNAMES, turn * 3)} ${pick(NAMES, turn)} Петрович`;
  return turn % 3 === 0 ? name.replaceAll('ё', 'е') : name;
}

function servicesAt(turn: number, isCompany: boolean, available: number): Service[] {
  const state = available < 0 ? 'долг' : turn % 41 === 11 ? 'отключена' : '';
  const internet: Service = {
    login: `u${FIRST + turn}`,
    kind: 'isg',
    plan: isCompany ? 'Офис 100' : pick(HOME_PLANS, turn * 5),
    state,
  };
  const tv: Service = { login: `tv${FIRST + turn}`, kind: 'tv', plan: 'Базовый', state: available < 0 ? 'долг' : '' };
  return turn % 3 === 0 ? [internet, tv] : [internet];
}

/** Kopecks that the services of a contract cost in the night to 1 December 2026. */
const dueOf = ({ services, billingDay }: Contract): number =>
  services
    .filter(({ state, plan }) => state === '' && (billingDay === 1 || PLANS[plan].per === 'день'))
    .reduce((sum, { plan }) => sum + PLANS[plan].price, 0);

const canPay = (contract: Contract): boolean => contract.balance + contract.credit >= dueOf(contract);

/** What the former system takes in that night: nothing if there is not enough for all of it. */
export const chargedThere = (contract: Contract): number => (canPay(contract) ? dueOf(contract) : 0);

/** Whether its services are off for debt after that night. */
export const isOff = (contract: Contract): boolean =>
  !canPay(contract) || contract.services.some(({ state }) => state === 'долг');

const roubles = (kopecks: number) =>
  `${kopecks < 0 ? '-' : ''}${Math.floor(Math.abs(kopecks) / 100)},${String(Math.abs(kopecks) % 100).padStart(2, '0')}`;

/** The same phone, as people write it. */
function phoneAsWritten(phone: string, turn: number): string {
  const own = phone.slice(1);
  return pick([phone, `+7 (${own.slice(0, 3)}) ${own.slice(3, 6)}-${own.slice(6)}`, `8${own}`], turn);
}

type Row = readonly (string | number)[];

const paidUntil = ({ billingDay }: Contract, plan: Plan) =>
  billingDay === 15 && PLANS[plan].per === 'месяц' ? '14.12.2026' : '30.11.2026';

function tablesOf(town: readonly Contract[]): Record<string, readonly Row[]> {
  const numbers = Array.from({ length: 60 }, (_, house) => house + 1);
  return {
    towns: [
      ['город', 'основной', 'телефон'],
      ['Вольск', 'да', '78459320000'],
    ],
    streets: [['город', 'улица'], ...STREETS.map((street) => ['Вольск', street])],
    houses: [
      ['город', 'улица', 'дом', 'мбит'],
      ...STREETS.flatMap((street) => numbers.map((house) => ['Вольск', street, house, 100])),
    ],
    plans: [
      ['услуга', 'тариф', 'цена', 'за', 'мбит', 'для', 'архивный'],
      ...Object.entries(PLANS).map(([name, plan]) => [
        plan.kind,
        name,
        roubles(plan.price),
        plan.per,
        plan.mbit,
        plan.for,
        plan.isArchived ? 'да' : '',
      ]),
    ],
    contracts: [
      // A column that nobody asked for does no harm.
      [
        ...['договор', 'номер на бумагах', 'клиент', 'компания', 'город', 'улица', 'дом', 'квартира', 'расчётный день'],
        ...['заключён', 'расторгнут', 'телефон', 'почта', 'пароль', 'вид пароля', 'соль', 'примечание кассира'],
      ],
      ...town.map(contractRow),
    ],
    accounts: [
      ['счёт', 'договор', 'вид', 'остаток', 'кредит'],
      ...town.map(({ id, balance, credit }) => [
        `Л-${id}`,
        id,
        'интернет',
        roubles(balance),
        credit ? roubles(credit) : '',
      ]),
    ],
    history: [
      ['счёт', 'операция', 'день', 'вид', 'сумма', 'за что', 'способ'],
      ...town.flatMap(({ id }) => [
        [`Л-${id}`, `с${id}`, '01.10.2026', 'списание', '600', 'Тариф за октябрь', ''],
        [`Л-${id}`, `п${id}`, '03.10.2026', 'платёж', '600,00', '', 'наличные'],
      ]),
    ],
    services: [
      ['логин', 'договор', 'вид', 'название', 'тариф', 'состояние', 'с', 'оплачено по', 'пароль'],
      ...town.flatMap((contract) =>
        contract.services.map(({ login, kind, plan, state }) => [
          ...[login, contract.id, kind, kind === 'tv' ? 'ТВ' : 'Интернет дома', plan, state, '01.05.2024'],
          ...[paidUntil(contract, plan), kind === 'isg' ? `net${contract.id}` : ''],
        ]),
      ),
    ],
  };
}

function contractRow(contract: Contract, turn: number): Row {
  const salt = `s${turn}`;
  // A third is kept open, a third as a digest, a third has never been in a cabinet.
  const password = [
    [contract.password, 'открытый', ''],
    [createHash('md5').update(`${contract.password}${salt}`).digest('hex'), 'md5(пароль+соль)', salt],
    ['', '', ''],
  ][turn % 3]!;
  return [
    ...[contract.id, contract.printed, contract.name, contract.isCompany ? 'да' : '', 'Вольск', pick(STREETS, turn)],
    ...[(turn % 60) + 1, turn % 11 === 0 ? '' : (turn % 90) + 1, contract.billingDay, '01.02.2020', contract.closedOn],
    ...[phoneAsWritten(contract.phone, turn), turn % 4 === 0 ? '' : `A${contract.id}@Post.example`],
    ...[...password, 'звонить; после 18'],
  ];
}

/** Byte of each letter that Windows-1251 has. */
const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1251').decode(Uint8Array.of(byte)), byte]),
);

const inWindows1251 = (text: string) => Uint8Array.from(Array.from(text, (letter) => BYTES.get(letter)!));

const cell = (value: string | number) =>
  /[";]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);

const csv = (rows: readonly Row[]) => `${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n\r\n`;

/** Writes the tables of the town into a folder, and beside it `former.csv` with the charges of the former system. */
export async function writeTown(
  place: string,
  town: readonly Contract[],
): Promise<{ tables: string; charges: string }> {
  const tables = join(place, 'tables');
  const charges = join(place, 'former.csv');
  await mkdir(tables);
  for (const [name, rows] of Object.entries(tablesOf(town))) {
    await writeFile(join(tables, `${name}.csv`), inWindows1251(csv(rows)));
  }
  const open = town.filter(({ services }) => services.length > 0);
  const rows = open.map((contract) => [`Л-${contract.id}`, roubles(chargedThere(contract))]);
  await writeFile(charges, inWindows1251(csv([['счёт', 'сумма'], ...rows])));
  return { tables, charges };
}
