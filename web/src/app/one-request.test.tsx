import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi, onTestFinished } from 'vitest';
import { homeWorld, NOW } from '../../test/home-world.ts';
import { at, json, requests, resetStub } from '../../test/stub.ts';
import { App } from './app.tsx';

const BATCH = '/api/v2/default/index';
const FRAME = [
  'internet-account',
  'internet-contract',
  'notice/get-messages',
  'support/get-orders',
  'telephone',
  'telephone-number/list',
  'user/list',
  'user/overview',
];
const HOME = [
  'internet-account/stat-charges',
  'internet-account/stat-payments',
  'internet-contract/program-arrears',
  'payment/expected-price',
  'promised-payment/in-debt',
];

/** What the server leaves out of a batch for a payer. */
const NOT_FOR_PAYER = new Set(['notice/get-messages', 'support/get-orders']);

/** Answers each batch; any other request fails the test. */
function serve(role: 'payer' | null = null): void {
  const world = homeWorld();
  const none = { items: [], next: null };
  const all: Record<string, unknown> = {
    'internet-contract': { ...world.client, role },
    'internet-account': world.internet,
    telephone: [],
    'telephone-number/list': world.numbers,
    'user/list': world.users,
    'user/overview': null,
    'notice/get-messages': [],
    'support/get-orders': none,
    'internet-account/stat-payments': none,
    'internet-account/stat-charges': none,
    'internet-contract/program-arrears': [],
    'payment/expected-price': world.price,
    'promised-payment/in-debt': world.waysOut,
  };
  const isAnswered = (key: string): boolean => role === null || !NOT_FOR_PAYER.has(key);
  at('POST', BATCH, ({ body }) =>
    json(
      Object.fromEntries(
        Object.keys(body as object)
          .filter(isAnswered)
          .map((key) => [key, all[key]]),
      ),
    ),
  );
}

/** Opens this address and waits for its heading and for all requests. */
async function visit(path: string, heading: RegExp) {
  window.history.replaceState(null, '', `/lk${path}`);
  render(<App cache={new QueryClient({ defaultOptions: { queries: { retry: false } } })} />);
  await screen.findByRole('heading', { level: 1, name: heading });
  await vi.advanceTimersByTimeAsync(4000);
  return requests().map(({ path: asked, body }) => [asked, Object.keys(body as object).sort()]);
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  serve();
});

it('loads the frame and home with one request', async () => {
  expect(await visit('/', /всё работает/)).toEqual([[BATCH, [...FRAME, ...HOME].sort()]]);
});

it('loads only the data of the frame on another page', async () => {
  // Signed in: a guest gets this page without the frame.
  document.cookie = 'kabinet-session=0191d3c0; path=/';
  onTestFinished(() => void (document.cookie = 'kabinet-session=; max-age=0; path=/'));
  expect(await visit('/no/such/page', /Такой страницы нет/)).toEqual([[BATCH, FRAME]]);
});

it('asks for nothing besides that a payer would be refused', async () => {
  serve('payer');
  document.cookie = 'kabinet-session=0191d3c0; path=/';
  onTestFinished(() => void (document.cookie = 'kabinet-session=; max-age=0; path=/'));
  expect(await visit('/no/such/page', /не открыта/)).toEqual([[BATCH, FRAME]]);
});

it.each([
  ['a minute', 60_000],
  ['an instant', 1000],
])('loads home with one request when results stored %s ago are on the device', async (_, pause) => {
  await visit('/', /всё работает/);
  cleanup();
  resetStub();
  serve();
  await vi.advanceTimersByTimeAsync(pause);
  expect(await visit('/', /всё работает/)).toEqual([[BATCH, [...FRAME, ...HOME].sort()]]);
});
