import { rubles } from '#web/lib/text/format.ts';
import type { Account } from '#web/shared/data/frame-data.ts';
import { coveringPayment } from '#web/shared/money/account-sums.ts';
import { useWaysOut } from '#web/shared/money/promised/promised-data.ts';
import { isOwed } from '#web/shared/money/together.ts';
import { LaterPromisedWay } from '#web/shared/money/promised/later-promised.tsx';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { Balance } from '#web/ui/text/money.tsx';
import styles from './off-telephone.module.css';
import { broughtText, offForDebt, NothingOwed, PayButton } from './way-out.tsx';

interface OffProps {
  account: Account;
  services: readonly ListedService[];
  /** Folded, the card shows no sums. */
  expanded: boolean;
  ready: boolean;
  today: string;
}

/** The telephone account, off for debt: both ways out. */
export function OffTelephone({ account, services, expanded, ready, today }: OffProps) {
  const off = offForDebt(services, 't');
  return (
    <>
      <div className={styles.owe}>
        {expanded && <Sum account={account} off={off.length} />}
        <WayBack account={account} off={off} ready={ready} today={today} />
      </div>
      <LaterPromisedWay p="t" ready={ready} />
    </>
  );
}

const Sum = ({ account: { balance }, off }: { account: Account; off: number }) => (
  <p className={styles.sum} aria-live="polite" aria-atomic="true">
    <Balance value={balance} size="lg" />
    <State tone="bad" icon="circle-x">
      {off === 1 ? 'Номер отключён за\u00a0долг' : 'Номера отключены за\u00a0долг'}
    </State>
  </p>
);

type WayBackProps = Pick<OffProps, 'account' | 'ready' | 'today'> & { off: readonly ListedService[] };

/** The payment that restores the numbers; only the debt when the sum was not calculated. */
function WayBack({ account: { balance }, off, ready, today }: WayBackProps) {
  const { data: way, error } = useWaysOut('t', ready);
  if (!way && error === null) return <Skeleton height="8rem" round="md" />;
  if (way && !isOwed(way)) return <NothingOwed p="t" />;
  return (
    <>
      {way && (
        <div className={styles.back}>
          <h3>{`Заплатить ${rubles(way.to_pay)}`}</h3>
          <p>{broughtText(off, way.after, today)}</p>
        </div>
      )}
      <PayButton p="t" amount={way ? way.to_pay : coveringPayment(balance)} quiet />
    </>
  );
}
