import { expect, it, vi } from 'vitest';
import { AuthError, NetworkError } from './api-error.ts';
import { send } from './client.ts';
import { contract } from './contract.ts';
import { authError, becomeGuest, freshToken, onSessionOver } from './session.ts';
import { at, json, requests, type StubRequest } from '../../test/stub.ts';

const CONTRACT = '/api/v2/internet-contract';
const setToken = (token: string): void => {
  document.cookie = token ? `ilkat=${token}; path=/` : 'ilkat=; path=/; max-age=0';
};
const bearer = ({ headers }: StubRequest): string | null => headers.get('authorization');
const refreshes = () => requests().filter(({ path }) => path === '/lk/auth');
const ask = () => send(contract.internetContract.get, {});

/** The server accepts only this token. */
const acceptOnly = (token: string): void =>
  at('GET', CONTRACT, (sent) =>
    bearer(sent) === `Bearer ${token}` ? json({ contract_id: 1 }) : json({ message: 'Войдите' }, 401),
  );
const renewTo = (token: string): void =>
  at('POST', '/lk/auth', () => {
    setToken(token);
    return json({});
  });

it('refreshes a missing token before it sends the request', async () => {
  setToken('');
  acceptOnly('new');
  renewTo('new');
  await expect(ask()).resolves.toEqual({ contract_id: 1 });
  expect(requests().map(({ path }) => path)).toEqual(['/lk/auth', CONTRACT]);
  expect(String(refreshes()[0]?.body)).toBe('forceRefresh=1');
});

it('refreshes once for ten requests with an expired token, and completes all of them', async () => {
  vi.useFakeTimers();
  setToken('old');
  acceptOnly('new');
  renewTo('new');
  const all = Promise.all(Array.from({ length: 10 }, ask));
  await vi.advanceTimersByTimeAsync(1000);
  await expect(all).resolves.toHaveLength(10);
  expect(refreshes()).toHaveLength(1);
});

it('checks every second while waiting and uses a token from another tab', async () => {
  vi.useFakeTimers();
  setToken('');
  acceptOnly('theirs');
  at('POST', '/lk/auth', () => new Promise<Response>(() => undefined));
  void ask().catch(() => undefined);
  const waiting = ask();
  await vi.advanceTimersByTimeAsync(900);
  setToken('theirs');
  expect(requests().filter(({ path }) => path === CONTRACT)).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(200);
  await expect(waiting).resolves.toEqual({ contract_id: 1 });
  expect(refreshes()).toHaveLength(1);
});

it('ends the session with the server’s message after a refused refresh, and sends nothing more', async () => {
  setToken('old');
  acceptOnly('new');
  at('POST', '/lk/auth', () => json({ message: 'Сессия закончилась', code: 'session_ended' }, 401));
  const over = vi.fn();
  const stop = onSessionOver(over);
  await expect(ask()).rejects.toThrow(new AuthError('Сессия закончилась', 'session_ended'));
  expect(over).toHaveBeenCalledOnce();
  const before = requests().length;
  await expect(ask()).rejects.toBeInstanceOf(AuthError);
  expect(requests()).toHaveLength(before);
  stop();
});

it.each([
  ['a refresh that succeeds without a token', 200],
  ['a refresh that fails for another reason', 500],
])('%s ends the session with an empty message', async (_, status) => {
  setToken('');
  at('POST', '/lk/auth', () => json({ message: 'Не покажем' }, status));
  await expect(ask()).rejects.toBeInstanceOf(AuthError);
  expect(authError()?.message).toBe('');
});

it('keeps the session when a refresh gets no response', async () => {
  setToken('');
  at('POST', '/lk/auth', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(ask()).rejects.toBeInstanceOf(NetworkError);
  acceptOnly('new');
  renewTo('new');
  await expect(ask()).resolves.toEqual({ contract_id: 1 });
});

it('does not refresh again when a new token is refused', async () => {
  setToken('old');
  renewTo('new');
  acceptOnly('none of them');
  await expect(ask()).rejects.toBeInstanceOf(AuthError);
  expect(refreshes()).toHaveLength(1);
});

it('uses the guest token for a guest, regardless of the cookie', async () => {
  setToken('');
  becomeGuest('guest');
  await expect(freshToken()).resolves.toBe('guest');
});
