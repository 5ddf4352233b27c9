import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { at, json, requests } from '../../../test/stub.ts';
import { loadBatch, wanted } from '#web/api/batch.ts';
import { contract } from '#web/api/contract.ts';
import { makeQueryClient } from '#web/api/query-client.ts';
import { callQuery, useCall } from '#web/api/use-call.ts';
import { PutOff } from './failed-together.tsx';

const PATH = '/api/v2/support/get-orders';
const { getOrders } = contract.support;

const busy = (seconds: string, status = 503) =>
  new Response(JSON.stringify({ status, code: 'overloaded', message: 'Сейчас много обращений' }), {
    status,
    headers: { 'retry-after': seconds },
  });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Answers `busy` so many times, and then well. */
function serves(refusals: readonly Response[], path = PATH, method = 'GET') {
  const left = [...refusals];
  at(method, path, () => left.shift() ?? json({ items: [], next: null }));
}

it.each([503, 429])('repeats a read refused with %s once, not sooner than the server has told', async (status) => {
  serves([busy('5', status)]);
  const asked = makeQueryClient().query(callQuery(getOrders, {}));
  await vi.advanceTimersByTimeAsync(4999);
  expect(requests()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2600);
  await expect(asked).resolves.toEqual({ items: [], next: null });
});

it('tells why after the second refusal', async () => {
  serves([busy('5'), busy('5')]);
  const asked = expect(makeQueryClient().query(callQuery(getOrders, {}))).rejects.toMatchObject({ code: 'overloaded' });
  await vi.advanceTimersByTimeAsync(7600);
  await asked;
  expect(requests()).toHaveLength(2);
});

it('does not wait for long by itself', async () => {
  serves([busy('60')]);
  await expect(makeQueryClient().query(callQuery(getOrders, {}))).rejects.toMatchObject({ retryAfter: 60 });
});

it('repeats a refused batch as a batch', async () => {
  const path = '/api/v2/default/index';
  serves([busy('5')], path, 'POST');
  const cache = makeQueryClient();
  const loaded = loadBatch(cache, [wanted(contract.user.list, {})]);
  await vi.advanceTimersByTimeAsync(7600);
  await loaded;
  expect(requests().map((sent) => sent.path)).toEqual([path, path]);
});

function Orders() {
  const { data } = useCall(getOrders, {});
  return data ? <p>заявок: {data.items.length}</p> : <p>ждём</p>;
}

it('keeps on the screen what is there until the reply comes', async () => {
  serves([json({ items: [], next: null }), busy('5')]);
  const cache = makeQueryClient();
  render(
    <QueryClientProvider client={cache}>
      <Orders />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(100));
  void cache.invalidateQueries();
  await act(() => vi.advanceTimersByTimeAsync(4999));
  expect(requests()).toHaveLength(2);
  expect(screen.getByText('заявок: 0')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(2600));
  expect(requests()).toHaveLength(3);
});

it('says that it waits while nothing is there to be shown, and no longer', async () => {
  serves([busy('5')]);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PutOff />
      <Orders />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByRole('status')).toHaveTextContent('Отвечаем дольше обычного, ждём…');
  await act(() => vi.advanceTimersByTimeAsync(7600));
  expect(screen.getByText('заявок: 0')).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});
