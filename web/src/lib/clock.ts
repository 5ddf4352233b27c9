let clock = (): Date => new Date();

/** The current time. The only place in the client that reads the device's clock. */
export const now = (): Date => clock();

/** Milliseconds of the epoch, for expiry and intervals. */
export const nowMs = (): number => clock().getTime();

/** Replaces the clock: the server, which renders the home screen, sets its own. */
export const setClock = (other: () => Date): void => void (clock = other);

/** Resolves after `ms`; rejects at once when the signal aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
