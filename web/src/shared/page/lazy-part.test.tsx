import { expect, it, vi } from 'vitest';
import { insisting } from './lazy-part.tsx';

it('retries a file until it loads', async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('Failed to fetch'));
  const file = insisting(load);
  await vi.advanceTimersByTimeAsync(50_000);
  load.mockResolvedValue('the file');
  await vi.advanceTimersByTimeAsync(20_000);
  await expect(file).resolves.toBe('the file');
  expect(load).toHaveBeenCalledTimes(4);
});
