import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Fold } from '#web/ui/text/rows.tsx';
import { counted } from '#web/lib/text/format.ts';
import type { CallsOfMonth, Direction } from './call.texts.ts';
import { cx } from '#web/lib/text/cx.ts';
import chart from '#web/shared/page/bars.module.css';
import { ReadChart } from '#web/shared/page/read-chart.tsx';
import figures from '#web/shared/page/figures-table.module.css';
import styles from './hours-chart.module.css';

type Hours = CallsOfMonth['hours'];

interface Hour {
  hour: number;
  out: number;
  in: number;
}

const DAY = 24;
const LABEL_EVERY = 3;

/** All hours of a day, with those that have no calls. */
function hoursOf(hours: Hours): Hour[] {
  const count = (hour: number, direction: Direction): number =>
    hours.find((one) => one.hour === hour && one.direction === direction)?.calls ?? 0;
  return Array.from({ length: DAY }, (_, hour) => ({ hour, out: count(hour, 'out'), in: count(hour, 'in') }));
}

const ROUND = [2, 4, 6, 8, 10] as const;

/** An even round number above all bars, so that its half is whole. */
export function callsTop(most: number): number {
  const power = 10 ** Math.max(Math.ceil(Math.log10(Math.max(most, 1))) - 1, 0);
  return power * (ROUND.find((step) => step * power >= most) ?? 10);
}

/** `19:00–20:00`. */
const spanText = (hour: number): string => `${hour}:00–${hour + 1}:00`;

/** Calls by the hour of the day: outgoing solid, incoming hatched. The table below has the same numbers. */
export function HoursChart({ hours }: { hours: Hours }) {
  if (hours.length === 0) return null;
  const all = hoursOf(hours);
  const busiest = all.reduce((most, one) => (one.out + one.in > most.out + most.in ? one : most));
  const top = callsTop(busiest.out + busiest.in);
  const heightOf = (count: number): string => `${(count / top) * 100}%`;
  return (
    <div className={styles.hours}>
      <h3>По часам</h3>
      <div className={cx(chart.chart, chart.low)}>
        <div className={chart.scale} aria-hidden="true">
          {[top, top / 2, 0].map((count) => (
            <span key={count}>{count}</span>
          ))}
        </div>
        <ReadChart
          label={`Звонки по часам суток. Чаще всего с ${busiest.hour}:00 до ${busiest.hour + 1}:00: ${callsIn(busiest)}. Все числа — в таблице ниже.`}
          texts={all.map(
            (one) =>
              `${spanText(one.hour)}: ${one.out + one.in === 0 ? 'звонков нет' : `исходящих ${one.out}, входящих ${one.in}`}`,
          )}
          start={busiest.hour}
          className={chart.bars}
        >
          {(chosen) =>
            all.map((one) => (
              <div key={one.hour} data-column={one.hour} className={cx(chart.bar, one.hour === chosen && chart.chosen)}>
                <i className={chart.hatched} style={{ height: heightOf(one.in) }} />
                <i className={chart.solid} style={{ height: heightOf(one.out) }} />
                {one.hour % LABEL_EVERY === 0 && <small>{one.hour}</small>}
              </div>
            ))
          }
        </ReadChart>
      </div>
      <Fold title="Таблица по часам">
        <HoursTable hours={all.filter((one) => one.out + one.in > 0)} />
      </Fold>
    </div>
  );
}

const callsIn = (hour: Hour): string => counted(hour.out + hour.in, 'звонок', 'звонка', 'звонков');

const HoursTable = ({ hours }: { hours: readonly Hour[] }) => (
  <table className={cx(figures.table, styles.table)}>
    <caption>
      <VisuallyHidden>Звонки по часам суток</VisuallyHidden>
    </caption>
    <thead>
      <tr>
        <th scope="col">Час</th>
        <th scope="col">Исходящие</th>
        <th scope="col">Входящие</th>
      </tr>
    </thead>
    <tbody>
      {hours.map((one) => (
        <tr key={one.hour}>
          <th scope="row">{spanText(one.hour)}</th>
          <td>{one.out}</td>
          <td>{one.in}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
