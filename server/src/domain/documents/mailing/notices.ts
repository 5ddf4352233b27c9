import { maskedEmail } from '#server/domain/identity/contacts/address.rules.ts';
import { message } from '#server/domain/messaging/message.texts.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';

/** A warning: whoever receives the documents learns what the client pays and whom he calls. */
export const documentsAddressed: Notice<{ readonly address: string; readonly codeId: number }> = {
  name: 'documents.addressed',
  category: 'security',
  shownDays: 30,
  isUrgent: true,
  portal: ({ address }) =>
    message(
      'Адрес для документов по телефону подтверждён',
      `Счёт и детализация звонков будут приходить на ${maskedEmail(address)}.`,
      'Если это сделали не вы, смените адрес на странице телефона и пароль кабинета.',
    ),
  key: ({ codeId }) => codeId,
};
