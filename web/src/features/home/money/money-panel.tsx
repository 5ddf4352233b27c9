import { AccountRuler } from '#web/shared/money/account-ruler.tsx';
import { AccountUntil } from '#web/shared/money/account-until.tsx';
import type { Account } from '#web/shared/data/frame-data.ts';
import { Balance } from '#web/ui/text/money.tsx';
import styles from './money-panel.module.css';
import { Purse } from './purse.tsx';
import { QuickPayment } from './quick-payment.tsx';

interface MoneyPanelProps {
  account: Account;
  ready: boolean;
  today: string;
}

/** The only dark block: the balance, its end, and a quick payment. */
export const MoneyPanel = (props: MoneyPanelProps) => (
  <Purse account={props.account} className={styles.panel}>
    {(expanded) =>
      expanded ? (
        <Unfolded {...props} />
      ) : (
        <AccountUntil className={styles.until} account={props.account} today={props.today} />
      )
    }
  </Purse>
);

function Unfolded({ account, ready, today }: MoneyPanelProps) {
  return (
    <>
      <div className={styles.split}>
        <div>
          <p className={styles.sum} aria-live="polite" aria-atomic="true">
            <Balance value={account.balance} size="xl" />
          </p>
          <AccountUntil className={styles.until} account={account} today={today} />
        </div>
        <QuickPayment account={account} ready={ready} today={today} />
      </div>
      <div className={styles.ruler}>
        <AccountRuler account={account} today={today} />
      </div>
    </>
  );
}
