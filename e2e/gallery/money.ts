import type { Page } from 'playwright-core';
import { contract } from '@kabinet/contract';
import type { Wire } from '@kabinet/contract/kernel/call/call';
import type { Client } from '../harness/api.ts';
import { replying } from './replying.ts';
import type { State } from './state.ts';

const DAY_MS = 86_400_000;
const atHour = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const onDay = (days: number): string => atHour(days).slice(0, 10);

type Autopayment = Wire<typeof contract.autopayment.get>;
type Attempt = Autopayment['attempts'][number];

const attempt = (days: number, number: number, state: Attempt['state'], text: string): Attempt => ({
  at: atHour(days),
  amount: '844.00',
  try: number,
  state,
  text,
});

const NEXT: Autopayment['next'] = {
  at: atHour(1),
  day: onDay(1),
  due_day: onDay(3),
  amount: '844.00',
  debt: '0.00',
  switches_on: [],
  balance_after: '1039.50',
  lasts_until: onDay(40),
  try: 2,
};

const autopayment = (own: Partial<Autopayment>) =>
  replying(contract.autopayment.get, (reply) => ({
    ...reply,
    state: 'active' as const,
    ended: null,
    agreed_at: atHour(-90),
    rule: {
      days: 3,
      ceiling: '1500.00',
      sentence:
        'Когда денег на счёте «Интернет» останется меньше чем на 3 дня или на нём будет долг, спишем недостающее, не больше 1 500 ₽ в месяц.',
    },
    ...own,
  }));

const opened = (own: Partial<Autopayment>) => async (page: Page) => {
  await autopayment(own)(page);
  await page.getByText('Попытки списания').click();
  await page.getByRole('region', { name: 'Автоплатёж' }).scrollIntoViewIfNeeded();
};

const REFUSED = 'На счёте в банке не хватило денег.';

/** The bank has said that the payment is paid, and the account does not have it yet. */
const received = replying(contract.payment.status, (reply) => ({ ...reply, received_at: new Date().toISOString() }));

const service = async (client: Client): Promise<string> => {
  const users = await client.ask(contract.user.list, {});
  return `internet/${users.find(({ plan }) => plan?.unit === 'day')?.user_id}`;
};

/** Money in states that the demo is not in by itself. */
export const MONEY: readonly State[] = [
  {
    name: 'autopayment-declined',
    title: 'Autopayment, declined once',
    then: opened({ next: NEXT, attempts: [attempt(-0.2, 1, 'refused', REFUSED)] }),
  },
  {
    name: 'autopayment-failed',
    title: 'Autopayment, declined three times',
    then: opened({
      next: null,
      trouble:
        'В этом месяце списать не получилось, больше пробовать не будем. Заплатите сами, чтобы услуги не отключились.',
      attempts: [3, 2, 1].map((number) => attempt(number - 4, number, 'refused', REFUSED)),
    }),
  },
  {
    name: 'autopayment-unbound',
    title: 'Autopayment, ended by the bank',
    then: opened({
      state: 'none',
      ended: 'unsubscribed',
      attempts: [attempt(-2, 1, 'refused', 'Счёт в банке отвязан.')],
    }),
  },
  { name: 'payment-received', title: 'Payment, not credited yet', path: 'payment/i/844', then: received },
  { name: 'price-own', title: 'Internet by the day, a new price', who: 100004, path: service },
].map((state) => ({ who: 100001, path: 'payment/i', ...state }));
