import { useState } from 'react';
import { counted } from '#web/lib/text/format.ts';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { State } from '#web/ui/card/state.tsx';
import { serviceGroups, SHOWN_AT_FIRST, type ServiceGroup } from './service-groups.ts';
import styles from './services-card.module.css';
import { MOST_PLAIN, ServicesList } from './services-list.tsx';

const countedServices = (count: number): string => counted(count, 'услуга', 'услуги', 'услуг');

/** More services than a plain list holds, by kind. */
export const ManyServices = ({ services, today }: { services: readonly ListedService[]; today: string }) => (
  <Card title="Услуги" aside={countedServices(services.length)}>
    {serviceGroups(services).map((group) => (
      <Group key={group.kind} group={group} today={today} />
    ))}
  </Card>
);

function Group({ group, today }: { group: ServiceGroup; today: string }) {
  const { title, services, troubled } = group;
  const [open, setOpen] = useState(false);
  const fewer = Math.max(SHOWN_AT_FIRST, Math.min(troubled, MOST_PLAIN));
  const shown = open ? services : services.slice(0, fewer);
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.head}>
        <h3>
          {title} <span>{services.length}</span>
        </h3>
        <GroupState group={group} />
      </div>
      <ServicesList services={shown} today={today} level={4} />
      {services.length > fewer && (
        <div className={styles.more}>
          <Button
            look="plain"
            size="sm"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            icon={open ? 'chevron-up' : 'chevron-down'}
          >
            {open ? 'Свернуть' : `Показать все ${services.length}`}
          </Button>
        </div>
      )}
    </section>
  );
}

function GroupState({ group: { troubled, isHit } }: { group: ServiceGroup }) {
  if (troubled === 0) {
    return (
      <State tone="ok" quiet>
        Всё в порядке
      </State>
    );
  }
  return isHit ? (
    <State tone="wait">Авария</State>
  ) : (
    <State tone="bad" icon="circle-alert">
      {`${counted(troubled, 'требует', 'требуют', 'требуют')} внимания`}
    </State>
  );
}
