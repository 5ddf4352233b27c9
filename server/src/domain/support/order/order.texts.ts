import type { Instant } from '@kabinet/contract/kernel/day';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { clockText, momentText } from '#server/domain/shared/text.rules.ts';
import { dayIn } from '@kabinet/contract/kernel/day';

/** «24 ноября, 14:00–16:00». */
export const windowText = (from: Instant, to: Instant, zone: string, now: Date): string =>
  `${momentText(from, dayIn(zone, now), zone)}–${clockText(to, zone)}`;

export interface OrderAnswer {
  readonly orderId: number;
  readonly goal: string;
  readonly text: string;
}

export const answeredMessage = ({ orderId, goal, text }: OrderAnswer): MessageText =>
  message(`Ответ по заявке «${goal}»`, text, `Заявка ${orderId} — в разделе «Заявки».`);

export const orderAskedMessage = ({ orderId, goal, text }: OrderAnswer): MessageText =>
  message(`Ждём вашего ответа по заявке «${goal}»`, text, `Ответить можно в заявке ${orderId}, раздел «Заявки».`);

export const doneMessage = ({ orderId, goal, text }: OrderAnswer): MessageText =>
  message(
    `Заявка «${goal}» выполнена`,
    text,
    `Оцените работу в заявке ${orderId}. Если проблема вернётся, откройте её снова.`,
  );

export interface VisitSet {
  readonly orderId: number;
  readonly goal: string;
  readonly window: string;
}

export const visitMessage = ({ orderId, goal, window }: VisitSet): MessageText =>
  message(`Мастер придёт ${window}`, `Заявка ${orderId}, «${goal}».`);

export interface VisitComing {
  readonly orderId: number;
  readonly goal: string;
  /** «14:20». */
  readonly time: string;
}

export const comingText = (time: string): string => `Мастер в\u00a0пути, будет в\u00a0${time}`;

export const ARRIVED = 'Мастер на\u00a0месте';

export const comingMessage = ({ orderId, goal, time }: VisitComing): MessageText =>
  message(comingText(time), `Заявка ${orderId}, «${goal}».`);

export interface LateOrder {
  readonly orderId: number;
  readonly goal: string;
  readonly promised: string;
  /** The new promise; null: none. */
  readonly next: string | null;
}

export const lateText = ({ promised, next }: LateOrder): string =>
  next === null
    ? `Обещали ответить до ${promised} и снова не успели. Позвоните нам: заявка уже у старшего смены`
    : `Обещали ответить до ${promised} и не успели. Заявку взял старший смены, ответит до ${next}`;

export const lateMessage = (late: LateOrder): MessageText =>
  message(
    `Задерживаем ответ по заявке «${late.goal}»`,
    `${lateText(late)}.`,
    `Заявка ${late.orderId} — в разделе «Заявки».`,
  );
