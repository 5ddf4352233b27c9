import type { Tx } from '#db/database.ts';
import { enqueueEffect } from '#kernel/outbox.ts';
import { sendLetter, sendTextMessage } from './effects.ts';
import type { ChannelTexts } from './notice.ts';

/** A way to reach a client outside the portal. */
export interface Channel {
  readonly name: keyof ChannelTexts<never>;
  /** The kind of contact that it sends to. */
  readonly contact: 'phone' | 'email';
  /** Whether it can wake somebody up, and so waits for the end of the quiet hours. */
  readonly isLoud: boolean;
  /** Enqueues the message; does nothing if the notice has no text for this channel. */
  readonly send: <Data>(tx: Tx, texts: ChannelTexts<Data>, data: Data, how: Delivery) => Promise<void>;
}

interface Delivery {
  readonly to: string;
  /** At once when absent. */
  readonly runAt?: Date | undefined;
}

export const channels: readonly Channel[] = [
  {
    name: 'sms',
    contact: 'phone',
    isLoud: true,
    send: async (tx, { sms }, data, { to, runAt }) => {
      if (sms) await enqueueEffect(tx, sendTextMessage, { to, text: sms(data) }, { runAt });
    },
  },
  {
    name: 'mail',
    contact: 'email',
    isLoud: false,
    send: async (tx, { mail }, data, { to, runAt }) => {
      if (mail) await enqueueEffect(tx, sendLetter, { to, ...mail(data) }, { runAt });
    },
  },
];
