import { Link } from '#web/lib/page/router.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Balance } from '#web/ui/text/money.tsx';
import { AccountRuler } from '#web/shared/money/account-ruler.tsx';
import { AccountUntil } from '#web/shared/money/account-until.tsx';
import type { Account } from '#web/shared/data/frame-data.ts';
import styles from './service-money.module.css';

/** The account that pays for the service: balance, its end, next charge, a link to pay. */
export function ServiceMoney({ account, today }: { account: Account; today: string }) {
  return (
    <Card
      title={account.kind === 'i' ? 'Счёт «Интернет»' : 'Счёт «Телефон»'}
      aside={<Link to={`/payment/${account.kind}#ahead`}>Что впереди</Link>}
    >
      <div className={styles.money}>
        <Balance value={account.balance} size="lg" />
        <AccountUntil className={styles.until} account={account} today={today} />
        <div className={styles.ruler}>
          <AccountRuler account={account} today={today} on="card" />
        </div>
        <LinkButton to={`/payment/${account.kind}`} look="soft" size="sm" wide>
          Пополнить
        </LinkButton>
      </div>
    </Card>
  );
}
