import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText, keepTogether } from '#web/lib/text/format.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { useParams } from '#web/lib/page/router.tsx';
import type { Notice } from '#web/shared/data/frame-data.ts';
import { useIncidents } from '#web/shared/data/incidents.ts';
import { Markup } from '#web/shared/page/markup.tsx';
import { useNoticesAnswer } from '#web/shared/notices/notices.ts';
import { isPartial, useRole } from '#web/shared/data/role.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { ServiceLost } from '#web/shared/page/service-lost.tsx';
import { Note } from '#web/shared/service/page/service-note.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { KeyValues, Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { SpeedPage } from './speed-page.tsx';
import styles from './speed-test-page.module.css';

/** The address contains the operator's product word; another word is the 404 page. */
export function SpeedTestPage() {
  const { product } = useParams();
  const { product: own } = useProvider();
  const aside = [<EventsCard key="events" />, <NetworkCard key="network" />];
  if (product === undefined) return <SpeedPage isInside={false} aside={aside} />;
  if (own !== undefined && product !== own) return <ServiceLost />;
  return <SpeedPage isInside aside={aside} />;
}

const waiting = (label: string) => <SkeletonRows label={label} tile={false} count={2} />;

function NetworkCard() {
  const ip = useCall(contract.byDefault.getIp, {});
  return (
    <LoadedCard
      title="Ваше подключение"
      answer={ip}
      failed="Не удалось узнать ваш адрес."
      skeleton={waiting('Узнаём адрес')}
    >
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
    </LoadedCard>
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

/** Messages are for whoever sees the whole contract. */
function EventsCard() {
  const isShown = !isPartial(useRole());
  return isShown ? <KnownEvents /> : null;
}

function KnownEvents() {
  const notices = useNoticesAnswer();
  return (
    <LoadedCard
      title="Работы и аварии"
      answer={notices}
      failed="Не удалось узнать, нет ли работ и аварий."
      skeleton={waiting('Узнаём, нет ли работ')}
    >
      {(list) => <Works works={list.filter(({ kind }) => kind === 'work')} />}
    </LoadedCard>
  );
}

/** Planned works. The banner above tells of failures at the address, so they are not repeated here. */
function Works({ works }: { works: readonly Notice[] }) {
  const today = dayOf(now());
  const isBroken = useIncidents().length > 0;
  if (isBroken && works.length === 0) return null;
  return (
    <Card title={isBroken ? 'Работы' : 'Работы и аварии'}>
      {works.length === 0 ? (
        <Empty icon="circle-check" title="По вашему адресу всё спокойно">
          Новых сообщений об&nbsp;авариях и&nbsp;работах нет. Если интернет пропал, позвоните нам.
        </Empty>
      ) : (
        <Rows>
          {works.map(({ id, title, body, created_at }) => (
            <Note key={id} icon="wrench" tone="wait" title={keepTogether(title)}>
              <Markup html={body} />
              <p>{momentText(created_at, today)}</p>
            </Note>
          ))}
        </Rows>
      )}
    </Card>
  );
}
