import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { answers, requests } from '../../test/stub.ts';
import { contract, type Call } from './contract.ts';
import { useCall } from './use-call.ts';

const HOUR = 3_600_000;

// Terms of the specification (2): goals and cities for a day, the town for an hour.
it.each([
  ['goals of orders', contract.support.getOrderGoals, 24],
  ['cities', contract.support.cityList, 24],
  ['the town', contract.byDefault.getTown, 1],
] as const)('%s are asked for again only after their term', async (_, call: Call, hours) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') });
  document.cookie = 'ilkat=a-token; path=/';
  answers(call, {}, []);
  const cache = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const open = async (asked: number) => {
    const { result, unmount } = renderHook(() => useCall(call, {}), { wrapper });
    await waitFor(() => expect(result.current.isSuccess && !result.current.isFetching).toBe(true));
    unmount();
    expect(requests()).toHaveLength(asked);
  };
  await open(1);
  vi.setSystemTime(Date.now() + hours * HOUR - 60_000);
  await open(1);
  vi.setSystemTime(Date.now() + 120_000);
  await open(2);
});
