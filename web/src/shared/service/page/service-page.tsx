import type { ReactNode } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, keepTogether } from '#web/lib/text/format.ts';
import { useParams } from '#web/lib/page/router.tsx';
import { Card, Columns, Stack } from '#web/ui/card/card.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { useInternetAccount, type Account, type User } from '#web/shared/data/frame-data.ts';
import { useHit } from '#web/shared/data/incidents.ts';
import { Lost } from '#web/shared/page/lazy-part.tsx';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { useService } from '../service-data.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { ServiceApplied } from '../row/service-applied.tsx';
import { ServiceLogin } from './service-login.tsx';
import { ServiceLost } from '#web/shared/page/service-lost.tsx';
import { ServiceMessages } from './service-messages.tsx';
import { ServiceMoney } from './service-money.tsx';
import { ServicePlan } from './service-plan.tsx';
import { kinds, type UserKind } from '../text/service-state.tsx';
import { ServiceTabs } from './service-tabs.tsx';
import { messagesOf } from '../text/service-texts.ts';
import { ServiceTrouble } from './service-trouble.tsx';
import styles from './service-page.module.css';
import { serviceLook } from '../text/service.texts.ts';

export interface ServicePageProps {
  kind: UserKind;
  /** The card with the login: its heading and the label of the login, or a special card of this kind. */
  entry: { title: string; word: string } | ((user: User) => ReactNode);
  /** Cards of this kind in the main column, instead of the state and the plan. */
  main?: (user: User) => ReactNode;
  /** Cards of this kind in the side column, below the others. */
  more?: (user: User) => ReactNode;
  /** Further cards of the main column; on a phone they come after the side column. */
  rest?: (user: User) => ReactNode;
  /** Cards over the full width, below both columns. */
  below?: (user: User) => ReactNode;
  /** The heading of the only service of this kind, if that is not the word for the kind. */
  title?: (user: User) => string;
  /** The line under the heading, instead of the address. */
  lead?: (user: User, title: string) => ReactNode;
}

const HOME = { to: '/', text: 'Все услуги' };

/** Instead of a card whose file failed to load: its title stays. */
export const lostCard = (title: string) => () => (
  <Card title={title}>
    <Lost />
  </Card>
);

/** The page of one service: state, reason, price, login. */
export function ServicePage(props: ServicePageProps) {
  const { user_id: id = '' } = useParams();
  const service = useService(props.kind, id);
  if (service.lost) return <ServiceLost />;
  return (
    <Loaded
      answer={service}
      failed="Не удалось загрузить услугу."
      known={<PageHead title={kinds[props.kind].word} back={HOME} />}
      skeleton={<ServiceSkeleton title={kinds[props.kind].word} />}
    >
      {(user) => <Known {...props} user={user} siblings={service.siblings} />}
    </Loaded>
  );
}

function ServiceSkeleton({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} lead={<Skeleton width="18rem" />} />
      <Columns>
        <Stack>
          <Card>
            <Skeleton width="12rem" height="3.5rem" round="md" />
            <SkeletonRows label="Загружаем услугу" count={2} tile={false} />
          </Card>
        </Stack>
        <Stack>
          <Card>
            <SkeletonRows label="Загружаем логин" count={2} tile={false} />
          </Card>
        </Stack>
      </Columns>
    </>
  );
}

/** The address of the service, unless it is in the title, and one more fact of its kind. */
export function leadOf({ address, detail }: User, title: string): string | undefined {
  const parts = [!title.includes(address) && address, detail && detail.charAt(0).toUpperCase() + detail.slice(1)];
  return keepTogether(parts.filter(Boolean).join('. ')) || undefined;
}

/** State and price, for a kind without special cards. */
function plainMain(user: User): ReactNode {
  const today = dayOf(now());
  return (
    <>
      <ServiceTrouble user={user} />
      <ServicePlan user={user} today={today} />
    </>
  );
}

function Known({
  kind,
  title: own = () => kinds[kind].word,
  lead = leadOf,
  user,
  siblings,
  ...cards
}: ServicePageProps & { user: User; siblings: readonly User[] }) {
  const look = serviceLook(kind, user, useHit());
  const title = siblings.length > 1 ? user.name : own(user);
  return (
    <>
      <PageHead
        title={title}
        back={HOME}
        lead={lead(user, title)}
        aside={
          <>
            <State tone={look.tone} icon={look.icon} quiet={look.tone === 'ok'}>
              {look.word}
            </State>
            <ServiceApplied key={user.user_id} user={user} />
          </>
        }
      />
      <ServiceTabs label={kinds[kind].word} users={siblings} />
      <Cards user={user} {...cards} />
    </>
  );
}

type CardsProps = Pick<ServicePageProps, 'entry' | 'main' | 'more' | 'rest' | 'below'> & { user: User };

/** The service without the messages that the card of the account repeats: the debt, and until when the money lasts. */
const withoutSaid = (user: User, account: Account | undefined): User =>
  account ? { ...user, duty: [], days_left: [] } : user;

/** The cards in their columns, in the order of a phone. */
function Cards({ user, entry, main = plainMain, more, rest, below }: CardsProps) {
  const { data } = useInternetAccount();
  const account = user.account === 'i' ? data : undefined;
  return (
    <div className={styles.body}>
      <Columns>
        <Stack>{main(user)}</Stack>
        <Stack>
          {typeof entry === 'function' ? entry(user) : <ServiceLogin user={user} {...entry} />}
          {account && <ServiceMoney account={account} today={dayOf(now())} />}
          {more?.(user)}
        </Stack>
        <Stack>
          {rest?.(user)}
          <ServiceMessages messages={messagesOf([withoutSaid(user, account)])} />
        </Stack>
      </Columns>
      {below?.(user)}
    </div>
  );
}
