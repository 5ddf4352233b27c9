import { useId } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { cx } from '#web/lib/text/cx.ts';
import { capital, dayOf, monthText, rubles } from '#web/lib/text/format.ts';
import { ReadChart } from '#web/shared/page/read-chart.tsx';
import { barsOf, scaleOf, tickText, type MoneyBar, type Scale } from './chart-scale.ts';
import styles from './chart.module.css';
import type { MoneyMonth } from './totals.ts';

/** In pixels: grid lines are between the top and the floor, names of months below; then the balance has a strip of its own. */
const HEIGHT = 296;
const [TOP, FLOOR] = [12, 176];
const NAMES = 198;
const [STRIP_TOP, STRIP_FLOOR] = [238, 284];
/** Months that fit on a phone. */
const ON_A_PHONE = 6;

/** Payments and charges by month, and the closing balance below them. Exact sums are in the table. */
export function Chart({ months }: { months: readonly MoneyMonth[] }) {
  const recent = months.slice(0, ON_A_PHONE);
  return (
    <>
      <div className={styles.wide}>
        <Drawing months={months} />
      </div>
      <div className={styles.narrow}>
        <Drawing months={recent} />
      </div>
    </>
  );
}

/** «Ноябрь: пополнено 1 100 ₽, списано 982,90 ₽, остаток 1 234,50 ₽». */
function toldText({ period, paid, charged, closing }: MoneyMonth): string {
  const name = capital(monthText(period, dayOf(now())));
  return `${name}: пополнено\u00a0${rubles(paid)}, списано\u00a0${rubles(charged)}, остаток\u00a0${rubles(closing)}`;
}

/** The left margin is as wide as the longest label of the axis. */
function Drawing({ months }: { months: readonly MoneyMonth[] }) {
  const hatch = useId();
  const scale = scaleOf(months);
  const bars = barsOf(months);
  const yOf = (value: number): number => FLOOR - scale.heightOf(value) * (FLOOR - TOP);
  const slot = 100 / Math.max(bars.length, 1);
  const centreOf = (index: number): number => slot * (index + 0.5);
  const margin = marginOf(scale);
  return (
    <ReadChart
      label={sentenceOf(months)}
      texts={months.map(toldText).toReversed()}
      style={{ width: `calc(100% - ${margin}px)`, marginLeft: margin }}
    >
      {(chosen) => (
        <svg className={styles.chart} width="100%" height={HEIGHT} aria-hidden="true">
          <defs>
            <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="2" height="5" className={styles.hatch} />
            </pattern>
          </defs>
          {chosen !== undefined && (
            <rect className={styles.chosen} x={`${slot * chosen}%`} width={`${slot}%`} y="0" height={HEIGHT} rx="6" />
          )}
          <Grid scale={scale} yOf={yOf} margin={margin} />
          {bars.map((bar, index) => (
            <MonthBars
              key={bar.period}
              bar={bar}
              index={index}
              centre={centreOf(index)}
              width={Math.min(slot * 0.3, 5)}
              yOf={yOf}
              fill={`url(#${hatch})`}
              isLast={index === bars.length - 1}
            />
          ))}
          <BalanceLine bars={bars} centreOf={centreOf} margin={margin} />
        </svg>
      )}
    </ReadChart>
  );
}

/** In pixels: the greatest width of a character of a sum, and the gap to the lines. */
const [CHARACTER, GAP] = [7, 10];

/** The topmost label has the currency. */
const textsOf = ({ ticks }: Scale): string[] =>
  ticks.map((tick, index) => tickText(tick) + (index === ticks.length - 1 ? '\u00a0₽' : ''));

const marginOf = (scale: Scale): number => GAP + CHARACTER * Math.max(...textsOf(scale).map(({ length }) => length));

interface GridProps {
  scale: Scale;
  yOf: (value: number) => number;
  margin: number;
}

