import type { Notice } from '#server/domain/messaging/notice.ts';
import { linkedMessage, unlinkedMessage, type LinkedMessenger } from './messenger.texts.ts';
import { confirmedMessage, confirmedText, type ConfirmedContact } from './contact.texts.ts';
import { furtherMessage, furtherText, type FurtherChange } from './further.texts.ts';

/** Sent before the change, so that it also reaches the former phone or e-mail. */
export const contactConfirmed: Notice<ConfirmedContact & { readonly codeId: number }> = {
  name: 'contact.confirmed',
  category: 'security',
  link: () => '/settings/security',
  shownDays: 30,
  isUrgent: true,
  portal: confirmedMessage,
  sms: confirmedText,
  key: ({ codeId }) => codeId,
};

/** A further contact changes; sent before the change, so that it also reaches a further contact of an owner. */
export const furtherChanged: Notice<FurtherChange> = {
  name: 'contact.further',
  category: 'security',
  link: () => '/settings/mobile',
  shownDays: 30,
  isUrgent: true,
  portal: furtherMessage,
  sms: furtherText,
};

const ofChat = {
  category: 'security',
  shownDays: 30,
  isUrgent: true,
  link: ({ messenger }: Pick<LinkedMessenger, 'messenger'>) => `/settings/${messenger}`,
} as const;

/** Sent before the chat is linked, so that it also reaches the former chat. */
export const chatLinked: Notice<LinkedMessenger> = { ...ofChat, name: 'chat.linked', portal: linkedMessage };
export const chatUnlinked: Notice<Pick<LinkedMessenger, 'messenger'>> = {
  ...ofChat,
  name: 'chat.unlinked',
  portal: unlinkedMessage,
};
