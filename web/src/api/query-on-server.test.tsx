import * as library from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import * as ours from './query-on-server.tsx';

type Library = Pick<typeof library, 'QueryClient' | 'QueryClientProvider' | 'useQuery' | 'useInfiniteQuery'>;

const page = (next: string | null) => ({ pages: [{ items: [1], next }], pageParams: [null] });

/** What the results of a rendering are, with some of the data in the cache. */
function resultsOf({ QueryClient, QueryClientProvider, useQuery, useInfiniteQuery }: Library): unknown[] {
  const seen: unknown[] = [];
  const note = ({ refetch, promise, fetchNextPage, ...result }: Record<string, unknown>) => seen.push(result);
  const queryFn = () => new Promise<never>(() => undefined);
  function Screen() {
    note({ ...useQuery({ queryKey: ['user', 'list'], queryFn, staleTime: 5000 }) });
    note({ ...useQuery({ queryKey: ['user', 'list'], queryFn, enabled: false }) });
    note({ ...useQuery({ queryKey: ['payment', { amount: '5.00', p: 'i' }], queryFn, staleTime: 5000 }) });
    note({ ...useQuery({ queryKey: ['payment', { p: 't' }], queryFn, placeholderData: (before) => before }) });
    note({ ...useQuery({ queryKey: ['absent'], queryFn, enabled: false }) });
    note({ ...useQuery({ queryKey: ['null'], queryFn, staleTime: 5000 }) });
    for (const [name, enabled] of [
      ['last', true],
      ['more', true],
      ['none', true],
      ['none', false],
    ] as const) {
      const growing = useInfiniteQuery({
        queryKey: ['lines', 'pages', 20, { name }],
        queryFn,
        enabled,
        initialPageParam: null as string | null,
        getNextPageParam: ({ next }: { next: string | null }) => next,
        staleTime: 5000,
      });
      note({ ...growing });
    }
    return null;
  }
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  client.setQueryData(['user', 'list'], [{ id: 1 }]);
  client.setQueryData(['payment', { p: 'i', amount: '5.00' }], { ways: [] });
  client.setQueryData(['null'], null);
  client.setQueryData(['lines', 'pages', 20, { name: 'last' }], page(null));
  client.setQueryData(['lines', 'pages', 20, { name: 'more' }], page('x'));
  renderToString(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  );
  return seen;
}

test('the results on the server are those of the library', () => {
  const [theirs, own] = [library, ours as unknown as Library].map(resultsOf) as [object[], object[]];
  expect(own).toHaveLength(10);
  for (const [index, result] of own.entries()) {
    expect({ ...theirs[index], dataUpdatedAt: 0 }, `${index}`).toMatchObject({ ...result, dataUpdatedAt: 0 });
  }
});

test('keys are the same in any order of their properties, and different otherwise', () => {
  const { hashKey } = ours;
  expect(hashKey(['a', { p: 'i', q: 1 }])).toBe(hashKey(['a', { q: 1, p: 'i' }]));
  const keys = [['a'], ['a', 'b'], ['a', 1], ['a', '1'], ['a', {}], ['a', { p: 'i' }], ['a', { p: 't' }], ['a', 2]];
  expect(new Set(keys.map(hashKey)).size).toBe(keys.length);
});
