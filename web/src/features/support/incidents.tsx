import { withoutStop } from '@kabinet/contract/kernel/russian';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { capital, counted } from '#web/lib/text/format.ts';
import { IncidentNotes } from '#web/shared/notices/incident-banner.tsx';
import { endText, lostText } from '#web/shared/service/text/incident.texts.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import styles from './support.module.css';

type Incident = Wire<typeof contract.support.getIncidents>[number];

/** Failures at the client's address, with «у меня тоже»; until they come, what every page knows of them. */
export function Incidents() {
  const { data } = useCall(contract.support.getIncidents, {});
  if (!data) return <IncidentNotes />;
  return data.map((incident) => <IncidentNote key={incident.incident_id} incident={incident} />);
}

function IncidentNote({ incident }: { incident: Incident }) {
  const {
    incident_id: id,
    cause,
    services,
    planned_until: until,
    compensation,
    reports,
    is_reported: isReported,
  } = incident;
  const { mutate, isPending } = useAction(contract.support.sameHere);
  const report = (): void =>
    mutate({ body: { incident_id: id } }, { onError: (failure) => sayError(failure, 'Не отправилось. Повторите') });
  const people = counted(reports, 'сообщение', 'сообщения', 'сообщений');
  return (
    <Callout
      tone="wait"
      title={`${capital(withoutStop(cause))}.`}
      action={
        isReported ? (
          <p className={styles.note}>Записали: у&nbsp;вас тоже. Всего {people}.</p>
        ) : (
          <TextButton onClick={report} aria-disabled={isPending}>
            У&nbsp;меня тоже{reports > 0 && ` (${people})`}
          </TextButton>
        )
      }
    >
      {`${lostText(services)}. `}
      {`${endText(until, now())}.`}
      {compensation !== null && ` ${compensation}.`}
    </Callout>
  );
}
