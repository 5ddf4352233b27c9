import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { at, json } from '../../test/stub.ts';
import { contract } from './contract.ts';
import { cacheKey, useAction } from './use-call.ts';

it('a change makes old what its call says, and nothing else', async () => {
  at('POST', '/api/v2/notice/read-message', () => json({ id: 1, read_at: '' }));
  const cache = new QueryClient();
  const messages = cacheKey(contract.notice.getMessages);
  const services = cacheKey(contract.user.list);
  for (const key of [messages, services]) cache.setQueryData(key, []);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useAction(contract.notice.readMessage), { wrapper });
  const onSuccess = vi.fn();
  result.current.mutate({ body: { id: 1 } }, { onSuccess });
  await waitFor(() => expect(onSuccess).toHaveBeenCalledOnce());
  expect(cache.getQueryState(messages)?.isInvalidated).toBe(true);
  expect(cache.getQueryState(services)?.isInvalidated).toBe(false);
});
