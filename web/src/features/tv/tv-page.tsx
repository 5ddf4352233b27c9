import { keepTogether } from '#web/lib/text/format.ts';
import { Suspense } from 'react';
import { useNavigate } from '#web/lib/page/router.tsx';
import type { User } from '#web/shared/data/frame-data.ts';
import { isStarter } from '#web/shared/change/program-data.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { PlanSection } from '#web/shared/plan/plan-card.tsx';
import { ServiceLogin } from '#web/shared/service/page/service-login.tsx';
import { lostCard, ServicePage } from '#web/shared/service/page/service-page.tsx';
import { PauseOrTrouble } from '#web/shared/suspension/pause-or-trouble.tsx';
import { Stack } from '#web/ui/card/card.tsx';
import { Devices } from './devices/devices.tsx';
import { boxesText } from './devices/devices.texts.ts';
import { useKnownDevices } from './devices/tv-devices.ts';
import { CHANNELS_AND_TERMS, PackageChannels } from './package-channels.tsx';
import styles from './tv-page.module.css';

const GIVE_UP = 'Отказаться от ТВ';

/** Shown after a choice of another plan, or far below the first screen. */
const PlanDifference = lazyPart(async () => (await import('./plan-difference.tsx')).PlanDifference);
const Comparison = lazyPart(async () => (await import('./plan-difference.tsx')).Comparison);
const ServicesSection = lazyPart(
  async () => (await import('#web/shared/plan/services-section.tsx')).ServicesSection,
  lostCard('Включено'),
);
const ProgramsCard = lazyPart(
  async () => (await import('#web/shared/change/programs-card.tsx')).ProgramsCard,
  lostCard(GIVE_UP),
);
const ChannelsCard = lazyPart(async () => (await import('./channels-card.tsx')).ChannelsCard, lostCard('Каналы'));
const SuspensionSection = lazyPart(
  async () => (await import('#web/shared/suspension/suspension-section.tsx')).SuspensionSection,
  lostCard('Приостановить'),
);

/** One TV service: plan, devices, options, packages, channels, and the starter program that created it. */
export const TvPage = () => (
  <ServicePage
    kind="tv"
    lead={(user) => <Lead user={user} />}
    entry={(user) => (
      <>
        <Devices key={user.user_id} user={user} />
        <ServiceLogin user={user} title="Вход на приставке" word="Логин" />
      </>
    )}
    main={(user) => (
      <>
        <PauseOrTrouble user={user} />
        <Plan key={user.user_id} user={user} />
      </>
    )}
    rest={(user) => <Rest key={user.user_id} user={user} />}
    below={(user) => <Below key={user.user_id} user={user} />}
  />
);

/** «Приставка на связи, ул. Юбилейная, 31»: while the service works, its boxes are the answer. */
function Lead({ user: { address, state, user_id } }: { user: User }) {
  const { data } = useKnownDevices(user_id);
  const boxes = state === 'active' ? boxesText(data?.devices ?? []) : undefined;
  return keepTogether([boxes, address].filter(Boolean).join(', '));
}

function Plan({ user }: { user: User }) {
  const { user_id, plan } = user;
  return (
    <PlanSection
      user={user}
      comparison={(options) => (
        <Suspense>
          <Comparison userId={user_id} options={options} />
        </Suspense>
      )}
      {...(plan && {
        difference: (planId: number) => (
          <Suspense>
            <PlanDifference userId={user_id} planId={plan.plan_id} newPlanId={planId} />
          </Suspense>
        ),
      })}
    />
  );
}

const Rest = ({ user }: { user: User }) => (
  <>
    <div id="services">
      <Stack>
        <Suspense>
          <ServicesSection
            user={user}
            more={{ title: CHANNELS_AND_TERMS, of: ({ programm_id }) => <PackageChannels programId={programm_id} /> }}
          />
        </Suspense>
      </Stack>
    </div>
    {/* In the main column: the side column is longer, so a card across both would leave a gap above it. */}
    <Suspense>{user.plan && <ChannelsCard userId={user.user_id} plan={user.plan} />}</Suspense>
  </>
);

const CLOSING = keepTogether('Каналы пропадут сразу. Сколько вернём на счёт, покажем до подтверждения.');

/** Cards that are rarely needed, and those that take something away. */
function Below({ user }: { user: User }) {
  const navigate = useNavigate();
  return (
    <div className={styles.pair}>
      <Suspense>
        <SuspensionSection user={user} />
      </Suspense>
      <Suspense>
        <ProgramsCard
          whose="contract"
          title={GIVE_UP}
          about={CLOSING}
          only={(program) => isStarter(program) && program.control.status === 'on'}
          // Switching the program off closes the service: leave its page.
          onDone={() => navigate('/tv/create')}
        />
      </Suspense>
    </div>
  );
}
