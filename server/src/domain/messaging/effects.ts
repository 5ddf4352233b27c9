import { z } from 'zod';
import type { Letter } from '#integrations/mail/port.ts';
import type { TextMessage } from '#integrations/sms/port.ts';
import type { Effect } from '#kernel/effect.ts';

export const sendLetter: Effect<Letter> = {
  kind: 'mail.send',
  title: 'письмо',
  version: 1,
  payload: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
};

export const sendTextMessage: Effect<TextMessage> = {
  kind: 'sms.send',
  title: 'SMS',
  version: 1,
  payload: z.object({ to: z.string(), text: z.string() }),
};
