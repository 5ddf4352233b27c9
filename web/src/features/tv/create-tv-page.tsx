import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { useUsers, type User } from '#web/shared/data/frame-data.ts';
import { useHit, type Hit } from '#web/shared/data/incidents.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { tvProgramInit, usePrograms } from '#web/shared/change/program-data.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { ServiceRow } from '#web/shared/service/row/service-row.tsx';
import { SupportButton } from '#web/shared/service/page/service-support.tsx';
import { listedUsers } from '#web/shared/service/text/service.texts.ts';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card, Columns, Stack } from '#web/ui/card/card.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { isStarterOpen, Starters } from './starters.tsx';

/** Orders TV: a choice of starter programs, and existing TV services. */
export function CreateTvPage() {
  return (
    <>
      <Head />
      <Columns>
        <Stack>
          <Known />
          <ToChoose />
        </Stack>
        <Stack>
          <Card title="Нужен совет?">
            <Stack>
              <p>Подскажем, какой способ подойдёт вашему телевизору.</p>
              <SupportButton wide />
            </Stack>
          </Card>
        </Stack>
      </Columns>
    </>
  );
}

/** A client who watches already is told so. */
function Head() {
  const { data } = useUsers();
  const has = tvOf(data ?? [], useHit()).length > 0;
  return (
    <PageHead
      title={has ? 'ТВ уже подключено' : 'Подключить ТВ'}
      tab="Подключить ТВ"
      back={{ to: '/', text: 'Все услуги' }}
      lead={has ? 'Ниже другие способы смотреть.' : 'Каналы приходят по тому же кабелю, что интернет.'}
    />
  );
}

const TITLE = 'Как будете смотреть';

/** `tv-program-init`: starter programs that are not on. */
function ToChoose() {
  const answer = usePrograms('contract');
  return (
    <LoadedCard
      title={TITLE}
      answer={answer}
      failed="Не удалось загрузить способы подключения."
      skeleton={<SkeletonRows label="Загружаем способы подключения" count={2} tile={false} />}
    >
      {(programs) => {
        const starters = tvProgramInit(programs);
        return (
          <Card {...(starters.length > 0 && !starters.some(isStarterOpen) && { title: 'Другие способы' })}>
            {starters.length > 0 ? (
              <Starters title={TITLE} starters={starters} />
            ) : (
              <Empty icon="tv" title="Подключать больше нечего">
                Всё, что есть для просмотра, уже подключено. Ещё одну приставку привезёт поддержка.
              </Empty>
            )}
          </Card>
        );
      }}
    </LoadedCard>
  );
}

/** The client's existing TV services. */
function Known() {
  const { data = [] } = useUsers();
  const services = tvOf(data, useHit());
  if (services.length === 0) return null;
  return (
    <Card title="Уже подключено">
      <Rows>
        {services.map((service) => (
          <ServiceRow key={service.key} service={service} today={dayOf(now())} />
        ))}
      </Rows>
    </Card>
  );
}

const tvOf = (users: readonly User[], hit: Hit) => listedUsers(users, hit).filter(({ kind }) => kind === 'tv');
