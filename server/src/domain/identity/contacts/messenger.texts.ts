import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';

export const MESSENGER_NAMES = { telegram: 'Telegram', max: 'MAX' } as const;
export type MessengerKind = keyof typeof MESSENGER_NAMES;

export interface LinkedMessenger {
  readonly messenger: MessengerKind;
  readonly chatName: string;
}

export const linkedMessage = ({ messenger, chatName }: LinkedMessenger): MessageText =>
  message(
    `${MESSENGER_NAMES[messenger]} привязан`,
    `Уведомления будут приходить в чат ${chatName}. Отвязать можно в настройках или командой /stop в чате.`,
    'Если это сделали не вы, отвяжите чат и смените пароль кабинета.',
  );

export const unlinkedMessage = ({ messenger }: { readonly messenger: MessengerKind }): MessageText =>
  message(
    `${MESSENGER_NAMES[messenger]} отвязан`,
    'Уведомления туда больше не приходят. Привязать чат снова можно в настройках.',
  );

export const startedText = 'Чат найден. Вернитесь в личный кабинет и подтвердите, что он ваш.';
export const unknownCodeText = (messenger: MessengerKind): string =>
  `Код не подошёл или устарел. Получите новый в личном кабинете: Настройки, ${MESSENGER_NAMES[messenger]}.`;
export const stoppedText = 'Чат отвязан, уведомления сюда больше не приходят.';
