import { cx } from '#web/lib/text/cx.ts';
import { timeText } from '#web/lib/text/format.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Fold } from '#web/ui/text/rows.tsx';
import { ReadChart } from '#web/shared/page/read-chart.tsx';
import bars from '#web/shared/page/bars.module.css';
import legend from '#web/shared/page/legend.module.css';
import figures from '#web/shared/page/figures-table.module.css';
import styles from './day-chart.module.css';
import { BUSY, percentText, type Day } from './network.texts.ts';

const STEP_MS = 30 * 60_000;
const LABELS = ['00:00', '06:00', '12:00', '18:00', '24:00'];

interface Step {
  /** «14:00–14:30». */
  span: string;
  today: number | null;
  yesterday: number | null;
}

function stepsOf({ today, yesterday }: Day): Step[] {
  return today.map(({ at, percent }, index) => ({
    span: `${timeText(new Date(Date.parse(at) - STEP_MS))}–${timeText(at)}`,
    today: percent,
    yesterday: yesterday[index]?.percent ?? null,
  }));
}

const said = (percent: number | null): string => (percent === null ? 'нет данных' : percentText(percent));

const stepText = ({ span, today, yesterday }: Step, isAhead: boolean): string =>
  `${span}: ${isAhead ? '' : `сегодня ${said(today)}, `}вчера ${said(yesterday)}`;

/** «Пик вчера в 20:30, 85 %». */
export function peakText(day: Day): string | undefined {
  const points = [
    ...day.yesterday.map((one) => ({ ...one, of: 'вчера' })),
    ...day.today.map((one) => ({ ...one, of: 'сегодня' })),
  ];
  const known = points.filter((one): one is typeof one & { percent: number } => one.percent !== null);
  if (known.length === 0) return undefined;
  const peak = known.reduce((most, one) => (one.percent > most.percent ? one : most));
  return `Пик ${peak.of} к\u00a0${timeText(peak.at)}, ${percentText(peak.percent)}`;
}

/** The day by half hours: past ones are solid, the present one is amber, later ones show yesterday. */
export function DayChart({ day }: { day: Day }) {
  const steps = stepsOf(day);
  const latest = steps.findLastIndex(({ today }) => today !== null);
  if (latest < 0 && steps.every(({ yesterday }) => yesterday === null))
    return <p className={styles.none}>За&nbsp;эти сутки измерений нет.</p>;
  return (
    <div>
      <ReadChart
        label="Нагрузка по получасам"
        texts={steps.map((step, index) => stepText(step, index > latest))}
        start={latest}
        className={styles.chart}
        below={
          <p className={styles.axis} aria-hidden="true">
            {LABELS.map((label) => (
              <span key={label}>{label}</span>
            ))}
          </p>
        }
      >
        {(chosen) =>
          steps.map(({ span, today, yesterday }, index) => (
            <i
              key={span}
              data-column={index}
              className={cx(
                index < latest && bars.solid,
                index > latest && bars.hatched,
                index === latest && styles.now,
                index === chosen && styles.chosen,
              )}
              style={{ height: `${index > latest ? (yesterday ?? 0) : (today ?? 0)}%` }}
            />
          ))
        }
      </ReadChart>
      <p className={cx(legend.legend, styles.legend)} aria-hidden="true">
        <span>
          <i className={bars.solid} /> сегодня
        </span>
        <span>
          <i className={styles.now} /> сейчас
        </span>
        <span>
          <i className={bars.hatched} /> вчера
        </span>
      </p>
      <Fold title="Таблица по получасам">
        <Table steps={steps} />
      </Fold>
    </div>
  );
}

const Table = ({ steps }: { steps: readonly Step[] }) => (
  <table className={figures.table}>
    <caption>
      <VisuallyHidden>Нагрузка по получасам, выше {BUSY} % — плотно</VisuallyHidden>
    </caption>
    <thead>
      <tr>
        <th scope="col">Время</th>
        <th scope="col">Сегодня</th>
        <th scope="col">Вчера</th>
      </tr>
    </thead>
    <tbody>
      {steps.map(({ span, today, yesterday }) => (
        <tr key={span}>
          <th scope="row">{span}</th>
          <td>{today === null ? '—' : percentText(today)}</td>
          <td>{yesterday === null ? '—' : percentText(yesterday)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
