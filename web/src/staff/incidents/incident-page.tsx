import { useState } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { now } from '#web/lib/clock/clock.ts';
import { useParams } from '#web/lib/page/router.tsx';
import { dayOf } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';
import { Inset, Part, Plane, PlaneHead } from '../look/plane.tsx';
import { EndIncidentDialog, PlanIncidentDialog } from './incident-dialogs.tsx';
import { servicesText, sinceText } from './incidents.texts.ts';
import styles from './incidents.module.css';
import { ToldPart } from './told-part.tsx';

type Shown = Wire<typeof contract.incidents.show>;

const EVERY_MS = 20_000;

/** One incident: whom it hits, what they read, until when, and its end. */
export function IncidentPage() {
  const { incident_id: id = '' } = useParams();
  const answer = useAnswer(contract.incidents.show, { query: { incident_id: id } }, { every: EVERY_MS });
  if (!answer.data && refusalOf(answer.error)) {
    return (
      <Plane>
        <Inset>
          <Empty icon="search" title={`Аварии ${id} нет`}>
            Вернитесь к&nbsp;списку аварий.
          </Empty>
        </Inset>
      </Plane>
    );
  }
  return (
    <Plane>
      <Loaded
        alone
        answer={answer}
        failed="Авария не открылась."
        skeleton={
          <div className={styles.wait}>
            <SkeletonRows label="Открываем аварию" count={4} tile={false} />
          </div>
        }
      >
        {(incident) => <ShownIncident incident={incident} />}
      </Loaded>
    </Plane>
  );
}

type Asked = 'plan' | 'end';

function IncidentActions({ incident, onAsk }: { incident: Shown; onAsk: (asked: Asked) => void }) {
  const may = { plan: useMay('incidents plan'), end: useMay('incidents end') };
  return (
    <>
      {may.plan && (
        <Button look="plain" onClick={() => onAsk('plan')}>
          {incident.planned_until === null ? 'Назвать срок' : 'Изменить срок'}
        </Button>
      )}
      {may.end && <Button onClick={() => onAsk('end')}>Починили</Button>}
    </>
  );
}

function ShownIncident({ incident }: { incident: Shown }) {
  const today = dayOf(now());
  const [asked, setAsked] = useState<Asked>();
  const isOpen = incident.ended_at === null;
  const close = (): void => setAsked(undefined);
  return (
    <>
      <PlaneHead
        title={incident.cause}
        lead={`${incident.places.join('; ')}. Не работает: ${servicesText(incident.services)}. ${sinceText(incident, today)}.`}
        actions={isOpen && <IncidentActions incident={incident} onAsk={setAsked} />}
      />
      <Part
        title={isOpen ? 'Кого задело и что они читают' : 'Кого задело и что они читали'}
        caption={incident.reports > 0 && `«У меня тоже» сказали: ${incident.reports}`}
      >
        <div className={styles.form}>
          <ToldPart told={incident.told} hit={incident.hit} />
        </div>
      </Part>
      {asked === 'plan' && <PlanIncidentDialog incident={incident} onClose={close} />}
      {asked === 'end' && <EndIncidentDialog incident={incident} onClose={close} />}
    </>
  );
}
