import type { MessageText } from './message.texts.ts';

export type Category = 'money' | 'service' | 'security' | 'support';

/** What is said by a channel besides the portal. A channel without a text is not used. */
export interface ChannelTexts<Data> {
  readonly sms?: (data: Data) => string;
  readonly mail?: (data: Data) => { readonly subject: string; readonly text: string };
}

/** Something that a client is told, described once by the context that it happens in. */
export interface Notice<Data> extends ChannelTexts<Data> {
  /** Lives in the database, in front of the key. */
  readonly name: string;
  readonly category: Category;
  readonly portal: (data: Data) => MessageText;
  /** How long the portal shows it; null: until it is read. */
  readonly shownDays: number | null;
  /** What it is about: it is told once of it. Without a key it is told as often as it happens. */
  readonly key?: (data: Data) => string | number;
  /** Whether it is sent in quiet hours, too. */
  readonly isUrgent?: boolean;
}
