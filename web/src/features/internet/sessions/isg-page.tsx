import { useParams } from '#web/lib/page/router.tsx';
import { capital, monthText, keepTogether } from '#web/lib/text/format.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { useService } from '#web/shared/service/service-data.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { ServiceLost } from '#web/shared/page/service-lost.tsx';
import { pathOf } from '#web/shared/service/text/service-state.tsx';
import { Stack } from '#web/ui/card/card.tsx';
import { IsgMonths } from './isg-months.tsx';
import { IsgMonth } from './isg-month.tsx';
import { MonthSteps } from './isg-steps.tsx';
import { PERIOD } from './isg-periods.ts';

/** The months of an internet service with time and traffic, or one month with its days and sessions. */
export function IsgPage() {
  const { user_id: id = '', period } = useParams();
  const service = useService('internet', id);
  if (service.lost || (period !== undefined && !PERIOD.test(period))) return <ServiceLost />;
  return (
    <Loaded
      answer={service}
      failed="Не удалось загрузить услугу."
      skeleton={<PageHead title="Сеансы и трафик" />}
      known={<PageHead title="Сеансы и трафик" back={{ to: `/internet/${id}`, text: 'Интернет' }} />}
    >
      {(user) => <Periods user={user} period={period} />}
    </Loaded>
  );
}

function Periods({ user, period }: { user: User; period: string | undefined }) {
  // A month is named with its year: one comes here from a list of years.
  const title = period === undefined ? 'Сеансы и трафик' : capital(monthText(period, ''));
  const back =
    period === undefined
      ? { to: pathOf(user), text: user.name }
      : { to: `${pathOf(user)}/isg`, text: 'Сеансы и трафик' };
  return (
    <>
      <PageHead
        title={title}
        {...(period !== undefined && { aside: <MonthSteps user={user} period={period} /> })}
        back={back}
        lead={keepTogether(user.name.includes(user.address) ? user.name : `${user.name}, ${user.address}`)}
      />
      <Stack>
        {period === undefined ? <IsgMonths user={user} /> : <IsgMonth key={period} user={user} period={period} />}
      </Stack>
    </>
  );
}
