import type { Day } from '@kabinet/contract/kernel/day';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { day as dayCell, WrongCell, type CellReader } from '../cells.ts';

/** A moment by a clock on a wall. */
export interface WallMoment {
  readonly day: Day;
  /** Since midnight. */
  readonly seconds: number;
}

const PATTERN = /^([\d.-]{10})[ T](\d\d?):(\d\d)(?::(\d\d))?$/;
/** Seconds of an hour, a minute and a second. */
const IN = [3600, 60, 1];
const MOST = [23, 59, 59];

export const wallMoment: CellReader<WallMoment> = (cell) => {
  const [, date = '', ...clock] = PATTERN.exec(cell) ?? [];
  const read = dayCell(date);
  // Seconds may be absent.
  const parts = clock.map(Number).filter((part) => !Number.isNaN(part));
  if (read instanceof WrongCell || parts.some((part, place) => part > (MOST[place] ?? 0)))
    return new WrongCell(`«${cell}» — не день и время. Пишется так: 20.11.2026 14:05:30`);
  return { day: read, seconds: parts.reduce((sum, part, place) => sum + part * (IN[place] ?? 0), 0) };
};

export const momentOnWall = ({ day, seconds }: WallMoment, zone: string): Date =>
  new Date(new Date(dayStart(day, zone)).getTime() + seconds * 1000);
