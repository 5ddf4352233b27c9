import { Suspense } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, keepTogether, phone } from '#web/lib/text/format.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { ProgramsCard } from '#web/shared/change/programs-card.tsx';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { lostCard, ServicePage } from '#web/shared/service/page/service-page.tsx';
import { ServicePlan } from '#web/shared/service/page/service-plan.tsx';
import { PauseOrTrouble } from '#web/shared/suspension/pause-or-trouble.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Directions } from './directions.tsx';
import { LimitsCard } from './limits.tsx';
import { Phones } from './phones.tsx';
import { SipSetupCard } from './setup.tsx';
import { useLine } from './sip-data.ts';

const SuspensionSection = lazyPart(
  async () => (await import('#web/shared/suspension/suspension-section.tsx')).SuspensionSection,
  lostCard('Приостановить'),
);

/** One SIP line: setting up a telephone, who is registered, limits of spending, open directions. */
export const SipPage = () => (
  <ServicePage
    kind="sip"
    title={({ login }) => phone(login)}
    lead={(user, title) => <Lead user={user} title={title} />}
    entry={(user) => <Side key={user.user_id} user={user} />}
    main={(user) => <Main key={user.user_id} user={user} />}
    more={(user) => <Limits key={user.user_id} user={user} />}
    rest={(user) => <Rest key={user.user_id} user={user} />}
  />
);

/** «SIP-телефония, ул. Юбилейная, 31. На связи 1 телефон»: the service, its address, registered telephones. */
function Lead({ user: { address, login, state, user_id }, title }: { user: User; title: string }) {
  const { data } = useLine(user_id);
  const number = phone(login);
  const count = data?.registrations?.length;
  return keepTogether(
    [
      [title === number ? 'SIP-телефония' : number, !title.includes(address) && address].filter(Boolean).join(', '),
      state === 'active' &&
        count !== undefined &&
        (count === 0 ? 'Телефон не на связи' : `На связи ${counted(count, 'телефон', 'телефона', 'телефонов')}`),
    ]
      .filter(Boolean)
      .join('. '),
  );
}

function Main({ user }: { user: User }) {
  return (
    <>
      <PauseOrTrouble user={user} />
      <LoadedCard
        title="Подключить телефон"
        answer={useLine(user.user_id)}
        failed="Не удалось загрузить настройки линии. Тариф и цена на месте."
        skeleton={<SkeletonRows label="Загружаем линию" count={4} tile={false} />}
      >
        {(line) => <SipSetupCard line={line} isWorking={user.state === 'active'} />}
      </LoadedCard>
    </>
  );
}

/** A failure of the line is told in the main column. */
function Side({ user }: { user: User }) {
  const { data } = useLine(user.user_id);
  return (
    <>
      {data?.registrations && <Phones line={data} registrations={data.registrations} state={user.state} />}
      <ServicePlan user={user} today={dayOf(now())} />
    </>
  );
}

/** Beside what the limits stop: the columns then end almost on one line. */
function Limits({ user }: { user: User }) {
  const { data: line } = useLine(user.user_id);
  return line?.limits && <LimitsCard line={line} limits={line.limits} isWorking={user.state === 'active'} />;
}

function Rest({ user }: { user: User }) {
  const { data: line } = useLine(user.user_id);
  return (
    <>
      {line && line.directions.length > 0 && <Directions line={line} isWorking={user.state === 'active'} />}
      <ProgramsCard whose={user.user_id} title="Дополнительные услуги" />
      <Suspense>
        <SuspensionSection user={user} />
      </Suspense>
    </>
  );
}
