import type { Notice } from '#domain/messaging/notice.ts';
import { confirmedLetter, confirmedMessage, confirmedText, type ConfirmedContact } from './contact.texts.ts';

/** Told before the change, so that it goes to the former phone or e-mail, too. */
export const contactConfirmed: Notice<ConfirmedContact & { readonly codeId: number }> = {
  name: 'contact.confirmed',
  category: 'security',
  shownDays: 30,
  isUrgent: true,
  portal: confirmedMessage,
  sms: confirmedText,
  mail: confirmedLetter,
  key: ({ codeId }) => codeId,
};
