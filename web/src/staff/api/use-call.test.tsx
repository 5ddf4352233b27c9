import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { contract } from './contract.ts';
import { useChange } from './use-call.ts';

afterEach(() => void vi.unstubAllGlobals());

const refusal = (status: number, code: string) => new Response(JSON.stringify({ code, message: code }), { status });
const done = () => new Response('{}', { status: 200 });

/** Presses the button once for each reply, and returns the keys that the server got. */
async function keysOf(replies: readonly Response[]): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key']);
    return Promise.resolve(replies[keys.length - 1]);
  });
  const cache = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useChange(contract.shifts.safe), { wrapper });
  for (const { length } of replies.map((_, index) => ({ length: index + 1 }))) {
    const ended = vi.fn();
    result.current.mutate({ body: { amount: '100' } }, { onSuccess: ended, onError: ended });
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(keys).toHaveLength(length);
  }
  return keys;
}

it('a change whose end nobody knows is repeated by its key: a server that ran out of time may have made it', async () => {
  const [first, ...others] = await keysOf([
    refusal(504, 'timeout'),
    refusal(502, ''),
    refusal(429, 'too_many_requests'),
    refusal(401, 'session_expired'),
    done(),
  ]);
  expect(others).toEqual([first, first, first, first]);
});

it('a refusal ends it: the next one is another change', async () => {
  const [first, second] = await keysOf([refusal(409, 'desk_short'), done()]);
  expect(second).not.toBe(first);
});
