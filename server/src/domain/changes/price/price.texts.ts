import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { dayText, plural, rubles } from '#server/domain/shared/text.rules.ts';
import type { SoldKind } from './sold.rules.ts';

/** A new price of what a contract has, on its own day. */
export interface PriceAnnouncement {
  readonly price_change_id: number;
  readonly kind: SoldKind;
  readonly name: string;
  readonly unit: 'month' | 'day';
  readonly was: Kopecks;
  readonly will: Kopecks;
  /** The first charge of the contract that costs it. */
  readonly from: Day;
  readonly today: Day;
  /** How many services or numbers of the contract have it. */
  readonly count: number;
  /** The screen of the service. */
  readonly screen: string;
  /** Whether the client can choose something else himself. */
  readonly isOwnChoice: boolean;
}

const SOLD_NAMES = { plan: 'тариф', option: 'опция', program: 'услуга' } as const satisfies Record<SoldKind, string>;
const INSTEAD = {
  plan: 'Если не подходит, выберите другой тариф: они на странице услуги.',
  option: 'Если не нужна, отключите её на странице услуги.',
  program: 'Если не нужна, отключите её на странице услуги.',
} as const satisfies Record<SoldKind, string>;

const SUPPORT_CHOOSES = 'Если не подходит, другой тариф подберёт поддержка.';

export const priceText = (price: Kopecks, unit: 'month' | 'day'): string =>
  price === 0 ? 'бесплатно' : `${rubles(price)} в ${unit === 'day' ? 'день' : 'месяц'}`;

const soldText = ({ kind, name }: Pick<PriceAnnouncement, 'kind' | 'name'>): string => `${SOLD_NAMES[kind]} «${name}»`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** «на 60 ₽ дороже» */
export const differenceText = ({ was, will, count }: Pick<PriceAnnouncement, 'was' | 'will' | 'count'>): string =>
  `на ${rubles(kopecks(Math.abs(will - was) * count))} ${will > was ? 'дороже' : 'дешевле'}`;

const nowText = (price: PriceAnnouncement): string =>
  price.count === 1
    ? `Сейчас ${priceText(price.was, price.unit)}, станет ${differenceText(price)}.`
    : `Сейчас ${priceText(price.was, price.unit)}. У вас таких ${plural(price.count, ['услуга', 'услуги', 'услуг'])}: вместе станет ${differenceText(price)} в ${price.unit === 'day' ? 'день' : 'месяц'}.`;

export const newPriceMessage = (price: PriceAnnouncement): MessageText =>
  message(
    `${capital(soldText(price))}: ${priceText(price.will, price.unit)} с ${dayText(price.from, price.today)}`,
    `${nowText(price)} До этого дня цена прежняя.`,
    ...(price.will > price.was ? [price.isOwnChoice ? INSTEAD[price.kind] : SUPPORT_CHOOSES] : []),
  );

export const newPriceText = (price: PriceAnnouncement): string =>
  `С ${dayText(price.from, price.today)} ${soldText(price)}: ${priceText(price.will, price.unit)} вместо ${priceText(price.was, price.unit)}.`;

/** A price that will not come, because another one is planned in its place. */
export type ReplacedPrice = Pick<PriceAnnouncement, 'price_change_id' | 'kind' | 'name' | 'unit' | 'will'>;

export const replacedMessage = (price: ReplacedPrice): MessageText =>
  message(
    `Новая цена будет другой: «${price.name}»`,
    `Раньше мы писали, что новая цена — ${priceText(price.will, price.unit)}. Такой не будет: назначили другую. Если она вас касается, о ней придёт отдельное сообщение.`,
  );

export const replacedText = (price: ReplacedPrice): string =>
  `Новая цена будет другой: ${soldText(price)}, не ${priceText(price.will, price.unit)}.`;

/** A price that will not come. */
export interface WithdrawnPrice extends Pick<
  PriceAnnouncement,
  'price_change_id' | 'kind' | 'name' | 'unit' | 'will' | 'today' | 'screen'
> {
  /** The price that stays. */
  readonly stays: Kopecks;
}

export const withdrawnMessage = (price: WithdrawnPrice): MessageText =>
  message(
    `Цена не изменится: «${price.name}»`,
    `Раньше мы писали, что новая цена — ${priceText(price.will, price.unit)}. Решили не менять: ${soldText(price)}, как и прежде, — ${priceText(price.stays, price.unit)}.`,
  );

export const withdrawnText = (price: WithdrawnPrice): string =>
  `Цена не изменится: ${soldText(price)}, как и прежде, — ${priceText(price.stays, price.unit)}.`;
