import { fromKopecks, isZero, toKopecks } from '#shared/money/account-sums.ts';
import { dayText, rubles, keepTogether } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { Empty } from '#ui/callout.tsx';
import { KeyValues } from '#ui/rows.tsx';
import { Strip } from '#shared/page/strip.tsx';
import type { User } from '#shared/data/frame-data.ts';
import styles from './service-plan.module.css';
import { isFreePause } from './service.texts.ts';

type Plan = NonNullable<User['plan']>;

const units = { month: 'в\u00a0месяц', day: 'в\u00a0день' } as const;
const priceText = ({ price, unit }: Pick<Plan, 'price' | 'unit'>): string =>
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

function nextText(user: User, today: string): string {
  const { next_charge, reason } = user;
  if (reason === 'debt') return 'после оплаты долга';
  if (isFreePause(user)) return 'пока на\u00a0паузе, не\u00a0списываем';
  if (!next_charge || isZero(next_charge.amount)) return 'не\u00a0списываем';
  return `${dayText(next_charge.day, today)}, ${rubles(next_charge.amount)}`;
}

/** The plan: description, price, next charge. */
export function ServicePlan({ user, today }: { user: User; today: string }) {
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
      <PlanFacts user={user} today={today} />
      {planned_plan && <Planned from={plan} to={planned_plan} today={today} />}
    </Card>
  );
}

interface PlanFactsProps {
  user: User;
  today: string;
  /** What else is on, and its sum, stand in a card of their own. */
  alone?: boolean;
}

/** Description of the plan, its price with all options and programs, the next charge. */
export function PlanFacts({ user, today, alone = false }: PlanFactsProps) {
  const { plan, monthly, userOptions, userOptions2 } = user;
  if (!plan) return null;
  return (
    <div className={styles.facts}>
      <div className={styles.plan}>
        <Gives summary={plan.summary} />
        <KeyValues
          list={[
            ['Цена', priceText(plan)],
            newPriceLine(plan, today),
            !alone && userOptions2 > 0 && ['Опции', `включено ${userOptions} из\u00a0${userOptions2}`],
            !alone && plan.unit === 'month' && monthly !== plan.price && ['Всего', `${rubles(monthly)} ${units.month}`],
            ['Следующее списание', nextText(user, today)],
          ]}
        />
      </div>
    </div>
  );
}

const newPriceLine = ({ new_price: price, unit }: Plan, today: string) =>
  price !== undefined && ([`С\u00a0${dayText(price.from, today)}`, priceText({ ...price, unit })] as const);

/** The difference in price: more expensive, cheaper, or the same. */
function difference(from: Plan, to: NonNullable<User['planned_plan']>): string {
  const change = toKopecks(to.price) - toKopecks(from.price);
  if (change === 0) return 'цена та\u00a0же';
  return `на\u00a0${rubles(fromKopecks(Math.abs(change)))} ${change > 0 ? 'дороже' : 'дешевле'}`;
}

function Planned({ from, to, today }: { from: Plan; to: NonNullable<User['planned_plan']>; today: string }) {
  return (
    <div className={styles.planned}>
      <Strip icon="calendar-clock" title={`С\u00a0${dayText(to.from, today)} — «${to.name}»`}>
        {`${rubles(to.price)} ${units[from.unit]}: ${difference(from, to)}.`}
      </Strip>
    </div>
  );
}
