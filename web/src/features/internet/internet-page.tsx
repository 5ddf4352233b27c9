import { Suspense, type ComponentType, type ReactNode } from 'react';
import { Link } from '#web/lib/page/router.tsx';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { isStarter, type Program } from '#web/shared/change/program-data.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { useRole } from '#web/shared/data/role.ts';
import { renderedPart } from '#web/shared/page/rendered-part.tsx';
import { lostCard, ServicePage } from '#web/shared/service/page/service-page.tsx';
import { openSheet } from '#web/lib/page/sheet.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import styles from './internet-page.module.css';
import { PlanSection } from '#web/shared/plan/plan-card.tsx';
import { StateCard } from './state/state-card.tsx';

const ENTRY = 'Вход в сеть';
const SERVICES = 'Включено';
const SCHEDULE = 'График доступа';

// Parts below the plan are separate files.
const cardPart = <Props extends object>(title: string, load: () => Promise<ComponentType<Props>>) =>
  renderedPart(load, undefined, lostCard(title));
const AccessSection = cardPart(ENTRY, async () => (await import('./access/access-section.tsx')).AccessSection);
const SuspensionSection = cardPart(
  'Приостановить',
  async () => (await import('#web/shared/suspension/suspension-section.tsx')).SuspensionSection,
);
const ServicesSection = cardPart(
  SERVICES,
  async () => (await import('#web/shared/plan/services-section.tsx')).ServicesSection,
);
const ScheduleSection = cardPart(SCHEDULE, async () => (await import('./schedule/schedule.tsx')).ScheduleSection);

/** Programs that create a TV service are not listed here: they are on the page of TV, or on the page that orders it. */
const isNotOfTv = (program: Program): boolean => !isStarter(program);

/** One internet service of any type: isg, ethernet, homenet, dial-up. */
export function InternetPage() {
  const isWhole = useRole() !== 'technician';
  return (
    <ServicePage
      kind="internet"
      entry={(user) => (
        <Coming id="login" title={ENTRY}>
          <AccessSection user={user} />
        </Coming>
      )}
      main={(user) => (
        <>
          <StateCard user={user} />
          {isWhole && (
            <>
              <PlanSection key={user.user_id} user={user} />
              <Part id="services" title={SERVICES}>
                <ServicesSection key={user.user_id} user={user} ofContract={isNotOfTv} />
              </Part>
            </>
          )}
          <Part id="schedule" title={SCHEDULE}>
            <ScheduleSection user_id={user.user_id} />
          </Part>
          {isWhole && (
            <Suspense>
              <SuspensionSection user={user} />
            </Suspense>
          )}
        </>
      )}
      more={(user) => <Help user={user} />}
    />
  );
}

/** Shows the heading of a part, with its anchor, while the part loads. */
function Coming({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <div id={id}>
          <Waited title={title} />
        </div>
      }
    >
      {children}
    </Suspense>
  );
}

/** A part that keeps its anchor when it has come. */
function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div id={id} className={styles.part}>
      <Suspense fallback={<Waited title={title} />}>{children}</Suspense>
    </div>
  );
}

const Waited = ({ title }: { title: string }) => (
  <Card title={title}>
    <SkeletonRows label={`Загружаем: ${title}`} count={3} tile={false} />
  </Card>
);

/** Help for a bad connection: why it does not work, the settings of a router, the speed, this month's sessions. */
function Help({ user: { user_id } }: { user: User }) {
  return (
    <Card title="Плохо работает?">
      <ul className={styles.links}>
        <li>
          <Icon name="wifi-off" size="sm" />
          <TextButton aria-haspopup="dialog" onClick={() => openSheet({ name: 'trouble', userId: user_id })}>
            Не&nbsp;работает
          </TextButton>
        </li>
        <li>
          <Icon name="key" size="sm" />
          <TextButton aria-haspopup="dialog" onClick={() => openSheet({ name: 'entry', userId: user_id })}>
            Настройки роутера
          </TextButton>
        </li>
        <li>
          <Icon name="gauge" size="sm" />
          <Link to="/speed-test">Проверка скорости</Link>
        </li>
        <li>
          <Icon name="calendar" size="sm" />
          <Link to={`/internet/${user_id}/isg/${dayOf(now()).slice(0, 7)}`}>Сеансы и&nbsp;трафик</Link>
        </li>
        <li>
          <Icon name="message-question" size="sm" />
          <Link to="/support/contacts">Как связаться с&nbsp;поддержкой</Link>
        </li>
      </ul>
    </Card>
  );
}
