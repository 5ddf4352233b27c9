export interface Attachment {
  /** File name, with its ending. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly content: Buffer;
}

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for programs that show HTML. */
  readonly html?: string | undefined;
  readonly attachments?: readonly Attachment[];
  /** The same for every delivery of one letter: its Message-ID. */
  readonly key?: string | undefined;
  /** The page on which such letters are switched off. */
  readonly unsubscribe?: string | undefined;
  /** Whether a POST to that page does it at once (RFC 8058). */
  readonly isOneClick?: boolean | undefined;
}

/** Sends e-mail. Called from the outbox only. */
export interface Mail {
  send(letter: Letter): Promise<void>;
}
