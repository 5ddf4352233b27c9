import { maskedEmail } from '#domain/identity/contacts/address.rules.ts';
import { message } from '#domain/messaging/message.texts.ts';
import type { Notice } from '#domain/messaging/notice.ts';

/** Whoever reads the documents knows what the client pays, and how he calls. */
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
