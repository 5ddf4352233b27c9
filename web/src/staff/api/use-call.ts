import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { loose } from '#web/api/client.ts';
import { sendForStaff } from './client.ts';
import type { Call, Request, Wire } from './contract.ts';
import { isUnresolved } from './outcome.ts';

/** Data younger than this are not requested again by a part that mounts later. */
const JUST_CAME_MS = 5000;

/** The cache key of an answer: the address of the call, and what is asked. */
export const answerKey = (call: Pick<Call, 'path'>, request: object = {}): QueryKey => [
  call.path,
  loose(request).query ?? {},
];

/** The query of a reading call, for `useQuery` and `fetchQuery`. */
export const answerQuery = <C extends Call>(call: C, request: Request<C>) =>
  queryOptions({
    queryKey: answerKey(call, request),
    queryFn: ({ signal }) => sendForStaff(call, request, { signal }),
    staleTime: JUST_CAME_MS,
  });

interface Asking {
  /** `false`: do not sendForStaff the request (yet). */
  enabled?: boolean;
  /** Milliseconds after which it is asked again while it is on the screen. */
  every?: number;
  /** The answer to the former question stays until the next one comes. */
  keeps?: boolean;
}

/** The answer of a reading call. */
export const useAnswer = <C extends Call>(
  call: C,
  request: Request<C>,
  { enabled = true, every, keeps = false }: Asking = {},
) =>
  useQuery({
    ...answerQuery(call, request),
    enabled,
    refetchInterval: every ?? false,
    ...(keeps && { placeholderData: keepPreviousData }),
  });

type ItemOf<C extends Call> = Wire<C> extends { items: (infer Item)[] } ? Item : never;
interface PageOf<Item> {
  items: Item[];
  next: string | null;
}

/** A list that grows page by page; `every`: as of `useAnswer`. */
export function useAnswerPages<C extends Call>(
  call: C,
  query: Record<string, unknown>,
  { every }: Pick<Asking, 'every'> = {},
) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery({
    queryKey: [call.path, 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      sendForStaff(
        call,
        { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } } as unknown as Request<C>,
        {
          signal,
        },
      ) as Promise<PageOf<ItemOf<C>> & Wire<C>>,
    refetchInterval: every ?? false,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: JUST_CAME_MS,
    placeholderData: keepPreviousData,
  });
  return {
    /** All entries of the loaded pages; undefined until the first page is loaded. */
    data: data?.pages.flatMap(({ items }) => items),
    /** What the first page tells besides. */
    first: data?.pages[0] as Wire<C> | undefined,
    error: data === undefined ? error : null,
    refetch,
    hasMore: hasNextPage,
    more: () => void fetchNextPage(),
    isLoadingMore: isFetchingNextPage,
    /** The list of the former query, shown until this one comes. */
    isFormer: isPlaceholderData,
  };
}

interface Afterwards<C extends Call> {
  onSuccess?: (answer: Wire<C>) => void;
  onError?: (failure: Error) => void;
}

/**
 * Makes a change, and asks again for everything on the screen before `onSuccess` runs. A change whose end nobody knows may have been
 * carried out, so a repetition of it has the same idempotency key: nothing is done twice.
 */
export function useChange<C extends Call>(call: C) {
  const cache = useQueryClient();
  const [isPending, setPending] = useState(false);
  const lost = useRef<{ body: string; key: string } | undefined>(undefined);
  const act = async (request: Request<C>): Promise<Wire<C>> => {
    const body = JSON.stringify(request);
    const key = lost.current?.body === body ? lost.current.key : crypto.randomUUID();
    lost.current = { body, key };
    const answer = await sendForStaff(call, request, { key }).catch((failure: unknown) => {
      if (!isUnresolved(failure)) lost.current = undefined;
      throw failure;
    });
    lost.current = undefined;
    await cache.invalidateQueries();
    return answer;
  };
  const mutate = (request: Request<C>, { onSuccess, onError }: Afterwards<C> = {}): void => {
    setPending(true);
    void act(request)
      .then(onSuccess, onError)
      .finally(() => setPending(false));
  };
  return { mutate, isPending };
}
