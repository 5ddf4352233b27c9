import { useState } from 'react';
import { now, nowMs } from '#web/lib/clock/clock.ts';
import { Link } from '#web/lib/page/router.tsx';
import { counted, dayText, phone } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { State } from '#web/ui/card/state.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part, PlaneHead } from '../look/plane.tsx';
import { DoneDialog } from './done-dialog.tsx';
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
export function OwnDay({ day }: { day: DayOfVisits }) {
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
      {next ? (
        <NextVisit key={next.order.order_id} visit={next} />
      ) : (
        <Empty icon="circle-check" title="На сегодня всё">
          Новый визит появится здесь сам.
        </Empty>
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
    </>
  );
}

const WAYS = [10, 20, 30, 60].map((minutes) => ({ value: String(minutes), text: `${minutes} мин` }));

function NextVisit({ visit }: { visit: BookedWindow }) {
  const { order } = visit;
  const [isClosing, setClosing] = useState(false);
  const coming = useChange(contract.orders.coming);
  const arrived = useChange(contract.orders.arrived);
  const state = visitState(visit, nowMs());
  const drive = (minutes: string): void =>
    coming.mutate(
      { body: { order_id: order.order_id, at: momentIn(now(), Number(minutes)) } },
      {
        onSuccess: () => saySuccess('Абоненту написали', 'Он знает, когда вы будете'),
        onError: (failure) => void sayError(failure, 'Повторите', 'Не отправили'),
      },
    );
  const arrive = (): void =>
    arrived.mutate(
      { body: { order_id: order.order_id } },
      {
        onSuccess: () => saySuccess('Вы на месте', 'Заявка в работе'),
        onError: (failure) => void sayError(failure, 'Повторите', 'Не отметили'),
      },
    );
  return (
    <Part title={`${visitHours(visit)}, ${order.goal}`} caption={stateText(visit, nowMs())}>
      <div className={styles.visit}>
        <p>
          <b>{order.name}</b>. {order.text}
        </p>
        {state !== 'there' && (
          <div>
            <p className={styles.label}>Еду, буду через</p>
            <Chips label="Еду, буду через" options={WAYS} value={undefined} onChange={drive} />
          </div>
        )}
        <div className={styles.buttons}>
          {state === 'there' ? (
            <Button onClick={() => setClosing(true)}>Готово</Button>
          ) : (
            <Button busy={arrived.isPending} onClick={arrive}>
              На месте
            </Button>
          )}
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
      {isClosing && <DoneDialog visit={visit} onClose={() => setClosing(false)} />}
    </Part>
  );
}
