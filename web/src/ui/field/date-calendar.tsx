import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { addMonths, type Day } from '@kabinet/contract/kernel/day';
import { cx } from '#web/lib/text/cx.ts';
import { isWithin, whyNot, type DayLimits } from '#web/lib/text/date-text.ts';
import { capital, dayText, monthText } from '#web/lib/text/format.ts';
import {
  DAY_KEYS,
  keptWithin,
  limitsText,
  WEEKDAYS,
  WEEKDAYS_SHORT,
  weeksOf,
  yearsOf,
} from '#web/lib/clock/month-grid.ts';
import { close } from '#web/lib/text/texts.ts';
import { Button, IconButton } from '../button/button.tsx';
import styles from './date-calendar.module.css';
import { VisuallyHidden } from '../text/hidden.tsx';
import { inHistory } from '../dialog/in-history.ts';

export interface DateCalendarProps extends DayLimits {
  /** What the day is for: «С какого дня». */
  title: string;
  value: string;
  today: string;
  /** The button beside which the calendar opens on a wide screen; on a phone it is a sheet. */
  near: RefObject<HTMLElement | null>;
  onPick: (day: string) => void;
  onClose: () => void;
}

/** One month of days: Monday first, days that are not possible stay visible and say why. */
export function DateCalendar({ title, value, today, near, onPick, onClose, ...limits }: DateCalendarProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const start = value === '' ? today : value;
  const [at, setAt] = useState(() =>
    keptWithin((isWithin(start, limits) ? start : (limits.min ?? start)) as Day, limits),
  );
  const month = useId();
  const [years, year] = [yearsOf(limits, today), Number(at.slice(0, 4))];
  useModal(dialog, near, onClose);
  const pick = (day: string): void => {
    if (isWithin(day, limits)) {
      onPick(day);
      onClose();
    } else setAt(day as Day);
  };
  const go = (months: number): void => setAt(keptWithin(addMonths(at, months), limits));
  const isOut = (months: number): boolean =>
    keptWithin(addMonths(at, months, 1), limits).slice(0, 7) === at.slice(0, 7);
  return (
    <dialog ref={dialog} className={styles.calendar} aria-label={`${title}: выберите день`}>
      <div className={styles.sheet}>
        <div className={styles.title}>
          <h2>{title}</h2>
          <IconButton icon="x" label={close} onClick={onClose} />
        </div>
        <div className={styles.months}>
          <IconButton icon="chevron-left" label="Прошлый месяц" aria-disabled={isOut(-1)} onClick={() => go(-1)} />
          <div className={styles.month}>
            <p id={month} aria-live="polite">
              {capital(monthText(at, years.length > 0 ? at : ''))}
              {years.length > 0 && <VisuallyHidden> {year}</VisuallyHidden>}
            </p>
            {years.length > 0 && (
              <select aria-label="Год" value={year} onChange={({ target }) => go((Number(target.value) - year) * 12)}>
                {years.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            )}
          </div>
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
  limits: DayLimits;
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
    const next = DAY_KEYS[event.key]?.(at, event.shiftKey);
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
          {WEEKDAYS_SHORT.map((word, index) => (
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

function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  near: RefObject<HTMLElement | null>,
  onClose: () => void,
) {
  const dismiss = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const [calendar, button] = [dialog.current, near.current];
    if (!calendar || !button) return undefined;
    calendar.showModal();
    const leave = inHistory(calendar, () => dismiss());
    const move = (): void => place(calendar, button);
    move();
    window.addEventListener('resize', move);
    window.addEventListener('scroll', move, true);
    return () => {
      // While it is still on the page, the browser returns the focus.
      calendar.close();
      leave();
      window.removeEventListener('resize', move);
      window.removeEventListener('scroll', move, true);
    };
  }, [dialog, near]);
}
