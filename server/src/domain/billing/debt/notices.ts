import type { Notice } from '#domain/messaging/notice.ts';
import { backMessage, debtMessage, type Back, type SwitchedOff } from './debt.texts.ts';

// Without keys: an account may fall into debt and recover any number of times.
const ofMoney = { category: 'money', shownDays: 30 } as const;

export const servicesOff: Notice<SwitchedOff> = { ...ofMoney, name: 'debt.services_off', portal: debtMessage };
/** Services work again without a payment. */
export const servicesBack: Notice<Back> = { ...ofMoney, name: 'debt.services_back', portal: backMessage };
