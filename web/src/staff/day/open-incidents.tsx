import { Link } from '#web/lib/page/router.tsx';
import { State } from '#web/ui/card/state.tsx';
import { contract } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';
import { sinceText } from '../incidents/incidents.texts.ts';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';

const EVERY_MS = 60_000;

/** What is broken now; nothing is said of what works. */
export function OpenIncidents({ today }: { today: string }) {
  const { data } = useAnswer(contract.incidents.list, {}, { every: EVERY_MS });
  const open = data?.filter(({ ended_at: ended }) => ended === null) ?? [];
  if (open.length === 0) return null;
  return (
    <Part title="Аварии" aside={<Link to="/incidents">Все аварии</Link>}>
      <ul className={plane.rows}>
        {open.map((incident) => (
          <li key={incident.incident_id}>
            <Link to={`/incidents/${incident.incident_id}`} className={plane.row}>
              <div>
                <b>{incident.cause}</b>
                <span className={plane.sub}>
                  {incident.places.join('; ')}. {sinceText(incident, today)}
                </span>
              </div>
              <State tone="bad" icon="triangle-alert">
                Идёт
              </State>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}
