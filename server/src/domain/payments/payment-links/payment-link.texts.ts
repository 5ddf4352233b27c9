import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';

export interface LinkPaid {
  readonly linkId: string;
  readonly p: 'i' | 't';
  readonly amount: Kopecks;
  readonly words: string;
  /** What the payer wrote. */
  readonly note: string | null;
}

export const linkPaidMessage = ({ amount, words, note }: LinkPaid): MessageText =>
  message(
    `По вашей ссылке заплатили ${rubles(amount)}`,
    `«${words}»: оплачено, деньги уже на счёте.`,
    ...(note === null ? [] : [`Плательщик написал: «${note}».`]),
  );

/** Shown by the payer's bank: neither whose contract it is nor its number. */
export const PURPOSE_OF_LINK = 'Услуги связи, оплата по ссылке';

/** What the staff send to a client with a link to pay. */
export interface SentLink {
  readonly provider: string;
  readonly amount: string;
  readonly url: string;
}

export const linkText = ({ provider, amount, url }: SentLink): string => `${provider}: оплатить ${amount} — ${url}`;

export const linkLetter = ({ provider, amount, url }: SentLink): { subject: string; text: string } => ({
  subject: `Ссылка на оплату ${amount}`,
  text: `Оплатить услуги связи «${provider}», ${amount}:\n${url}\n\nСсылка действует семь дней. По ней может заплатить кто угодно, входить в кабинет не нужно.\n`,
});
