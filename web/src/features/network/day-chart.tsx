import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { cx } from '#lib/cx.ts';
import { timeText } from '#lib/format.ts';
import { VisuallyHidden } from '#ui/hidden.tsx';
import { Fold } from '#ui/rows.tsx';
import legend from '#shared/page/legend.module.css';
import figures from '#shared/page/figures-table.module.css';
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

const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -6, PageDown: 6 };

/** The day by half hours: what was is solid, the present amber, the rest as it was yesterday. Pointer, finger and arrows tell a half hour. */
export function DayChart({ day }: { day: Day }) {
  const steps = stepsOf(day);
  const latest = steps.findLastIndex(({ today }) => today !== null);
  const [chosen, choose] = useState<number>();
  const at = chosen ?? latest;
  const step = steps[at];
  if (!step && steps.every(({ yesterday }) => yesterday === null))
    return <p className={styles.none}>За&nbsp;эти сутки измерений нет.</p>;
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = KEYS[event.key];
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? steps.length - 1 : move && Math.max(at, 0) + move;
    if (next === undefined) return;
    event.preventDefault();
    choose(Math.min(steps.length - 1, Math.max(0, next)));
  };
  const follow = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    choose(Math.min(steps.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * steps.length))));
  };
  return (
    <div>
      <div
        className={styles.chart}
        role="slider"
        tabIndex={0}
        aria-label="Нагрузка по получасам"
        aria-valuemin={0}
        aria-valuemax={steps.length - 1}
        aria-valuenow={Math.max(at, 0)}
        aria-valuetext={step ? stepText(step, at > latest) : 'нет данных'}
        onKeyDown={onKeyDown}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => choose(undefined)}
        onBlur={() => choose(undefined)}
      >
        {steps.map(({ span, today, yesterday }, index) => (
          <i
            key={span}
            className={cx(
              index > latest && styles.ahead,
              index === latest && styles.now,
              index === chosen && styles.chosen,
            )}
            style={{ height: `${index > latest ? (yesterday ?? 0) : (today ?? 0)}%` }}
          />
        ))}
      </div>
      <p className={styles.axis} aria-hidden="true">
        {LABELS.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </p>
      <p className={styles.told} aria-hidden="true">
        {step ? stepText(step, at > latest) : 'Сегодня измерений ещё нет'}
      </p>
      <p className={cx(legend.legend, styles.legend)} aria-hidden="true">
        <span>
          <i /> сегодня
        </span>
        <span>
          <i className={styles.now} /> сейчас
        </span>
        <span>
          <i className={styles.ahead} /> вчера
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
