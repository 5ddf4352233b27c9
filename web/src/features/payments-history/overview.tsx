import { useId, type ReactNode } from 'react';
import { addMonths, type Day } from '@kabinet/contract/kernel/day';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, dayText } from '#web/lib/text/format.ts';
import { Card } from '#web/ui/card/card.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { Chart } from './chart.tsx';
import chart from './chart.module.css';
import styles from './history.module.css';
import { totalsOf, type MoneyMonth } from './totals.ts';

/** The months at a glance: four sums and the chart. */
export function Overview({ months }: { months: readonly MoneyMonth[] }) {
  const totals = totalsOf(months);
  if (!totals) return null;
  const { since, opening, paid, charged, closing } = totals;
  return (
    <Card
      title={`За ${counted(months.length, 'месяц', 'месяца', 'месяцев')}`}
      {...(months.length > 1 && { aside: <Legend /> })}
    >
      <Figures
        list={[
          [`Было ${dayText(since, dayOf(now()))}`, <Money key="was" value={opening} size="md" />],
          ['Пополнено', <Money key="in" value={paid} size="md" />],
          ['Списано', <Money key="out" value={charged} size="md" />],
          ['Сейчас', <Money key="now" value={closing} size="md" />],
        ]}
      />
      {months.length > 1 ? <Chart months={months} /> : <OnlyMonth period={since} />}
    </Card>
  );
}

/** One month is nothing to compare: a sentence instead of a chart. */
function OnlyMonth({ period }: { period: string }) {
  const today = dayOf(now());
  const next = addMonths(period as Day, 1, 1);
  return (
    <p className={styles.only}>
      Это первый месяц вашей истории. График появится {dayText(next, today)}: будет с&nbsp;чем сравнить.
    </p>
  );
}

/** The skeleton of the card, with the same heights, so that nothing moves. */
export function OverviewSkeleton() {
  return (
    <Card title={<Skeleton width="8.5rem" height="1.3em" />} aside={<Legend />}>
      <div aria-busy="true">
        <VisuallyHidden>Загружаем итоги</VisuallyHidden>
        <Figures
          list={['Было', 'Пополнено', 'Списано', 'Сейчас'].map((name) => [
            name,
            <Skeleton key={name} width="6.5rem" height="1.625rem" />,
          ])}
        />
        <div className={chart.waiting}>
          <Skeleton height="100%" round="md" />
        </div>
      </div>
    </Card>
  );
}

function Figures({ list }: { list: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.totals}>
      {list.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Legend() {
  const hatch = useId();
  return (
    <div className={chart.legend}>
      <span>
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <rect width="14" height="14" rx="3" className={chart.paid} />
        </svg>
        Пополнено
      </span>
      <span>
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2" height="5" className={chart.hatch} />
          </pattern>
          <rect width="14" height="14" rx="3" style={{ fill: `url(#${hatch})` }} />
        </svg>
        Списано
      </span>
      <span className={chart.balance}>
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <line x1="0" x2="14" y1="7" y2="7" />
          <circle cx="7" cy="7" r="3.5" />
        </svg>
        Остаток
      </span>
    </div>
  );
}
