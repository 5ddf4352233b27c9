import { expect, it, vi } from 'vitest';
import { NetworkError } from './api-error.ts';
import { send } from './client.ts';
import { contract } from './contract.ts';

it('aborts a request after thirty seconds, and sends the cookies', async () => {
  vi.useFakeTimers();
  const asked = vi.fn(
    (_: RequestInfo | URL, init: RequestInit = {}) =>
      new Promise<Response>((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      }),
  );
  globalThis.fetch = asked;
  const outcome = vi.fn();
  void send(contract.byDefault.getIp, {}).catch(outcome);
  await vi.advanceTimersByTimeAsync(29_900);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(outcome).toHaveBeenCalledExactlyOnceWith(expect.any(NetworkError));
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' });
});
