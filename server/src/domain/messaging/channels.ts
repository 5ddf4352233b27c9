import { randomUUID } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { enqueueEffect } from '#kernel/outbox.ts';
import type { Category } from './notice.ts';
import { sendChatMessage, sendLetter, sendPush, sendTextMessage } from './effects.ts';
import { isFixed } from './roles.rules.ts';

/** What is to be said, for each channel to say in its way. */
export interface Said {
  readonly sms: string;
  readonly mail: { readonly subject: string; readonly text: string };
  readonly chat: string;
  /** A path under `/lk`. */
  readonly link?: string;
  /** What is fixed cannot be switched off. */
  readonly category: Category;
}

interface Delivery {
  readonly to: string;
  /** At once when absent. */
  readonly runAt?: Date | undefined;
  /** After it the message is not sent. */
  readonly until?: Date | undefined;
  /** Whose address it is, of a notice. */
  readonly whose?: { readonly contractId: number; readonly furtherId: number | null };
  /** The message of the portal about a matter that may be solved before this is sent. */
  readonly messageId?: number | undefined;
}

/** A way to reach a client outside the portal. */
export interface Channel {
  readonly name: 'sms' | 'mail' | 'telegram' | 'max' | 'push';
  /** The kind of contact that it sends to. */
  readonly contact: 'phone' | 'email' | 'telegram' | 'max' | 'push';
  /** Whether it can wake somebody up, and so waits for the end of the quiet hours. */
  readonly isLoud: boolean;
  readonly send: (tx: Tx, said: Said, how: Delivery) => Promise<void>;
}

const withLink = ({ link }: Said) => ({ key: randomUUID(), ...(link !== undefined && { link }) });

const ending = (until: Date | undefined) => until && { until: until.toISOString() };

/** How the client switches such letters off. */
const leaving = ({ category }: Said, whose: Delivery['whose']) =>
  isFixed(category) ? {} : { isChosen: true, ...(whose && { letters: { ...whose, category } }) };

/** Whose contact may be told, as long as it is one. */
const told = ({ category }: Said, whose: Delivery['whose']) =>
  category !== 'security' && whose && { contractId: whose.contractId };

/** What concerns security is told in any case: whoever has got in could solve it. */
const matter = ({ category }: Said, messageId: number | undefined) =>
  category !== 'security' && messageId !== undefined && { messageId };

const messenger = (name: 'telegram' | 'max'): Channel => ({
  name,
  contact: name,
  isLoud: true,
  send: (tx, said, { to, runAt, whose, messageId }) => {
    const chat = {
      messenger: name,
      to,
      text: said.chat,
      ...withLink(said),
      ...told(said, whose),
      ...matter(said, messageId),
    };
    return enqueueEffect(tx, sendChatMessage, chat, { runAt });
  },
});

export const channels: readonly Channel[] = [
  {
    name: 'sms',
    contact: 'phone',
    isLoud: true,
    send: (tx, said, { to, runAt, until, whose, messageId }) => {
      const sms = {
        to,
        text: said.sms,
        ...withLink(said),
        ...ending(until),
        ...told(said, whose),
        ...matter(said, messageId),
      };
      return enqueueEffect(tx, sendTextMessage, sms, { runAt });
    },
  },
  {
    name: 'mail',
    contact: 'email',
    isLoud: false,
    send: (tx, said, { to, runAt, until, whose, messageId }) => {
      const letter = {
        to,
        ...said.mail,
        ...withLink(said),
        ...ending(until),
        ...leaving(said, whose),
        ...matter(said, messageId),
      };
      return enqueueEffect(tx, sendLetter, letter, { runAt });
    },
  },
  messenger('telegram'),
  messenger('max'),
  {
    name: 'push',
    contact: 'push',
    isLoud: true,
    // A locked screen shows it to anybody: it says only what it is about.
    send: (tx, said, { to, runAt, whose, messageId }) => {
      const owner = whose && { contractId: whose.contractId };
      return enqueueEffect(
        tx,
        sendPush,
        { to, category: said.category, ...withLink(said), ...owner, ...matter(said, messageId) },
        { runAt },
      );
    },
  },
];
