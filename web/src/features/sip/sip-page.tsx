import { contract } from '#api/contract.ts';
import { useCall } from '#api/use-call.ts';
import { now } from '#lib/clock.ts';
import { dayOf } from '#lib/format.ts';
import type { User } from '#shared/data/frame-data.ts';
import { ProgramsCard } from '#shared/change/programs-card.tsx';
import { Loaded } from '#shared/page/loaded.tsx';
import { ServicePage } from '#shared/service/service-page.tsx';
import { ServicePlan } from '#shared/service/service-plan.tsx';
import { ServiceTrouble } from '#shared/service/service-trouble.tsx';
import { Card } from '#ui/card.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { Directions } from './directions.tsx';
import { LimitsCard } from './limits.tsx';
import { Phones } from './phones.tsx';
import { SetupCard } from './setup.tsx';

const useLine = ({ user_id }: User) => useCall(contract.sipUser.get, { params: { id: String(user_id) } });

/** One SIP line: setting up a telephone, who is registered, limits of spending, open directions. */
export const Page = () => (
  <ServicePage
    kind="sip"
    entry={(user) => <Side key={user.user_id} user={user} />}
    main={(user) => <Main key={user.user_id} user={user} />}
  />
);

function Main({ user }: { user: User }) {
  const line = useLine(user);
  return (
    <>
      <ServiceTrouble user={user} today={dayOf(now())} />
      <Loaded
        answer={line}
        failed="Не удалось загрузить настройки линии. Тариф и цена на месте."
        skeleton={
          <Card title="Подключить телефон">
            <SkeletonRows label="Загружаем линию" count={4} tile={false} />
          </Card>
        }
      >
        {(known) => (
          <>
            <SetupCard line={known} />
            {known.limits && <LimitsCard line={known} limits={known.limits} />}
            {known.directions.length > 0 && <Directions line={known} />}
          </>
        )}
      </Loaded>
      <ServicePlan user={user} today={dayOf(now())} />
      <ProgramsCard whose={user.user_id} title="Дополнительные услуги" />
    </>
  );
}

/** A failure of the line is told in the main column. */
function Side({ user }: { user: User }) {
  const { data } = useLine(user);
  return data?.registrations ? <Phones line={data} registrations={data.registrations} /> : null;
}
