import { QueryClient } from '@tanstack/react-query';
import { ApiError, NetworkError } from '#api/api-error.ts';

const KEPT_MS = 24 * 3_600_000;
const TRIES = 2;

/** Only what may pass by itself is asked for again: no answer, or a server that is away. */
const mayPass = (failure: Error): boolean =>
  failure instanceof NetworkError || (failure instanceof ApiError && failure.status === 503);

/** The one store of the client: answers of the server, keyed by address. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: KEPT_MS,
        retry: (count, failure) => count < TRIES && mayPass(failure),
      },
    },
  });
