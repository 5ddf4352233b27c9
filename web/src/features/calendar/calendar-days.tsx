import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { callQuery, DECIDED_MS } from '#web/api/use-call.ts';
import { useQuery } from '@tanstack/react-query';
import { cx } from '#web/lib/text/cx.ts';
import { dayText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { CalendarEntry } from './calendar-entry.tsx';
import { awayText, byDay, type DayAhead, type PlannedEntry } from './calendar.texts.ts';
import styles from './calendar-card.module.css';

const SHOWN_AT_FIRST = 5;
/** If at most this many more remain, they are shown at once. */
const MOST_AT_ONCE = 7;

interface CalendarProps {
  today: string;
  /** Whether there are two accounts to tell apart. */
  isNamed: boolean;
  /** Services are off for debt. */
  isBlocked: boolean;
  /** Another billing charges: no charges are known ahead. */
  isElsewhere: boolean;
}

/** Everything that is planned, day by day. */
export function CalendarDays({ today, isNamed, isBlocked, isElsewhere }: CalendarProps) {
  const answer = useQuery({ ...callQuery(contract.calendar.get, {}), staleTime: DECIDED_MS });
  return (
    <div className={styles.timeline}>
      <Loaded
        answer={answer}
        failed="Не удалось загрузить запланированное."
        skeleton={<SkeletonRows label="Загружаем, что запланировано" tile={false} />}
      >
        {({ entries }) =>
          entries.length === 0 ? (
            <NothingPlanned isBlocked={isBlocked} isElsewhere={isElsewhere} />
          ) : (
            <Days days={byDay(entries)} today={today} isNamed={isNamed} />
          )
        }
      </Loaded>
    </div>
  );
}

const NothingPlanned = ({ isBlocked, isElsewhere }: Pick<CalendarProps, 'isBlocked' | 'isElsewhere'>) => (
  <Empty icon="calendar" title="Ничего не запланировано">
    {isBlocked && !isElsewhere
      ? 'Пока долг не оплачен, ничего не списываем.'
      : `Здесь будут ${isElsewhere ? '' : 'списания, '}смены тарифа и всё, что должно случиться в ближайшие два месяца.`}
  </Empty>
);

function Days({ days, today, isNamed }: { days: readonly DayAhead[]; today: string; isNamed: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = days.length > MOST_AT_ONCE && !isOpen;
  const shown = isLong ? days.slice(0, SHOWN_AT_FIRST) : days;
  return (
    <>
      <ol className={styles.list} tabIndex={-1} aria-label="Запланировано по дням">
        {shown.map((one) => (
          <Day key={one.day} {...one} today={today} isNamed={isNamed} />
        ))}
      </ol>
      {isLong && (
        <Button look="plain" size="sm" icon="chevron-down" onClick={() => setOpen(true)}>
          {`Показать ещё ${days.length - shown.length}`}
        </Button>
      )}
    </>
  );
}

const lookOf = (entries: readonly PlannedEntry[]): string | undefined => {
  if (entries.some(({ missing, kind }) => missing !== null || kind === 'promise')) return styles['short'];
  return entries.every(({ last_day }) => last_day !== null) ? styles['daily'] : undefined;
};

/** A stable key while the entry is planned, so that the entry after a cancelled one is not mistaken for it. */
const keyOf = ({ kind, p, title, text, services }: PlannedEntry): string =>
  [kind, p, title, text, ...services.map(({ user_id }) => user_id)].join();

/** One day: its date, its mark on the line, its entries. */
function Day({ day, entries, today, isNamed }: DayAhead & { today: string; isNamed: boolean }) {
  const [number, ...month] = dayText(day, today).split(/\s/);
  return (
    <li className={cx(styles.date, lookOf(entries))}>
      <div className={styles.when}>
        <h3>
          <time dateTime={day}>
            <b>{number}</b> {month.join(' ')}
          </time>
        </h3>
        <p>{awayText(day, today)}</p>
      </div>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={keyOf(entry)}>
            <CalendarEntry entry={entry} today={today} account={isNamed ? ACCOUNT_NAMES[entry.p] : undefined} />
          </li>
        ))}
      </ul>
    </li>
  );
}
