import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { showContract } from '#web/api/session.ts';
import { cacheKey } from '#web/api/use-call.ts';
import { clearStored } from '#web/lib/page/stored.ts';
import { closeAllToasts, toasts } from '#web/ui/toast/toast-store.ts';
import { at, json, requests } from '../../../test/stub.ts';
import { ACCOUNT_CHANGED } from './account-changed.ts';
import { awaitPayment, lookAtPayments, watchPayments } from './awaited-payments.ts';

const LIST = '/api/v2/payment/awaited';
const MINUTE = 60_000;
const [FIRST, SECOND] = ['0191d3c0-0000-7000-8000-000000000001', '0191d3c0-0000-7000-8000-000000000002'] as const;

let listed: {
  payment_id: string;
  p: 'i' | 't';
  amount: string;
  parts: { p: 'i' | 't'; amount: string }[];
  state: string;
}[];
let balances: { i: string; t: string };
let stops: (() => void)[];
let changed: ReturnType<typeof vi.fn<(event: Event) => void>>;

const code = (payment_id: string, own: Partial<(typeof listed)[number]> = {}) => ({
  payment_id,
  p: 'i' as const,
  amount: '500.00',
  parts: [{ p: own.p ?? ('i' as const), amount: '500.00' }],
  state: 'pending',
  ...own,
});
const asked = () => requests().filter(({ path }) => path === LIST).length;
const said = () => toasts.get().map(({ title, text }) => `${title}. ${text ?? ''}`.replaceAll('\u00a0', ' '));
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

