import type { ReactNode } from 'react';
import { DiscountedPrice } from '#web/shared/money/discounted-price.tsx';
import { discountText } from '#web/shared/money/discount.texts.ts';
import { fromKopecks, isZero, toKopecks } from '#web/shared/money/account-sums.ts';
import { dayText, rubles, keepTogether } from '#web/lib/text/format.ts';
import { Card } from '#web/ui/card/card.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { Strip } from '#web/shared/page/strip.tsx';
import type { User } from '#web/shared/data/frame-data.ts';
import styles from './service-plan.module.css';
import { isFreePause } from '../text/service.texts.ts';

type Plan = NonNullable<User['plan']>;

const units = { month: 'в\u00a0месяц', day: 'в\u00a0день' } as const;
const priceText = (price: string, unit: Plan['unit']): string =>
  isZero(price) ? 'Бесплатно' : `${rubles(price)} ${units[unit]}`;

/** «300 Мбит/с» with a large number; a plain line if the text does not begin with a number, or has more to say. */
function Gives({ summary }: { summary: string }) {
  const [, amount, rest] = /^(\d[\d\s]*)\s+([^\d,]+)$/.exec(summary) ?? [];
  if (amount === undefined) return <p className={styles.line}>{keepTogether(summary)}</p>;
  return (
    <p className={styles.gives}>
      {amount} <small>{rest}</small>
    </p>
  );
}

/** Nothing is known of the next charge, though the plan has a price: another billing charges, or charging has not begun. */
const isUnknownAhead = ({ next_charge: next, state, plan }: User): boolean =>
  !next && state === 'active' && !isZero(plan?.price ?? '0.00');

/** Short enough for one line of a phone: «Спишем 1 декабря, 700 ₽». */
function nextLine(user: User, today: string): readonly [string, string] {
  const { next_charge, reason } = user;
  if (reason === 'debt') return ['Спишем', 'после оплаты долга'];
  if (isFreePause(user)) return ['Спишем', 'после паузы'];
  if (isUnknownAhead(user)) return ['Спишем', 'по\u00a0расчётам оператора'];
  if (!next_charge || isZero(next_charge.amount)) return ['Списания', 'не\u00a0будет'];
  return ['Спишем', `${dayText(next_charge.day, today)}, ${rubles(next_charge.amount)}`];
}

/** The plan: description, price, next charge; below them what a page knows more. */
export function ServicePlan({ user, today, alone, children }: PlanFactsProps & { children?: ReactNode }) {
  const { plan, planned_plan } = user;
  if (!plan) {
    return (
      <Card title="Тариф">
        <Empty icon="layers" title="Тариф ещё не выбран">
          Его подберёт поддержка, когда будет подключать услугу.
        </Empty>
      </Card>
    );
  }
  return (
    <Card title={`Тариф «${plan.name}»`}>
      <PlanFacts user={user} today={today} alone={alone} />
      {planned_plan && <Planned from={plan} to={planned_plan} today={today} />}
      {children}
    </Card>
  );
}

interface PlanFactsProps {
  user: User;
  today: string;
  /** What else is on, and its sum, stand in a card of their own. */
  alone?: boolean | undefined;
}

type Line = readonly [string, ReactNode] | false;

// A role that does not see money gets no sums.
const priceOf = ({ plan }: User): Line =>
  plan?.price != null && [
    'Цена',
    plan.discount ? (
      <DiscountedPrice price={plan.price} unit={plan.unit} discount={plan.discount} />
    ) : (
      priceText(plan.price, plan.unit)
    ),
  ];
const discountOf = ({ plan }: User, today: string): Line =>
  plan?.discount !== undefined && ['Почему', discountText(plan.discount, today)];
const newPriceOf = ({ plan }: User, today: string): Line =>
  plan?.new_price !== undefined && [
    `С\u00a0${dayText(plan.new_price.from, today)}`,
    priceText(plan.new_price.price, plan.unit),
  ];
const optionsOf = ({ userOptions: on, userOptions2: all }: User): Line =>
  all > 0 && ['Опции', `включено ${on} из\u00a0${all}`];
const totalOf = ({ plan, monthly }: User): Line =>
  plan?.unit === 'month' &&
  monthly !== null &&
  monthly !== plan.price && ['Всего', `${rubles(monthly)} ${units.month}`];
const nextOf = (user: User, today: string): Line => user.monthly !== null && nextLine(user, today);

/** Description of the plan, its price with all options and programs, the next charge. */
export function PlanFacts({ user, today, alone = false }: PlanFactsProps) {
  const { plan } = user;
  if (!plan) return null;
  return (
    <div className={styles.facts}>
      <div className={styles.plan}>
        <Gives summary={plan.summary} />
        <KeyValues
          list={[
            priceOf(user),
            discountOf(user, today),
            newPriceOf(user, today),
            ...(alone ? [] : [optionsOf(user), totalOf(user)]),
            nextOf(user, today),
          ]}
        />
      </div>
    </div>
  );
}

/** The difference in price: more expensive, cheaper, or the same. */
function difference(from: Plan, to: NonNullable<User['planned_plan']>): string {
  if (to.price === null || from.price === null) return '';
  const change = toKopecks(to.price) - toKopecks(from.price);
  if (change === 0) return 'цена та\u00a0же';
  return `на\u00a0${rubles(fromKopecks(Math.abs(change)))} ${change > 0 ? 'дороже' : 'дешевле'}`;
}

function Planned({ from, to, today }: { from: Plan; to: NonNullable<User['planned_plan']>; today: string }) {
  return (
    <div className={styles.planned}>
      <Strip icon="calendar-clock" title={`С\u00a0${dayText(to.from, today)} — «${to.name}»`}>
        {to.price !== null && `${rubles(to.price)} ${units[from.unit]}: ${difference(from, to)}.`}
      </Strip>
    </div>
  );
}