function Grid({ scale, yOf, margin }: GridProps) {
  const texts = textsOf(scale);
  return scale.ticks.map((tick, index) => (
    <g key={tick}>
      <line className={cx(tick === 0 ? styles.zero : styles.grid)} x1="0" x2="100%" y1={yOf(tick)} y2={yOf(tick)} />
      <text x={-margin} y={yOf(tick) + 4}>
        {texts[index]}
      </text>
    </g>
  ));
}

interface MonthBarsProps {
  bar: MoneyBar;
  index: number;
  centre: number;
  width: number;
  yOf: (value: number) => number;
  /** Charges are hatched, so that they differ not only by colour. */
  fill: string;
  isLast: boolean;
}

function MonthBars({ bar: { period, paid, charged }, index, centre, width, yOf, fill, isLast }: MonthBarsProps) {
  const gap = width * 0.1;
  // A month with more returns than charges has a bar below zero.
  const barOf = (value: number) => ({ y: Math.min(yOf(0), yOf(value)), height: Math.abs(yOf(0) - yOf(value)) });
  return (
    <g data-column={index}>
      <rect className={styles.paid} x={`${centre - width - gap}%`} width={`${width}%`} rx="3" {...barOf(paid)} />
      <rect
        className={styles.charged}
        style={{ fill }}
        x={`${centre + gap}%`}
        width={`${width}%`}
        rx="3"
        {...barOf(charged)}
      />
      <text x={`${centre}%`} y={NAMES} textAnchor="middle" className={cx(isLast && styles.current)}>
        {monthText(period, period).slice(0, 3)}
      </text>
    </g>
  );
}

interface BalanceLineProps {
  bars: readonly MoneyBar[];
  centreOf: (index: number) => number;
  margin: number;
}

/** The balance at the end of each month, by a scale of its own: the greatest and the least are named. */
function BalanceLine({ bars, centreOf, margin }: BalanceLineProps) {
  const sums = bars.map(({ closing }) => closing);
  const [least, most] = [Math.min(...sums), Math.max(...sums)];
  const yOf = (value: number): number =>
    most === least
      ? (STRIP_TOP + STRIP_FLOOR) / 2
      : STRIP_FLOOR - ((value - least) / (most - least)) * (STRIP_FLOOR - STRIP_TOP);
  return (
    <g className={styles.balance}>
      <text x={-margin} y={STRIP_TOP - 16}>
        Остаток
      </text>
      {[...new Set([most, least])].map((sum) => (
        <text key={sum} x={-margin} y={yOf(sum) + 4}>
          {tickText(Math.round(sum))}
        </text>
      ))}
      {bars.slice(1).map((bar, index) => (
        <line
          key={bar.period}
          x1={`${centreOf(index)}%`}
          y1={yOf(bars[index]?.closing ?? 0)}
          x2={`${centreOf(index + 1)}%`}
          y2={yOf(bar.closing)}
        />
      ))}
      {bars.map((bar, index) => (
        <circle key={bar.period} cx={`${centreOf(index)}%`} cy={yOf(bar.closing)} r="3.5" />
      ))}
    </g>
  );
}

/** The same in words, for screen readers. */
function sentenceOf(months: readonly MoneyMonth[]): string {
  const today = dayOf(now());
  const most = (name: 'paid' | 'charged') => months.toSorted((a, b) => Number(b[name]) - Number(a[name]))[0];
  const [paid, charged, latest] = [most('paid'), most('charged'), months[0]];
  if (!paid || !charged || !latest) return '';
  return [
    'Пополнения, списания и остаток по месяцам.',
    `Больше всего пополнили: ${monthText(paid.period, today)}, ${rubles(paid.paid)}.`,
    `Больше всего списали: ${monthText(charged.period, today)}, ${rubles(charged.charged)}.`,
    `Остаток сейчас ${rubles(latest.closing)}.`,
    'Точные суммы в таблице ниже.',
  ].join(' ');
}
