import { useState } from 'react';
import { now, nowMs } from '#web/lib/clock/clock.ts';
import { Link } from '#web/lib/page/router.tsx';
import { counted, dayText, phone } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { State } from '#web/ui/card/state.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import plane from '../look/plane.module.css';
import { Inset, Part, PlaneHead } from '../look/plane.tsx';
import { ConnectPart } from './connect/connect-part.tsx';
import { connectedWords, useVisitLine } from './connect/use-visit-line.ts';
import { DoneDialog } from './done-dialog.tsx';
import { useOwnSteps } from './field/own-steps.ts';
import { RecordDialog } from './field/record-dialog.tsx';
import { NetworkNote, StepsPart } from './field/steps-part.tsx';
import { withSteps } from './field/steps.rules.ts';
import { useStep } from './field/use-step.ts';
import {
  isBooked,
  isOver,
  momentIn,
  stateText,
  visitState,
  visitHours,
  type BookedWindow,
  type DayOfVisits,
} from './visits.texts.ts';
import styles from './visits.module.css';

/** The technician's day: the next visit with all that is done on the way and there, then the others. */
export function OwnDay({ day: told, asOf }: { day: DayOfVisits; asOf: string }) {
  const { waiting, sent } = useOwnSteps();
  const unknown = sent.filter(({ sentAt }) => sentAt > asOf).toReversed();
  const day = withSteps(told, [...unknown, ...waiting]);
  const visits = day.masters.flatMap(({ windows }) => windows.filter(isBooked));
  const left = visits.filter((window) => !isOver(window));
  const next = left.find((window) => window.order.arrived_at !== null) ?? left[0];
  const others = visits.filter((window) => window !== next);
  return (
    <>
      <PlaneHead
        title={
          next ? `${next.order.arrived_at === null ? 'Дальше' : 'Сейчас'}: ${next.order.address}` : 'Визитов больше нет'
        }
        lead={`${dayText(day.day, day.day)}, ${counted(left.length, 'визит', 'визита', 'визитов')} впереди`}
      />
      <NetworkNote asOf={asOf} />
      {next ? (
        <NextVisit key={next.order.order_id} visit={next} />
      ) : (
        <Inset>
          <Empty icon="circle-check" title="На сегодня всё">
            Новый визит появится здесь сам.
          </Empty>
        </Inset>
      )}
      {others.length > 0 && (
        <Part title="Остальные">
          <ul className={plane.rows}>
            {others.map((visit) => (
              <li key={visit.slot_id} className={plane.row}>
                <div>
                  <b>{visit.order.address}</b>
                  <span className={plane.sub}>
                    {visitHours(visit)}, {visit.order.goal}, {visit.order.name}
                  </span>
                </div>
                <State tone={isOver(visit) ? 'ok' : 'info'} quiet>
                  {stateText(visit, nowMs())}
                </State>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <StepsPart />
    </>
  );
}

const WAYS = [10, 20, 30, 60].map((minutes) => ({ value: String(minutes), text: `${minutes} мин` }));

function NextVisit({ visit }: { visit: BookedWindow }) {
  const { order } = visit;
  const [isRecording, setRecording] = useState(false);
  const isThere = visitState(visit, nowMs()) === 'there';
  return (
    <Part title={`${visitHours(visit)}, ${order.goal}`} caption={stateText(visit, nowMs())}>
      <div className={styles.visit}>
        <p>
          <b>{order.name}</b>. {order.text}
        </p>
        {isThere ? <OnSite visit={visit} /> : <OnTheWay visit={visit} />}
        <div className={styles.buttons}>
          <Button look="plain" onClick={() => setRecording(true)}>
            Записать замеры, материалы
          </Button>
          {order.phone !== null && (
            <a className={styles.call} href={`tel:+${order.phone}`}>
              Позвонить {phone(order.phone)}
            </a>
          )}
          <Link className={styles.call} to={`/contracts/${order.contract_id}`}>
            Карточка: сеть, роутер, услуги
          </Link>
        </div>
      </div>
      {isRecording && <RecordDialog visit={visit} onClose={() => setRecording(false)} />}
    </Part>
  );
}

function OnTheWay({ visit }: { visit: BookedWindow }) {
  const step = useStep(visit);
  const drive = (minutes: string): void => {
    const at = new Date(nowMs() + Number(minutes) * 60_000).toISOString();
    void step({ deed: 'coming', arrival: { typed: momentIn(now(), Number(minutes)), at } }, [
      'Абоненту написали',
      'Он знает, когда вы будете',
    ]);
  };
  return (
    <>
      <div>
        <p className={styles.label}>Еду, буду через</p>
        <Chips label="Еду, буду через" options={WAYS} value={undefined} onChange={drive} />
      </div>
      <div className={styles.buttons}>
        <Button onClick={() => void step({ deed: 'arrived' }, ['Вы на месте', 'Заявка в работе'])}>На месте</Button>
      </div>
    </>
  );
}

/** What is connected and done there, then the end of the visit. */
function OnSite({ visit }: { visit: BookedWindow }) {
  const line = useVisitLine(visit);
  const [isEnding, setEnding] = useState(false);
  const isConnecting = line.waiting.length > 0;
  return (
    <>
      <ConnectPart visit={visit} line={line} />
      <div className={styles.buttons}>
        <Button look={isConnecting ? 'line' : 'solid'} onClick={() => setEnding(true)}>
          {isConnecting ? 'Закончить без подключения' : 'Готово'}
        </Button>
      </div>
      {isEnding && (
        <DoneDialog visit={visit} begins={connectedWords(line.connected)} onClose={() => setEnding(false)} />
      )}
    </>
  );
}
