import type { Notice } from '#server/domain/messaging/notice.ts';
import { dayText } from '#server/domain/shared/text.rules.ts';
import {
  differenceText,
  newPriceMessage,
  newPriceText,
  priceText,
  replacedMessage,
  replacedText,
  withdrawnMessage,
  withdrawnText,
  type PriceAnnouncement,
  type ReplacedPrice,
  type WithdrawnPrice,
} from './price.texts.ts';

const topic = ({ price_change_id }: Pick<PriceAnnouncement, 'price_change_id'>): string => `price:${price_change_id}`;

/** A price of something that the contract has will change; once for a contract and a price. */
export const pricePlanned: Notice<PriceAnnouncement> = {
  name: 'price.planned',
  category: 'price',
  shownDays: null,
  topic,
  link: ({ screen }) => screen,
  key: ({ price_change_id }) => price_change_id,
  portal: newPriceMessage,
  fields: (price) => ({
    название: price.name,
    было: priceText(price.was, price.unit),
    будет: priceText(price.will, price.unit),
    день: dayText(price.from, price.today),
    разница: differenceText(price),
  }),
  sms: newPriceText,
};

/** The planned price was withdrawn; sent to those who were told of it. */
export const priceWithdrawn: Notice<WithdrawnPrice> = {
  name: 'price.withdrawn',
  category: 'price',
  shownDays: 14,
  topic,
  link: ({ screen }) => screen,
  key: ({ price_change_id }) => price_change_id,
  portal: withdrawnMessage,
  fields: (price) => ({
    название: price.name,
    цена: priceText(price.stays, price.unit),
    'новая цена': priceText(price.will, price.unit),
  }),
  sms: withdrawnText,
};

/** The same, when another price is planned by then: that the price stays would be untrue. */
export const priceReplaced: Notice<ReplacedPrice> = {
  name: 'price.replaced',
  category: 'price',
  shownDays: 14,
  topic,
  link: () => '/',
  key: ({ price_change_id }) => price_change_id,
  portal: replacedMessage,
  fields: (price) => ({ название: price.name, 'новая цена': priceText(price.will, price.unit) }),
  sms: replacedText,
};
