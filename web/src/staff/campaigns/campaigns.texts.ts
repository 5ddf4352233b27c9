import type { Tone } from '#web/ui/card/state.tsx';
import { counted, number } from '#web/lib/text/format.ts';
import type { contract, Wire } from '../api/contract.ts';
import { wayText } from '../debtors/debtors.texts.ts';

export type Campaign = Wire<typeof contract.campaigns.list>[number];

export const CAMPAIGN_STATES: Record<Campaign['state'], { tone: Tone; word: string }> = {
  sending: { tone: 'info', word: 'Отправляется' },
  done: { tone: 'ok', word: 'Отправлена' },
  stopped: { tone: 'off', word: 'Остановлена' },
};

export const DEBTS = {
  '': 'Всем, есть долг или нет',
  any: 'Всем должникам',
  week: 'Долг до 7 дней',
  month: 'Долг 8–30 дней',
  quarter: 'Долг 31–90 дней',
  older: 'Долг больше 90 дней',
} as const;

export const SERVICE_CHOICES = {
  '': 'Любые услуги',
  internet: 'Интернет',
  tv: 'ТВ',
  sip: 'SIP-телефония',
  telephone: 'Телефон',
  mail: 'Почта',
} as const;

export const clientsText = (count: number): string => counted(count, 'абонент', 'абонента', 'абонентов');

/** «В кабинет 452, СМС 1» */
export const waysText = (ways: Campaign['ways']): string =>
  ways.map(({ way, count }) => `${wayText(way)} ${number(count)}`).join(', ');

/** What is filled in, as it is sent. */
export type CampaignBody = Readonly<Record<string, string>>;
