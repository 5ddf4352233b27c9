import { cx } from '#web/lib/text/cx.ts';
import { number, rubles } from '#web/lib/text/format.ts';
import { groupBy } from '#web/lib/text/group-by.ts';
import { isZero, sumOf } from '#web/shared/money/account-sums.ts';
import { Card } from '#web/ui/card/card.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { callsText, callDurationText, type CallsOfMonth, type Direction, type Total } from './call.texts.ts';
import { HoursChart } from './hours-chart.tsx';
import chart from '#web/shared/page/bars.module.css';
import legend from '#web/shared/page/legend.module.css';
import styles from './zone-totals.module.css';

const sumBy = (totals: readonly Total[], of: (total: Total) => number): number =>
  totals.reduce((sum, total) => sum + of(total), 0);

/** The totals of the month, then by zone. */
export function ZoneTotals({
  title,
  totals,
  hours,
}: {
  title: string;
  totals: readonly Total[];
  hours: CallsOfMonth['hours'];
}) {
  const zones = [...groupBy(totals, ({ zone }) => zone).values()].map(zoneOf);
  const missed = hours.filter(({ direction }) => direction === 'in').reduce((sum, hour) => sum + hour.missed, 0);
  const longest = Math.max(...zones.map(({ seconds }) => seconds.in + seconds.out), 1);
  return (
    <Card title={title}>
      <dl className={styles.figures}>
        <div>
          <dt>За звонки</dt>
          <dd>
            <Money value={sumOf(totals.map(({ amount }) => amount))} size="md" />
          </dd>
        </div>
        <div>
          <dt>Исходящие</dt>
          <dd>
            <Side totals={totals} direction="out" />
          </dd>
        </div>
        <div>
          <dt>Входящие</dt>
          <dd>
            <Side totals={totals} direction="in" />
          </dd>
        </div>
        <div>
          <dt>Пропущенные</dt>
          <dd>{missed}</dd>
        </div>
      </dl>
      <Legend />
      <ul className={styles.zones}>
        {zones.map((zone) => (
          <li key={zone.zone}>
            <ZoneBar {...zone} longest={longest} />
          </li>
        ))}
      </ul>
      <HoursChart hours={hours} />
    </Card>
  );
}

/** How many calls there were, and how long they lasted. */
function Side({ totals, direction }: { totals: readonly Total[]; direction: Direction }) {
  const own = totals.filter((total) => total.direction === direction);
  return (
    <>
      {number(sumBy(own, ({ calls }) => calls))}
      <small>{callDurationText(sumBy(own, ({ seconds }) => seconds))}</small>
    </>
  );
}

type Both = Readonly<Record<Direction, number>>;

interface ZoneTotal {
  zone: string;
  name: string;
  amount: string;
  covered: number;
  calls: Both;
  seconds: Both;
}

function zoneOf(totals: readonly Total[]): ZoneTotal {
  const both = (of: (total: Total) => number): Both => ({
    out: sumBy(
      totals.filter(({ direction }) => direction === 'out'),
      of,
    ),
    in: sumBy(
      totals.filter(({ direction }) => direction === 'in'),
      of,
    ),
  });
  return {
    zone: totals[0]?.zone ?? '',
    name: totals[0]?.zone_name ?? '',
    amount: sumOf(totals.map(({ amount }) => amount)),
    covered: sumBy(totals, ({ covered_seconds }) => covered_seconds),
    calls: both(({ calls }) => calls),
    seconds: both(({ seconds }) => seconds),
  };
}

const Legend = () => (
  <p className={cx(legend.legend, styles.legend)} aria-hidden="true">
    <span>
      <i className={chart.solid} /> исходящие
    </span>
    <span>
      <i className={chart.hatched} /> входящие
    </span>
  </p>
);

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** A bar for the duration of calls: outgoing solid, incoming hatched. The text below says the same. */
function ZoneBar({ name, amount, covered, calls, seconds, longest }: ZoneTotal & { longest: number }) {
  const freeWord = covered > 0 ? 'Из пакета' : 'Бесплатно';
  const words = (['out', 'in'] as const)
    .filter((direction) => calls[direction] > 0)
    .map((direction) => `${SIDES[direction]} ${callsText(calls[direction])}, ${callDurationText(seconds[direction])}`);
  return (
    <>
      <p className={styles.name}>
        <b>{name}</b>
        <span>{isZero(amount) ? freeWord : rubles(amount, { kopecks: 'always' })}</span>
      </p>
      <div className={styles.measure}>
        <div className={styles.bar} aria-hidden="true">
          <i className={chart.solid} style={{ width: percent(seconds.out, longest) }} />
          <i className={chart.hatched} style={{ width: percent(seconds.in, longest) }} />
        </div>
        <p className={styles.words}>
          {words.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
      </div>
    </>
  );
}

const SIDES: Record<Direction, string> = { out: 'Исходящие:', in: 'Входящие:' };
