import { Link } from '#web/lib/page/router.tsx';
import { dayText, keepTogether, timeText, unbroken } from '#web/lib/text/format.ts';
import { useInternetAccount, type Account } from '#web/shared/data/frame-data.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { Fold } from '#web/ui/text/rows.tsx';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import { useCharges, usePayments, type HomeMovement } from '../home-data.ts';
import { OperationsSkeleton } from '../home-skeleton.tsx';
import { latestOperations } from './operations.ts';
import styles from './operations-card.module.css';
import { WhyMore } from './why-more.tsx';

/** In the side column an operation takes two lines, and orders and messages stand above. */
const MOST = 6;
const MOST_ASIDE = 4;

/** The latest payments and charges, by day. */
export function OperationsCard({ aside = false, ready, today }: { aside?: boolean; ready: boolean; today: string }) {
  const internet = useInternetAccount();
  const payments = usePayments(ready);
  const charges = useCharges(ready);
  const both = payments.data && charges.data && { payments: payments.data.items, charges: charges.data.items };
  const failed = payments.error ? payments : charges;
  return (
    <Loaded
      title="Последние операции"
      answer={{ data: both, error: failed.error, refetch: failed.refetch }}
      failed="Не удалось загрузить операции."
      skeleton={<OperationsSkeleton />}
    >
      {(known) => (
        <Operations
          days={latestOperations(known.payments, known.charges, aside ? MOST_ASIDE : MOST)}
          account={internet.data}
          today={today}
        />
      )}
    </Loaded>
  );
}

const ALL = '/payments-history/i';

interface OperationsProps {
  days: ReturnType<typeof latestOperations>;
  /** If something is off for debt, the way out is what matters, so they are folded. */
  account: Account | undefined;
  today: string;
}

function Operations({ days, account, today }: OperationsProps) {
  if (days.length === 0) {
    return (
      <Card title="Последние операции">
        <Empty icon="wallet" title="Операций ещё не было">
          После первого платежа или списания они появятся здесь.
        </Empty>
      </Card>
    );
  }
  const why = <WhyMore account={account} today={today} />;
  const list = (
    <ol className={styles.days}>
      {days.map(({ day, items }) => (
        <li key={day}>
          <h3>{dayText(day, today)}</h3>
          <ul>
            {items.map((item) => (
              <Operation key={item.entry_id} item={item} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
  if (account?.blocked !== true)
    return (
      <Card
        title="Последние операции"
        aside={
          // The whole name does not fit beside the title on a phone.
          <Link to={ALL} aria-label="Все операции">
            Все
          </Link>
        }
      >
        {why}
        {list}
      </Card>
    );
  return (
    <Card className={styles.folded}>
      <Fold wide title={<h2>Последние операции</h2>}>
        {why}
        {list}
        <p className={styles.all}>
          <Link to={ALL}>Все операции</Link>
        </p>
      </Fold>
    </Card>
  );
}

function Operation({ item: { text, amount, at, method } }: { item: HomeMovement }) {
  const isIncoming = !amount.startsWith('-');
  return (
    <li className={styles.line}>
      <span>
        <Unbroken text={unbroken([keepTogether(text)])} />
        {method !== null && <small>{timeText(at)}</small>}
      </span>
      <Money value={amount} signed={isIncoming} />
    </li>
  );
}
