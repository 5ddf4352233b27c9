import { Link } from '#web/lib/page/router.tsx';
import { dayText, rubles, keepTogether } from '#web/lib/text/format.ts';
import { isZero, mergedParts, payFor } from '#web/shared/money/account-sums.ts';
import type { Account } from '#web/shared/data/frame-data.ts';
import { Card } from '#web/ui/card/card.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import styles from './next-charge.module.css';

type Charge = NonNullable<Account['next_charge']>;

interface NextChargeProps {
  charge: Charge;
  later: Charge | undefined;
  /** It ends the main column, shorter than the side: on a wide screen each part has a line of its own. */
  last: boolean;
  today: string;
}

/** The next charge: its parts, the balance after it, and the charge after that. */
export function NextCharge({ charge, later, last, today }: NextChargeProps) {
  const { day, amount, parts, balance_after, missing } = charge;
  const lines = mergedParts(parts).map(
    (part) => [keepTogether(part.text), <Money key="sum" value={part.amount} short />] as const,
  );
  return (
    <Card
      className={last ? styles.last : undefined}
      title={`${dayText(day, today)} спишем`}
      aside={<Money value={amount} size="md" short />}
    >
      <KeyValues two={lines.length > 1} list={lines} />
      <p className={styles.after}>
        {isZero(missing) ? (
          `После этого на\u00a0счёте останется ${rubles(balance_after)}`
        ) : (
          <b>{`На\u00a0счёте не\u00a0хватает ${rubles(payFor(missing))}`}</b>
        )}
        {later && `. Потом ${dayText(later.day, today)} — ${rubles(later.amount)}`}.{' '}
        <Link to="/payment/i#ahead">Что впереди</Link>
      </p>
    </Card>
  );
}
