import { useId } from 'react';
import { number } from '#lib/format.ts';
import { AccountRuler } from '#shared/money/account-ruler.tsx';
import { AccountUntil } from '#shared/money/account-until.tsx';
import { useBalanceFold } from '#shared/frame/balance-pill.tsx';
import type { Account } from '#shared/data/frame-data.ts';
import { balancePanel } from '#shared/frame/panel-view.ts';
import { IconButton } from '#ui/button.tsx';
import { Balance } from '#ui/money.tsx';
import styles from './money-panel.module.css';
import { QuickPayment } from './quick-payment.tsx';

/** `1040217` → `№ 1 040 217`; numbers with letters or leading zeros stay as they are. */
export const accountNo = (no: string): string => `№\u00a0${/^[1-9]\d*$/.test(no) ? number(Number(no)) : no}`;

/** The only dark block: the balance, its end, and a quick payment. Folded it shows no sums. */
export function MoneyPanel({ account, ready, today }: { account: Account; ready: boolean; today: string }) {
  const [expanded, setExpanded] = useBalanceFold('i');
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id} ref={balancePanel}>
      <div className={styles.top}>
        <h2 id={id}>
          Счёт «Интернет» <span className={styles.no}>{accountNo(account.account_no)}</span>
        </h2>
        <IconButton
          icon={expanded ? 'chevron-up' : 'chevron-down'}
          label={expanded ? 'Свернуть счёт «Интернет»' : 'Развернуть счёт «Интернет»'}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        />
      </div>
      {expanded ? (
        <Unfolded account={account} ready={ready} today={today} />
      ) : (
        <AccountUntil className={styles.until} account={account} today={today} />
      )}
    </section>
  );
}

function Unfolded({ account, ready, today }: { account: Account; ready: boolean; today: string }) {
  return (
    <>
      <div className={styles.split}>
        <div>
          <p className={styles.sum} aria-live="polite" aria-atomic="true">
            <Balance value={account.balance} size="xl" />
          </p>
          <AccountUntil className={styles.until} account={account} today={today} />
        </div>
        <QuickPayment ready={ready} today={today} />
      </div>
      <div className={styles.ruler}>
        <AccountRuler account={account} today={today} />
      </div>
    </>
  );
}
