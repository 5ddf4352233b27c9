import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';

export interface LateCall {
  readonly topic: string;
  /** Until when the call was promised: «14:50», with the day if it is another one. */
  readonly promised: string;
  /** The newly promised time; null if there is none. */
  readonly next: string | null;
}

export const lateCallMessage = ({ topic, promised, next }: LateCall): MessageText =>
  message(
    'Не успели вам позвонить',
    next === null
      ? `Обещали позвонить до ${promised} и снова не успели. Позвоните нам: просьба уже у старшего смены.`
      : `Обещали позвонить до ${promised}. Просьбу взял старший смены, позвонит до ${next}.`,
    `О чём: ${topic}.`,
  );

export interface MissedCall {
  readonly topic: string;
}

export const missedMessage = ({ topic }: MissedCall): MessageText =>
  message('Мы звонили, но не дозвонились', 'Закажите звонок ещё раз на удобное время.', `О чём: ${topic}.`);
