/** Why an outside system did not take something, if it has said so. Any other error is tried again after the usual pause. */

/** It would refuse the same again: the operator sees it at once. */
export class RefusedForGood extends Error {}

/** It asks to wait. */
export class TooManyRequests extends Error {
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}
