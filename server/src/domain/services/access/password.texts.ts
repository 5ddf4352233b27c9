import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';

export const passwordChangedMessage = ({ login }: { readonly login: string }): MessageText =>
  message(
    'Пароль услуги изменён',
    `Новый пароль действует для входа ${login}. Если меняли не вы, смените его ещё раз и позвоните в поддержку.`,
  );
