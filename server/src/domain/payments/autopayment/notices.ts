import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { dayText, rubles } from '#server/domain/shared/text.rules.ts';
import {
  announcedReason,
  beyondMessage,
  beyondText,
  chargeRefusalText,
  ruleSentence,
  connectedMessage,
  failedMessage,
  noticeMessage,
  retryMessage,
  silentMessage,
  unsubscribedMessage,
  type ChargeAnnouncement,
  type ChargeBeyondCeiling,
  type FailedCharge,
  type RetriedCharge,
  type SilentCharge,
} from './autopayment.texts.ts';
import { unpaidTopic } from '../payment/topic.ts';
import { autopaymentTopic } from './topic.ts';

const shown = {
  category: 'autopayment',
  shownDays: 14,
  link: ({ kind }: { kind: 'i' | 't' }) => `/payment/${kind}` as const,
  topic: ({ kind }: { kind: 'i' | 't' }) => autopaymentTopic(kind),
} as const;

interface OfAutopayment {
  readonly autopaymentId: string;
}
const ofAutopayment = { ...shown, key: ({ autopaymentId }: OfAutopayment) => autopaymentId };

type Connected = Parameters<typeof connectedMessage>[0];
export const autopaymentConnected: Notice<OfAutopayment & Connected> = {
  ...ofAutopayment,
  name: 'autopayment.connected',
  portal: connectedMessage,
  fields: ({ kind, rule }) => ({ правило: ruleSentence(kind, rule) }),
};
type Unsubscribed = Parameters<typeof unsubscribedMessage>[0];
export const autopaymentUnsubscribed: Notice<OfAutopayment & Unsubscribed> = {
  ...ofAutopayment,
  name: 'autopayment.unsubscribed',
  portal: unsubscribedMessage,
  fields: ({ kind }) => ({ счёт: ACCOUNT_NAMES[kind] }),
};

/** A due charge, or one that the ceiling does not allow. */
interface OfDue {
  readonly dueId: number;
}
const ofDue = { ...shown, key: ({ dueId }: OfDue) => dueId };

export const chargeAnnounced: Notice<OfDue & ChargeAnnouncement> = {
  ...ofDue,
  name: 'autopayment.announced',
  portal: noticeMessage,
  fields: (about) => ({
    день: dayText(about.day, about.today),
    сумма: rubles(about.amount),
    почему: announcedReason(about),
  }),
};
const ofUnpaid = { topic: ({ kind }: { kind: 'i' | 't' }) => unpaidTopic(kind) } as const;

export const chargeBeyond: Notice<OfDue & ChargeBeyondCeiling> = {
  ...ofDue,
  ...ofUnpaid,
  name: 'autopayment.beyond',
  portal: beyondMessage,
  fields: (about) => ({ почему: beyondText(about) }),
};

/** One attempt at the bank. */
interface OfTry {
  readonly paymentId: string;
  readonly kind: 'i' | 't';
}
const ofTry = { ...shown, key: ({ paymentId }: OfTry) => paymentId };

export const chargeRetried: Notice<OfTry & RetriedCharge> = {
  ...ofTry,
  name: 'autopayment.retried',
  portal: retryMessage,
  fields: ({ amount, reason, day, today }) => ({
    сумма: rubles(amount),
    причина: chargeRefusalText(reason),
    день: dayText(day, today),
  }),
};
export const chargeFailed: Notice<OfTry & FailedCharge> = {
  ...ofTry,
  ...ofUnpaid,
  name: 'autopayment.failed',
  portal: failedMessage,
  fields: ({ amount, kind, reason }) => ({
    сумма: rubles(amount),
    счёт: ACCOUNT_NAMES[kind],
    причина: chargeRefusalText(reason),
  }),
};
export const chargeSilent: Notice<OfTry & SilentCharge> = {
  ...ofTry,
  ...ofUnpaid,
  name: 'autopayment.silent',
  portal: silentMessage,
  fields: ({ amount, kind }) => ({ сумма: rubles(amount), счёт: ACCOUNT_NAMES[kind] }),
};
