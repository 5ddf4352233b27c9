import type { contract, Wire } from '#web/api/contract.ts';
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

/** «Мастер придёт 22 ноября, с 14:00 до 16:00». */
export const visitText = ({ from, to }: NonNullable<Order['visit']>, today: string): string =>
  `Мастер придёт ${dayText(dayOf(from), today)}, с\u00a0${timeText(from)} до\u00a0${timeText(to)}`;
