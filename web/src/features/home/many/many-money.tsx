import { useId } from 'react';
import { useInternetAccount, useTelephone, type Account } from '#web/shared/data/frame-data.ts';
import { balancePanel } from '#web/shared/frame/panel-view.ts';
import { AccountRuler } from '#web/shared/money/account-ruler.tsx';
import { AccountUntil } from '#web/shared/money/account-until.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { PurseSkeleton } from '../home-skeleton.tsx';
import panel from '../money/money-panel.module.css';
import { accountNo } from '../money/purse.tsx';
import { QuickPayment } from '../money/quick-payment.tsx';
import type { SharedParts } from './shared-parts.ts';
import { moneyTitle } from './many.texts.ts';
import styles from './many-money.module.css';

interface MoneyProps {
  ready: boolean;
  today: string;
}

interface Parts<Name extends keyof SharedParts> {
  parts: Pick<SharedParts, Name>;
}

/** Services that are off for debt are the trouble of the screen: before anything else, with its button. */
export function Debt({ parts, ready, today }: MoneyProps & Parts<'TroubleCard'>) {
  const { data: account } = useInternetAccount();
  if (!account?.blocked) return null;
  return <parts.TroubleCard account={account} services={[]} story={false} ready={ready} today={today} />;
}

/** Both accounts in one panel; the debt of one is above. */
export function ManyMoney({ parts, ready, today }: MoneyProps & Parts<'PromiseStrip'>) {
  const internet = useInternetAccount();
  const { data: telephone } = useTelephone();
  return (
    <Loaded
      title="Счёт «Интернет»"
      answer={internet}
      failed="Не удалось загрузить счёт «Интернет»."
      skeleton={<PurseSkeleton />}
    >
      {(account) => (
        <>
          {!(account.blocked && !telephone) && (
            <MoneyPanel internet={account} telephone={telephone} ready={ready} today={today} />
          )}
          {account.promise_last_day && (
            <parts.PromiseStrip until={account.promise_last_day} ready={ready} today={today} />
          )}
        </>
      )}
    </Loaded>
  );
}

interface PanelProps extends MoneyProps {
  internet: Account;
  telephone: Account | undefined;
}

function MoneyPanel({ internet, telephone, ready, today }: PanelProps) {
  const id = useId();
  const shown = [...(internet.blocked ? [] : [internet]), ...(telephone ? [telephone] : [])];
  return (
    <section className={`${panel['panel'] ?? ''} ${styles.panel ?? ''}`} aria-labelledby={id} ref={balancePanel}>
      <h2 id={id}>{moneyTitle(shown.length > 1)}</h2>
      {shown.map((account) => (
        <OneAccount key={account.kind} account={account} today={today} />
      ))}
      <div className={styles.pay}>
        {!internet.blocked && <QuickPayment account={internet} ready={ready} today={today} />}
        {telephone && (
          <LinkButton to="/payment/t" look="plain" size="sm" wide>
            Пополнить телефон
          </LinkButton>
        )}
      </div>
    </section>
  );
}

function OneAccount({ account, today }: { account: Account; today: string }) {
  return (
    <div className={styles.account}>
      <h3>
        {account.kind === 'i' ? '«Интернет»' : '«Телефон»'} <span>{accountNo(account.account_no)}</span>
      </h3>
      <p>
        <Money value={account.balance} size="lg" />
      </p>
      <AccountUntil className={styles.until} account={account} today={today} />
      {account.kind === 'i' && (
        <div className={styles.ruler}>
          <AccountRuler account={account} today={today} />
        </div>
      )}
    </div>
  );
}
