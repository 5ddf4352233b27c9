import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { addDays, addMonths, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { cx } from '#lib/cx.ts';
import { isWithin, whyNot, type Limits } from '#lib/date-text.ts';
import { capital, dayText, monthText } from '#lib/format.ts';
import { close } from '#lib/texts.ts';
import { Button, IconButton } from './button.tsx';
import styles from './date-calendar.module.css';

export interface DateCalendarProps extends Limits {
  /** What the day is for: «С какого дня». */
  title: string;
  value: string;
  today: string;
  /** The button beside which the calendar opens on a wide screen; on a phone it is a sheet. */
  near: RefObject<HTMLElement | null>;
  onPick: (day: string) => void;
  onClose: () => void;
}

const WEEKDAYS = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье'] as const;
const SHORT = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'] as const;
const WEEK = 7;
/** A month touches six weeks at most; the calendar is always as high, so nothing jumps. */
const WEEKS = 6;
/** 1 January 2024 was a Monday. */
const MONDAY = '2024-01-01' as Day;

/** 0 for Monday. */
const weekdayOf = (day: Day): number => ((daysBetween(MONDAY, day) % WEEK) + WEEK) % WEEK;

const firstOf = (day: Day): Day => addMonths(day, 0, 1);
const lastOf = (day: Day): Day => addMonths(day, 0, 31);

/** The weeks of the month of a day, from Monday; days of other months are left out. */
function weeksOf(day: Day): (Day | undefined)[][] {
  const first = firstOf(day);
  const monday = addDays(first, -weekdayOf(first));
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: WEEK }, (_, index) => {
      const one = addDays(monday, week * WEEK + index);
      return one.slice(0, 7) === day.slice(0, 7) ? one : undefined;
    }),
  );
}

/** Where a key leads (ARIA Authoring Practices, date picker dialog). */
const KEYS: Readonly<Record<string, (from: Day, shift: boolean) => Day>> = {
  ArrowLeft: (from) => addDays(from, -1),
  ArrowRight: (from) => addDays(from, 1),
  ArrowUp: (from) => addDays(from, -WEEK),
  ArrowDown: (from) => addDays(from, WEEK),
  Home: (from) => addDays(from, -weekdayOf(from)),
  End: (from) => addDays(from, WEEK - 1 - weekdayOf(from)),
  PageUp: (from, shift) => addMonths(from, shift ? -12 : -1),
  PageDown: (from, shift) => addMonths(from, shift ? 12 : 1),
};

/** Keeps the calendar at the months that have a possible day. */
function keptWithin(day: Day, { min, max }: Limits): Day {
  if (min !== undefined && day < firstOf(min as Day)) return min as Day;
  if (max !== undefined && day > lastOf(max as Day)) return max as Day;
  return day;
}

