import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteSessionBegun } from '../api/session.ts';
import { useAttempt } from './use-attempt.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  noteSessionBegun();
});

const refusal = (status: number, code: string) => new Response(JSON.stringify({ code, message: code }), { status });
const taken = () => new Response(JSON.stringify({ alike: null, copy: { transaction_id: 1 } }), { status: 200 });
const BODY = { account_no: '200001i', amount: '500.00' };
const AGAIN_MS = 4000;

/** A desk whose server answers one request after another; returns the keys that it got. */
function desk(...replies: readonly (Response | Error)[]) {
  const keys: (string | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key']);
    const reply = replies[keys.length - 1] ?? new Error('asked too often');
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useAttempt('7'), { wrapper });
  const reaches = (step: string) => waitFor(() => expect(result.current.state.step).toBe(step));
  return { keys, result, reaches };
}

it('a payment without an answer stays the same one although the session ends meanwhile', async () => {
  const { keys, result, reaches } = desk(
    taken(),
    new Error('no connection'),
    refusal(429, 'too_many_requests'),
    refusal(401, 'session_expired'),
    taken(),
  );
  act(() => void result.current.take(BODY));
  await reaches('unknown');
  await act(() => vi.advanceTimersByTimeAsync(AGAIN_MS * 2));
  expect(result.current.state.step).toBe('unknown');
  // Nothing is asked while nobody has signed in.
  await act(() => vi.advanceTimersByTimeAsync(AGAIN_MS * 5));
  expect(keys).toHaveLength(4);
  act(noteSessionBegun);
  await act(() => vi.advanceTimersByTimeAsync(AGAIN_MS));
  await reaches('done');
  const [, ...sent] = keys;
  expect(new Set(sent).size).toBe(1);
});

it('a payment that was refused at once is over, and nothing is known to be lost', async () => {
  const { keys, result, reaches } = desk(taken(), refusal(401, 'session_expired'));
  act(() => void result.current.take(BODY));
  await waitFor(() => expect(keys).toHaveLength(2));
  await reaches('idle');
  expect(sessionStorage).toHaveLength(0);
});
