import type { MessageText } from './message.texts.ts';
import type { TextFields } from './own-text.rules.ts';

/** Categories that a client switches on and off by channel. Security and prices are always sent (`isFixed`). */
export type Category =
  | 'debt'
  | 'price'
  | 'charge'
  | 'payment'
  | 'autopayment'
  | 'service'
  | 'support'
  | 'news'
  | 'security';

/** Texts for channels besides the portal. */
export interface ChannelTexts<Data> {
  /** Without it a text message has the title and the first paragraph of what the portal says. */
  readonly sms?: (data: Data) => string;
  /** Without it a letter says what the portal says. */
  readonly mail?: (data: Data) => { readonly subject: string; readonly text: string };
}

/** Something that a client is told, described once by the context that it happens in. */
export interface Notice<Data> extends ChannelTexts<Data> {
  /** Stored in the database as the prefix of the key. */
  readonly name: string;
  readonly category: Category;
  readonly portal: (data: Data) => MessageText;
  /** Values for the operator's own texts, by Russian names. If absent: the title and the paragraphs of the built-in text. */
  readonly fields?: (data: Data) => TextFields;
  /** The screen on which the client can act, as a path under `/lk`. Every channel links there; if absent, to home. */
  readonly link?: (data: Data) => string;
  /** For how many days the portal shows it; null: until it is read; 0: not at all, it is only sent by channels. */
  readonly shownDays: number | null;
  /** A notice with the same key is sent once per client. Without a key it is sent every time. */
  readonly key?: (data: Data) => string | number;
  /**
   * The matter that it is about, if that can be solved: `debt:i`, `order:20481`. The portal shows only the newest message of a matter,
   * and none once `settleMatter` says that it is solved.
   */
  readonly topic?: (data: Data) => string;
  /** Whether only the portal shows it. */
  readonly isPortalOnly?: boolean;
  /** Whether it is sent in quiet hours, too. */
  readonly isUrgent?: boolean;
}
