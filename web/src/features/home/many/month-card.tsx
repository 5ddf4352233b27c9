import { Link } from '#web/lib/page/router.tsx';
import { capital, monthText, number } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { useSpending } from './many-data.ts';
import { monthUntil, spentWord } from './many.texts.ts';
import styles from './month-card.module.css';

/** What the month has cost by kind: the sums of the history. */
export function MonthCard({ ready, today }: { ready: boolean; today: string }) {
  const spending = useSpending(ready);
  return (
    <Loaded
      title="За месяц"
      answer={spending}
      failed="Не удалось посчитать траты за месяц."
      skeleton={<Skeleton height="21rem" round="md" />}
    >
      {({ period, charged, kinds }) => (
        <Card title={capital(monthText(period, today))} aside={monthUntil(today)}>
          <p className={styles.sum}>
            <Money value={charged} size="lg" />
          </p>
          <KeyValues
            list={kinds.map(({ kind, services, amount }) => [
              services > 0 ? `${spentWord[kind]}, ${number(services)}` : spentWord[kind],
              <Money key="sum" value={amount} />,
            ])}
          />
          <p className={styles.more}>
            <Link to="/payments-history/i">По месяцам и&nbsp;услугам</Link>
          </p>
        </Card>
      )}
    </Loaded>
  );
}
