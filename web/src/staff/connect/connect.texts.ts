import { dayText, rubles } from '#web/lib/text/format.ts';
import type { ConnectAnswer, KnownContract, OpenedContract } from './connect-data.ts';
import type { ConnectDraft } from './draft.ts';

const placeText = ({ street, house, flat }: ConnectDraft): string =>
  [street.trim(), house.trim(), flat.trim() && `кв.\u00a0${flat.trim()}`].filter(Boolean).join(', ');

/** The answer of the page. */
export function connectTitle(draft: ConnectDraft, place: ConnectAnswer['place'] | undefined, today: string): string {
  if (!place) return 'Новый договор';
  const at = placeText(draft);
  if (place.state === 'none') return `${at}: нашей сети тут нет`;
  if (place.state === 'planned')
    return `${at}: сеть ещё строим${place.ready_on === null ? '' : `, до ${dayText(place.ready_on, today)}`}`;
  return `Подключаем: ${at}`;
}

const STATES = { active: 'действует', suspended: 'на паузе', closed: 'расторгнут' } as const;

/** «40118, расторгнут 15 января, долг 500 ₽» */
export function knownText({ contract_id, state, closed_on, owes }: KnownContract, today: string): string {
  const when = closed_on === null ? '' : ` ${dayText(closed_on, today)}`;
  const debt = owes === '0.00' ? 'долга нет' : `долг ${rubles(owes)}`;
  return `${contract_id}, ${STATES[state]}${when}, ${debt}`;
}

/** «Дальше по 889 ₽ 1-го числа.» */
export function laterText({ charges }: Pick<OpenedContract, 'charges'>): string {
  const [, next] = charges;
  if (!next) return 'Тариф по дням: спишем раз в сутки.';
  return `Дальше по ${rubles(next.amount)}, ${Number(next.day.slice(8))}-го числа.`;
}

export const missingText = {
  street: 'Выберите улицу из списка',
  house: 'Укажите дом',
  name: 'Напишите, с кем договор',
  phone: 'С мастером нужен телефон: по нему он позвонит',
} as const;
