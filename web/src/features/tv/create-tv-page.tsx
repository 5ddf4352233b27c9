import { now } from '#lib/clock.ts';
import { dayOf } from '#lib/format.ts';
import { useUsers, type User } from '#parts/frame-data.ts';
import { PageHead } from '#parts/page-head.tsx';
import { Loaded } from '#parts/service-loaded.tsx';
import { ServiceRow } from '#parts/service-row.tsx';
import { SupportButton } from '#parts/service-support.tsx';
import { listedUsers } from '#parts/service-words.ts';
import { Empty } from '#ui/callout.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { Rows } from '#ui/rows.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';

/** How to have TV: what is there already, and who connects it. */
export function Page() {
  const users = useUsers();
  return (
    <>
      <PageHead title="Подключить ТВ" lead="Каналы приходят по тому же кабелю, что интернет." />
      <Stack>
        <Loaded
          answer={users}
          failed="Не загрузили услуги."
          skeleton={
            <Card>
              <SkeletonRows label="Загружаем услуги" count={2} />
            </Card>
          }
        >
          {(list) => <Known users={list} />}
        </Loaded>
      </Stack>
    </>
  );
}

function Known({ users }: { users: readonly User[] }) {
  const services = listedUsers(users).filter(({ kind }) => kind === 'tv');
  const today = dayOf(now());
  return (
    <>
      {services.length > 0 && (
        <Card title="Уже подключено">
          <Rows>
            {services.map((service) => (
              <ServiceRow key={service.key} service={service} today={today} />
            ))}
          </Rows>
        </Card>
      )}
      <Card title="Как подключить">
        <Empty
          icon="tv"
          title={services.length > 0 ? 'Нужна ещё одна приставка?' : 'ТВ пока не подключено'}
          action={<SupportButton look="solid" />}
        >
          Позвоните: поможем выбрать стартовый пакет, назовём цену и&nbsp;подключим к&nbsp;вашему договору.
        </Empty>
      </Card>
    </>
  );
}
