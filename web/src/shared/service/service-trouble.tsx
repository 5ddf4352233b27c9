import type { ReactNode } from 'react';
import { rubles, keepTogether } from '#lib/format.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { inAddress } from '#shared/money/account-sums.ts';
import type { Account, User } from '#shared/data/frame-data.ts';
import { useWaysOut } from '#shared/money/promised-data.ts';
import { PromisedWay } from '#shared/money/promised-payment.tsx';
import { SupportButton } from './service-support.tsx';
import styles from './service-trouble.module.css';
import { meanwhileText } from './meanwhile.texts.ts';
import { troubleTitle } from './service.texts.ts';

/** A button to pay exactly the sum that ends the debt. */
export function PayDebt({ p = 'i', wide = false }: { p?: Account['kind']; wide?: boolean }) {
  const { data: way } = useWaysOut(p);
  const to = way ? `/payment/${p}/${inAddress(way.to_pay)}` : `/payment/${p}`;
  return (
    <LinkButton to={to} wide={wide}>
      {way ? `Заплатить ${rubles(way.to_pay)}` : 'Пополнить счёт'}
    </LinkButton>
  );
}

interface TroubleProps {
  user: User;
  /** The way out, if it is neither to pay nor to call the support. */
  way?: ReactNode;
}

/** A service that does not work: the cause, since when, and whether the fee is charged in one sentence, and the way out. */
export function ServiceTrouble({ user, way }: TroubleProps) {
  if (user.state === 'active') return null;
  const isDebt = user.reason === 'debt';
  const meanwhile = meanwhileText(user);
  return (
    <Card title={troubleTitle(user.state)}>
      <div className={styles.body}>
        <p>{keepTogether(user.state_text)}.</p>
        {meanwhile !== undefined && <p>{keepTogether(meanwhile)}</p>}
        {user.state !== 'closed' && <div>{way ?? (isDebt ? <PayDebt p={user.account} /> : <SupportButton />)}</div>}
      </div>
      {isDebt && <PromisedWay p={user.account} />}
    </Card>
  );
}
