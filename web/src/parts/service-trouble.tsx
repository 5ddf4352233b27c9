import { dayText, rubles, tied } from '#lib/format.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { State } from '#ui/state.tsx';
import { coveringPayment, inAddress, isDebt } from './account-sums.ts';
import { useInternetAccount, type User } from './frame-data.ts';
import { kindOf } from './service-state.tsx';
import { SupportButton } from './service-support.tsx';
import styles from './service-trouble.module.css';
import { serviceLook } from './service-words.ts';

/** The way out of a debt: the very sum that ends it. */
export function PayDebt() {
  const { data: account } = useInternetAccount();
  if (!account || !isDebt(account.balance)) return <LinkButton to="/payment/i">Пополнить счёт</LinkButton>;
  const sum = coveringPayment(account.balance);
  return <LinkButton to={`/payment/i/${inAddress(sum)}`}>{`Заплатить ${rubles(sum)}`}</LinkButton>;
}

/** A service that does not work as usual: since when, why, does the fee run, and the way out. */
export function ServiceTrouble({ user, today }: { user: User; today: string }) {
  if (user.state === 'active') return null;
  const look = serviceLook(kindOf(user.user_type), user);
  return (
    <Card
      title={
        <State tone={look.tone} icon={look.icon}>
          {look.word}
        </State>
      }
    >
      <div className={styles.body}>
        <p>{tied(user.state_text)}</p>
        {user.returns_on !== null && <p>{`Вернётся ${dayText(user.returns_on, today)}.`}</p>}
        <div>{user.reason === 'debt' ? <PayDebt /> : <SupportButton />}</div>
      </div>
    </Card>
  );
}