function limitsText({ min, max }: Limits, today: string): string {
  const parts = [
    min !== undefined && `с\u00a0${dayText(min, today)}`,
    max !== undefined && `по\u00a0${dayText(max, today)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `Можно ${parts.join(' ')}`;
}

/** One month of days: Monday first, days that are not possible stay visible and say why. */
export function DateCalendar({ title, value, today, near, onPick, onClose, ...limits }: DateCalendarProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const start = value === '' ? today : value;
  const [at, setAt] = useState(() =>
    keptWithin((isWithin(start, limits) ? start : (limits.min ?? start)) as Day, limits),
  );
  const month = useId();
  useModal(dialog, near);
  const shut = (): void => {
    dialog.current?.close();
    onClose();
  };
  const pick = (day: string): void => {
    if (isWithin(day, limits)) {
      onPick(day);
      shut();
    } else setAt(day as Day);
  };
  const go = (months: number): void => setAt(keptWithin(addMonths(at, months), limits));
  const isOut = (months: number): boolean =>
    keptWithin(firstOf(addMonths(at, months)), limits).slice(0, 7) === at.slice(0, 7);
  return (
    // The backdrop is part of the dialog element; Esc does the same as a press on it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles.calendar}
      aria-label={`${title}: выберите день`}
      // In React these events reach the dialog around this one.
      onCancel={(event) => event.stopPropagation()}
      onClose={(event) => {
        event.stopPropagation();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && shut()}
    >
      <div className={styles.sheet}>
        <div className={styles.title}>
          <h2>{title}</h2>
          <IconButton icon="x" label={close} onClick={shut} />
        </div>
        <div className={styles.months}>
          <IconButton icon="chevron-left" label="Прошлый месяц" aria-disabled={isOut(-1)} onClick={() => go(-1)} />
          <p id={month} aria-live="polite">
            {capital(monthText(at, ''))}
          </p>
          <IconButton icon="chevron-right" label="Следующий месяц" aria-disabled={isOut(1)} onClick={() => go(1)} />
        </div>
        <Days at={at} labelledBy={month} {...{ value, today, limits }} onMove={setAt} onPick={pick} />
        <p className={styles.limits} aria-live="polite">
          {whyNot(at, today, limits) ?? limitsText(limits, today)}
        </p>
        <Button look="soft" size="sm" aria-disabled={!isWithin(today, limits)} onClick={() => pick(today)}>
          Сегодня, {dayText(today, today)}
        </Button>
      </div>
    </dialog>
  );
}

interface DaysProps {
  at: Day;
  labelledBy: string;
  value: string;
  today: string;
  limits: Limits;
  onMove: (day: Day) => void;
  onPick: (day: Day) => void;
}

/** The grid of the month: one stop of Tab, then arrows. */
function Days({ at, labelledBy, value, today, limits, onMove, onPick }: DaysProps) {
  const grid = useRef<HTMLTableElement>(null);
  const isByKey = useRef(true);
  useEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isByKey.current = false;
  }, [at]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = KEYS[event.key]?.(at, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    isByKey.current = true;
    onMove(keptWithin(next, limits));
  };
  return (
    // A table whose cells are chosen is a grid.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <table ref={grid} role="grid" aria-labelledby={labelledBy} className={styles.days} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {SHORT.map((word, index) => (
            <th key={word} scope="col" abbr={WEEKDAYS[index]}>
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(at).map((week, index) => (
          <tr key={index}>
            {week.map((day, weekday) =>
              day === undefined ? (
                <td key={weekday} />
              ) : (
                <DayCell key={weekday} {...{ day, weekday, at, value, today, limits, onPick }} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayCellProps extends Omit<DaysProps, 'labelledBy' | 'onMove'> {
  day: Day;
  weekday: number;
}

function DayCell({ day, weekday, at, value, today, limits, onPick }: DayCellProps) {
  const isChosen = day === value;
  return (
    <td aria-selected={isChosen}>
      <button
        type="button"
        tabIndex={day === at ? 0 : -1}
        className={cx(isChosen && styles.chosen, day === today && styles.today)}
        aria-label={`${dayText(day, '')}, ${WEEKDAYS[weekday] ?? ''}${isChosen ? ', выбран' : ''}`}
        aria-current={day === today ? 'date' : undefined}
        aria-disabled={!isWithin(day, limits) || undefined}
        onClick={() => onPick(day)}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}

/** In pixels: to the button and to the edge of the window. */
const GAP = 6;

/** Below the button if there is room, above it otherwise; always in the window. On a phone the styles make it a sheet. */
function place(calendar: HTMLElement, near: HTMLElement): void {
  const { top, bottom, right } = near.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = calendar;
  const isBelow = bottom + GAP + height <= window.innerHeight - GAP;
  const y = isBelow ? bottom + GAP : Math.max(GAP, top - GAP - height);
  calendar.style.setProperty('--x', `${Math.max(GAP, Math.min(right - width, window.innerWidth - width - GAP))}px`);
  calendar.style.setProperty('--y', `${y}px`);
}

function useModal(dialog: RefObject<HTMLDialogElement | null>, near: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [calendar, button] = [dialog.current, near.current];
    if (!calendar || !button) return undefined;
    calendar.showModal();
    const move = (): void => place(calendar, button);
    move();
    window.addEventListener('resize', move);
    window.addEventListener('scroll', move, true);
    return () => {
      window.removeEventListener('resize', move);
      window.removeEventListener('scroll', move, true);
    };
  }, [dialog, near]);
}
