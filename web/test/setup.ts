import '@testing-library/jest-dom/vitest';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';
import { beginSession } from '#web/api/session.ts';
import { setClock } from '#web/lib/clock/clock.ts';
import '#web/ui/dialog/dialog-history.ts';
import { closeAllToasts } from '#web/ui/toast/toast-store.ts';
import { resetStub } from './stub.ts';

// jsdom does not implement the native dialog: this opens and closes it, without the top layer.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});
window.scrollTo = () => undefined;

// A wait ends as soon as its screen is there. One second is too short for the first part of a page while the journeys run beside it.
configure({ asyncUtilTimeout: 10_000 });

/** Timers that this file has set. A page that a test leaves open may wait longer than the window lives. */
const timers = new Set<ReturnType<typeof setTimeout>>();
const { setTimeout: setRealTimeout } = globalThis;
globalThis.setTimeout = Object.assign((...given: Parameters<typeof setRealTimeout>) => {
  const timer = setRealTimeout(...given);
  timers.add(timer);
  return timer;
}, setRealTimeout);

let errors: MockInstance<typeof console.error>;

// Tests set the time by `Date`, which no counter follows.
setClock(() => new Date());

beforeEach(() => {
  errors = vi.spyOn(console, 'error');
  resetStub();
  beginSession();
  localStorage.clear();
  document.cookie = 'ilkat=token; path=/';
  window.history.replaceState(null, '', '/lk/');
});

afterEach(() => {
  cleanup();
  closeAllToasts();
  vi.useRealTimers();
  // The library remembers for the whole process that the device was offline, and sends nothing from then on.
  onlineManager.setOnline(true);
  Reflect.deleteProperty(document, 'visibilityState');
  // A test that expects an error calls `errors.mockClear()` on its own spy; any other error fails the test.
  const unexpected = errors.mock.calls;
  errors.mockRestore();
  expect(unexpected, 'unexpected console.error').toEqual([]);
});

// The window serves the next file, too.
afterAll(() => {
  globalThis.setTimeout = setRealTimeout;
  for (const timer of timers) clearTimeout(timer);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
