import { z } from 'zod';
import { messageQueue, type Effect } from '#server/kernel/job/effect.ts';

/** A path under `/lk`: the address of the portal is put in front of it on delivery. */
const link = z.string().optional();
/** The same for every delivery of one effect, so that an outside system recognises a repeat. */
const key = z.string().optional();

/** ISO 8601. A message, such as a code, is useless after this moment: it is then dropped instead of sent. */
const until = z.string().optional();

/** The contract of the contact. If the address is no longer its contact on delivery, nothing is sent, except about security. */
const contractId = z.int().optional();

/** The portal's message about the same matter; if the matter is solved on delivery, nothing is sent. */
const messageId = z.int().optional();

/** Letters of one category to the first e-mail of a contract, or to a further one. */
const Letters = z.object({
  contractId: z.int(),
  furtherId: z.int().nullable(),
  category: z.enum(['debt', 'charge', 'payment', 'autopayment', 'service', 'support', 'news']),
});
export type Letters = z.output<typeof Letters>;

/** The portal's message that says the same: what became of this one is noted there. */
const ofMessage = z.int().optional();

const Letter = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  link,
  key,
  until,
  messageId,
  ofMessage,
  /** Whether the client can switch such letters off in the portal. */
  isChosen: z.boolean().optional(),
  /** The kind of letters that this one belongs to, for the link that switches them off. */
  letters: Letters.optional(),
});
export const StoredTextMessage = z.object({
  to: z.string(),
  text: z.string(),
  link,
  key,
  until,
  contractId,
  messageId,
  ofMessage,
  /** Names of gateways that accepted the message and could not deliver it. */
  without: z.array(z.string()).optional(),
});
export type SentText = z.output<typeof StoredTextMessage>;
const ChatMessage = z.object({
  messenger: z.enum(['telegram', 'max']),
  to: z.string(),
  text: z.string(),
  link,
  key,
  contractId,
  messageId,
  ofMessage,
});

const PushNotice = z.object({
  /** The number of the subscription. */
  to: z.string(),
  category: z.enum(['debt', 'charge', 'payment', 'autopayment', 'service', 'support', 'news', 'security', 'price']),
  link,
  key,
  /** Whose browser it was. */
  contractId: z.int().optional(),
  messageId,
  ofMessage,
});

export const sendPushEffect: Effect<z.output<typeof PushNotice>> = {
  kind: 'push.send',
  title: 'уведомление в браузере',
  version: 1,
  payload: PushNotice,
  queue: ({ to }) => messageQueue('push', to),
};

export const sendLetterEffect: Effect<z.output<typeof Letter>> = {
  kind: 'mail.send',
  title: 'письмо',
  version: 1,
  payload: Letter,
  queue: ({ to }) => messageQueue('mail', to),
};

export const sendTextMessageEffect: Effect<SentText> = {
  kind: 'sms.send',
  title: 'SMS',
  version: 1,
  payload: StoredTextMessage,
  queue: ({ to }) => messageQueue('sms', to),
};

export const sendChatMessageEffect: Effect<z.output<typeof ChatMessage>> = {
  kind: 'chat.send',
  title: 'сообщение в мессенджере',
  version: 1,
  payload: ChatMessage,
  queue: ({ messenger, to }) => messageQueue(messenger, to),
};
