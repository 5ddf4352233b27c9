import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { errorLoad } from '#web/lib/text/texts.ts';
import { toasts } from '#web/ui/toast/toast-store.ts';
import { at, json } from '../../test/stub.ts';
import { loadFirst } from './first-load.ts';

const BATCH = '/api/v2/default/index';
const FADE_MS = 200;
/** Whether the splash covers the page. */
const isCover = () => document.querySelector('.splash:not(.splash-strip, .splash-leaving)') !== null;
const isUp = () => document.querySelector('.splash:not(.splash-leaving)') !== null;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div class="splash" role="status"></div>';
});

it('covers the page with the splash until the initial data are loaded, and removes it two seconds later', async () => {
  const answer = Promise.withResolvers<Response>();
  at('POST', BATCH, () => answer.promise);
  const done = loadFirst(new QueryClient());
  await vi.advanceTimersByTimeAsync(5000);
  expect(isCover()).toBe(true);
  answer.resolve(json({}));
  await vi.advanceTimersByTimeAsync(0);
  expect([isCover(), isUp()]).toEqual([false, true]);
  expect(document.querySelector('.splash')).not.toHaveAttribute('role');
  await vi.advanceTimersByTimeAsync(1900);
  expect(isUp()).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(isUp()).toBe(false);
  await vi.advanceTimersByTimeAsync(FADE_MS);
  await done;
  expect(document.querySelector('.splash')).toBeNull();
});

it('keeps the cover for a part that is about to render, for a second at most', async () => {
  at('POST', BATCH, () => json({}));
  document.body.insertAdjacentHTML('beforeend', '<span data-awaited></span>');
  void loadFirst(new QueryClient());
  await vi.advanceTimersByTimeAsync(500);
  expect(isCover()).toBe(true);
  await vi.advanceTimersByTimeAsync(600);
  expect([isCover(), isUp()]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(3000);
});

it('removes the splash at once on a targeted reload', async () => {
  at('POST', BATCH, () => json({}));
  const done = loadFirst(new QueryClient(), { targeted: true });
  await vi.advanceTimersByTimeAsync(FADE_MS + 100);
  await done;
  expect(document.querySelector('.splash')).toBeNull();
});

it('removes the splash at once on a load error and says so', async () => {
  at('POST', BATCH, () => json({ message: 'Internal' }, 500));
  const done = loadFirst(new QueryClient());
  await vi.advanceTimersByTimeAsync(FADE_MS + 100);
  await done;
  expect(isUp()).toBe(false);
  expect(toasts.get()).toMatchObject([{ tone: 'bad', title: errorLoad }]);
});

it('does not report the end of the session as a load error', async () => {
  at('POST', BATCH, () => json({ message: 'Войдите' }, 401));
  at('POST', '/lk/auth', () => json({ message: 'Сессия закончилась' }, 401));
  const done = loadFirst(new QueryClient());
  await vi.advanceTimersByTimeAsync(FADE_MS + 100);
  await done;
  expect(isUp()).toBe(false);
  expect(toasts.get()).toEqual([]);
});
