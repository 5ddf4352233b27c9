import { sharedValue } from '#web/lib/page/shared-value.ts';

// The server refuses a call that needs a confirmation until the subscriber has confirmed his identity. `send` then asks him here
// and repeats the request, so nothing that he typed is lost.

interface PendingConfirmation {
  /** Every request that waits for the answer. */
  readonly promise: Promise<boolean>;
  readonly answer: (isConfirmed: boolean) => void;
}

export const confirmation = sharedValue<PendingConfirmation | undefined>(undefined);

/** Asks the subscriber to confirm his identity; false when he declines. Requests that wait at the same time share one question. */
export function askConfirmation(): Promise<boolean> {
  const asked = confirmation.get();
  if (asked) return asked.promise;
  let settle: (isConfirmed: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((resolve) => (settle = resolve));
  const answer = (isConfirmed: boolean): void => {
    confirmation.set(undefined);
    settle(isConfirmed);
  };
  confirmation.set({ promise, answer });
  return promise;
}
