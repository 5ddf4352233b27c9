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

/** One path for all ticks of a kind: a line for each would be a quarter of the elements of home. */
function pathsOf(ticks: number, paid: number, week: number, amber: ReadonlySet<number>): Record<string, string> {
  const paths: Record<string, string> = {};
  for (let index = 0; index < ticks; index += 1) {
    const plain = index < paid ? 'paid' : 'out';
    const kind = amber.has(index) ? 'mark' : plain;
    const top = index % week === 0 ? 22 : 40;
    paths[kind] = `${paths[kind] ?? ''}M${index} ${kind === 'mark' ? 0 : top}V100`;
  }
  return paths;
}

/** The ruler of days: paid days are bright, others dim, charges amber. The text beside it says the same. */
export function Ruler({ ticks, paid, marks = [], week = 7, on = 'panel', low = false }: RulerProps) {
  const amber = new Set(marks.filter(({ plain }) => !plain).map(({ at }) => at));
  const last = Math.max(ticks - 1, 1);
  const place = (index: number) => (index / last) * 100;
  const labelled = marks.filter(({ label }) => label !== undefined);
  return (
    <div className={cx(styles.ruler, styles[on], low && styles.low)}>
      <svg viewBox={`0 0 ${last} 100`} preserveAspectRatio="none" aria-hidden="true">
        {Object.entries(pathsOf(ticks, paid, week, amber)).map(([kind, path]) => (
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
