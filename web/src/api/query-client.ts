import { QueryClient } from '@tanstack/react-query';
import { ApiError, NetworkError } from './api-error.ts';

const KEPT_MS = 24 * 3_600_000;
const TRIES = 2;

/** Whether a retry may succeed: after no response, unless the device itself has no network, or when the server is down. */
const mayPass = (failure: Error): boolean =>
  failure instanceof NetworkError ? navigator.onLine : failure instanceof ApiError && failure.status === 503;

/** The only store of the client: results of the server, keyed by address. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: KEPT_MS,
        // Without a network a query fails at once; by default it would look as if it were loading. The strip asks again later.
        networkMode: 'always',
        retry: (count, failure) => count < TRIES && mayPass(failure),
      },
    },
  });
