import type { Instant } from '@kabinet/contract/kernel/day';

export interface InboxMessage {
  readonly message_id: number;
  readonly channel: 'mail' | 'sms' | 'telegram' | 'max';
  readonly recipient: string;
  readonly subject: string | null;
  readonly text: string;
  readonly link: string | null;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
  readonly sent_at: Instant;
}

/** Messages that the demo has sent, for developers and operators. */
export interface Inbox {
  /** The latest, the newest first. */
  latest(): Promise<InboxMessage[]>;
  one(messageId: number): Promise<InboxMessage | undefined>;
}
