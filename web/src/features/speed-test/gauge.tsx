import { number } from '#web/lib/text/format.ts';
import { cx } from '#web/lib/text/cx.ts';
import styles from './gauge.module.css';

/** Ticks of the arc: one is a fiftieth of the plan, and the arc goes on to its 120 %. */
const TICKS = 60;
const SWEEP = 270;
const START = 135;
const STEPS = [50, 100, 200, 300, 500, 1000, 2000, 5000, 10_000];

/** The end of the scale, Mbit/s: the plan and a fifth more, or the next round number above what is measured. */
const scaleOf = (planMbit: number | undefined, mbit: number): number => {
  const least = Math.max(planMbit === undefined ? 100 : planMbit * 1.2, mbit);
  return planMbit !== undefined && mbit <= planMbit * 1.2
    ? planMbit * 1.2
    : (STEPS.find((step) => step >= least) ?? least);
};

const at = (share: number, radius: number): [number, number] => {
  const angle = ((START + share * SWEEP) * Math.PI) / 180;
  return [100 + radius * Math.cos(angle), 100 + radius * Math.sin(angle)];
};

interface GaugeProps {
  mbit: number | undefined;
  planMbit: number | undefined;
}

/** The arc of the measurement; the rows beside it say the same in words. */
export function Gauge({ mbit = 0, planMbit }: GaugeProps) {
  const scale = scaleOf(planMbit, mbit);
  const lit = Math.round((mbit / scale) * TICKS);
  const plan = planMbit === undefined ? -1 : Math.round((planMbit / scale) * TICKS);
  const labels = [0, scale / 3, (scale * 2) / 3].map((value) => [value / scale, Math.round(value)] as const);
  return (
    <div className={styles.gauge} aria-hidden="true">
      <svg viewBox="0 0 200 172" focusable="false">
        {Array.from({ length: TICKS + 1 }, (_, index) => {
          const [x1, y1] = at(index / TICKS, index === plan ? 70 : 78);
          const [x2, y2] = at(index / TICKS, 92);
          return (
            <line
              key={index}
              className={cx(styles.tick, index === plan ? styles.plan : index > lit && styles.dim)}
              {...{ x1, y1, x2, y2 }}
            />
          );
        })}
        {labels.map(([share, value]) => {
          const [x, y] = at(share, 62);
          return (
            <text key={value} x={x} y={y} className={styles.label}>
              {number(value)}
            </text>
          );
        })}
      </svg>
      <p className={styles.value}>
        <b>{number(mbit < 10 ? Math.round(mbit * 10) / 10 : Math.round(mbit))}</b>
        <span>Мбит/с</span>
      </p>
    </div>
  );
}
