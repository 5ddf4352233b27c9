export interface TextMessage {
  /** Eleven digits with a leading 7. */
  readonly to: string;
  readonly text: string;
  /** The same for every delivery of one message. */
  readonly key?: string | undefined;
}

/** Sends text messages to phones. Called from the outbox only. */
export interface Sms {
  send(message: TextMessage): Promise<void>;
}
