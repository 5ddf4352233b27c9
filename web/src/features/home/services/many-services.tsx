import { useId, useState } from 'react';
import { counted, plural } from '#web/lib/text/format.ts';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { State } from '#web/ui/card/state.tsx';
import { foundServices, SEARCH_FROM, serviceGroups, SHOWN_AT_FIRST, type ServiceGroup } from './service-groups.ts';
import styles from './services-card.module.css';
import { MOST_PLAIN, ServicesList } from './services-list.tsx';

const countedServices = (count: number): string => counted(count, 'услуга', 'услуги', 'услуг');

/** Services by kind, with a search. */
export function ManyServices({ services, today }: { services: readonly ListedService[]; today: string }) {
  const [sought, setSought] = useState('');
  const searching = sought.trim() !== '';
  return (
    <Card title="Услуги" aside={countedServices(services.length)}>
      {services.length >= SEARCH_FROM && <Search sought={sought} onSeek={setSought} />}
      {searching ? (
        <Found services={foundServices(services, sought)} today={today} />
      ) : (
        serviceGroups(services).map((group) => <Group key={group.kind} group={group} today={today} />)
      )}
    </Card>
  );
}

/** Not a `Field`, which is in the file of the forms: the first screen must not wait for that file. */
function Search({ sought, onSeek }: { sought: string; onSeek: (text: string) => void }) {
  const id = useId();
  return (
    <div className={styles.search} role="search">
      <label htmlFor={id}>Найти услугу</label>
      <div>
        <input
          id={id}
          type="search"
          aria-describedby={`${id}-hint`}
          value={sought}
          onChange={({ target }) => onSeek(target.value)}
        />
        <Icon name="search" size="sm" />
      </div>
      <p id={`${id}-hint`}>Название, логин, адрес, тариф или номер</p>
    </div>
  );
}

/** With more results than this the client must refine the search. */
const MOST_FOUND = 30;

function Found({ services, today }: { services: readonly ListedService[]; today: string }) {
  if (services.length === 0) {
    return (
      <div role="status">
        <Empty icon="search" title="Ничего не нашли">
          Проверьте раскладку или наберите часть адреса или номера.
        </Empty>
      </div>
    );
  }
  return (
    <>
      <p className={styles.found} role="status">
        {`${plural(services.length, 'Нашлась', 'Нашлись', 'Нашлось')} ${countedServices(services.length)}`}
        {services.length > MOST_FOUND && `, показываем первые ${MOST_FOUND}`}
      </p>
      <ServicesList services={services.slice(0, MOST_FOUND)} today={today} />
    </>
  );
}

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
