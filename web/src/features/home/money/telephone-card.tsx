import { Suspense } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { dayText, keepTogether, rubles } from '#web/lib/text/format.ts';
import { AccountRuler } from '#web/shared/money/account-ruler.tsx';
import { coveringPayment, inAddress, isDebt, isZero, mergedParts, payFor } from '#web/shared/money/account-sums.ts';
import { AccountUntil } from '#web/shared/money/account-until.tsx';
import type { Account } from '#web/shared/data/frame-data.ts';
import { useWaysOut } from '#web/shared/money/promised/promised-data.ts';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Balance, Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { State } from '#web/ui/card/state.tsx';
import { allTogether } from '#web/shared/money/together.ts';
import { seldom } from '../load-seldom.ts';
import { Purse } from './purse.tsx';
import styles from './telephone-card.module.css';
import { WhyMore } from './why-more.tsx';

type Charge = NonNullable<Account['next_charge']>;

interface TelephoneProps {
  account: Account;
  services: readonly ListedService[];
  wide: boolean;
  ready: boolean;
  today: string;
}

/** Whether the card of the debt already has this account: one payment restores both. */
function useIsToldAbove({ account, wide, ready }: TelephoneProps): boolean {
  const internet = useWaysOut('i', ready);
  const telephone = useWaysOut('t', ready).data;
  if (!account.blocked || !wide) return false;
  if (!internet.data) return internet.error === null;
  return allTogether(internet.data, telephone).ways.length > 1;
}

/** The telephone account. Its debt does not affect the internet account. */
export function TelephoneCard(props: TelephoneProps) {
  const { account, wide } = props;
  if (useIsToldAbove(props)) return null;
  return (
    <Purse account={account} className={cx(styles.purse, account.blocked ? styles.off : wide && styles.wide)}>
      {(expanded) =>
        account.blocked ? <Off {...props} expanded={expanded} /> : <Working {...props} expanded={expanded} />
      }
    </Purse>
  );
}

const OffTelephone = lazyPart(async () => (await seldom()).OffTelephone);

/** Off for debt. The splash waits for it. */
const Off = (props: TelephoneProps & { expanded: boolean }) => (
  <Suspense
    fallback={
      <div data-awaited>
        <Skeleton height="8rem" round="md" />
      </div>
    }
  >
    <OffTelephone {...props} />
  </Suspense>
);

/** The balance, its end, and a link to pay. */
function Working({ account, wide, expanded, today }: TelephoneProps & { expanded: boolean }) {
  return (
    <>
      {expanded && <Sum account={account} />}
      <AccountUntil className={styles.until} account={account} today={today} />
      <Promised account={account} today={today} />
      {expanded && account.next_charge && <Next charge={account.next_charge} today={today} />}
      {expanded && (
        <div className={styles.why}>
          <WhyMore account={account} today={today} />
        </div>
      )}
      {expanded && !wide && !isListed(account) && (
        <div className={styles.ruler}>
          <AccountRuler account={account} today={today} on="card" />
        </div>
      )}
      <div className={styles.act}>
        <PayLink account={account} wide={!wide} />
      </div>
    </>
  );
}

/** The parts of the next charge are told: with a ruler below them the card would be twice as high as the panel beside it. */
const isListed = ({ next_charge: next }: Account): boolean => (next?.parts.length ?? 0) > 1;

/** The next charge with its parts: the calls made so far are one of them. */
function Next({ charge: { day, amount, parts, missing }, today }: { charge: Charge; today: string }) {
  const lines = mergedParts(parts);
  return (
    <div className={styles.next}>
      <KeyValues
        list={[
          [`${dayText(day, today)} спишем`, <b key="sum">{rubles(amount)}</b>],
          ...(lines.length > 1 ? lines : []).map(
            (part) => [keepTogether(part.text), <Money key="sum" value={part.amount} short />] as const,
          ),
          !isZero(missing) && ['Не\u00a0хватает', <b key="sum">{rubles(payFor(missing))}</b>],
        ]}
      />
    </div>
  );
}

function Sum({ account: { balance } }: { account: Account }) {
  return (
    <p className={styles.sum} aria-live="polite" aria-atomic="true">
      <Balance value={balance} size="lg" />
      {isDebt(balance) && <State tone="wait">Долг</State>}
    </p>
  );
}

/** The end of the active promised payment. */
function Promised({ account: { promise_last_day: last }, today }: Pick<TelephoneProps, 'account' | 'today'>) {
  if (!last) return null;
  return <p className={styles.until}>{`Обещанный платёж до\u00a0${dayText(last, today)}, 23:59`}</p>;
}

function PayLink({ account: { balance, promise_last_day: promised }, wide }: { account: Account; wide: boolean }) {
  if (!isDebt(balance) || promised) {
    return (
      <LinkButton to="/payment/t" look="soft" size="sm" wide={wide}>
        {promised ? 'Погасить обещанный платёж' : 'Пополнить телефон'}
      </LinkButton>
    );
  }
  const sum = coveringPayment(balance);
  return (
    <LinkButton to={`/payment/t/${inAddress(sum)}`} look="soft" size="sm" wide={wide}>
      {`Заплатить ${rubles(sum)} за\u00a0телефон`}
    </LinkButton>
  );
}
