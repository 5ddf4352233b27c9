import { isOpenInWeek, type Hours, type WeekRule } from '@kabinet/contract/kernel/schedule';
import { range } from '#web/lib/text/format.ts';

/** Seven days of 24 hours, Monday first: whether internet works. */
export type Grid = readonly (readonly boolean[])[];

/** Hours of one day, `to` exclusive: 7, 9. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

const HOURS = 24;
export const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;

/** The week as cells; an hour counts as open when its first minute is open. */
export const gridOf = (rules: readonly WeekRule[]): Grid =>
  WEEK.map((day) => Array.from({ length: HOURS }, (_, hour) => isOpenInWeek(rules, day + 1, hour * 60)));

/** Runs of adjacent open hours of a day. */
export function runsOf(cells: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  for (let hour = 0; hour < cells.length; hour++) {
    if (!cells[hour]) continue;
    const from = hour;
    while (cells[hour]) hour++;
    runs.push({ from, to: hour });
  }
  return runs;
}

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const hoursOf = ({ from, to }: Run): Hours => ({ from: hourText(from), to: hourText(to) });
export const hoursRunText = ({ from, to }: Run): string => range(hourText(from), hourText(to));

/** Converts cells to rules: equal hours of several days are one rule, and a night is one rule over midnight. */
export function rulesOf(grid: Grid): (WeekRule & { days: number[] })[] {
  const found = new Map<string, WeekRule & { days: number[] }>();
  for (const day of WEEK) {
    for (const hours of beginningOn(grid, day)) {
      const key = `${hours.from}${hours.to}`;
      found.set(key, { ...hours, days: [...(found.get(key)?.days ?? []), day + 1] });
    }
  }
  return [...found.values()];
}

/** Hours that begin on a day; a night belongs to the day of its evening. */
function beginningOn(grid: Grid, day: number): Hours[] {
  const isMorning = (run: Run) => run.from === 0 && nightOf(grid, (day + 6) % 7) !== undefined;
  const night = nightOf(grid, day);
  return runsOn(grid, day)
    .filter((run) => !isMorning(run))
    .map((run) => (night && run.to === HOURS ? hoursOf({ from: run.from, to: night.to }) : hoursOf(run)));
}

const runsOn = (grid: Grid, day: number): Run[] => runsOf(grid[day] ?? []);

/** The run of the next morning that continues the evening; whole days and longer nights stay two runs. */
function nightOf(grid: Grid, day: number): Run | undefined {
  const [evening, morning] = [runsOn(grid, day).at(-1), runsOn(grid, (day + 1) % 7)[0]];
  if (!evening || !morning) return undefined;
  const lasts = evening.to === HOURS && evening.from > 0 && morning.from === 0 && morning.to < evening.from;
  return lasts ? morning : undefined;
}

/** The grid with the cells between two corners painted. */
export function painted(grid: Grid, from: Cell, to: Cell, open: boolean): Grid {
  const between = (value: number, one: number, other: number) =>
    value >= Math.min(one, other) && value <= Math.max(one, other);
  return grid.map((cells, day) =>
    between(day, from.day, to.day) ? cells.map((was, hour) => (between(hour, from.hour, to.hour) ? open : was)) : cells,
  );
}

export interface Cell {
  readonly day: number;
  readonly hour: number;
}

/** The cell that an arrow key moves to; the same cell at the edge. */
export function neighbour({ day, hour }: Cell, key: string): Cell | undefined {
  const to: Record<string, Cell> = {
    ArrowLeft: { day, hour: hour - 1 },
    ArrowRight: { day, hour: hour + 1 },
    ArrowUp: { day: day - 1, hour },
    ArrowDown: { day: day + 1, hour },
    Home: { day, hour: 0 },
    End: { day, hour: HOURS - 1 },
  };
  const cell = to[key];
  return cell && { day: Math.min(6, Math.max(0, cell.day)), hour: Math.min(HOURS - 1, Math.max(0, cell.hour)) };
}

/** The grid with other hours on one day. */
export const withDay = (grid: Grid, day: number, runs: readonly Run[]): Grid =>
  grid.map((cells, index) =>
    index === day
      ? Array.from({ length: HOURS }, (_, hour) => runs.some(({ from, to }) => hour >= from && hour < to))
      : cells,
  );
