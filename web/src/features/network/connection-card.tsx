import { useQuery } from '@tanstack/react-query';
import { contract } from '#web/api/contract.ts';
import { isGuest } from '#web/api/session.ts';
import { callQuery, useCall } from '#web/api/use-call.ts';
import { Link, useLocation } from '#web/lib/page/router.tsx';
import { openSheet } from '#web/lib/page/sheet.ts';
import { useUsers, type User } from '#web/shared/data/frame-data.ts';
import { signInHref } from '#web/shared/frame/return-path.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { pathOf, ServiceState } from '#web/shared/service/text/service-state.tsx';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import styles from './connection-card.module.css';
import {
  factsOf,
  othersOff,
  ownOf,
  placeText,
  connectionSeenText,
  titleOf,
  type IpAddress,
  type Connection,
  type TodayAndYesterday,
} from './connection.texts.ts';

/** Refetch interval: the network reports traffic every few minutes. */
const AGAIN_MS = 60_000;

/** «Вы в сети»: the client's own session, and the address from which the page was opened. */
export const ConnectionCard = (dates: TodayAndYesterday) => (isGuest() ? <AddressCard /> : <OwnCard {...dates} />);

const TITLE = 'Ваше подключение';
const waiting = <SkeletonRows label="Узнаём, в сети ли вы" tile={false} count={2} />;

/** For a guest or a client without internet: only the address is known. */
function AddressCard() {
  const address = useCall(contract.byDefault.getIp, {});
  return (
    <LoadedCard title={TITLE} answer={address} failed="Не удалось узнать ваш адрес." skeleton={waiting}>
      {({ ip, is_local: isLocal }) => (
        <Card title={TITLE}>
          <div className={styles.body}>
            <KeyValues
              list={[
                ['Ваш адрес', ip],
                ['Сеть', isLocal ? 'наша' : 'другая'],
              ]}
            />
            {isGuest() && <SignIn isLocal={isLocal} />}
          </div>
        </Card>
      )}
    </LoadedCard>
  );
}

function SignIn({ isLocal }: { isLocal: boolean }) {
  const { pathname } = useLocation();
  return (
    <>
      <p className={styles.words}>
        {isLocal
          ? 'Войдите\u00a0— покажем, с\u00a0какого времени вы\u00a0в\u00a0сети и\u00a0как быстро качаете.'
          : 'Войдите\u00a0— покажем, в\u00a0сети ли ваш роутер.'}
      </p>
      <LinkButton external to={signInHref(pathname)} look="soft" size="sm">
        Войти
      </LinkButton>
    </>
  );
}

function OwnCard(dates: TodayAndYesterday) {
  const { data: address } = useCall(contract.byDefault.getIp, {});
  const { data: users } = useUsers();
  const connections = useQuery({ ...callQuery(contract.network.connection, {}), refetchInterval: AGAIN_MS });
  return (
    <LoadedCard title={TITLE} answer={connections} failed="Не удалось узнать, в сети ли ваш роутер." skeleton={waiting}>
      {(list) => {
        const own = ownOf(list, address?.ip);
        if (own === undefined) return <AddressCard />;
        return (
          <Shown
            own={own}
            isOne={list.length === 1}
            user={users?.find(({ user_id: id }) => id === own.user_id)}
            off={users?.filter(({ user_id: id }) => othersOff(list, own).has(id)) ?? []}
            address={address}
            dates={dates}
          />
        );
      }}
    </LoadedCard>
  );
}

interface ShownProps {
  own: Connection;
  isOne: boolean;
  /** Other services that are not in the network. */
  off: readonly User[];
  user: User | undefined;
  address: IpAddress | undefined;
  dates: TodayAndYesterday;
}

function Shown({ own, isOne, user, off, address, dates }: ShownProps) {
  const { session } = own;
  const place = placeText(session, address);
  return (
    <Card title={titleOf(session, address)} aside={user && <Link to={`${pathOf(user)}/isg`}>Сеансы</Link>}>
      <div className={styles.body}>
        {!isOne && user && <KeyValues list={[['Услуга', <Link to={pathOf(user)}>{user.login}</Link>]]} />}
        {session ? <KeyValues list={factsOf(session, dates)} /> : <Off own={own} user={user} dates={dates} />}
        {off.length > 0 && <OthersOff users={off} />}
        {place && <p className={styles.words}>{place}</p>}
      </div>
    </Card>
  );
}

/** More of them are on home. */
const MOST_OFF = 3;

const OthersOff = ({ users }: { users: readonly User[] }) => (
  <KeyValues
    list={users
      .slice(0, MOST_OFF)
      .map((user) => [
        user.login,
        user.state === 'active' ? <State tone="wait">Не&nbsp;в&nbsp;сети</State> : <ServiceState user={user} />,
      ])}
  />
);

/** Why there is no session, and what helps. */
function Off({ own, user, dates }: Pick<ShownProps, 'own' | 'user' | 'dates'>) {
  const isWaiting = user?.state === 'connecting' || user?.state === 'paused';
  return (
    <>
      {user && user.state !== 'active' && <ServiceState user={user} />}
      <p>{connectionSeenText(own, dates)}</p>
      {isWaiting ? (
        <LinkButton to={pathOf(user)} look="soft" size="sm">
          Открыть услугу
        </LinkButton>
      ) : (
        <Button look="soft" size="sm" onClick={() => openSheet({ name: 'trouble', userId: own.user_id })}>
          Почему не&nbsp;работает
        </Button>
      )}
    </>
  );
}
