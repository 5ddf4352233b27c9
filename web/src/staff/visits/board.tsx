import { cx } from '#web/lib/text/cx.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { Link } from '#web/lib/page/router.tsx';
import { timeText } from '#web/lib/text/format.ts';
import { Empty } from '#web/ui/card/callout.tsx';
import { useMay } from '../api/me.ts';
import {
  isBooked,
  isOver,
  stateText,
  visitState,
  visitHours,
  type DayOfVisits,
  type VisitWindow,
} from './visits.texts.ts';
import styles from './visits.module.css';

const HOUR_MS = 3_600_000;

interface Axis {
  readonly from: number;
  readonly until: number;
}

/** From the first window of the day to the end of the last, in whole hours. */
function axisOf(day: DayOfVisits): Axis {
  const windows = day.masters.flatMap((master) => master.windows);
  const from = Math.min(...windows.map((window) => Date.parse(window.from)));
  const until = Math.max(...windows.map((window) => Date.parse(window.to)));
  return { from: Math.floor(from / HOUR_MS) * HOUR_MS, until: Math.ceil(until / HOUR_MS) * HOUR_MS };
}

const shareOf = (moment: number, { from, until }: Axis): number => ((moment - from) / (until - from)) * 100;

/** The hours of the axis; every second one if there are many. */
function hoursOf(axis: Axis): number[] {
  const count = Math.round((axis.until - axis.from) / HOUR_MS);
  const step = count > 8 ? 2 : 1;
  return Array.from({ length: Math.floor(count / step) + 1 }, (_, index) => axis.from + index * step * HOUR_MS);
}

/** Day by master; on a phone each master's windows below his name. */
export function Board({ day, isToday }: { day: DayOfVisits; isToday: boolean }) {
  if (day.masters.length === 0) {
    return (
      <Empty icon="calendar" title="Окон нет">
        Добавьте окна мастеров на&nbsp;этот день.
      </Empty>
    );
  }
  const axis = axisOf(day);
  const now = shareOf(nowMs(), axis);
  return (
    <div className={styles.board}>
      <div className={styles.hours} aria-hidden="true">
        {hoursOf(axis).map((hour) => (
          <span key={hour} style={{ left: `${shareOf(hour, axis)}%` }}>
            {timeText(new Date(hour))}
          </span>
        ))}
      </div>
      {day.masters.map(({ master, windows }) => (
        <section key={master} className={styles.master} aria-label={master}>
          <h3>
            {master}
            <span className={styles.muted}>{loadText(windows)}</span>
          </h3>
          <ul className={styles.lane}>
            {windows.map((window) => (
              <li
                key={window.slot_id}
                style={
                  {
                    '--left': `${shareOf(Date.parse(window.from), axis)}%`,
                    '--width': `${shareOf(Date.parse(window.to), axis) - shareOf(Date.parse(window.from), axis)}%`,
                  } as never
                }
              >
                <WindowBox window={window} />
              </li>
            ))}
            {isToday && now > 0 && now < 100 && (
              <li className={styles.now} aria-hidden="true" style={{ left: `${now}%` }} />
            )}
          </ul>
        </section>
      ))}
    </div>
  );
}

function loadText(windows: readonly VisitWindow[]): string {
  const booked = windows.filter(isBooked);
  return booked.length === 0 ? 'визитов нет' : `сделано ${booked.filter(isOver).length} из ${booked.length}`;
}

function WindowBox({ window }: { window: VisitWindow }) {
  const mayOpen = useMay('orders list');
  const state = visitState(window, nowMs());
  const { order } = window;
  const words = (
    <>
      <b>{order ? placeText(order.address) : 'Свободно'}</b>
      <span>
        {visitHours(window)}
        {order && `. ${order.goal}. ${stateText(window, nowMs())}`}
      </span>
    </>
  );
  const look = cx(styles.window, styles[state]);
  return order && mayOpen ? (
    <Link to={`/orders/${order.order_id}`} className={look}>
      {words}
    </Link>
  ) : (
    <div className={look}>{words}</div>
  );
}

/** A master knows his town: «ул. Юбилейная, 31, кв. 84». */
const placeText = (address: string): string => address.split(', ').slice(1).join(', ') || address;
