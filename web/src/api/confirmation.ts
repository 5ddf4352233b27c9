// The server refuses a call that needs a confirmation until the subscriber has confirmed his identity. `send` then asks him here
// and repeats the request, so nothing that he typed is lost.

interface PendingConfirmation {
  /** Every request that waits for the answer. */
  readonly promise: Promise<boolean>;
  readonly answer: (isConfirmed: boolean) => void;
}

let asked: PendingConfirmation | undefined;
const listeners = new Set<() => void>();

function show(next: PendingConfirmation | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export const confirmation = {
  get: (): PendingConfirmation | undefined => asked,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Asks the subscriber to confirm his identity; false when he declines. Requests that wait at the same time share one question. */
export function askConfirmation(): Promise<boolean> {
  if (asked) return asked.promise;
  let settle: (isConfirmed: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((resolve) => (settle = resolve));
  const answer = (isConfirmed: boolean): void => {
    show(undefined);
    settle(isConfirmed);
  };
  show({ promise, answer });
  return promise;
}
