import { contract, type Wire } from '#api/contract.ts';
import { useCall } from '#api/use-call.ts';
import { now } from '#lib/clock.ts';
import { dayOf, momentText, phone, keepTogether } from '#lib/format.ts';
import { useProvider } from '#lib/provider.ts';
import { Link, useLocation, useParams } from '#lib/router.tsx';
import { useUsers, type Notice, type User } from '#shared/data/frame-data.ts';
import { Markup } from '#shared/page/markup.tsx';
import { useNoticesAnswer } from '#shared/notices/notices.ts';
import { PageHead } from '#shared/page/page-head.tsx';
import { Loaded } from '#shared/page/loaded.tsx';
import { ServiceLost } from '#shared/page/service-lost.tsx';
import { Note } from '#shared/service/service-note.tsx';
import { SupportLine } from '#shared/service/service-support.tsx';
import { kindOf, pathOf } from '#shared/service/service-state.tsx';
import { Empty } from '#ui/callout.tsx';
import { Card, Columns, Stack } from '#ui/card.tsx';
import { KeyValues, Line, Rows } from '#ui/rows.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { State } from '#ui/state.tsx';
import { SpeedPage } from './speed-page.tsx';
import styles from './speed-test-page.module.css';

const online = { title: 'Сеть сейчас', lead: 'Работы и аварии по вашему адресу.' };

/** The address contains the operator's product word; another word is the 404 page. */
export function Page() {
  const { pathname } = useLocation();
  const { product } = useParams();
  const { product: own } = useProvider();
  const aside = [<EventsCard key="events" />, <NetworkCard key="network" />];
  if (product === undefined) return <SpeedPage isInside={false} aside={aside} />;
  if (own !== undefined && product !== own) return <ServiceLost />;
  return pathname.endsWith('-online') ? <OnlinePage /> : <SpeedPage isInside aside={aside} />;
}

/** Known data of the line, without a measurement: address, speed of the plan, maintenance and failures. */
const OnlinePage = () => (
  <>
    <PageHead title={online.title} lead={online.lead} />
    <Columns>
      <Stack>
        <EventsCard />
        <NetworkCard />
        <SupportLine>Скорость не та? Поддержка измерит линию со своей стороны</SupportLine>
      </Stack>
      <Stack>
        <PlansCard />
        <TownCard />
      </Stack>
    </Columns>
  </>
);

const waiting = (title: string, label: string) => (
  <Card title={title}>
    <SkeletonRows label={label} tile={false} count={2} />
  </Card>
);

function NetworkCard() {
  const ip = useCall(contract.byDefault.getIp, {});
  return (
    <Loaded answer={ip} failed="Не узнали ваш адрес." skeleton={waiting('Ваше подключение', 'Узнаём адрес')}>
      {({ ip: address, is_local: isLocal }) => (
        <Card
          title="Ваше подключение"
          aside={
            <State tone={isLocal ? 'ok' : 'info'} icon={isLocal ? 'circle-check' : 'globe'}>
              {isLocal ? 'Внутри нашей сети' : 'Из другой сети'}
            </State>
          }
        >
          <div className={styles.network}>
            <KeyValues list={[['Ваш адрес', address]]} />
            <Advice isLocal={isLocal} />
          </div>
        </Card>
      )}
    </Loaded>
  );
}

const advice = {
  local:
    'Сравнивая скорость с\u00a0тарифом, подключите компьютер кабелем: Wi-Fi в\u00a0другой комнате бывает вдвое медленнее.',
  outside:
    'Вы вошли не\u00a0через нас: с\u00a0мобильного интернета или из\u00a0гостей. Скорость тарифа проверяйте дома.',
};

const Advice = ({ isLocal }: { isLocal: boolean }) => (
  <Note icon="info" tone="info">
    <p>{isLocal ? advice.local : advice.outside}</p>
  </Note>
);

function EventsCard() {
  const notices = useNoticesAnswer();
  return (
    <Loaded
      answer={notices}
      failed="Не удалось узнать, нет ли работ и аварий."
      skeleton={waiting('Работы и аварии', 'Узнаём, нет ли работ')}
    >
      {(list) => <Events events={list.filter(({ kind }) => kind === 'incident' || kind === 'work')} />}
    </Loaded>
  );
}

function Events({ events }: { events: readonly Notice[] }) {
  const today = dayOf(now());
  return (
    <Card title="Работы и аварии">
      {events.length === 0 ? (
        <Empty icon="circle-check" title="По вашему адресу всё спокойно">
          Новых сообщений об&nbsp;авариях и&nbsp;работах нет. Если интернет пропал, позвоните нам.
        </Empty>
      ) : (
        <Rows>
          {events.map(({ id, kind, title, body, created_at }) => (
            <Note key={id} icon={kind === 'work' ? 'wrench' : 'triangle-alert'} tone="wait" title={keepTogether(title)}>
              <Markup html={body} />
              <p>{momentText(created_at, today)}</p>
            </Note>
          ))}
        </Rows>
      )}
    </Card>
  );
}

function PlansCard() {
  const users = useUsers();
  return (
    <Loaded
      answer={users}
      failed="Не удалось загрузить тарифы."
      skeleton={waiting('Что даёт тариф', 'Загружаем тарифы')}
    >
      {(list) => <Plans users={list.filter(({ user_type }) => kindOf(user_type) === 'internet')} />}
    </Loaded>
  );
}

/** Further plans are on the pages of the services. */
const MOST_PLANS = 5;

function Plans({ users }: { users: readonly User[] }) {
  if (users.length === 0) return null;
  return (
    <Card title="Что даёт тариф">
      <Rows>
        {users.slice(0, MOST_PLANS).map((user) => (
          <Line
            key={user.user_id}
            title={<Link to={pathOf(user)}>{user.name}</Link>}
            value={user.plan?.summary ?? '—'}
            {...(user.plan && { note: `«${user.plan.name}»` })}
          />
        ))}
      </Rows>
    </Card>
  );
}

function TownCard() {
  const town = useCall(contract.byDefault.getTown, {});
  return (
    <Loaded answer={town} failed="Не узнали телефоны города." skeleton={waiting('Телефоны', 'Узнаём город')}>
      {(found: Wire<typeof contract.byDefault.getTown>) => (
        <Card title={`Телефоны: ${found.town}`}>
          <Rows>
            {found.phones.map(({ label, phone: number }) => (
              <Line key={number} title={label} value={<a href={`tel:+${number}`}>{phone(number)}</a>} />
            ))}
          </Rows>
        </Card>
      )}
    </Loaded>
  );
}
