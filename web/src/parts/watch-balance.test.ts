import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { contract } from '#api/contract.ts';
import { cacheKey } from '#api/use-call.ts';
import { toasts } from '#ui/toast-store.ts';
import { at, json, requests } from '../../test/stub.ts';
import { ACCOUNT_CHANGED } from './account-changed.ts';
import { watchBalance } from './watch-balance.ts';

const ACCOUNT = '/api/v2/internet-account';
const asked = () => requests().filter(({ path }) => path === ACCOUNT).length;

function start(balances: readonly string[]) {
  vi.useFakeTimers();
  let turn = 0;
  at('GET', ACCOUNT, () => json({ balance: balances[Math.min(turn++, balances.length - 1)] }));
  at('GET', '/api/v2/telephone', () => json([]));
  const cache = new QueryClient();
  cache.setQueryData(cacheKey(contract.internetAccount.get), { balance: '100.00' });
  const changed = vi.fn();
  window.addEventListener(ACCOUNT_CHANGED, ({ detail }: CustomEventInit<unknown>) => void changed(detail), {
    once: true,
  });
  return { changed, done: watchBalance(cache) };
}

it('asks every 20 s until the balance differs, then says so once', async () => {
  const { changed, done } = start(['100.00', '100.00', '629.00']);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(asked()).toBe(0);
  await vi.advanceTimersByTimeAsync(61_000);
  await done;
  expect(asked()).toBe(3);
  expect(changed).toHaveBeenCalledExactlyOnceWith({ account: 'i', before: '100.00', balance: '629.00' });
  expect(toasts.get()[0]?.title.replaceAll('\u00a0', ' ')).toBe('Деньги пришли: +529 ₽');
});

it('gives up silently after ten attempts', async () => {
  const { changed, done } = start(['100.00']);
  await vi.advanceTimersByTimeAsync(400_000);
  await done;
  expect(asked()).toBe(10);
  expect(changed).not.toHaveBeenCalled();
});

it('an answer that did not come is asked for again the next time', async () => {
  const { changed, done } = start(['100.00']);
  at('GET', ACCOUNT, () => Promise.reject(new TypeError('Failed to fetch')));
  await vi.advanceTimersByTimeAsync(21_000);
  at('GET', ACCOUNT, () => json({ balance: '200.00' }));
  await vi.advanceTimersByTimeAsync(20_000);
  await done;
  expect(changed).toHaveBeenCalledOnce();
});
