import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { errorLoad } from '#lib/texts.ts';
import { toasts } from '#ui/toast-store.ts';
import { at, json } from '../../test/stub.ts';
import { loadFirst } from './first-load.ts';

const BATCH = '/api/v2/default/index';
const FADE_MS = 200;
const isUp = () => document.querySelector('.splash:not(.splash-leaving)') !== null;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div class="splash"></div>';
});

it('the splash goes two seconds after the initial data has come', async () => {
  at('POST', BATCH, () => json({}));
  const done = loadFirst(new QueryClient());
  await vi.advanceTimersByTimeAsync(1900);
  expect(isUp()).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(isUp()).toBe(false);
  await vi.advanceTimersByTimeAsync(FADE_MS);
  await done;
  expect(document.querySelector('.splash')).toBeNull();
});

it('a targeted reload takes the splash away at once', async () => {
  at('POST', BATCH, () => json({}));
  const done = loadFirst(new QueryClient(), { targeted: true });
  await vi.advanceTimersByTimeAsync(FADE_MS + 100);
  await done;
  expect(document.querySelector('.splash')).toBeNull();
});

it('a load that failed takes the splash away at once and says so', async () => {
  at('POST', BATCH, () => json({ message: 'Internal' }, 500));
  const done = loadFirst(new QueryClient());
  await vi.advanceTimersByTimeAsync(FADE_MS + 100);
  await done;
  expect(isUp()).toBe(false);
  expect(toasts.get()).toMatchObject([{ tone: 'bad', title: errorLoad }]);
});

it('the end of the session is no load error', async () => {
  at('POST', BATCH, () => json({ message: 'Войдите' }, 401));
  at('POST', '/lk/auth', () => json({ message: 'Сессия закончилась' }, 401));
  const done = loadFirst(new QueryClient());
  await vi.advanceTimersByTimeAsync(FADE_MS + 100);
  await done;
  expect(isUp()).toBe(false);
  expect(toasts.get()).toEqual([]);
});
