import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/database.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import type { Category } from './notice.ts';
import { sendChatMessageEffect, sendLetterEffect, sendPushEffect, sendTextMessageEffect } from './effects.ts';
import { isFixed } from './roles.rules.ts';

/** The content of a message; each channel formats it in its own way. */
export interface MessageContent {
  readonly sms: string;
  readonly mail: { readonly subject: string; readonly text: string };
  readonly chat: string;
  /** A path under `/lk`. */
  readonly link?: string;
  /** Fixed categories (`isFixed`) cannot be switched off. */
  readonly category: Category;
}

export interface Delivery {
  readonly to: string;
  /** When to send the message; at once if absent. */
  readonly runAt?: Date | undefined;
  /** The message is not sent after this moment. */
  readonly until?: Date | undefined;
  /** Whose address it is, if the message is a notice. */
  readonly whose?: { readonly contractId: number; readonly furtherId: number | null };
  /** The portal's message, if its matter may be solved before this one is sent. */
  readonly messageId?: number | undefined;
  /** The portal's message that says the same. */
  readonly ofMessage?: number | undefined;
}

/** A way to reach a client outside the portal. */
export interface Channel {
  readonly name: 'sms' | 'mail' | 'telegram' | 'max' | 'push';
  /** The kind of contact that it sends to. */
  readonly contact: 'phone' | 'email' | 'telegram' | 'max' | 'push';
  /** Whether it can wake somebody up, and so waits for the end of the quiet hours. */
  readonly isLoud: boolean;
  readonly send: (tx: Tx, said: MessageContent, how: Delivery) => Promise<void>;
}

const withLink = ({ link }: MessageContent, ofMessage: number | undefined) => ({
  key: randomUUID(),
  ...(link !== undefined && { link }),
  ...(ofMessage !== undefined && { ofMessage }),
});

const ending = (until: Date | undefined) => until && { until: until.toISOString() };

/** The link by which the client switches such letters off. */
const leaving = ({ category }: MessageContent, whose: Delivery['whose']) =>
  isFixed(category) ? {} : { isChosen: true, ...(whose && { letters: { ...whose, category } }) };

/** The contract whose contact the address must still be on delivery. */
const told = ({ category }: MessageContent, whose: Delivery['whose']) =>
  category !== 'security' && whose && { contractId: whose.contractId };

/** Security messages are always sent, because an intruder could mark the matter as solved. */
const matter = ({ category }: MessageContent, messageId: number | undefined) =>
  category !== 'security' && messageId !== undefined && { messageId };

const messenger = (name: 'telegram' | 'max'): Channel => ({
  name,
  contact: name,
  isLoud: true,
  send: (tx, said, { to, runAt, whose, messageId, ofMessage }) => {
    const chat = {
      messenger: name,
      to,
      text: said.chat,
      ...withLink(said, ofMessage),
      ...told(said, whose),
      ...matter(said, messageId),
    };
    return enqueueEffect(tx, sendChatMessageEffect, chat, { runAt });
  },
});

export const messageChannels: readonly Channel[] = [
  {
    name: 'sms',
    contact: 'phone',
    isLoud: true,
    send: (tx, said, { to, runAt, until, whose, messageId, ofMessage }) => {
      const sms = {
        to,
        text: said.sms,
        ...withLink(said, ofMessage),
        ...ending(until),
        ...told(said, whose),
        ...matter(said, messageId),
      };
      return enqueueEffect(tx, sendTextMessageEffect, sms, { runAt });
    },
  },
  {
    name: 'mail',
    contact: 'email',
    isLoud: false,
    send: (tx, said, { to, runAt, until, whose, messageId, ofMessage }) => {
      const letter = {
        to,
        ...said.mail,
        ...withLink(said, ofMessage),
        ...ending(until),
        ...leaving(said, whose),
        ...matter(said, messageId),
      };
      return enqueueEffect(tx, sendLetterEffect, letter, { runAt });
    },
  },
  messenger('telegram'),
  messenger('max'),
  {
    name: 'push',
    contact: 'push',
    isLoud: true,
    // Anybody can see a locked screen, so a push names only the subject.
    send: (tx, said, { to, runAt, whose, messageId, ofMessage }) => {
      const owner = whose && { contractId: whose.contractId };
      return enqueueEffect(
        tx,
        sendPushEffect,
        { to, category: said.category, ...withLink(said, ofMessage), ...owner, ...matter(said, messageId) },
        { runAt },
      );
    },
  },
];
