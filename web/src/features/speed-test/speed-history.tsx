import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { usePages } from '#web/api/use-pages.ts';
import { now } from '#web/lib/clock/clock.ts';
import { cx } from '#web/lib/text/cx.ts';
import { dayOf, dayText, momentText, number } from '#web/lib/text/format.ts';
import { LoadMore } from '#web/shared/page/load-more.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Line, Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import bars from '#web/shared/page/bars.module.css';
import { ReadChart } from '#web/shared/page/read-chart.tsx';
import legend from '#web/shared/page/legend.module.css';
import styles from './speed-history.module.css';
import { mbit, type Measurement } from './verdict.texts.ts';

const PAGE = 10;
/** How many measurements are listed below the chart until the client asks for the rest. */
const LISTED = 4;
/** The height of a number, as a part of the chart. */
const NUMBER = 0.14;
/** Fewer bars than this are no chart. */
const LEAST_BARS = 3;
const LINKS: Record<Measurement['link'], string> = {
  cable: 'по\u00a0кабелю',
  wifi: 'по\u00a0Wi-Fi',
  unknown: 'связь не\u00a0указана',
};

/** Earlier measurements: a chart of the latest, and a list that says the same in words. */
export function SpeedHistory() {
  const pages = usePages(contract.speedTest.list, PAGE);
  const { items, failed, again } = pages;
  const [isOpen, setOpen] = useState(false);
  if (failed) return <ErrorBlock title="Не удалось загрузить прежние замеры." onRetry={again} />;
  if (!items) {
    return (
      <Card title="Как менялась скорость">
        <SkeletonRows label="Загружаем замеры" tile={false} count={3} />
      </Card>
    );
  }
  return (
    <Card title="Как менялась скорость">
      {items.length === 0 ? (
        <Empty icon="gauge" title="Замеров ещё не было">
          Измерьте скорость сейчас: если потом что-то изменится, будет с&nbsp;чем сравнить.
        </Empty>
      ) : (
        <>
          {items.length >= LEAST_BARS && <Chart items={items.slice(0, PAGE).toReversed()} />}
          <Rows>
            {(isOpen ? items : items.slice(0, LISTED)).map((one) => (
              <Row key={one.speed_test_id} one={one} />
            ))}
          </Rows>
          {isOpen || items.length <= LISTED ? (
            <LoadMore pages={pages} />
          ) : (
            <div className={styles.more}>
              <Button look="soft" size="sm" onClick={() => setOpen(true)}>
                Все замеры
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}

/** Whether it shows less than the line itself can do: over Wi-Fi, or from another network. */
const isElsewhere = ({ link, is_local }: Measurement): boolean => link === 'wifi' || !is_local;

const placeText = ({ link, is_local }: Measurement): string => (is_local ? LINKS[link] : 'не\u00a0из нашей сети');

function Row({ one }: { one: Measurement }) {
  return (
    <Line
      title={momentText(one.measured_at, dayOf(now()))}
      note={`${placeText(one)}, отправка ${number(mbit(one.up_kbit))}`}
      value={`${number(mbit(one.down_kbit))}\u00a0Мбит/с`}
    />
  );
}

/** Whether the number above a bar would lie on the line of the plan, or above the chart: it then stands in the bar. */
const isUnder = (plan: number | null, down: number, top: number): boolean =>
  down > top * (1 - NUMBER) || (plan !== null && plan >= down && plan - down < top * NUMBER);

function Chart({ items }: { items: readonly Measurement[] }) {
  const today = dayOf(now());
  const plan = items.at(-1)?.plan_mbit ?? null;
  const top = Math.max(plan ?? 0, ...items.map(({ down_kbit }) => mbit(down_kbit))) * 1.08;
  const heightOf = (value: number): string => `${(value / top) * 100}%`;
  const texts = items.map(
    (one) =>
      `${momentText(one.measured_at, today)}: ${number(mbit(one.down_kbit))}\u00a0Мбит/с, отправка ${number(mbit(one.up_kbit))}, ${placeText(one)}`,
  );
  return (
    <>
      <ReadChart label={`Скорость по замерам. ${texts.at(-1) ?? ''}`} texts={texts} className={styles.chart}>
        {(chosen) => (
          <>
            {plan !== null && <i className={styles.plan} style={{ bottom: heightOf(plan) }} />}
            {items.map((one, index) => {
              const down = mbit(one.down_kbit);
              const [day = '', month = ''] = dayText(dayOf(one.measured_at), today).split(/\s/);
              return (
                <div
                  key={one.speed_test_id}
                  data-column={index}
                  className={cx(styles.slot, index === chosen && styles.chosen)}
                >
                  <i
                    className={cx(styles.bar, isElsewhere(one) ? bars.hatched : bars.solid)}
                    style={{ height: heightOf(down) }}
                  >
                    <b className={cx(isUnder(plan, down, top) && styles.inside)}>{number(down)}</b>
                  </i>
                  <small>{`${day} ${month.slice(0, 3)}`}</small>
                </div>
              );
            })}
          </>
        )}
      </ReadChart>
      <p className={cx(legend.legend, styles.legend)} aria-hidden="true">
        <span>
          <i className={bars.solid} /> по&nbsp;кабелю
        </span>
        <span>
          <i className={bars.hatched} /> по&nbsp;Wi-Fi или не&nbsp;у&nbsp;нас
        </span>
        {plan !== null && (
          <span>
            <i className={styles.planMark} /> тариф, {number(plan)}
          </span>
        )}
      </p>
    </>
  );
}
