import { bytes } from '#web/lib/text/format.ts';
import { cx } from '#web/lib/text/cx.ts';
import chart from '#web/shared/page/bars.module.css';
import { ReadChart } from '#web/shared/page/read-chart.tsx';
import legend from '#web/shared/page/legend.module.css';
import styles from './isg-chart.module.css';

export interface TrafficBar {
  key: string;
  /** Under the bar; empty when there is no room for it. */
  label: string;
  /** What the bar stands for: «18 ноября», «Октябрь». */
  name: string;
  bytes_in: number;
  bytes_out: number;
  strong?: boolean;
}

const ROUND = [1, 2, 3, 4, 5, 6, 8, 10] as const;

/** The value at the top of the chart: a round number of bytes above all bars. */
export function trafficTop(bars: readonly Pick<TrafficBar, 'bytes_in' | 'bytes_out'>[]): number {
  const most = Math.max(1, ...bars.map((bar) => bar.bytes_in + bar.bytes_out));
  const power = 10 ** Math.floor(Math.log10(most));
  return power * (ROUND.find((step) => step * power >= most) ?? 10);
}

/** «18 ноября: принято 12,4 ГБ, отправлено 1,2 ГБ». */
const toldText = ({ name, bytes_in, bytes_out }: TrafficBar): string =>
  bytes_in + bytes_out === 0
    ? `${name}: трафика нет`
    : `${name}: принято\u00a0${bytes(bytes_in)}, отправлено\u00a0${bytes(bytes_out)}`;

interface TrafficChartProps {
  bars: readonly TrafficBar[];
  sentence: string;
  /** Each bar has a label: a phone has room for the last six. */
  ofMonths?: boolean;
}

/** Traffic as bars: received is solid, sent is hatched. `sentence` says the same in words; exact numbers are below. */
export function TrafficChart({ bars, sentence, ofMonths = false }: TrafficChartProps) {
  const top = trafficTop(bars);
  const heightOf = (count: number): string => `${(count / top) * 100}%`;
  return (
    <>
      <div className={chart.chart}>
        <div className={chart.scale} aria-hidden="true">
          {[1, 0.5, 0].map((share) => (
            <span key={share}>{share === 0 ? '0' : bytes(top * share)}</span>
          ))}
        </div>
        <ReadChart
          label={sentence}
          texts={bars.map(toldText)}
          start={bars.findLastIndex((bar) => bar.bytes_in + bar.bytes_out > 0)}
          className={cx(chart.bars, ofMonths && styles.months)}
        >
          {(chosen) =>
            bars.map((bar, index) => (
              <div key={bar.key} data-column={index} className={cx(chart.bar, index === chosen && chart.chosen)}>
                <i className={chart.hatched} style={{ height: heightOf(bar.bytes_out) }} />
                <i className={chart.solid} style={{ height: heightOf(bar.bytes_in) }} />
                <small className={cx(bar.strong === true && styles.strong)}>{bar.label}</small>
              </div>
            ))
          }
        </ReadChart>
      </div>
      <p className={legend.legend} aria-hidden="true">
        <span>
          <i className={chart.solid} /> принято
        </span>
        <span>
          <i className={chart.hatched} /> отправлено
        </span>
      </p>
    </>
  );
}
