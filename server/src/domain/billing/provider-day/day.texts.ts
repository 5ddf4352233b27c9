import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { ACCOUNT_NAMES, NBSP } from '@kabinet/contract/kernel/russian';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { dayText, namesText, rubles } from '#server/domain/shared/text.rules.ts';

export interface DayCharges {
  /** By name, in the order of the ledger; kopecks. */
  readonly lines: readonly { readonly text: string; readonly amount: Kopecks }[];
  /** Kopecks that are left. */
  readonly balance: Kopecks;
  readonly account: keyof typeof ACCOUNT_NAMES;
  readonly day: Day;
  readonly today: Day;
  /** The day of the first charge that is not covered; null: none is known, or services are off. */
  readonly until: Day | null;
}

export const dayChargesSum = ({ lines }: Pick<DayCharges, 'lines'>): Kopecks =>
  kopecks(lines.reduce((sum, { amount }) => sum + amount, 0));

/** «Интернет «Волга 300» 550 ₽, ТВ «Домашний» 240 ₽» */
export const linesText = ({ lines }: Pick<DayCharges, 'lines'>): string =>
  namesText(lines.map(({ text, amount }) => `${text} ${rubles(amount)}`));

/** «хватит до 1 января»; empty if that is not known. */
export const enoughUntilText = ({ until, today }: Pick<DayCharges, 'until' | 'today'>): string =>
  until === null ? '' : `хватит до ${dayText(until, today)}`;

const leftText = (all: DayCharges): string => [rubles(all.balance), enoughUntilText(all)].filter(Boolean).join(', ');

export const chargedMessage = (all: DayCharges): MessageText =>
  message(
    `${dayText(all.day, all.today)} списали ${rubles(dayChargesSum(all))}`,
    `Счёт «${ACCOUNT_NAMES[all.account]}»: ${linesText(all)}.`,
    `Осталось ${leftText(all)}.`,
  );

export const dayChargesText = (all: DayCharges): string =>
  `${dayText(all.day, all.today)} списали ${rubles(dayChargesSum(all))}, счёт «${ACCOUNT_NAMES[all.account]}». Осталось ${leftText(all)}.`;

export interface ChangedPlan {
  readonly name: string;
  readonly speed_mbit: number | null;
  /** Kopecks. */
  readonly price: Kopecks;
  readonly unit: 'month' | 'day';
  readonly by: 'client' | 'operator';
  /** Names of the options that have ended with the old plan. */
  readonly ended: readonly string[];
  readonly from: Day;
  readonly today: Day;
}

export const changedPlanPriceText = ({ price, unit }: Pick<ChangedPlan, 'price' | 'unit'>): string =>
  `${rubles(price)} в ${unit === 'day' ? 'день' : 'месяц'}`;

/** «Волга 500»: до 500 Мбит/с, 690 ₽ в месяц */
const termsText = (plan: ChangedPlan): string => {
  const speed = plan.speed_mbit === null ? [] : [`до ${plan.speed_mbit}${NBSP}Мбит/с`];
  return `«${plan.name}»: ${[...speed, changedPlanPriceText(plan)].join(', ')}`;
};

const sinceText = ({ from, today }: ChangedPlan): string =>
  from === today ? 'С сегодняшнего дня' : `С ${dayText(from, today)}`;

export const planMessage = (plan: ChangedPlan): MessageText =>
  message(
    `Новый тариф «${plan.name}»`,
    `${sinceText(plan)}${plan.by === 'client' ? ', как вы просили,' : ''} у вас тариф ${termsText(plan)}.`,
    ...(plan.ended.length > 0 ? [`Вместе с прежним тарифом отключились его опции: ${namesText(plan.ended)}.`] : []),
    'Когда тариф можно сменить снова, сказано на странице услуги.',
  );

export const planText = (plan: ChangedPlan): string => `${sinceText(plan)} тариф ${termsText(plan)}.`;
