import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { Call, Request } from '../contract.ts';
import type { QueryClient } from '../query-on-server.tsx';
import { loose } from '../client.ts';
import { cacheKey } from '../use-call.ts';

// Stands in for `use-call.ts` where the server renders (vite.server.config.ts): a page reads its hundred results by a key that is made once.

export * from '../use-call.ts';

const keys = new WeakMap<Call, QueryKey>();

const keyOf = <C extends Call>(call: C, request: Request<C>): QueryKey => {
  if (Object.keys(request).length > 0) return cacheKey(call, loose(request));
  const known = keys.get(call) ?? cacheKey(call);
  keys.set(call, known);
  return known;
};

const keyOnly = <C extends Call>(call: C, request: Request<C>) => ({ queryKey: keyOf(call, request) });

const useKnown = <C extends Call>(call: C, request: Request<C>, { enabled = true }: { enabled?: boolean } = {}) =>
  (useQueryClient() as unknown as QueryClient).resultOf(keyOf(call, request), enabled);

export { keyOnly as callQuery, useKnown as useCall };
