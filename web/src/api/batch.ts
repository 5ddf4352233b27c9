import type { QueryClient } from '@tanstack/react-query';
import { subPath } from '@kabinet/contract/kernel/pages/address';
import { addressOf, loose, send, type UntypedRequest } from './client.ts';
import { contract, type Call, type Request } from './contract.ts';
import { announce, underWay } from './in-flight.ts';
import { cacheKey } from './use-call.ts';

/** A read has no body of its own: here it is what a batch asks instead of the query. */
type BatchedRequest = readonly [call: Call, request: UntypedRequest];

/** A reading call with its request, for `loadBatch`; `asked`: what a batch asks instead, whose answer is that of the request. */
export const wanted = <C extends Call>(
  call: C,
  request: Request<C>,
  asked?: Record<string, unknown>,
): BatchedRequest => [call, { ...loose(request), body: asked }];

const partOf = ([call, { params }]: BatchedRequest): string => subPath(call, params);

/**
 * Many reads in one request (`POST /v2/default/index`). Each result is cached under the key of its own GET, so a later `useCall`
 * finds it and sends nothing. Parts that another batch is loading are awaited, not requested again; parts that the server refused
 * are absent, and so are all parts when a change came meanwhile. Rejects like `send`.
 */
export async function loadBatch(cache: QueryClient, list: readonly BatchedRequest[]): Promise<void> {
  const missing = list.filter((one) => underWay(addressOf(...one)) === undefined);
  if (missing.length > 0) ask(cache, missing);
  for (const one of list) await underWay(addressOf(...one));
}

/** The body of a batch. */
const partsOf = (list: readonly BatchedRequest[]) =>
  Object.fromEntries(list.map((one) => [partOf(one), (one[1].body ?? one[1].query ?? {}) as Record<string, unknown>]));

let batches = 0;

/** Sends one batch, and repeats a refused one as a whole. Each has a key of its own: after a change, a batch must not join an earlier one. */
function ask(cache: QueryClient, list: readonly BatchedRequest[]): void {
  const batch = cache.query({
    queryKey: ['default', (batches += 1)],
    queryFn: () => send(contract.byDefault.index, { body: partsOf(list) }),
    gcTime: 0,
  });
  for (const one of list) {
    const address = addressOf(...one);
    const part = batch.then((answers) => {
      const answer = answers[partOf(one)];
      if (answer !== undefined && underWay(address) === part) cache.setQueryData(cacheKey(...one), answer);
      return answer;
    });
    announce(address, part);
  }
}
