import { createContext, useContext, type ReactNode } from 'react';
import type {
  DefaultError,
  InfiniteData,
  QueryKey,
  UseInfiniteQueryOptions,
  UseQueryOptions,
} from '@tanstack/react-query';

// The library of queries as the server needs it: a page is rendered once from what the cache holds, nothing is requested and nothing
// changes. The build for the server puts this file in its place (vite.server.config.ts), because its observers take a quarter of a
// rendering. The results are those of the first rendering in the browser (query-on-server.test.tsx).

const inOrder = (one: unknown): unknown =>
  typeof one === 'object' && one !== null ? Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)) : one;

/** As in the library, keys are the same whatever the order of their properties. Most parts are words of an address. */
export function hashKey(key: QueryKey): string {
  const known = hashes.get(key);
  if (known !== undefined) return known;
  let text = '';
  for (const part of key) text += typeof part === 'string' ? `${part}\n` : `\t${JSON.stringify(inOrder(part))}\n`;
  hashes.set(key, text);
  return text;
}

/** Most keys are made once, and asked for again and again. */
const hashes = new WeakMap<QueryKey, string>();

interface Known {
  readonly data: unknown;
  readonly result: object;
}

export class QueryClient {
  readonly #known = new Map<string, Known>();

  setQueryData(key: QueryKey, data: unknown): void {
    this.#known.set(hashKey(key), { data, result: { ...COMMON, ...FOUND, data } });
  }
  getQueryData(key: QueryKey): unknown {
    return this.#known.get(hashKey(key))?.data;
  }
  /** The result of a query. */
  resultOf(key: QueryKey, enabled: boolean): object {
    return this.#known.get(hashKey(key))?.result ?? (enabled ? ASKED : IDLE);
  }
  clear(): void {
    this.#known.clear();
  }
  /** Nothing is listened to and nothing has failed. */
  getQueryCache() {
    return { subscribe: () => () => undefined, getAll: () => [], findAll: () => [] };
  }
}

const COMMON = {
  error: null,
  isError: false,
  isLoadingError: false,
  isPlaceholderData: false,
  refetch: () => new Promise(() => undefined),
};
const FOUND = {
  status: 'success',
  fetchStatus: 'idle',
  isPending: false,
  isSuccess: true,
  isFetched: true,
  isFetching: false,
  isLoading: false,
  dataUpdatedAt: 1,
};
const IDLE = {
  ...COMMON,
  data: undefined,
  status: 'pending',
  fetchStatus: 'idle',
  isPending: true,
  isSuccess: false,
  isFetched: false,
  isFetching: false,
  isLoading: false,
  dataUpdatedAt: 0,
};
const ASKED = { ...IDLE, fetchStatus: 'fetching', isFetching: true, isLoading: true };

const Client = createContext<QueryClient | undefined>(undefined);

export const QueryClientProvider = ({ client, children }: { client: QueryClient; children: ReactNode }) => (
  <Client value={client}>{children}</Client>
);

export function useQueryClient(): QueryClient {
  const client = useContext(Client);
  if (!client) throw new Error('No QueryClientProvider');
  return client;
}

export const queryOptions = <T,>(options: T): T => options;

export const useQuery = ({ queryKey, enabled }: UseQueryOptions): object =>
  useQueryClient().resultOf(queryKey, enabled !== false);

type Growing = UseInfiniteQueryOptions<unknown, DefaultError, InfiniteData<unknown>>;

export function useInfiniteQuery({ queryKey, enabled, getNextPageParam }: Growing): object {
  const result = useQueryClient().resultOf(queryKey, enabled !== false) as { data?: InfiniteData<unknown> };
  const { pages = [], pageParams = [] } = result.data ?? {};
  const next = pages.length > 0 ? getNextPageParam(pages.at(-1), pages, pageParams.at(-1), pageParams) : undefined;
  return { ...result, ...GROWING, hasNextPage: next !== undefined && next !== null };
}

const GROWING = {
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => new Promise(() => undefined),
};

/** Nobody is notified. */
export const notifyManager = { batchCalls: <T,>(work: T): T => work };
