import { useId } from 'react';
import { cx } from '#lib/cx.ts';
import { rubles } from '#lib/format.ts';
import { AccountRuler } from '#parts/account-ruler.tsx';
import { coveringPayment, inAddress, isDebt } from '#parts/account-sums.ts';
import { AccountUntil } from '#parts/account-until.tsx';
import { useBalanceFold } from '#parts/balance-pill.tsx';
import type { Account } from '#parts/frame-data.ts';
import { IconButton, LinkButton } from '#ui/button.tsx';
import { Money } from '#ui/money.tsx';
import { State } from '#ui/state.tsx';
import { accountNo } from './money-panel.tsx';
import styles from './telephone-card.module.css';

/** The telephone account. Its debt is its own: it does not touch the internet. */
export function TelephoneCard({ account, wide, today }: { account: Account; wide: boolean; today: string }) {
  const [expanded, setExpanded] = useBalanceFold('t');
  const id = useId();
  return (
    <section className={cx(styles.purse, wide && styles.wide)} aria-labelledby={id}>
      <div className={styles.top}>
        <h2 id={id}>
          Счёт «Телефон» <span className={styles.no}>{accountNo(account.account_no)}</span>
        </h2>
        <IconButton
          icon={expanded ? 'chevron-up' : 'chevron-down'}
          label={expanded ? 'Свернуть счёт «Телефон»' : 'Развернуть счёт «Телефон»'}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        />
      </div>
      {expanded && <Sum account={account} />}
      <AccountUntil className={styles.until} account={account} today={today} />
      {expanded && !wide && (
        <div className={styles.ruler}>
          <AccountRuler account={account} today={today} on="card" />
        </div>
      )}
      <div className={styles.act}>
        <PayLink account={account} wide={!wide} />
      </div>
    </section>
  );
}

function Sum({ account: { balance, blocked } }: { account: Account }) {
  return (
    <p className={styles.sum} aria-live="polite" aria-atomic="true">
      <Money value={balance} size="lg" />
      {blocked && (
        <State tone="bad" icon="circle-x">
          Номера отключены
        </State>
      )}
      {!blocked && isDebt(balance) && <State tone="wait">Долг</State>}
    </p>
  );
}

function PayLink({ account: { balance }, wide }: { account: Account; wide: boolean }) {
  if (!isDebt(balance)) {
    return (
      <LinkButton to="/payment/t" look="soft" size="sm" wide={wide}>
        Пополнить телефон
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
