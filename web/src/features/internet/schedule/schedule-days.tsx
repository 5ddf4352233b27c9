import { useState } from 'react';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { cx } from '#web/lib/text/cx.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { RunFields } from './schedule-runs.tsx';
import { runsOf, hoursRunText, WEEK, withDay, type Grid, type Run } from './schedule-grid.ts';
import { DAYS } from './schedule.texts.ts';
import styles from './schedule.module.css';

interface DaysProps {
  grid: Grid;
  now: number;
  onChange: (grid: Grid) => void;
}

/** The week on a phone: a row for each day, which opens a sheet with its hours. */
export function Days({ grid, now, onChange }: DaysProps) {
  const [day, setDay] = useState<number>();
  const today = (new Date(dayOf(new Date(now))).getUTCDay() + 6) % 7;
  return (
    <>
      <ul className={styles.list}>
        {WEEK.map((index) => (
          <li key={index} className={cx(index === today && styles.today)}>
            <button type="button" aria-haspopup="dialog" onClick={() => setDay(index)}>
              <b>
                <span aria-hidden="true">{DAYS[index].short}</span>
                <VisuallyHidden>{DAYS[index].full}</VisuallyHidden>
              </b>
              <DayHours runs={runsOf(grid[index] ?? [])} />
              <Icon name="chevron-right" size="sm" />
            </button>
          </li>
        ))}
      </ul>
      {day !== undefined && (
        <DayDialog
          key={day}
          day={day}
          runs={runsOf(grid[day] ?? [])}
          onDone={(runs, days) => {
            onChange(days.reduce((changed, one) => withDay(changed, one, runs), grid));
            setDay(undefined);
          }}
          onClose={() => setDay(undefined)}
        />
      )}
    </>
  );
}

function DayHours({ runs }: { runs: readonly Run[] }) {
  return (
    <span>
      <span className={styles.times}>{runs.length === 0 ? 'Закрыто' : runs.map(hoursRunText).join(', ')}</span>
      <span className={styles.bar} aria-hidden="true">
        {runs.map(({ from, to }) => (
          <i key={from} style={{ left: `${(from / 24) * 100}%`, right: `${100 - (to / 24) * 100}%` }} />
        ))}
      </span>
    </span>
  );
}

interface DayDialogProps {
  day: number;
  runs: readonly Run[];
  onDone: (runs: readonly Run[], days: readonly number[]) => void;
  onClose: () => void;
}

function DayDialog({ day, runs: before, onDone, onClose }: DayDialogProps) {
  const [runs, setRuns] = useState(before);
  const weekdays = [0, 1, 2, 3, 4];
  return (
    <Dialog
      open
      onClose={onClose}
      title={DAYS[day]?.full}
      actions={
        <>
          <Button onClick={() => onDone(runs, [day])}>Готово</Button>
          <Button look="plain" onClick={onClose}>
            Не менять
          </Button>
        </>
      }
    >
      <RunFields runs={runs} onChange={setRuns} />
      {weekdays.includes(day) && (
        <p>
          <TextButton onClick={() => onDone(runs, weekdays)}>Так во все будни</TextButton>
        </p>
      )}
    </Dialog>
  );
}
