export type MessengerName = 'telegram' | 'max';

export interface ChatMessage {
  /** The chat, as its messenger names it. */
  readonly to: string;
  readonly text: string;
  /** An address that the message links to. */
  readonly link?: string;
  /** The same for every delivery of one message. */
  readonly key?: string;
}

/** An event of a chat with the bot. */
export type ChatUpdate =
  | { readonly kind: 'start'; readonly chatId: string; readonly chatName: string; readonly code: string }
  | { readonly kind: 'stop'; readonly chatId: string };

/** A bot of a messenger. Messages are sent from the outbox only. */
export interface Messenger {
  /** An address that opens the bot's chat and hands it the code. */
  link(code: string): string;
  /** `gone`: the chat does not exist any more, or its owner has blocked the bot. */
  send(message: ChatMessage): Promise<'sent' | 'gone'>;
  /** Reads a request of the messenger; undefined if it is not genuine, null if there is nothing to do. */
  readUpdate(headers: Readonly<Record<string, unknown>>, body: string): ChatUpdate | null | undefined;
}
