import { useState } from 'react';
import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { dayText } from '#web/lib/text/format.ts';
import { Button, IconButton } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import type { Defaults, Exceptions } from './schedule-data.ts';
import { hourText, type Run } from './schedule-grid.ts';
import { RunFields } from './schedule-runs.tsx';
import { hoursText } from './schedule.texts.ts';
import styles from './schedule.module.css';

interface ExceptionDaysProps {
  exceptions: Exceptions;
  defs: Defaults;
  today: string;
  onChange: (exceptions: Exceptions) => void;
}

/** Days with other hours: holidays, illness, a birthday. */
export function ExceptionDays({ exceptions, defs, today, onChange }: ExceptionDaysProps) {
  const [isAdding, setAdding] = useState(false);
  return (
    <section className={styles.part} aria-label="Особые дни">
      <div className={styles.partHead}>
        <h3>Особые дни</h3>
        {exceptions.length < defs.most_exceptions && (
          <Button look="soft" size="sm" onClick={() => setAdding(true)}>
            Добавить день
          </Button>
        )}
      </div>
      {exceptions.length === 0 && <p className={styles.hint}>В эти дни действуют свои часы вместо недельных.</p>}
      <ul className={styles.days} hidden={exceptions.length === 0}>
        {exceptions.map(({ day, hours }) => (
          <li key={day}>
            <span>
              <b>{dayText(day, today)}</b>
              <small>{hoursText(hours)}</small>
            </span>
            <IconButton
              icon="x"
              label={`Убрать ${dayText(day, today)}`}
              onClick={() => onChange(exceptions.filter((one) => one.day !== day))}
            />
          </li>
        ))}
      </ul>
      {isAdding && (
        <DayDialog
          exceptions={exceptions}
          last={addDays(today as Day, defs.farthest_exception)}
          today={today}
          onDone={(added) => {
            const others = exceptions.filter(({ day }) => day !== added.day);
            onChange([...others, added].sort((one, other) => one.day.localeCompare(other.day)));
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

type Choice = 'closed' | 'open' | 'hours';
const CHOICES = [
  { value: 'closed', text: 'Закрыто' },
  { value: 'open', text: 'Открыто весь день' },
  { value: 'hours', text: 'Свои часы' },
] as const;

interface DayDialogProps {
  exceptions: Exceptions;
  last: string;
  today: string;
  onDone: (exception: Exceptions[number]) => void;
  onClose: () => void;
}

function DayDialog({ exceptions, last, today, onDone, onClose }: DayDialogProps) {
  const [day, setDay] = useState('');
  const [choice, setChoice] = useState<Choice>('closed');
  const [runs, setRuns] = useState<readonly Run[]>([{ from: 9, to: 22 }]);
  const [isWrong, setWrong] = useState(false);
  const known = exceptions.find((one) => one.day === day);
  const hours = { closed: [], open: [{ from: '00:00', to: '24:00' }], hours: runs.map(asHours) }[choice];
  const done = (): void => {
    if (day >= today && day <= last) onDone({ day, hours });
    else setWrong(true);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Особый день"
      actions={
        <>
          <Button onClick={done}>Добавить</Button>
          <Button look="plain" onClick={onClose}>
            Не добавлять
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <DateField
          label="День"
          today={today}
          min={today}
          max={last}
          whyMax="дальше особые дни пока не&nbsp;назначить"
          value={day}
          hint={known && `Сейчас: ${hoursText(known.hours)}. Новые часы заменят эти`}
          error={isWrong ? `Выберите день с ${dayText(today, today)} по ${dayText(last, today)}` : undefined}
          onChange={(chosen) => {
            setDay(chosen);
            setWrong(false);
          }}
        />
        <Chips label="Что в этот день" options={CHOICES} value={choice} onChange={setChoice} />
        {choice === 'hours' && <RunFields runs={runs} onChange={setRuns} />}
      </div>
    </Dialog>
  );
}

const asHours = ({ from, to }: Run) => ({ from: hourText(from), to: hourText(to) });
