import type { Notice } from '#domain/messaging/notice.ts';
import {
  beyondMessage,
  connectedMessage,
  failedMessage,
  noticeMessage,
  retryMessage,
  silentMessage,
  unsubscribedMessage,
  type Announced,
  type Beyond,
  type Failed,
  type Retried,
  type Silent,
} from './autopayment.texts.ts';

const shown = {
  category: 'autopayment',
  shownDays: 14,
  link: ({ kind }: { kind: 'i' | 't' }) => `/payment/${kind}` as const,
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
};
type Unsubscribed = Parameters<typeof unsubscribedMessage>[0];
export const autopaymentUnsubscribed: Notice<OfAutopayment & Unsubscribed> = {
  ...ofAutopayment,
  name: 'autopayment.unsubscribed',
  portal: unsubscribedMessage,
};

/** A due charge, or one that the ceiling does not allow. */
interface OfDue {
  readonly dueId: number;
}
const ofDue = { ...shown, key: ({ dueId }: OfDue) => dueId };

export const chargeAnnounced: Notice<OfDue & Announced> = {
  ...ofDue,
  name: 'autopayment.announced',
  portal: noticeMessage,
};
export const chargeBeyond: Notice<OfDue & Beyond> = { ...ofDue, name: 'autopayment.beyond', portal: beyondMessage };

/** One attempt at the bank. */
interface OfTry {
  readonly paymentId: string;
  readonly kind: 'i' | 't';
}
const ofTry = { ...shown, key: ({ paymentId }: OfTry) => paymentId };

export const chargeRetried: Notice<OfTry & Retried> = { ...ofTry, name: 'autopayment.retried', portal: retryMessage };
export const chargeFailed: Notice<OfTry & Failed> = { ...ofTry, name: 'autopayment.failed', portal: failedMessage };
export const chargeSilent: Notice<OfTry & Silent> = { ...ofTry, name: 'autopayment.silent', portal: silentMessage };
