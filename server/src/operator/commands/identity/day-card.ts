import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { phoneText } from '@kabinet/contract/kernel/russian';
import { dayText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';

type DayCard = Result<OperatorContract['card']['day']>;
type Service = DayCard['services'][number];
type Extra = DayCard['programs'][number];

const ACCOUNTS = { i: 'Интернет', t: 'Телефон' } as const;
const STATES: Record<Service['state'], string> = {
  connecting: 'подключали',
  active: 'работала',
  paused: 'на паузе',
  blocked: 'отключена',
  paid: 'день оплачен, состояние не записано',
  unknown: 'состояние неизвестно',
};

const UNITS = { month: 'в месяц', day: 'в день' } as const;

const priceText = (price: Service['price']): string =>
  price === null
    ? 'цена неизвестна'
    : `${price.amount === 0 ? 'бесплатно' : `${rubles(price.amount)} ${UNITS[price.unit]}`}${price.instead_of === null ? '' : ` вместо ${rubles(price.instead_of)}`}${price.known_by === 'catalogue' ? ' по каталогу' : ''}`;

const extraLine = ({ name, price }: Extra): string => `    + ${name}, ${priceText(price)}`;

function serviceLines({
  name,
  phone_number: number,
  state,
  blocked_because: why,
  plan,
  price,
  extras,
  reason,
}: Service) {
  const because = why ?? (reason === 'debt' ? 'за долг' : null);
  const known = plan === null ? '' : `, «${plan}», ${priceText(price)}`;
  const title = number === null ? name : phoneText(number);
  return [`  ${title}${known}: ${STATES[state]}${because === null ? '' : `, ${because}`}`, ...extras.map(extraLine)];
}

/** The card of a past day, in lines. */
export const dayCardLines = (card: DayCard): string[] => [
  `${card.contract_id}  ${card.name ?? 'имя неизвестно'}, на ${dayText(card.on, YEARLESS)}${card.state === 'closed' ? ', расторгнут' : ''}`,
  card.address ?? 'Адрес неизвестен',
  'Счета',
  ...card.accounts.map(
    ({ kind, account_no: no, balance, promised }) =>
      `  ${no}  ${ACCOUNTS[kind]}, ${rubles(balance)}${promised === null ? '' : `, обещанный платёж ${rubles(promised)}`}`,
  ),
  ...(card.services.length === 0 ? ['Услуг не было'] : ['Услуги', ...card.services.flatMap(serviceLines)]),
  ...(card.programs.length === 0 ? [] : ['Программы договора', ...card.programs.map(extraLine)]),
  ...card.notes,
];
