import { Suspense, type ReactNode } from 'react';
import { keepTogether } from '#lib/format.ts';
import type { User } from '#shared/data/frame-data.ts';
import { lazyPart } from '#shared/page/lazy-part.tsx';
import { PayDebt } from '#shared/service/service-trouble.tsx';
import { PromisedWay } from '#shared/money/promised-payment.tsx';
import { SupportButton } from '#shared/service/service-support.tsx';
import { troubleTitle } from '#shared/service/service.texts.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import styles from './state-card.module.css';
import { UnlockButton } from './unlock-button.tsx';

const SuspensionNow = lazyPart(
  async () => (await import('#features/internet/suspension/suspension-now.tsx')).SuspensionNow,
);

/** The one way out of each situation; otherwise it is the support. */
const ways: Partial<Record<NonNullable<User['reason']> | 'paused', (user: User) => ReactNode>> = {
  paused: (user) => (
    <Suspense>
      <SuspensionNow user={user} />
    </Suspense>
  ),
  debt: () => <PayDebt />,
  login_locked: (user) => <UnlockButton user={user} />,
  session_stuck: (user) => <UnlockButton user={user} />,
  binding_stale: (user) => <UnlockButton user={user} />,
  schedule: () => (
    <LinkButton to="#schedule" external icon="calendar-clock">
      К графику доступа
    </LinkButton>
  ),
};

function wayOf({ state, reason }: User) {
  if (state === 'paused') return ways.paused;
  return reason === null ? undefined : ways[reason];
}

/** «Почему не работает»: the cause, since when, and whether the fee is charged in one sentence, and the one button that helps. */
export function StateCard({ user }: { user: User }) {
  if (user.state === 'active') return null;
  const way = wayOf(user);
  return (
    <Card title={troubleTitle(user.state)}>
      <div className={styles.body}>
        <p>{keepTogether(user.state_text)}.</p>
        {user.state !== 'closed' && <div>{way ? way(user) : <SupportButton />}</div>}
      </div>
      {user.reason === 'debt' && <PromisedWay p={user.account} />}
    </Card>
  );
}
