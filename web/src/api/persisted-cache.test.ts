import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { setClock } from '#web/lib/clock/clock.ts';
import { persistCache } from './persisted-cache.ts';
import { beginSession, refuseSession } from './session.ts';

const CONTRACT = ['internet-contract'];
const ACCOUNT = ['internet-account'];

/** A visit in this session with this contract; its cache is stored on the device afterwards. */
async function visit(session: string, contract: number, name: string): Promise<void> {
  vi.useFakeTimers();
  document.cookie = `kabinet-session=${session}; path=/`;
  const cache = new QueryClient();
  const stop = persistCache(cache, () => undefined);
  cache.setQueryData(CONTRACT, { contract_id: contract, name });
  cache.setQueryData(ACCOUNT, { balance: name });
  await vi.advanceTimersByTimeAsync(2500);
  stop();
}

it('shows cached data at once in the same session, whatever its token', async () => {
  await visit('a', 1, 'Анна');
  const cache = new QueryClient();
  const stop = persistCache(cache, () => undefined);
  expect(cache.getQueryData(ACCOUNT)).toEqual({ balance: 'Анна' });
  stop();
});

it('shows nothing in another session until the server has named the same contract', async () => {
  await visit('a', 1, 'Анна');
  document.cookie = 'kabinet-session=b; path=/';
  const cache = new QueryClient();
  const stop = persistCache(cache, () => undefined);
  expect(cache.getQueryData(ACCOUNT)).toBeUndefined();
  cache.setQueryData(CONTRACT, { contract_id: 1, name: 'Анна' });
  expect(cache.getQueryData(ACCOUNT)).toEqual({ balance: 'Анна' });
  stop();
});

it('forgets the data when the session is over, also when it is stored again', async () => {
  await visit('a', 1, 'Анна');
  const cache = new QueryClient();
  const stop = persistCache(cache, () => undefined);
  refuseSession('Войдите ещё раз');
  cache.setQueryData(ACCOUNT, { balance: 'Анна' });
  await vi.advanceTimersByTimeAsync(2500);
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('Анна');
  beginSession();
  stop();
});

it('clears the device and the cache for another contract', async () => {
  await visit('a', 1, 'Анна');
  localStorage.setItem('kabinet.other', '1');
  document.cookie = 'kabinet-session=b; path=/';
  const cache = new QueryClient();
  const onOther = vi.fn();
  const stop = persistCache(cache, onOther);
  cache.setQueryData(CONTRACT, { contract_id: 2, name: 'Борис' });
  expect(onOther).toHaveBeenCalledOnce();
  expect(cache.getQueryData(ACCOUNT)).toBeUndefined();
  expect(cache.getQueryData(CONTRACT)).toEqual({ contract_id: 2, name: 'Борис' });
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('Анна');
  expect(localStorage.getItem('kabinet.other')).toBeNull();
  stop();
});

it('replaces the screens when the contract changes during a visit', () => {
  const cache = new QueryClient();
  const onOther = vi.fn();
  const stop = persistCache(cache, onOther);
  cache.setQueryData(CONTRACT, { contract_id: 1 });
  cache.setQueryData(ACCOUNT, { balance: '1.00' });
  cache.setQueryData(CONTRACT, { contract_id: 2 });
  expect(onOther).toHaveBeenCalledOnce();
  expect(cache.getQueryData(ACCOUNT)).toBeUndefined();
  stop();
});

it('does not show a record older than a day', async () => {
  await visit('a', 1, 'Анна');
  vi.setSystemTime(new Date(Date.now() + 25 * 3_600_000));
  const cache = new QueryClient();
  const stop = persistCache(cache, () => undefined);
  expect(cache.getQueryData(ACCOUNT)).toBeUndefined();
  stop();
});

it('knows, with the data of the device, by how much its clock was wrong', async () => {
  // The page of the former visit had heard that the device is a day ahead.
  const dayAgo = (): Date => new Date(Date.now() - 86_400_000);
  setClock(dayAgo);
  await visit('a', 1, 'Анна');
  setClock(() => new Date());
  const told = vi.spyOn(window, 'dispatchEvent');
  const stop = persistCache(new QueryClient(), () => undefined);
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type: 'clock' }));
  told.mockRestore();
  stop();
});

it.each([
  { kept: 1, account: { balance: 'Анна' } },
  { kept: 2, account: undefined },
])(
  'a page with answers of contract 1 takes only its own data from the device, not those of $kept',
  async (expected) => {
    await visit('a', expected.kept, 'Анна');
    const cache = new QueryClient();
    cache.setQueryData(CONTRACT, { contract_id: 1 });
    const onOther = vi.fn();
    const stop = persistCache(cache, onOther);
    expect(cache.getQueryData(ACCOUNT)).toEqual(expected.account);
    expect(cache.getQueryData(CONTRACT)).toEqual({ contract_id: 1 });
    expect(JSON.stringify(Object.entries(localStorage)).includes('Анна')).toBe(expected.kept === 1);
    expect(onOther).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2500);
    expect(JSON.stringify(Object.entries(localStorage))).toContain('internet-contract');
    stop();
  },
);
