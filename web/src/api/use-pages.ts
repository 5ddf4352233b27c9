import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { send } from './client.ts';
import type { Call, Request, Wire } from './contract.ts';
import { cacheKey, JUST_CAME_MS } from './use-call.ts';

type ItemOf<C extends Call> = Wire<C> extends { items: (infer Item)[] } ? Item : never;
interface PageOf<Item> {
  items: Item[];
  next: string | null;
}

/** The cache key of a growing list. */
export const pagesKey = (call: Call, limit: number, picked: Record<string, string>) => [
  ...cacheKey(call),
  'pages',
  limit,
  picked,
];

/**
 * A list that grows by «Показать ещё», page by page with the server's cursor. Each request loads `limit` of the entries that the
 * query `picked` selects.
 * If a page fails, the loaded ones stay; `more` requests it again.
 */
export function usePages<C extends Call>(call: C, limit: number, picked: Record<string, string> = {}) {
  type Page = PageOf<ItemOf<C>>;
  const asked = (query: object) => ({ query }) as unknown as Request<C>;
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: pagesKey(call, limit, picked),
      queryFn: ({ pageParam, signal }) =>
        send(call, asked({ ...picked, limit, ...(pageParam !== null && { cursor: pageParam }) }), {
          signal,
        }) as Promise<Page>,
      // Null, not undefined, because it is stored as JSON.
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }: Page) => next,
      staleTime: Math.max(call.freshFor, JUST_CAME_MS),
    });
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return {
    /** Undefined until the first page is loaded. */
    items: data?.pages.flatMap(({ items }) => items),
    /** The first page failed. */
    failed: data === undefined && error !== null,
    again: () => void refetch(),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    /** The next page failed. */
    moreFailed: isFetchNextPageError,
    more,
    /** Number of loaded pages. */
    count: data?.pages.length ?? 0,
  };
}
