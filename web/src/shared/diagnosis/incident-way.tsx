import { contract } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { counted, keepTogether } from '#web/lib/text/format.ts';
import { endText } from '#web/shared/service/text/incident.texts.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import type { Wire } from '#web/api/contract.ts';
import styles from './diagnosis.module.css';

type Incident = Wire<typeof contract.support.getIncidents>[number];

/** A failure at the client's address: until when, what is given back, and a button to be told when it is over. */
export function IncidentWay({ incidentId }: { incidentId: number | null }) {
  const answer = useCall(contract.support.getIncidents, {});
  return (
    <Loaded
      answer={answer}
      failed="Не удалось загрузить сведения об аварии."
      skeleton={<SkeletonRows label="Загружаем сведения об аварии" count={2} tile={false} />}
    >
      {(incidents) => {
        const incident = incidents.find(({ incident_id: id }) => id === incidentId);
        return incident ? <Told incident={incident} /> : <p className={styles.under}>Её уже починили.</p>;
      }}
    </Loaded>
  );
}

function Told({ incident }: { incident: Incident }) {
  const { incident_id: id, planned_until: until, compensation, reports, is_reported: isReported } = incident;
  const { mutate, isPending } = useAction(contract.support.sameHere);
  const report = (): void =>
    mutate({ body: { incident_id: id } }, { onError: (failure) => sayError(failure, 'Не отправилось. Повторите') });
  return (
    <>
      <Callout tone="wait" icon="wrench" title={`${endText(until, now())}.`}>
        {compensation !== null && `${keepTogether(compensation)}. `}
        Заявка не&nbsp;нужна, роутер не&nbsp;трогайте.
      </Callout>
      {isReported ? (
        <p role="status">Записали: у&nbsp;вас тоже. Когда починим, пришлём сообщение.</p>
      ) : (
        <Button wide busy={isPending} onClick={report}>
          Сообщить, когда почините
        </Button>
      )}
      {reports > 0 && (
        <p
          className={styles.under}
        >{`У\u00a0соседей тоже: ${counted(reports, 'сообщение', 'сообщения', 'сообщений')}.`}</p>
      )}
    </>
  );
}
