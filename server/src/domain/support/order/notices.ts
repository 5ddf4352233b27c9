import { orderTopic } from './topic.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { shortened } from '#server/domain/shared/text.rules.ts';
import {
  answeredMessage,
  comingMessage,
  comingText,
  orderAskedMessage,
  doneMessage,
  lateMessage,
  lateText,
  visitMessage,
  type OrderAnswer,
  type LateOrder,
  type VisitComing,
  type VisitSet,
} from './order.texts.ts';

interface OfEvent {
  readonly eventId: number;
}

const ofOrder = {
  category: 'support',
  shownDays: 14,
  topic: ({ orderId }: { readonly orderId: number }) => orderTopic(orderId),
  link: ({ orderId }: { readonly orderId: number }) => `/support/order?id=${orderId}`,
} as const;
const answered = ({ orderId, goal, text }: OrderAnswer) => ({ заявка: String(orderId), тема: goal, ответ: text });
const byEvent = ({ eventId }: OfEvent) => eventId;

const short = (words: string): string => shortened(words, 120);

export const orderAnswered: Notice<OfEvent & OrderAnswer> = {
  ...ofOrder,
  name: 'support.answered',
  portal: answeredMessage,
  fields: answered,
  sms: ({ orderId, text }) => `Ответ по заявке ${orderId}: ${short(text)}`,
  mail: ({ orderId, goal, text }) => ({ subject: `Ответ по заявке ${orderId}: ${goal}`, text }),
  key: byEvent,
};
export const orderAsked: Notice<OfEvent & OrderAnswer> = {
  ...ofOrder,
  name: 'support.asked',
  portal: orderAskedMessage,
  fields: answered,
  sms: ({ orderId, text }) => `Ждём ответа по заявке ${orderId}: ${short(text)}`,
  mail: ({ orderId, goal, text }) => ({ subject: `Вопрос по заявке ${orderId}: ${goal}`, text }),
  key: byEvent,
};
export const orderDone: Notice<OfEvent & OrderAnswer> = {
  ...ofOrder,
  name: 'support.done',
  portal: doneMessage,
  fields: answered,
  sms: ({ orderId }) => `Заявка ${orderId} выполнена. Оцените работу в личном кабинете`,
  mail: ({ orderId, goal, text }) => ({ subject: `Заявка ${orderId} выполнена: ${goal}`, text }),
  key: byEvent,
};
export const orderVisitSet: Notice<OfEvent & VisitSet> = {
  ...ofOrder,
  name: 'support.visit',
  portal: visitMessage,
  fields: ({ orderId, goal, window }) => ({ заявка: String(orderId), тема: goal, окно: window }),
  sms: ({ orderId, window }) => `Мастер придёт ${window}. Заявка ${orderId}`,
  mail: ({ orderId, window }) => ({ subject: `Визит мастера по заявке ${orderId}`, text: `Мастер придёт ${window}.` }),
  key: byEvent,
};
/** The master is on his way. */
export const orderVisitComing: Notice<OfEvent & VisitComing> = {
  ...ofOrder,
  name: 'support.coming',
  // After the quiet hours he would be gone.
  isUrgent: true,
  portal: comingMessage,
  fields: ({ orderId, goal, time }) => ({ заявка: String(orderId), тема: goal, время: time }),
  sms: ({ orderId, time }) => `${comingText(time)}. Заявка ${orderId}`,
  mail: ({ orderId, time }) => ({ subject: `Мастер в пути: заявка ${orderId}`, text: `${comingText(time)}.` }),
  key: byEvent,
};
/** A promised time has passed without an answer. */
export const orderLateNotice: Notice<OfEvent & LateOrder> = {
  ...ofOrder,
  name: 'support.late',
  portal: lateMessage,
  fields: (late) => ({ заявка: String(late.orderId), тема: late.goal, что: lateText(late) }),
  key: byEvent,
};
