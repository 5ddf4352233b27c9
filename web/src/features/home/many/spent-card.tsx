import { Link } from '#web/lib/page/router.tsx';
import { dayText, keepTogether, magnitude, number, rubles } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { FoldCard } from '#web/ui/card/fold-card.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { useSpending, type SpentDay } from './many-data.ts';
import { spentLine } from './many.texts.ts';
import styles from './spent-card.module.css';

const TITLE = 'Списания и оплаты';

/** The latest days, folded: equal charges are one line with their number. */
export function SpentCard({ ready, today }: { ready: boolean; today: string }) {
  const spending = useSpending(ready);
  return (
    <Loaded title={TITLE} answer={spending} failed="Не удалось загрузить списания." skeleton={<SpentSkeleton />}>
      {({ days: [latest, ...before] }) =>
        latest === undefined ? null : (
          <FoldCard title={TITLE} aside={spentLine(latest, today)}>
            <ol className={styles.days}>
              {[latest, ...before].map((one) => (
                <Day key={one.day} spent={one} today={today} />
              ))}
            </ol>
            <p className={styles.more}>
              <Link to="/payments-history/i">Все операции</Link>
            </p>
          </FoldCard>
        )
      }
    </Loaded>
  );
}

const SpentSkeleton = () => (
  <Card>
    <Skeleton height="1.5rem" />
  </Card>
);

function Day({ spent: { day, lines }, today }: { spent: SpentDay; today: string }) {
  return (
    <li>
      <h3>{dayText(day, today)}</h3>
      <ul>
        {lines.map(({ text, side, count, each, amount }) => (
          <li key={side + text} className={styles.line}>
            <span>
              {keepTogether(count > 1 ? `${text}\u00a0×\u00a0${number(count)}` : text)}
              {count > 1 && each !== null && <small>{`по\u00a0${rubles(magnitude(each))}`}</small>}
            </span>
            <Money value={amount} signed={!amount.startsWith('-')} />
          </li>
        ))}
      </ul>
    </li>
  );
}
