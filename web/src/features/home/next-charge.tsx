import { dayText, rubles, tied } from '#lib/format.ts';
import { isZero, mergedParts } from '#parts/account-sums.ts';
import type { Account } from '#parts/frame-data.ts';
import { Card } from '#ui/card.tsx';
import { Money } from '#ui/money.tsx';
import { KeyValues } from '#ui/rows.tsx';
import styles from './next-charge.module.css';

type Charge = NonNullable<Account['next_charge']>;

/** The next charge: what it is made of, and what is left after it. */
export function NextCharge({ charge, today }: { charge: Charge; today: string }) {
  const { day, amount, parts, balance_after, missing } = charge;
  return (
    <Card title={`${dayText(day, today)} спишем`} aside={<Money value={amount} size="md" short />}>
      <KeyValues two list={mergedParts(parts).map((part) => [tied(part.text), rubles(part.amount)] as const)} />
      <p className={styles.after}>
        {isZero(missing) ? (
          `После этого на\u00a0счёте останется ${rubles(balance_after)}`
        ) : (
          <b>{`На\u00a0счёте не\u00a0хватает ${rubles(missing)}`}</b>
        )}
      </p>
    </Card>
  );
}
