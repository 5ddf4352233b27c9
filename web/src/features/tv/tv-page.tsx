import { now } from '#lib/clock.ts';
import { dayOf } from '#lib/format.ts';
import { useNavigate } from '#lib/router.tsx';
import type { User } from '#shared/data/frame-data.ts';
import { isStarter } from '#shared/change/program-data.ts';
import { ProgramsCard } from '#shared/change/programs-card.tsx';
import { PlanSection } from '#shared/plan/plan-card.tsx';
import { ServicePage } from '#shared/service/service-page.tsx';
import { ServiceTrouble } from '#shared/service/service-trouble.tsx';
import { ChannelsCard } from './channels-card.tsx';
import { Devices } from './devices/devices.tsx';
import { CHANNELS_AND_TERMS, PackageChannels } from './package-channels.tsx';
import { Comparison, PlanDifference } from './plan-difference.tsx';

/** One TV service: plan, options, packages, channels, and the starter program that created it. */
export const Page = () => (
  <ServicePage
    kind="tv"
    entry={{ title: 'Вход на приставке', word: 'Логин' }}
    more={(user) => <Devices key={user.user_id} user={user} />}
    main={(user) => (
      <>
        <ServiceTrouble user={user} today={dayOf(now())} />
        <Plan key={`plan-${user.user_id}`} user={user} />
        <Programs key={user.user_id} user={user} />
      </>
    )}
  />
);

function Plan({ user }: { user: User }) {
  const { user_id, plan } = user;
  return (
    <PlanSection
      user={user}
      comparison={(options) => <Comparison userId={user_id} options={options} />}
      {...(plan && {
        difference: (planId: number) => <PlanDifference userId={user_id} planId={plan.plan_id} newPlanId={planId} />,
      })}
    />
  );
}

function Programs({ user: { user_id, plan } }: { user: User }) {
  const navigate = useNavigate();
  return (
    <>
      <ProgramsCard
        whose={user_id}
        title="Пакеты каналов"
        counted={['пакета', 'пакетов']}
        more={{ title: CHANNELS_AND_TERMS, of: ({ programm_id }) => <PackageChannels programId={programm_id} /> }}
      />
      {plan && <ChannelsCard userId={user_id} plan={plan} />}
      <ProgramsCard
        whose="contract"
        title="Подключение ТВ"
        only={(program) => isStarter(program) && program.control.status === 'on'}
        // Switching the program off closes the service: leave its page.
        onDone={() => navigate('/tv/create')}
      />
    </>
  );
}
