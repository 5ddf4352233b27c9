import { QueryClient } from '@tanstack/react-query';
import { NetworkError, type ApiError } from './api-error.ts';

const KEPT_MS = 24 * 3_600_000;
const TRIES = 2;
/** If the server names a longer time, the screen tells so, and the subscriber repeats. */
const LONGEST_WAIT_S = 15;

/** Seconds after which the server wants to be asked again. */
const toldBy = (failure: Error): number | undefined => (failure as ApiError).retryAfter;

/** Whether a retry may succeed: after no response, unless the device itself has no network, or when the server is down or busy. */
const mayPass = (failure: Error): boolean =>
  failure instanceof NetworkError
    ? navigator.onLine
    : (toldBy(failure) ?? ((failure as ApiError).status === 503 ? 0 : Infinity)) <= LONGEST_WAIT_S;

/** The only store of the client: results of the server, keyed by address. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: KEPT_MS,
        // Without a network a query fails at once; by default it would look as if it were loading. The strip asks again later.
        networkMode: 'always',
        // Who has waited as told and is refused again learns why.
        retry: (count, failure) => count < (toldBy(failure) ? 1 : TRIES) && mayPass(failure),
        // Never sooner than told, and all whom the server refused in one second come over half as much time again.
        retryDelay: (count, failure) => (toldBy(failure) ?? 2 ** count) * (1000 + 500 * Math.random()),
      },
    },
  });
