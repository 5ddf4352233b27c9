import { z } from 'zod';
import type { Effect } from '#kernel/effect.ts';

/** A path under `/lk`: the address of the portal is put in front of it on delivery. */
const link = z.string().optional();
/** The same for every delivery of one effect, so that an outside system can tell a repeat. */
const key = z.string().optional();

const Letter = z.object({ to: z.string(), subject: z.string(), text: z.string(), link, key });
const TextMessage = z.object({ to: z.string(), text: z.string(), link, key });
const ChatMessage = z.object({
  messenger: z.enum(['telegram', 'max']),
  to: z.string(),
  text: z.string(),
  link,
  key,
});

export const sendLetter: Effect<z.output<typeof Letter>> = {
  kind: 'mail.send',
  title: 'письмо',
  version: 1,
  payload: Letter,
};

export const sendTextMessage: Effect<z.output<typeof TextMessage>> = {
  kind: 'sms.send',
  title: 'SMS',
  version: 1,
  payload: TextMessage,
};

export const sendChatMessage: Effect<z.output<typeof ChatMessage>> = {
  kind: 'chat.send',
  title: 'сообщение в мессенджере',
  version: 1,
  payload: ChatMessage,
};
