import { useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import {
  digitsOf,
  finishedDay,
  isWithin,
  typedDay,
  whyNot,
  typedWithDots,
  type DayLimits,
} from '#web/lib/text/date-text.ts';
import { IconButton } from '../button/button.tsx';
import type { DateCalendarProps } from './date-calendar.tsx';
import { Field } from './field.tsx';

interface DateFieldProps extends DayLimits {
  label: string;
  name?: string;
  hint?: React.ReactNode;
  error?: string | undefined;
  /** `2026-11-24`, or nothing. */
  value: string;
  today: string;
  /** A possible day, or nothing while there is none. */
  onChange: (day: string) => void;
}

/** What is typed and is not the field's value (yet). */
interface Draft {
  text: string;
  /** The value of the field while this was typed: if the value changes from outside, it replaces the draft. */
  beside: string;
  isFinished: boolean;
}

const loadCalendar = () => import('./date-calendar.tsx');

function faultOf(text: string, today: string, limits: DayLimits): string | undefined {
  if (text === '') return undefined;
  const day = finishedDay(text, today, limits);
  return day === undefined ? `Такого дня нет. Напишите, например, ${digitsOf(today)}` : whyNot(day, today, limits);
}

type Typing = Pick<DateFieldProps, 'value' | 'today' | 'onChange'> & { limits: DayLimits };

/** The text of the field, its error, and the handlers of typing. */
function useTyping({ value, today, onChange, limits }: Typing) {
  const [draft, setDraft] = useState<Draft>();
  const shown = draft?.beside === value ? draft : { text: digitsOf(value), isFinished: true };
  const take = (day: string, text: string, isFinished: boolean): void => {
    setDraft({ text, beside: day, isFinished });
    if (day !== value) onChange(day);
  };
  const type = (typed: string): void => {
    const text = typedWithDots(typed, shown.text);
    const day = typedDay(text);
    if (day !== undefined && isWithin(day, limits)) take(day, text, true);
    else take(text === '' ? '' : value, text, false);
  };
  const finish = (): void => {
    if (shown.isFinished) return;
    const day = finishedDay(shown.text, today, limits);
    if (day !== undefined && isWithin(day, limits)) take(day, digitsOf(day), true);
    else take('', shown.text, true);
  };
  const fault = shown.isFinished ? faultOf(shown.text, today, limits) : undefined;
  return { text: shown.text, fault, type, finish, pick: (day: string) => take(day, digitsOf(day), true) };
}

/** The calendar: its file is loaded when it is first wanted. */
function useCalendar() {
  const [Calendar, setCalendar] = useState<ComponentType<DateCalendarProps>>();
  const [isLost, setLost] = useState(false);
  const open = (): void => {
    setLost(false);
    loadCalendar().then(
      (file) => setCalendar(() => file.DateCalendar),
      () => setLost(true),
    );
  };
  return { Calendar, isLost, open, close: () => setCalendar(undefined) };
}

/** A day: typed as `24.11.2026` or chosen in a calendar that is Russian in every browser. */
export function DateField({ label, name, hint, error, value, today, onChange, ...limits }: DateFieldProps) {
  const { text, fault, type, finish, pick } = useTyping({ value, today, onChange, limits });
  const { Calendar, isLost, open, close } = useCalendar();
  const opener = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') finish();
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    open();
  };
  return (
    <>
      <Field
        label={label}
        {...(name !== undefined && { name })}
        hint={isLost ? 'Календарь не\u00a0загрузился. Напишите день цифрами' : hint}
        error={fault ?? error}
        inputMode="numeric"
        autoComplete="off"
        placeholder="дд.мм.гггг"
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={finish}
        onKeyDown={onKeyDown}
        trailing={
          <IconButton
            ref={opener}
            icon="calendar"
            label={`${label}: открыть календарь`}
            aria-haspopup="dialog"
            aria-expanded={Calendar !== undefined}
            onPointerEnter={() => void loadCalendar().catch(() => undefined)}
            onClick={open}
          />
        }
      />
      {Calendar && (
        <Calendar title={label} {...{ value, today }} {...limits} near={opener} onPick={pick} onClose={close} />
      )}
    </>
  );
}
