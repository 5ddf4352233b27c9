import { counted, dayOf, range, timeText } from '#web/lib/text/format.ts';
import type { contract, Wire } from '../api/contract.ts';

export type DayOfVisits = Wire<typeof contract.orders.visits>;
export type VisitWindow = DayOfVisits['masters'][number]['windows'][number];
type VisitOrder = NonNullable<VisitWindow['order']>;
export type BookedWindow = VisitWindow & { order: VisitOrder };

export const isBooked = (window: VisitWindow): window is BookedWindow => window.order !== null;

export const isOver = ({ order: { state } }: BookedWindow): boolean => state === 'done' || state === 'cancelled';

/** How a visit goes. */
export type VisitState = 'free' | 'waiting' | 'coming' | 'there' | 'late' | 'done';

export function visitState(window: VisitWindow, nowMs: number): VisitState {
  if (!isBooked(window)) return 'free';
  if (isOver(window)) return 'done';
  if (window.order.arrived_at !== null) return 'there';
  if (Date.parse(window.to) < nowMs) return 'late';
  return window.order.arrives_at === null ? 'waiting' : 'coming';
}

export function stateText(window: VisitWindow, nowMs: number): string {
  const { order } = window;
  const at = (moment: string | null | undefined): string => (moment == null ? '' : timeText(moment));
  const texts: Record<VisitState, string> = {
    free: 'Свободно',
    waiting: 'Назначен',
    coming: `В пути, будет в ${at(order?.arrives_at)}`,
    there: `На месте с ${at(order?.arrived_at)}`,
    late: 'Время вышло',
    done: 'Сделано',
  };
  return texts[visitState(window, nowMs)];
}

export const visitHours = ({ from, to }: Pick<VisitWindow, 'from' | 'to'>): string =>
  range(timeText(from), timeText(to));

export function dayTitle(day: DayOfVisits): string {
  const windows = day.masters.flatMap((master) => master.windows);
  const booked = windows.filter(isBooked);
  const left = booked.filter((window) => !isOver(window)).length;
  if (windows.length === 0) return 'В этот день окон нет';
  const free = windows.length - booked.length;
  const ahead = left === 0 ? 'Визитов впереди нет' : `${counted(left, 'визит', 'визита', 'визитов')} впереди`;
  return `${ahead}, свободных окон ${free}`;
}

/** `2026-11-24 14:20`, as the call takes it. */
export const momentIn = (now: Date, minutes: number): string => {
  const at = new Date(now.getTime() + minutes * 60_000);
  return `${dayOf(at)} ${timeText(at)}`;
};
