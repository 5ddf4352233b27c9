import { promiseTopic } from '../debt/topic.ts';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { rubles } from '#server/domain/shared/text.rules.ts';
import {
  promiseFeeText,
  endedMessage,
  endedText,
  reminderMessage,
  reminderText,
  repaidMessage,
  takenMessage,
  type EndingPromise,
  type TakenPromise,
} from './promise.texts.ts';
import { promiseUntilText } from './promised-payment.rules.ts';

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
  topic: ({ account }: OfAccount) => promiseTopic(account),
} as const;

export const promiseTaken: Notice<OfPromise & TakenPromise> = {
  ...ofPromise,
  name: 'promise.taken',
  portal: takenMessage,
  fields: ({ account, amount, fee, endsOn, today, broughtBack }) => ({
    счёт: ACCOUNT_NAMES[account],
    сумма: rubles(amount),
    срок: promiseUntilText(endsOn, today),
    'за услугу': promiseFeeText(fee).trim(),
    услуги: broughtBack.join(', '),
  }),
};
export const promiseEnding: Notice<OfPromise & EndingPromise> = {
  ...ofPromise,
  name: 'promise.ending',
  portal: reminderMessage,
  fields: ({ account, toPay, endsOn, today }) => ({
    счёт: ACCOUNT_NAMES[account],
    сумма: rubles(toPay),
    срок: promiseUntilText(endsOn, today),
  }),
  sms: reminderText,
};
export const promiseRepaid: Notice<OfPromise & OfAccount> = {
  ...ofPromise,
  name: 'promise.repaid',
  portal: repaidMessage,
  fields: ({ account }) => ({ счёт: ACCOUNT_NAMES[account] }),
};
export const promiseEnded: Notice<OfPromise & OfAccount & { readonly debt: Kopecks }> = {
  ...ofPromise,
  name: 'promise.ended',
  portal: endedMessage,
  fields: ({ account, debt }) => ({ счёт: ACCOUNT_NAMES[account], сумма: rubles(debt) }),
  sms: endedText,
};
