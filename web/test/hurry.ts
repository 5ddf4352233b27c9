import { beforeEach, vi } from 'vitest';

/** What the product waits before it asks again, milliseconds. Shorter waits (of the tests) and longer ones (a lost network) stay. */
const [LEAST_MS, MOST_MS] = [1001, 5000];
const SOON_MS = 20;

/** In the tests of a file, what the product asks again every few seconds is asked at once; what closes by itself is not hurried. */
export function hurry(): void {
  beforeEach(() => {
    const real = globalThis.setInterval as (run: () => void, ms?: number, ...values: unknown[]) => unknown;
    if ('hurries' in real) return;
    const hurried = (run: () => void, ms = 0, ...values: unknown[]) =>
      real(run, ms >= LEAST_MS && ms <= MOST_MS ? SOON_MS : ms, ...values);
    vi.stubGlobal('setInterval', Object.assign(hurried, { hurries: true }));
  });
}
