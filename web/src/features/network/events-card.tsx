import { useState, type ReactNode } from 'react';
import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { keepTogether } from '#web/lib/text/format.ts';
import { Markup } from '#web/shared/page/markup.tsx';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import styles from './events-card.module.css';
import {
  causeText,
  incidentLostText,
  peopleText,
  timeUntil,
  incidentMomentText,
  type Events,
  type Incident,
  plannedText,
} from './network.texts.ts';

interface EventsCardProps {
  events: Events;
  today: string;
  yesterday: string;
}

/** How many past failures are shown before «За неделю». */
const RECENT = 1;

/** Failures and works: open ones first, then the latest past one. */
export function EventsCard({ events, today, yesterday }: EventsCardProps) {
  const [isWeek, showWeek] = useState(false);
  const open = events.incidents.filter(({ ended_at: ended }) => ended === null);
  const over = events.incidents.filter(({ ended_at: ended }) => ended !== null);
  const more = over.length > RECENT && (
    <TextButton onClick={() => showWeek(!isWeek)} aria-expanded={isWeek}>
      {isWeek ? 'Только последние' : 'За неделю'}
    </TextButton>
  );
  const dates = { today, yesterday };
  return (
    <Card title="Что случилось" aside={more || undefined}>
      {events.incidents.length + events.works.length === 0 ? (
        <Empty icon="circle-check" title="Аварий и работ нет">
          За&nbsp;неделю в&nbsp;сети ничего не&nbsp;ломалось. Если интернет пропал, напишите или позвоните нам.
        </Empty>
      ) : (
        <div className={styles.events}>
          {open.map((incident) => (
            <Open key={incident.incident_id} incident={incident} canReport={events.here !== null} {...dates} />
          ))}
          {events.works.map((work) => (
            <Event
              key={work.id}
              state={
                <State tone="info" icon="wrench">
                  Работы
                </State>
              }
              title={work.title}
            >
              <Markup html={work.body} />
              <p>{work.is_here ? 'Ваш город' : work.town}</p>
            </Event>
          ))}
          {(isWeek ? over : over.slice(0, RECENT)).map((incident) => (
            <Over key={incident.incident_id} incident={incident} {...dates} />
          ))}
        </div>
      )}
    </Card>
  );
}

const Event = ({ state, title, children }: { state: ReactNode; title: string; children: ReactNode }) => (
  <article className={styles.event}>
    {state}
    <h3>{keepTogether(title)}</h3>
    {children}
  </article>
);

interface Dates {
  today: string;
  yesterday: string;
}

/** More places than these are counted. */
const MOST_PLACES = 3;

function placesText(places: readonly string[]): string {
  const rest = places.length - MOST_PLACES;
  return places.slice(0, MOST_PLACES).join('; ') + (rest > 0 ? ` и\u00a0ещё ${rest}` : '');
}

function Open({ incident, canReport, today, yesterday }: Dates & { incident: Incident; canReport: boolean }) {
  const { began_at: began, planned_until: until, cause, places, reports, pays_back: paysBack } = incident;
  return (
    <Event
      state={
        <State tone="bad" icon="triangle-alert">
          {incident.is_here ? 'Авария у вас' : 'Авария'} с&nbsp;{timeUntil(began, today, yesterday)}
        </State>
      }
      title={causeText(cause)}
    >
      <p>
        {incidentLostText(incident)}. {plannedText(until, today, yesterday)}.{' '}
        {paysBack && 'За\u00a0простой вернём деньги сами.'}
      </p>
      <p>{placesText(places)}</p>
      {incident.is_here && canReport ? (
        <SameHere incident={incident} />
      ) : (
        reports > 0 && <p className={styles.people}>{peopleText(reports)}</p>
      )}
    </Event>
  );
}

function SameHere({ incident }: { incident: Incident }) {
  const { incident_id: id, reports, is_reported: isReported } = incident;
  const { mutate, isPending } = useAction(contract.support.sameHere);
  const report = (): void =>
    mutate({ body: { incident_id: id } }, { onError: (failure) => sayError(failure, 'Не отправилось. Повторите') });
  if (isReported) return <p className={styles.people}>Записали: у&nbsp;вас тоже. {peopleText(reports)}</p>;
  return (
    <div className={styles.report}>
      <Button size="sm" onClick={report} busy={isPending}>
        У&nbsp;меня тоже
      </Button>
      {reports > 0 && <span className={styles.people}>{peopleText(reports)}</span>}
    </div>
  );
}

function Over({ incident, today, yesterday }: Dates & { incident: Incident }) {
  const { ended_at: ended, cause, places, is_paid_back: isPaidBack } = incident;
  return (
    <Event
      state={
        <State tone="ok" quiet>
          Починили {incidentMomentText(ended ?? '', today, yesterday)}
        </State>
      }
      title={causeText(cause)}
    >
      <p>
        {incidentLostText(incident)}. {isPaidBack && 'Деньги за\u00a0простой вернули.'}
      </p>
      <p>{placesText(places)}</p>
    </Event>
  );
}
