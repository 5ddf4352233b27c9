import { queryOptions, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { subPath } from '@kabinet/contract/kernel/pages/address';
import type { Resource } from '@kabinet/contract/kernel/call/outdates';
import { NetworkError } from './api-error.ts';
import { deviceMs } from '#web/lib/clock/clock.ts';
import { addressOf, loose, send, type UntypedRequest } from './client.ts';
import type { Call, Request, Wire } from './contract.ts';
import { forgetBatches, fromBatch } from './in-flight.ts';

/** The cache key is the address: `user-program/infos/7` → `['user-program', 'infos', '7']`; a query is one more part at the end. */
export function cacheKey(call: Pick<Call, 'path'>, { params, query }: UntypedRequest = {}): QueryKey {
  const parts: unknown[] = subPath(call, params).split('/');
  return query && Object.keys(query).length > 0 ? [...parts, query] : parts;
}

/** Data younger than this are not requested again by a component that mounts later. */
export const JUST_CAME_MS = 30_000;

/** The same for data on which a change is decided: they are requested again unless they came with the page that shows them. */
export const DECIDED_MS = 5000;

/** The query of a call, for `useQuery`, `fetchQuery` and the rest of the library. */
export const callQuery = <C extends Call>(call: C, request: Request<C>) =>
  queryOptions({
    queryKey: cacheKey(call, loose(request)),
    queryFn: async ({ signal }): Promise<Wire<C>> => {
      const known = (await fromBatch(addressOf(call, loose(request)))) as Wire<C> | undefined;
      // Null is an answer, too.
      if (known !== undefined) return known;
      return send(call, request, { signal });
    },
    staleTime: Math.max(call.freshFor, JUST_CAME_MS),
  });

interface Asking {
  /** `false`: do not send the request (yet). */
  enabled?: boolean;
}

/** The result of a reading call, fresh for as long as the contract says. */
export const useCall = <C extends Call>(call: C, request: Request<C>, { enabled = true }: Asking = {}) =>
  useQuery({ ...callQuery(call, request), enabled });

interface Afterwards<C extends Call> {
  onSuccess?: (answer: Wire<C>) => void;
  onError?: (failure: Error) => void;
}

/** The changes of this page. The stream of events reports them, too, but their data have been refetched already. */
export const ownChanges = { running: 0, endedAt: 0 };

/** Makes a change, and refetches the resources that it outdates before `onSuccess` runs. */
export function useAction<C extends Call>(call: C) {
  const cache = useQueryClient();
  const [isPending, setPending] = useState(false);
  // A change without a response may have been carried out, so a repetition of it has the same idempotency key.
  const lost = useRef<{ body: string; key: string } | undefined>(undefined);
  const act = async (request: Request<C>): Promise<Wire<C>> => {
    const body = JSON.stringify(request);
    const key = lost.current?.body === body ? lost.current.key : crypto.randomUUID();
    lost.current = { body, key };
    ownChanges.running += 1;
    try {
      const answer = await send(call, request, { key }).catch((failure: unknown) => {
        if (!(failure instanceof NetworkError)) lost.current = undefined;
        throw failure;
      });
      lost.current = undefined;
      await outdate(cache, call.outdates ?? []);
      return answer;
    } finally {
      ownChanges.running -= 1;
      ownChanges.endedAt = deviceMs();
    }
  };
  const mutate = (request: Request<C>, { onSuccess, onError }: Afterwards<C> = {}): void => {
    setPending(true);
    void act(request)
      .then(onSuccess, onError)
      .finally(() => setPending(false));
  };
  return { mutate, isPending };
}

/** Invalidates the results of the resources; those on the screen are refetched. */
export const outdate = (
  cache: Pick<ReturnType<typeof useQueryClient>, 'invalidateQueries'>,
  resources: readonly Resource[],
) => {
  forgetBatches();
  return Promise.all(resources.map((resource) => cache.invalidateQueries({ queryKey: [resource] })));
};
