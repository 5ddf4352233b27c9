import { cx } from '#web/lib/text/cx.ts';
import bars from '#web/shared/page/bars.module.css';
import legend from '#web/shared/page/legend.module.css';
import { ReadChart } from '#web/shared/page/read-chart.tsx';
import styles from './columns-chart.module.css';
import type { ReportColumns } from './report-view.ts';
import { brief } from './report.texts.ts';

const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10] as const;

/** The middle of a scale is told, too: half a contract there is none. */
const LEAST = { money: 10, count: 4 } as const;

/** A round number above all values: the top of the scale. */
export function roundTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return power * (ROUND.find((step) => step * power >= most) ?? 10);
}

/** Columns above and below zero, each told in words under the pointer; the exact figures are in the table. */
export function ColumnsChart({ chart }: { chart: ReportColumns }) {
  const { columns, label, unit } = chart;
  const most = Math.max(0, ...columns.map(({ solid, hatched = 0, mark = 0 }) => Math.max(solid + hatched, mark)));
  const least = Math.max(0, ...columns.map(({ down = 0 }) => down));
  const roundOf = (value: number): number => (value > 0 ? roundTop(Math.max(value, LEAST[unit])) : 0);
  const bottom = roundOf(least);
  const top = bottom === 0 ? roundOf(Math.max(most, LEAST[unit])) : roundOf(most);
  const partOf = (value: number): string => `${(value / (top + bottom)) * 100}%`;
  const ticks = [top, ...(bottom > 0 ? [0, -bottom] : [top / 2, 0])];
  return (
    <>
      <div className={cx(bars.chart, styles.chart)}>
        <div className={styles.scale} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: partOf(tick + bottom) }}>
              {brief(tick)}
              {tick === top && unit === 'money' && '\u00a0₽'}
            </span>
          ))}
        </div>
        <ReadChart label={label} texts={columns.map(({ told }) => told)} className={styles.columns}>
          {(chosen) =>
            columns.map(({ key, label: name, solid, hatched = 0, down = 0, mark }, index) => (
              <div key={key} data-column={index} className={cx(styles.column, index === chosen && bars.chosen)}>
                <i className={bars.solid} style={{ bottom: partOf(bottom), height: partOf(solid) }} />
                <i className={bars.hatched} style={{ bottom: partOf(bottom + solid), height: partOf(hatched) }} />
                <i className={bars.hatched} style={{ bottom: partOf(bottom - down), height: partOf(down) }} />
                {mark !== undefined && mark > 0 && (
                  <i className={styles.mark} style={{ bottom: partOf(bottom + mark) }} />
                )}
                <small>{name}</small>
              </div>
            ))
          }
        </ReadChart>
      </div>
      <Legend legend={chart.legend} />
    </>
  );
}

const LOOKS = { solid: bars.solid, hatched: bars.hatched, down: bars.hatched, mark: styles.mark } as const;

function Legend({ legend: told }: { legend: ReportColumns['legend'] }) {
  return (
    <p className={legend.legend} aria-hidden="true">
      {(['solid', 'hatched', 'down', 'mark'] as const).map(
        (name) =>
          told[name] !== undefined && (
            <span key={name}>
              <i className={LOOKS[name]} /> {told[name]}
            </span>
          ),
      )}
    </p>
  );
}
