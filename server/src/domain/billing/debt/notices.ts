import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { debtTopic, lowTopic } from './topic.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { dayText, namesText, payText, rubles } from '#server/domain/shared/text.rules.ts';
import {
  backMessage,
  backText,
  debtMessage,
  debtText,
  lowMessage,
  lowText,
  byHandMessage,
  byHandText,
  type RemindedDebt,
  type ServicesBack,
  type LowMoney,
  type SwitchedOff,
} from './debt.texts.ts';

// Without keys: an account may fall into debt and recover any number of times.
const ofDebt = {
  category: 'debt',
  shownDays: 30,
  topic: ({ account }: Pick<SwitchedOff, 'account'>) => debtTopic(account),
  link: ({ account }: Pick<SwitchedOff, 'account'>) => `/payment/${account}`,
} as const;

export const servicesOff: Notice<SwitchedOff> = {
  ...ofDebt,
  name: 'debt.services_off',
  portal: debtMessage,
  fields: (off) => ({
    что: debtMessage(off).title,
    счёт: ACCOUNT_NAMES[off.account],
    сумма: off.missing > 0 ? rubles(off.missing) : '',
    услуги: namesText(off.switchedOff),
  }),
  sms: debtText,
};
/** Days before the first charge that is not covered; once for that day. */
export const moneyLow: Notice<LowMoney> = {
  name: 'debt.money_low',
  category: 'debt',
  shownDays: 3,
  topic: ({ account }) => lowTopic(account),
  link: ({ account }) => `/payment/${account}`,
  key: ({ account, day }) => `${account}:${day}`,
  portal: lowMessage,
  fields: ({ account, day, today, amount, missing }) => ({
    счёт: ACCOUNT_NAMES[account],
    день: dayText(day, today),
    спишем: rubles(amount),
    сумма: payText(missing),
  }),
  sms: lowText,
};
/** Services work again without a payment. */
export const servicesBack: Notice<ServicesBack> = {
  ...ofDebt,
  name: 'debt.services_back',
  portal: backMessage,
  fields: ({ account, works }) => ({ счёт: ACCOUNT_NAMES[account], услуги: namesText(works) }),
  sms: backText,
};
/** What the staff remind of by hand, at most once a day: it is kept beside the message (`debt_reminder`). */
export const debtReminder: Notice<RemindedDebt> = {
  ...ofDebt,
  name: 'debt.reminder',
  portal: byHandMessage,
  fields: ({ account, sum, since, today }) => ({
    счёт: ACCOUNT_NAMES[account],
    сумма: payText(sum),
    день: dayText(since, today),
  }),
  sms: byHandText,
};
