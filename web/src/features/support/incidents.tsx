import { contract, type Wire } from '#api/contract.ts';
import { useAction, useCall } from '#api/use-call.ts';
import { now } from '#lib/clock.ts';
import { counted, dayOf, momentText } from '#lib/format.ts';
import { TextButton } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { sayError } from '#ui/toast-store.ts';
import styles from './support.module.css';

type Incident = Wire<typeof contract.support.getIncidents>[number];

/** Failures at the client's address, with «у меня тоже». Nothing while they load, or when there are none. */
export function Incidents() {
  const { data = [] } = useCall(contract.support.getIncidents, {});
  return data.map((incident) => <IncidentNote key={incident.incident_id} incident={incident} />);
}

function IncidentNote({ incident }: { incident: Incident }) {
  const { incident_id: id, cause, planned_until: until, compensation, reports, is_reported: isReported } = incident;
  const { mutate, isPending } = useAction(contract.support.sameHere);
  const report = (): void =>
    mutate({ body: { incident_id: id } }, { onError: (failure) => sayError(failure, 'Не отправилось. Повторите') });
  const people = counted(reports, 'человек сообщил', 'человека сообщили', 'человек сообщили');
  return (
    <Callout
      tone="wait"
      title={`${cause}.`}
      action={
        isReported ? (
          <p className={styles.note}>Записали: у вас тоже. Всего {people}.</p>
        ) : (
          <TextButton onClick={report} aria-disabled={isPending}>
            У меня тоже{reports > 0 && ` (${people})`}
          </TextButton>
        )
      }
    >
      {until === null ? 'Срок уточняем.' : `Починим к ${momentText(until, dayOf(now()))}.`}
      {compensation !== null && ` ${compensation}.`}
    </Callout>
  );
}
