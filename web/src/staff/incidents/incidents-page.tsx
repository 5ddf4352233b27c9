import { now } from '#web/lib/clock/clock.ts';
import { Link } from '#web/lib/page/router.tsx';
import { dayOf } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { contract } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part, Plane, PlaneHead } from '../look/plane.tsx';
import { openTitle, servicesText, sinceText, type StaffIncident } from './incidents.texts.ts';

const EVERY_MS = 30_000;

/** What is broken, and what was. */
export function IncidentsPage() {
  const answer = useAnswer(contract.incidents.list, {}, { every: EVERY_MS });
  const mayPublish = useMay('incidents publish');
  const open = answer.data?.filter(({ ended_at: ended }) => ended === null);
  const over = answer.data?.filter(({ ended_at: ended }) => ended !== null) ?? [];
  return (
    <Plane>
      <PlaneHead
        title={open ? openTitle(open.length) : 'Аварии'}
        lead="Абоненты видят аварию своего адреса в кабинете сразу, как только вы её опубликуете."
        actions={mayPublish && <LinkButton to="/incidents/new">Новая авария</LinkButton>}
      />
      <Part title="Идут сейчас">
        <Loaded
          alone
          answer={{ ...answer, data: open }}
          failed="Аварии не загрузились."
          skeleton={<SkeletonRows label="Загружаем аварии" tile={false} />}
        >
          {(incidents) =>
            incidents.length === 0 ? (
              <Empty icon="circle-check" title="Всё работает">
                Ни одной открытой аварии.
              </Empty>
            ) : (
              <IncidentList incidents={incidents} />
            )
          }
        </Loaded>
      </Part>
      {over.length > 0 && (
        <Part title="Закончились">
          <IncidentList incidents={over} />
        </Part>
      )}
    </Plane>
  );
}

function IncidentList({ incidents }: { incidents: readonly StaffIncident[] }) {
  const today = dayOf(now());
  return (
    <ul className={plane.rows}>
      {incidents.map((incident) => (
        <li key={incident.incident_id}>
          <Link to={`/incidents/${incident.incident_id}`} className={plane.row}>
            <div>
              <b>{incident.cause}</b>
              <span className={plane.sub}>
                {incident.places.join('; ')}. {servicesText(incident.services)}. {sinceText(incident, today)}
                {incident.reports > 0 && `. «У меня тоже»: ${incident.reports}`}
              </span>
            </div>
            {incident.ended_at === null ? (
              <State tone="bad" icon="triangle-alert">
                Идёт
              </State>
            ) : (
              <State tone="off">Закончилась</State>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
