import { instant, type Instant } from '@kabinet/contract/kernel/day';

export type OrderState = 'new' | 'accepted' | 'in_progress' | 'waiting_client' | 'done' | 'cancelled';

export const isClosed = ({ state }: { readonly state: OrderState }): boolean =>
  state === 'done' || state === 'cancelled';

/** The facts that decide which actions an order allows. */
interface Judged {
  readonly state: OrderState;
  readonly updated_at: Instant;
  readonly visit_from: Instant | null;
  readonly asks_visit: boolean;
  readonly connects: string | null;
}

const HOUR_MS = 3_600_000;
/** Days for which a done order may be opened again. */
const REOPENED_DAYS = 30;

interface Possible {
  readonly possible: boolean;
  readonly reason: string | null;
}

const yes: Possible = { possible: true, reason: null };
const no = (reason: string): Possible => ({ possible: false, reason });

export const mayAnswer = (order: Judged): Possible => (isClosed(order) ? no('Заявка закрыта') : yes);

/** Without its visit a service would be connected for ever; switching the program off cancels the visit, too. */
export function mayClose(order: Judged): Possible {
  if (isClosed(order)) return no('Заявка уже закрыта');
  if (order.connects === null) return yes;
  return no(
    `По этой заявке мастер подключает «${order.connects}». Если передумали, отключите услугу: заявка отменится сама`,
  );
}

export function mayReopen(order: Judged, now: Date): Possible {
  if (!isClosed(order)) return no('Заявка ещё в работе');
  if (order.state === 'cancelled') return no('Заявку отменили. Создайте новую');
  const last = Date.parse(order.updated_at) + REOPENED_DAYS * 24 * HOUR_MS;
  return now.getTime() <= last ? yes : no(`Прошло больше ${REOPENED_DAYS} дней. Создайте новую заявку`);
}

export const mayRate = (order: Judged): Possible =>
  order.state === 'done' ? yes : no('Оценить можно выполненную заявку');

/** Until when a visit may be moved; null if there is none. */
export const moveUntil = ({ visit_from: from }: Judged, hoursBefore: number): Instant | null =>
  from && instant(new Date(Date.parse(from) - hoursBefore * HOUR_MS));

export function mayMove(order: Judged, hoursBefore: number, now: Date): Possible {
  if (isClosed(order)) return no('Заявка закрыта');
  const until = moveUntil(order, hoursBefore);
  if (until === null) return order.asks_visit ? yes : no('По этой заявке мастер не приходит');
  return now.getTime() < Date.parse(until) ? yes : no('Перенести визит уже нельзя. Позвоните в поддержку');
}
