import { dayText, rubles, keepTogether } from '#lib/format.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { inAddress } from '#shared/money/account-sums.ts';
import type { Account, User } from '#shared/data/frame-data.ts';
import { useWaysOut } from '#shared/money/promised-data.ts';
import { SupportButton } from './service-support.tsx';
import styles from './service-trouble.module.css';
import { troubleTitle } from './service.texts.ts';

/** A button to pay exactly the sum that ends the debt. */
export function PayDebt({ p = 'i' }: { p?: Account['kind'] }) {
  const { data: way } = useWaysOut(p);
  if (!way) return <LinkButton to={`/payment/${p}`}>Пополнить счёт</LinkButton>;
  return <LinkButton to={`/payment/${p}/${inAddress(way.to_pay)}`}>{`Заплатить ${rubles(way.to_pay)}`}</LinkButton>;
}

/** A service that does not work as usual: since when, why, whether the fee is charged, and the way out. */
export function ServiceTrouble({ user, today }: { user: User; today: string }) {
  if (user.state === 'active') return null;
  return (
    <Card title={troubleTitle(user.state)}>
      <div className={styles.body}>
        <p>{keepTogether(user.state_text)}</p>
        {user.returns_on !== null && <p>{`Вернётся ${dayText(user.returns_on, today)}.`}</p>}
        <div>{user.reason === 'debt' ? <PayDebt p={user.account} /> : <SupportButton />}</div>
      </div>
    </Card>
  );
}
