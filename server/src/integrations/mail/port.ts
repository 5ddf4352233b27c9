export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends e-mail. Called from the outbox only. */
export interface Mail {
  send(letter: Letter): Promise<void>;
}
