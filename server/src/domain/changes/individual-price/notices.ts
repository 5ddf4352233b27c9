import type { Notice } from '#server/domain/messaging/notice.ts';
import {
  endedEarlyMessage,
  endingMessage,
  endingSms,
  endingText,
  givenMessage,
  givenText,
  type ToldIndividual,
} from './individual-price.texts.ts';

const common = {
  topic: ({ id }: ToldIndividual): string => `individual_price:${id}`,
  link: ({ screen }: ToldIndividual): string => screen,
  key: ({ id }: ToldIndividual): number => id,
} as const;

export const individualGiven: Notice<ToldIndividual> = {
  ...common,
  name: 'price.individual_given',
  category: 'service',
  shownDays: 30,
  portal: givenMessage,
  sms: (told) => `${givenText(told)}.`,
};

/** Some days before the end, of which the price rises: by every channel, as of any new price. */
export const individualEnds: Notice<ToldIndividual> = {
  ...common,
  name: 'price.individual_ends',
  category: 'price',
  shownDays: 14,
  portal: endingMessage,
  sms: endingSms,
};

/** The staff have ended it before its day. */
export const individualEnded: Notice<ToldIndividual & { readonly support: string }> = {
  ...common,
  name: 'price.individual_ended',
  category: 'price',
  shownDays: 30,
  portal: endedEarlyMessage,
  sms: (told) => `${endingText(told)}.`,
};
