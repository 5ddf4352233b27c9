import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { fromWireMoney } from '@kabinet/contract/kernel/money';
import type { KeyboardEvent } from 'react';
import type { Wire, contract } from '#web/api/contract.ts';
import { dayText, rubles } from '#web/lib/text/format.ts';
import { Ruler } from '#web/ui/ruler/ruler.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import styles from './reach-slider.module.css';

type Stop = Wire<typeof contract.payment.options>['reach'][number];

interface ReachSliderProps {
  stops: readonly Stop[];
  today: string;
  /** The typed sum, in wire money; undefined while it is none. */
  amount: string | undefined;
  onPull: (stop: Stop) => void;
}

/** More ticks than this look like one bar on a phone: then a tick is two days. */
const MOST_TICKS = 63;

/** A slider over days: the client drags it to the day until which the money must last, and the sum follows. Arrow keys work, too. */
export function ReachSlider({ stops, today, amount, onPull }: ReachSliderProps) {
  const [first] = stops;
  const last = stops.at(-1);
  if (!first || !last || stops.length < 2) return null;
  const daysTo = (day: string): number => daysBetween(today as Day, day as Day);
  const longest = daysTo(last.day);
  const chosen = reachedBy(stops, amount);
  const here = chosen ? daysTo(chosen.day) : 0;
  const step = longest > MOST_TICKS ? 2 : 1;
  const tickOf = (days: number): number => Math.round(days / step);
  const pullTo = (days: number): void => {
    const stop = stops.find(({ day }) => daysTo(day) >= days) ?? last;
    if (stop !== chosen) onPull(stop);
  };
  const byKey = (event: KeyboardEvent): void => {
    const to = stopByKey(event.key, stops, chosen === undefined ? -1 : stops.indexOf(chosen));
    if (!to) return;
    event.preventDefault();
    onPull(to);
  };
  const marks = stops.length > MOST_MARKS ? [] : stops.map(({ day }) => ({ at: tickOf(daysTo(day)) }));
  return (
    <div className={styles.reach}>
      <p aria-hidden="true">
        <span>Потяните до нужного дня</span>
        <b>{dayText(addDays(today as Day, here), today)}</b>
      </p>
      <div className={styles.pull}>
        <Ruler ticks={tickOf(longest) + 1} paid={tickOf(here) + 1} marks={marks} on="card" />
        <span className={styles.knob} style={{ left: `${(here / longest) * 100}%` }} />
        <input
          type="range"
          aria-label="До какого дня заплатить"
          aria-valuetext={chosen ? `до ${dayText(chosen.day, today)}, ${rubles(chosen.amount)}` : 'раньше первого дня'}
          min={0}
          max={longest}
          value={here}
          onChange={({ target }) => pullTo(Number(target.value))}
          onKeyDown={byKey}
        />
      </div>
    </div>
  );
}

/** The place of the ruler while its days load: what is below does not move. */
export function ReachPlace() {
  return (
    <div className={styles.reach} aria-hidden="true">
      <p>
        <span>Потяните до нужного дня</span>
        <Skeleton width="7rem" height="1.25rem" />
      </p>
      <div className={styles.pull}>
        <Skeleton height="2.25rem" />
      </div>
    </div>
  );
}

/** The farthest day that the sum reaches. */
const reachedBy = (stops: readonly Stop[], amount = '0.00'): Stop | undefined =>
  stops.findLast((stop) => fromWireMoney(stop.amount) <= fromWireMoney(amount));

/** More stops than this are charges by the day, which are not marked. */
const MOST_MARKS = 6;
/** Page Up and Page Down go a week of daily stops. */
const PAGE = 7;

const moves: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: PAGE,
  PageDown: -PAGE,
  Home: -Infinity,
  End: Infinity,
};

function stopByKey(key: string, stops: readonly Stop[], index: number): Stop | undefined {
  const move = moves[key];
  return move === undefined ? undefined : stops[Math.min(Math.max(index + move, 0), stops.length - 1)];
}
