import type { ReactNode } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import styles from './ruler.module.css';

export interface RulerMark {
  /** Index of the tick, from 0. */
  at: number;
  /** First line, bold: the day. Absent when the mark has no label. */
  label?: ReactNode;
  /** Second line: the sum. */
  note?: ReactNode;
  /** A label without an amber tick, for today. */
  plain?: boolean;
}

interface RulerProps {
  /** Number of ticks; one is a day, unless the caller says otherwise (ten seconds in the countdown of a QR). */
  ticks: number;
  /** Number of paid ticks. */
  paid: number;
  marks?: readonly RulerMark[];
  /** Every so many ticks one is taller: 7, the weeks, if absent. */
  week?: number;
  /** On the dark panel, or on a card. */
  on?: 'panel' | 'card';
  /** Low, without labels: for a countdown. */
  low?: boolean;
}

const top = (index: number, week: number, marked: boolean): number => {
  if (marked) return 0;
  return index % week === 0 ? 22 : 40;
};

/** One path for all ticks of a kind: a line for each would be a quarter of the elements of home. */
function ticksByKind(ticks: number, kindOf: (index: number) => string, week: number): [kind: string, path: string][] {
  const paths = new Map<string, string>();
  for (let index = 0; index < ticks; index += 1) {
    const kind = kindOf(index);
    paths.set(kind, `${paths.get(kind) ?? ''}M${index} ${top(index, week, kind === 'mark')}V100`);
  }
  return [...paths];
}

/** The ruler of days: paid days are bright, others dim, charges amber. The text beside it says the same. */
export function Ruler({ ticks, paid, marks = [], week = 7, on = 'panel', low = false }: RulerProps) {
  const amber = new Set(marks.filter(({ plain }) => !plain).map(({ at }) => at));
  const last = Math.max(ticks - 1, 1);
  const place = (index: number) => (index / last) * 100;
  const unmarked = (index: number) => (index < paid ? 'paid' : 'out');
  const kindOf = (index: number) => (amber.has(index) ? 'mark' : unmarked(index));
  const labelled = marks.filter(({ label }) => label !== undefined);
  return (
    <div className={cx(styles.ruler, styles[on], low && styles.low)}>
      <svg viewBox={`0 0 ${last} 100`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {ticksByKind(ticks, kindOf, week).map(([kind, path]) => (
          <path key={kind} className={cx(styles.tick, styles[kind])} d={path} />
        ))}
      </svg>
      {labelled.length > 0 && (
        <ol className={styles.labels}>
          {labelled.map(({ at, label, note, plain }) => {
            const left = place(at);
            const style = left > 60 ? { right: `${100 - left}%` } : { left: `${left}%` };
            return (
              <li key={at} className={cx(styles.label, left > 60 && styles.end, plain && styles.plain)} style={style}>
                <b>{label}</b>
                <span>{note}</span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
