/** The current time. The only place in the client that reads the device's clock. */
export const now = (): Date => new Date();

/** Milliseconds of the epoch, for expiry and intervals. */
export const nowMs = (): number => Date.now();

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
