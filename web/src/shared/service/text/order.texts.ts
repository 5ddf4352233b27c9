import type { contract, Wire } from '#web/api/contract.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, timeText } from '#web/lib/text/format.ts';
import type { IconName } from '#web/ui/icon/icon.tsx';
import type { Tone } from '#web/ui/card/state.tsx';

export type Order = Wire<typeof contract.support.getOrders>['items'][number];

/** Look and text of the state of an order, the same on every screen. */
export const orderStates: Record<Order['state'], { tone: Tone; icon: IconName; word: string }> = {
  new: { tone: 'info', icon: 'clock', word: 'Получили' },
  accepted: { tone: 'info', icon: 'check', word: 'Приняли' },
  in_progress: { tone: 'info', icon: 'wrench', word: 'Делаем' },
  waiting_client: { tone: 'wait', icon: 'message-question', word: 'Ждём вас' },
  done: { tone: 'ok', icon: 'circle-check', word: 'Готово' },
  cancelled: { tone: 'off', icon: 'x', word: 'Отменена' },
};

/** Neither done nor cancelled. */
export const isOpenOrder = ({ state }: Pick<Order, 'state'>): boolean => state !== 'done' && state !== 'cancelled';

type Visit = NonNullable<Order['visit']>;

/** «Мастер придёт 22 ноября, с 14:00 до 16:00». */
export const visitWindowText = ({ from, to }: Visit, today: string): string =>
  `Мастер придёт ${dayText(dayOf(from), today)}, с\u00a0${timeText(from)}\u00a0до\u00a0${timeText(to)}`;

/** «Мастер в пути, будет в 14:20»; undefined before he is on his way, and after a time that he has not kept. */
export const comingText = ({ arrives_at: at }: Pick<Order, 'arrives_at'>): string | undefined =>
  at !== null && Date.parse(at) > nowMs() ? `Мастер в\u00a0пути, будет в\u00a0${timeText(at)}` : undefined;

/** Of a visit, what is known best. */
export const visitText = (order: Pick<Order, 'arrives_at'> & { visit: Visit }, today: string): string =>
  comingText(order) ?? visitWindowText(order.visit, today);
