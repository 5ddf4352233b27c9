import { AccountRuler } from '#web/shared/money/account-ruler.tsx';
import { AccountUntil } from '#web/shared/money/account-until.tsx';
import type { Account } from '#web/shared/data/frame-data.ts';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { Purse } from './purse.tsx';
import styles from './telephone-card.module.css';

/** The internet account while something does not work: light, because the one solid button of the screen is the cure. */
export const CalmPurse = ({ account, today }: { account: Account; today: string }) => (
  <Purse account={account} className={styles.purse}>
    {(expanded) => (
      <>
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
      </>
    )}
  </Purse>
);
