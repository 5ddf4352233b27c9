import { rubles } from '#web/lib/text/format.ts';
import { ROLE_NAMES } from '@kabinet/contract/kernel/role-names';
import type { contract, Wire } from '../api/contract.ts';
import type { Tone } from '#web/ui/card/state.tsx';

export type Approval = Wire<typeof contract.approvals.list>[number];

export const APPROVAL_STATES: Record<Approval['state'], { tone: Tone; word: string }> = {
  waiting: { tone: 'wait', word: 'Ждёт согласия' },
  agreed: { tone: 'ok', word: 'Сделано' },
  refused: { tone: 'bad', word: 'Отказано' },
  withdrawn: { tone: 'off', word: 'Отозвана' },
  expired: { tone: 'off', word: 'Никто не ответил' },
};

/** What is asked for, by the words of the command. */
const CALLS: Readonly<Record<string, string>> = {
  'staff add': 'Пригласить сотрудника',
  'staff roles': 'Сменить роли',
  'staff invite': 'Дать новую ссылку для входа',
  'staff unblock': 'Снова открыть вход',
  'keys add': 'Дать ключ программе',
  'payments refund': 'Вернуть платёж',
  'charge correct': 'Исправить списание',
  'charge once': 'Списать разово',
  'debtors remind': 'Напомнить должникам',
  'campaign send': 'Разослать сообщение',
  'contract close': 'Закрыть договор',
  'shift close': 'Закрыть смену с разницей',
  'prices plan': 'Назначить цену',
  'catalogue edit': 'Изменить в каталоге',
  'rates plan': 'Назначить цену звонков',
  'packages end': 'Закончить пакет минут',
};

export const askedText = (words: string): string => CALLS[words] ?? words;

const FIELDS: Readonly<Record<string, string>> = {
  amount: 'сумма',
  account_no: 'счёт',
  contract_id: 'договор',
  payment_id: 'платёж',
  entry_id: 'строка счёта',
  transaction_id: 'проводка',
  text: 'текст',
  reason: 'причина',
  document: 'документ',
  contracts: 'договоров',
  counted: 'посчитали',
  left: 'на размен',
  settle: 'остаток',
  login: 'логин',
  roles: 'роли:',
  calls: 'вызовы:',
  networks: 'сети:',
  until: 'до',
  price: 'новая цена',
  from: 'с дня',
  kind: 'что',
  id: 'номер',
  plan_id: 'тариф',
  zone: 'зона',
  direction: 'звонки',
  name: 'имя или название',
  summary: 'строка под названием',
  mbit: 'скорость',
};

const SUMS = new Set(['amount', 'counted', 'left', 'price']);
const VALUES: Readonly<Record<string, string>> = {
  paid_out: 'выплатить',
  written_off: 'списать',
  plan: 'тариф',
  option: 'опция',
  program: 'услуга',
  out: 'исходящие',
  in: 'входящие',
};

/** A list counts; of a long one only its length is kept. */
const sizeOf = (value: object): string =>
  String(Array.isArray(value) ? value.length : (value as { size?: number }).size);

/** Lists that are read whole: there are few, and each counts. */
const LISTS: Readonly<Record<string, (one: string) => string>> = {
  roles: (role) => ROLE_NAMES[role as keyof typeof ROLE_NAMES],
  calls: (words) => `«${words}»`,
  networks: (network) => network,
};

const listText = (name: string, value: object): string => {
  const told = LISTS[name];
  return told && Array.isArray(value) ? (value as string[]).map(told).join(', ') : sizeOf(value);
};

const valueText = (name: string, value: unknown): string => {
  if (SUMS.has(name) && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) return rubles(value);
  if (typeof value === 'object' && value !== null) return listText(name, value);
  return VALUES[String(value)] ?? String(value);
};

/** The fields of the call, as a list to read: «сумма 3 500 ₽, счёт 1040217». */
export const inputText = (input: Approval['input']): string =>
  Object.entries(input)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${FIELDS[name] ?? name} ${valueText(name, value)}`)
    .join(', ');
