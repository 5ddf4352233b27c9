import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';

export interface LimitSpending {
  readonly userId: number;
  readonly login: string;
  readonly by: 'day' | 'month';
  /** The day or the month that the limit applies to. */
  readonly of: string;
  readonly spent: Kopecks;
  readonly limit: Kopecks;
}

export const WHEN = { day: 'за день', month: 'за месяц' } as const;
export const UNTIL = { day: 'до конца дня', month: 'до конца месяца' } as const;
const HOW = 'Вам смогут звонить, бесплатные и экстренные номера работают.';
const NOT_YOU = 'Если звоните не вы, получите новый пароль на странице линии.';

export const limitNearMessage = ({ login, by, spent, limit }: LimitSpending): MessageText =>
  message(
    'Лимит на звонки скоро кончится',
    `С линии ${login} ${WHEN[by]} потрачено ${rubles(spent)} из ${rubles(limit)}. На лимите закроем платные звонки ${UNTIL[by]}. ${NOT_YOU}`,
  );

export const limitNearSms = ({ login, by, spent, limit }: LimitSpending): string =>
  `Линия ${login}: ${WHEN[by]} потрачено ${rubles(spent)} из ${rubles(limit)}. На лимите закроем платные звонки.`;

export const limitSpentMessage = ({ login, by, spent, limit }: LimitSpending): MessageText =>
  message(
    'Лимит на звонки кончился',
    `С линии ${login} ${WHEN[by]} потрачено ${rubles(spent)} при лимите ${rubles(limit)}. Платные звонки закрыты ${UNTIL[by]}. ${HOW}`,
    `Нужно звонить дальше — поднимите лимит на странице линии. ${NOT_YOU}`,
  );

export const limitSpentSms = ({ login, by, limit }: LimitSpending): string =>
  `Линия ${login}: лимит ${rubles(limit)} ${WHEN[by]} кончился, платные звонки закрыты ${UNTIL[by]}.`;

export interface SpendingLimits {
  readonly login: string;
  readonly month: Kopecks;
  readonly day: Kopecks;
}

const STRANGER = 'Если это не вы, смените пароль от кабинета и позвоните в поддержку.';

export const limitRaisedMessage = ({ login, month, day }: SpendingLimits): MessageText =>
  message(
    'Лимит на звонки повышен',
    `С линии ${login} теперь можно потратить ${rubles(month)} за месяц и ${rubles(day)} за день. ${STRANGER}`,
  );

export interface OpenedDirection {
  readonly login: string;
  readonly direction: string;
  /** «24 ноября, 14:05»; null: until the client closes it. */
  readonly until: string | null;
}

export const directionOpenedMessage = ({ login, direction, until }: OpenedDirection): MessageText =>
  message(
    'Открыто направление звонков',
    `С линии ${login} теперь можно звонить: ${direction}${until === null ? '' : `, до ${until}`}. ${STRANGER}`,
  );
