import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Notice } from '#domain/messaging/notice.ts';
import type { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import {
  endedMessage,
  endedText,
  reminderMessage,
  reminderText,
  repaidMessage,
  takenMessage,
  type EndingPromise,
  type TakenPromise,
} from './promise.texts.ts';

interface OfPromise {
  readonly promisedPaymentId: number;
}
interface OfAccount {
  readonly account: keyof typeof ACCOUNT_NAMES;
}

const ofPromise = {
  category: 'debt',
  link: ({ account }: OfAccount) => `/payment/${account}` as const,
  shownDays: 7,
  key: ({ promisedPaymentId }: OfPromise) => promisedPaymentId,
  topic: ({ promisedPaymentId }: OfPromise) => `promise:${promisedPaymentId}`,
} as const;

export const promiseTaken: Notice<OfPromise & TakenPromise> = {
  ...ofPromise,
  name: 'promise.taken',
  portal: takenMessage,
};
export const promiseEnding: Notice<OfPromise & EndingPromise> = {
  ...ofPromise,
  name: 'promise.ending',
  portal: reminderMessage,
  sms: reminderText,
};
export const promiseRepaid: Notice<OfPromise & OfAccount> = {
  ...ofPromise,
  name: 'promise.repaid',
  portal: repaidMessage,
};
export const promiseEnded: Notice<OfPromise & OfAccount & { readonly debt: Kopecks }> = {
  ...ofPromise,
  name: 'promise.ended',
  portal: endedMessage,
  sms: endedText,
};
