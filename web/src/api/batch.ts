import type { QueryClient } from '@tanstack/react-query';
import { subPath } from '@kabinet/contract/kernel/address';
import { loose, send, type Loose } from './client.ts';
import { contract, type Call, type Request } from './contract.ts';
import { announce } from './in-flight.ts';
import { cacheKey } from './use-call.ts';

type Wanted = readonly [call: Call, request: Loose];

/** A reading call with its request, for `loadBatch`. */
export const wanted = <C extends Call>(call: C, request: Request<C>): Wanted => [call, loose(request)];

/**
 * Many reads in one request (`POST /v2/default/index`). Each answer lands in the cache where its own GET would put it, so a later
 * `useCall` finds it and sends nothing. What the server refused is absent. Rejects like `send`.
 */
export async function loadBatch(cache: QueryClient, list: readonly Wanted[]): Promise<void> {
  const address = ([call, request]: Wanted): string => subPath(call, request.params);
  const body = Object.fromEntries(list.map((one) => [address(one), one[1].query ?? {}]));
  const batch = send(contract.byDefault.index, { body });
  await announce(list.map(address), batch);
  const answers = await batch;
  for (const one of list) {
    const answer = answers[address(one)];
    if (answer !== undefined) cache.setQueryData(cacheKey(...one), answer);
  }
}
