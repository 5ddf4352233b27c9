import { useState } from 'react';
import { Chips } from '#web/ui/field/choice.tsx';
import type { BookedWindow } from '../visits.texts.ts';
import styles from './connect.module.css';
import { ConnectedPart } from './connected-part.tsx';
import { ConnectForm } from './connect-form.tsx';
import type { VisitLine } from './use-visit-line.ts';

interface ConnectPartProps {
  visit: BookedWindow;
  line: VisitLine;
}

/** What a technician connects on the spot: which service, by which port and router, and whether the router is on line. */
export function ConnectPart({ visit, line }: ConnectPartProps) {
  const { waiting, connected } = line;
  const [chosen, setChosen] = useState<string>();
  const service = waiting.find(({ user_id: id }) => String(id) === chosen) ?? waiting[0];
  if (waiting.length + connected.length === 0) return null;
  return (
    <section className={styles.part} aria-label="Подключение">
      {connected.map((one) => (
        <ConnectedPart key={one.userId} service={one} contractId={visit.order.contract_id} isTold={line.isTold(one)} />
      ))}
      {service && (
        <>
          <h3>Подключить: {service.title}</h3>
          {waiting.length > 1 && (
            <Chips
              label="Что подключаем"
              options={waiting.map(({ user_id: id, title }) => ({ value: String(id), text: title }))}
              value={String(service.user_id)}
              onChange={setChosen}
            />
          )}
          <ConnectForm key={service.user_id} visit={visit} service={service} line={line} />
        </>
      )}
    </section>
  );
}
