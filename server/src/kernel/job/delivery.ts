// Errors by which an adapter says why an outside system did not take something. After any other error it is tried again.

/** The system would refuse the same again; the operator sees it at once. */
export class RefusedForGood extends Error {}

/** The system asks to wait before the next try. */
export class TooManyRequests extends Error {
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}
