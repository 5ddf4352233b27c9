import { AccountRuler } from '#web/shared/money/account-ruler.tsx';
import { dayText, rubles } from '#web/lib/text/format.ts';
import { Money } from '#web/ui/text/money.tsx';
import { Part } from '../look/plane.tsx';
import { ACCOUNT_WORDS, moneyText } from './card.texts.ts';
import type { ContractCard } from './card-data.ts';
import styles from './card.module.css';

/** What is on each account and how long it lasts, as the client sees it. */
export function AccountsPart({ card, today }: { card: ContractCard; today: string }) {
  return card.accounts.map((account) => {
    const { credit_limit: limit, promise_last_day: promise } = account;
    return (
      <Part key={account.kind} title={ACCOUNT_WORDS[account.kind]} caption={account.account_no}>
        <div className={styles.purse}>
          <div>
            <p className={styles.balance}>
              <Money value={account.balance} size="lg" />
            </p>
            <p>{moneyText(account, today)}</p>
            {promise !== undefined && <p className={styles.sub}>Обещанный платёж до {dayText(promise, today)}</p>}
            {promise === undefined && limit !== '0.00' && <p className={styles.sub}>Кредит {rubles(limit)}</p>}
          </div>
          <AccountRuler account={account} today={today} on="card" />
        </div>
      </Part>
    );
  });
}
