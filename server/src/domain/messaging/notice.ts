import type { MessageText } from './message.texts.ts';
import type { Fields } from './own-text.rules.ts';

/** What a client chooses by channel. Security and prices are always told (`isFixed`). */
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

/** What is said by a channel besides the portal. */
export interface ChannelTexts<Data> {
  /** Without it a text message has the title and the first paragraph of what the portal says. */
  readonly sms?: (data: Data) => string;
  /** Without it a letter says what the portal says. */
  readonly mail?: (data: Data) => { readonly subject: string; readonly text: string };
}

/** Something that a client is told, described once by the context that it happens in. */
export interface Notice<Data> extends ChannelTexts<Data> {
  /** Lives in the database, in front of the key. */
  readonly name: string;
  readonly category: Category;
  readonly portal: (data: Data) => MessageText;
  /** What the operator may put into texts of his own, by Russian names. Without it: the title and the paragraphs of the built-in text. */
  readonly fields?: (data: Data) => Fields;
  /** The screen on which the client can act: a path under `/lk`. Every channel leads there; without it to home. */
  readonly link?: (data: Data) => string;
  /** How long the portal shows it; null: until it is read; 0: not at all, so only channels tell it. */
  readonly shownDays: number | null;
  /** What it is about: it is told once of it. Without a key it is told as often as it happens. */
  readonly key?: (data: Data) => string | number;
  /**
   * The matter that it is about, if that can be solved: `debt:i`, `order:20481`. The portal shows only the newest message of a matter,
   * and none once `settle` says that it is solved.
   */
  readonly topic?: (data: Data) => string;
  /** Whether no channel but the portal tells it. */
  readonly isPortalOnly?: boolean;
  /** Whether it is sent in quiet hours, too. */
  readonly isUrgent?: boolean;
}
