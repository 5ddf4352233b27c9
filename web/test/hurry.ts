import { beforeEach, vi } from 'vitest';

/** What the product waits before it asks again, milliseconds. Shorter waits (typing) and longer ones (a lost network) stay. */
const [LEAST_MS, MOST_MS] = [1001, 5000];
const SOON_MS = 20;

/** In the tests of a file, what the product asks again after some seconds is asked at once. */
export function hurry(): void {
  beforeEach(() => {
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const real = globalThis[name] as (run: () => void, ms?: number, ...values: unknown[]) => unknown;
      if ('hurries' in real) continue;
      const hurried = (run: () => void, ms = 0, ...values: unknown[]) =>
        real(run, ms >= LEAST_MS && ms <= MOST_MS ? SOON_MS : ms, ...values);
      vi.stubGlobal(name, Object.assign(hurried, { hurries: true }));
    }
  });
}