function look(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Opens a tab of the cabinet. */
function open(): () => void {
  const cache = new QueryClient();
  cache.setQueryData(cacheKey(contract.internetAccount.get), { balance: balances.i });
  cache.setQueryData(cacheKey(contract.telephone.get), { balance: balances.t });
  const stop = watchPayments(cache);
  stops.push(stop);
  return stop;
}

const order = (payment_id: string, p: 'i' | 't' = 'i') => {
  listed = [code(payment_id, { p }), ...listed];
  awaitPayment({ payment_id, p, before: balances[p] });
};

/** The bank notifies the provider: the payment is paid and credited at once. */
function pay(payment_id: string, p: 'i' | 't' = 'i'): void {
  listed = listed.map((one) => (one.payment_id === payment_id ? { ...one, state: 'paid' } : one));
  balances[p] = (Number(balances[p]) + 500).toFixed(2);
}

beforeEach(() => {
  vi.useFakeTimers();
  look('visible');
  showContract(100001);
  listed = [];
  balances = { i: '100.00', t: '10.00' };
  stops = [];
  changed = vi.fn();
  window.addEventListener(ACCOUNT_CHANGED, changed);
  at('GET', LIST, () => json(listed));
  at('GET', '/api/v2/internet-account', () => json({ balance: balances.i }));
  at('GET', '/api/v2/telephone', () => json({ balance: balances.t }));
});

afterEach(() => {
  for (const stop of stops) stop();
  window.removeEventListener(ACCOUNT_CHANGED, changed);
  clearStored();
});

it('reports a payment in the last minute of its code within 20 s, with the event', async () => {
  open();
  order(FIRST);
  await pass(14 * MINUTE);
  expect(said()).toEqual([]);
  pay(FIRST);
  await pass(20_000);
  expect(said()).toEqual(['Деньги пришли: +500 ₽. На счёте 600 ₽']);
  expect(changed).toHaveBeenCalledOnce();
  expect(changed.mock.calls[0]?.[0]).toMatchObject({ detail: { account: 'i', before: '100.00', balance: '600.00' } });
  const before = asked();
  await pass(30 * MINUTE);
  expect(asked()).toBe(before);
  expect(said()).toHaveLength(1);
});

it('reports a payment after its code has expired; stops polling ten minutes later', async () => {
  open();
  order(FIRST);
  order(SECOND);
  await pass(15 * MINUTE);
  listed = listed.map((one) => ({ ...one, state: 'expired' }));
  await pass(8 * MINUTE);
  pay(FIRST);
  await pass(20_000);
  expect(said()).toEqual(['Деньги пришли: +500 ₽. На счёте 600 ₽']);
  listed = [];
  await pass(2 * MINUTE);
  const before = asked();
  await pass(10 * MINUTE);
  expect(asked()).toBe(before);
});

it('polls while the page is visible, and at once when it becomes visible', async () => {
  open();
  order(FIRST);
  await pass(MINUTE);
  look('hidden');
  const before = asked();
  await pass(5 * MINUTE);
  expect(asked()).toBe(before);
  pay(FIRST);
  look('visible');
  await pass(0);
  expect(said()).toHaveLength(1);
});

it('reports in the next tab a payment that a closed tab was waiting for', async () => {
  const close = open();
  order(FIRST);
  await pass(MINUTE);
  close();
  pay(FIRST);
  await pass(5 * MINUTE);
  expect(said()).toEqual([]);
  open();
  await pass(0);
  expect(said()).toHaveLength(1);
});

it('reports a payment once in two tabs', async () => {
  open();
  open();
  order(FIRST);
  pay(FIRST);
  await pass(5 * MINUTE);
  expect(said()).toHaveLength(1);
  expect(toasts.get()[0]?.count).toBe(1);
});

it('reports a payment once when two tabs learn of it at the same moment', async () => {
  open();
  open();
  order(FIRST);
  const instant = Promise.withResolvers<void>();
  at('GET', '/api/v2/internet-account', () => instant.promise.then(() => json({ balance: balances.i })));
  pay(FIRST);
  await pass(20_000);
  expect(requests().filter(({ path }) => path === '/api/v2/internet-account')).toHaveLength(2);
  instant.resolve();
  await pass(0);
  expect(said()).toEqual(['Деньги пришли: +500 ₽. На счёте 600 ₽']);
  expect(toasts.get()[0]?.count).toBe(1);
});

it('reports payments of both accounts separately, and those of one account together', async () => {
  open();
  order(FIRST);
  order(SECOND, 't');
  await pass(MINUTE);
  pay(SECOND, 't');
  await pass(20_000);
  expect(said()).toEqual(['Деньги пришли: +500 ₽. На счёте 510 ₽']);
  closeAllToasts();
  const third = SECOND.replace(/2$/, '3');
  order(third);
  pay(FIRST);
  pay(third);
  await pass(20_000);
  expect(said()).toEqual(['Деньги пришли: +1 000 ₽. На счёте 1 100 ₽']);
  expect(changed).toHaveBeenCalledTimes(2);
});

it('reports nothing under another contract, and finds the payment again under the first one', async () => {
  open();
  order(FIRST);
  await pass(20_000);
  showContract(100003);
  const mine = listed;
  listed = [];
  await pass(MINUTE);
  // On another contract the page clears the stored data.
  clearStored();
  await pass(MINUTE);
  listed = mine;
  showContract(100001);
  await pass(20_000);
  pay(FIRST);
  await pass(20_000);
  expect(said()).toHaveLength(1);
});

it('ignores a late result of the former contract', async () => {
  open();
  order(FIRST);
  await pass(20_000);
  pay(FIRST);
  const late = Promise.withResolvers<Response>();
  at('GET', '/api/v2/internet-account', () => late.promise);
  await pass(20_000);
  showContract(100003);
  late.resolve(json({ balance: '7.00' }));
  await pass(MINUTE);
  expect(said()).toEqual([]);
  expect(changed).not.toHaveBeenCalled();
});

it('waits without a network, and reports the payment as soon as there is one', async () => {
  open();
  order(FIRST);
  at('GET', LIST, () => Promise.reject(new TypeError('Failed to fetch')));
  pay(FIRST);
  await pass(5 * MINUTE);
  at('GET', LIST, () => json(listed));
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(said()).toHaveLength(1);
});

it('reports a payment by a code that was created on another device', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  listed = [code(FIRST), code(SECOND, { state: 'paid' })];
  open();
  await pass(0);
  expect(asked()).toBe(0);
  await pass(20_000);
  pay(FIRST);
  await pass(20_000);
  expect(said()).toEqual(['Деньги пришли: +500 ₽. На счёте 600 ₽']);
  vi.restoreAllMocks();
});

it('reports a payment even if a charge takes the money at once', async () => {
  open();
  order(FIRST);
  pay(FIRST);
  balances.i = '100.00';
  lookAtPayments();
  await pass(4 * MINUTE);
  expect(said()).toEqual(['Деньги пришли: +500 ₽. На счёте 100 ₽']);
  expect(changed).not.toHaveBeenCalled();
});

it('forgets a refused payment, and polls once in a visit without payments', async () => {
  open();
  order(FIRST);
  listed = [code(FIRST, { state: 'rejected' })];
  await pass(20_000);
  const before = asked();
  await pass(10 * MINUTE);
  expect(asked()).toBe(before);
  expect(said()).toEqual([]);
});
