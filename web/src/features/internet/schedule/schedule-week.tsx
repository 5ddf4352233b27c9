import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { dayOf, timeText } from '#web/lib/text/format.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { hourText, neighbour, painted, WEEK, type Cell, type Grid } from './schedule-grid.ts';
import { DAYS } from './schedule.texts.ts';
import styles from './schedule.module.css';

interface WeekProps {
  grid: Grid;
  now: number;
  onChange: (grid: Grid) => void;
}

const MARKS = [0, 3, 6, 9, 12, 15, 18, 21, 24];
const todayIndex = (now: number): number => (new Date(dayOf(new Date(now))).getUTCDay() + 6) % 7;

/** The elapsed part of the day, in percent. */
const passed = (now: number): string => {
  const [hours = 0, minutes = 0] = timeText(new Date(now)).split(':').map(Number);
  return `${((hours * 60 + minutes) / 1440) * 100}%`;
};

/** The week as 7 × 24 cells, painted with the mouse, a finger, or arrow keys and the space bar. */
export function Week({ grid, now, onChange }: WeekProps) {
  const paint = usePainting(grid, onChange);
  const today = todayIndex(now);
  return (
    <div className={styles.week}>
      <div className={styles.hours} aria-hidden="true">
        <span />
        <div>
          {MARKS.map((hour) => (
            <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
              {hour}
            </span>
          ))}
        </div>
      </div>
      <div
        role="grid"
        tabIndex={-1}
        aria-label="Часы, в которые интернет работает"
        aria-multiselectable
        {...paint.handlers}
      >
        {WEEK.map((day) => (
          <div key={day} role="row" className={cx(styles.day, day === today && styles.today)}>
            <b role="rowheader">
              <span aria-hidden="true">{DAYS[day].short}</span>
              <VisuallyHidden>{DAYS[day].full}</VisuallyHidden>
            </b>
            <div role="presentation" className={styles.strip}>
              <div role="presentation" className={styles.cells}>
                {grid[day]?.map((open, hour) => (
                  <GridCell key={hour} cell={{ day, hour }} cells={grid[day] ?? []} open={open} at={paint.at} />
                ))}
              </div>
              {day === today && <span className={styles.now} style={{ left: passed(now) }} aria-hidden="true" />}
            </div>
          </div>
        ))}
      </div>
      <div role="status">
        <VisuallyHidden>{paint.said}</VisuallyHidden>
      </div>
    </div>
  );
}

interface GridCellProps {
  cell: Cell;
  cells: readonly boolean[];
  open: boolean;
  at: Cell;
}

function GridCell({ cell: { day, hour }, cells, open, at }: GridCellProps) {
  const isAt = day === at.day && hour === at.hour;
  return (
    <span
      role="gridcell"
      className={cx(styles.cell, open && styles.open, ...(open ? ends(cells, hour) : []))}
      data-day={day}
      data-hour={hour}
      tabIndex={isAt ? 0 : -1}
      aria-selected={open}
      aria-label={cellText(day, hour, open)}
    />
  );
}

/** The ends of a run are round. */
const ends = (cells: readonly boolean[], hour: number) => [
  !cells[hour - 1] && styles.first,
  !cells[hour + 1] && styles.last,
];

const cellText = (day: number, hour: number, open: boolean): string =>
  `${nameOf(day)}, ${hourText(hour)}–${hourText(hour + 1)}, ${open ? 'открыто' : 'закрыто'}`;

/** The cell under an event, if any. */
function cellOf(target: EventTarget | null): Cell | undefined {
  const { day, hour } = target instanceof HTMLElement ? target.dataset : {};
  return day === undefined || hour === undefined ? undefined : { day: Number(day), hour: Number(hour) };
}

interface Stroke {
  readonly from: Cell;
  readonly open: boolean;
  /** The grid before the stroke: cells that the stroke leaves again are restored. */
  readonly base: Grid;
}

function usePainting(grid: Grid, onChange: (grid: Grid) => void) {
  const [at, setAt] = useState<Cell>({ day: 0, hour: 7 });
  const [said, setSaid] = useState('');
  const stroke = useRef<Stroke>(undefined);
  const isOpen = ({ day, hour }: Cell): boolean => grid[day]?.[hour] ?? false;

  const paint = ({ from, open, base }: Stroke, to: Cell): void => {
    onChange(painted(base, from, to, open));
    setAt(to);
    setSaid(strokeText(from, to, open));
  };
  const begin = (cell: Cell): Stroke => (stroke.current = { from: cell, open: !isOpen(cell), base: grid });

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const cell = cellOf(event.target);
    if (!cell || event.button !== 0) return;
    paint(begin(cell), cell);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!stroke.current) return;
    // Touch events go to the cell where the stroke began, so ask the page for the cell under the finger.
    const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (cell && (cell.day !== at.day || cell.hour !== at.hour)) paint(stroke.current, cell);
  };
  const end = (): void => {
    stroke.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const cell = cellOf(event.target);
    if (!cell) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      paint({ from: cell, open: !isOpen(cell), base: grid }, cell);
      return;
    }
    const next = neighbour(cell, event.key);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${next.day}"][data-hour="${next.hour}"]`)?.focus();
    // With Shift the next cell gets the state of the current one.
    if (event.shiftKey) paint({ from: cell, open: isOpen(cell), base: grid }, next);
  };
  return {
    at,
    said,
    handlers: { onPointerDown, onPointerMove, onPointerUp: end, onPointerLeave: end, onPointerCancel: end, onKeyDown },
  };
}

function strokeText(from: Cell, to: Cell, open: boolean): string {
  const [first, last] = [Math.min(from.day, to.day), Math.max(from.day, to.day)];
  const [start, end] = [Math.min(from.hour, to.hour), Math.max(from.hour, to.hour) + 1];
  const days = first === last ? nameOf(first) : `${nameOf(first)} – ${nameOf(last)}`;
  return `${days}, ${hourText(start)}–${hourText(end)}: ${open ? 'открыто' : 'закрыто'}`;
}

const nameOf = (day: number): string => DAYS[day]?.full ?? '';
