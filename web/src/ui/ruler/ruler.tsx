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

/** The ruler of days: paid days are bright, others dim, charges amber. The text beside it says the same. */
export function Ruler({ ticks, paid, marks = [], week = 7, on = 'panel', low = false }: RulerProps) {
  const amber = new Set(marks.filter(({ plain }) => !plain).map(({ at }) => at));
  const place = (index: number) => (index / Math.max(ticks - 1, 1)) * 100;
  const labelled = marks.filter(({ label }) => label !== undefined);
  return (
    <div className={cx(styles.ruler, styles[on], low && styles.low)}>
      <svg aria-hidden="true" focusable="false">
        {Array.from({ length: ticks }, (_, index) => (
          <line
            key={index}
            className={cx(styles.tick, amber.has(index) ? styles.mark : index >= paid && styles.out)}
            x1={`${place(index)}%`}
            x2={`${place(index)}%`}
            y1={`${top(index, week, amber.has(index))}%`}
            y2="100%"
          />
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
