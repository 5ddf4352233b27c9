import { useId } from 'react';
import { balancePanel } from '#shared/frame/panel-view.ts';
import { useBalanceFold } from '#shared/frame/balance-pill.tsx';
import { AccountRuler } from '#shared/money/account-ruler.tsx';
import { AccountUntil } from '#shared/money/account-until.tsx';
import type { Account } from '#shared/data/frame-data.ts';
import { IconButton, LinkButton } from '#ui/button.tsx';
import { Money } from '#ui/money.tsx';
import { accountNo } from './money-panel.tsx';
import styles from './telephone-card.module.css';

/** The internet account while something does not work: light, because the one solid button of the screen is the cure. */
export function CalmPurse({ account, today }: { account: Account; today: string }) {
  const [expanded, setExpanded] = useBalanceFold('i');
  const id = useId();
  return (
    <section className={styles.purse} aria-labelledby={id} ref={balancePanel}>
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
      {expanded && (
        <p className={styles.sum} aria-live="polite" aria-atomic="true">
          <Money value={account.balance} size="lg" />
        </p>
      )}
      <AccountUntil className={styles.until} account={account} today={today} />
      {expanded && (
        <div className={styles.ruler}>
          <AccountRuler account={account} today={today} on="card" />
        </div>
      )}
      <div className={styles.act}>
        <LinkButton to="/payment/i" look="soft" size="sm" wide>
          Пополнить
        </LinkButton>
      </div>
    </section>
  );
}
