import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { subPath } from '@kabinet/contract/kernel/pages/address';
import { loose, type UntypedRequest } from './client.ts';
import type { Call, Request } from './contract.ts';
import { cacheKey } from './use-call.ts';
import { pagesKey } from './use-pages.ts';

// What a rendered page brings: the answers as the cache keeps them. Only the server loads this file; the browser puts the
// entries into its cache and needs no list of calls for it.

/** Parts of a batch, by sub-path: the answers, or what is asked for. */
export type Answers = Readonly<Record<string, unknown>>;

/** An entry of the cache. */
export type Entry = readonly [key: QueryKey, data: unknown];

/** A call of a screen: the part of the batch, and the entry that its answer becomes. */
export interface ScreenCall {
  readonly part: string;
  readonly query: object;
  readonly entry: (answer: unknown) => Entry;
}

const part = (call: Call, { params, query, body }: UntypedRequest): Pick<ScreenCall, 'part' | 'query'> => ({
  part: subPath(call, params),
  query: body ?? query ?? {},
});

/** A reading call; the `body` of a batched request is what the batch asks instead of its query. */
export const oneOf = ([call, request]: readonly [Call, UntypedRequest]): ScreenCall => {
  const key = cacheKey(call, request);
  return { ...part(call, request), entry: (answer) => [key, answer] };
};

/** The same with the types of the call. */
export const asked = <C extends Call>(call: C, request: Request<C>): ScreenCall => oneOf([call, loose(request)]);

/** The first page of a growing list (`usePages`). */
export const firstPageOf = (call: Call, limit: number, picked: Record<string, string> = {}): ScreenCall => ({
  ...part(call, { query: { ...picked, limit } }),
  entry: (answer) => [pagesKey(call, limit, picked), { pages: [answer], pageParams: [null] }],
});

/** The body of the batch. */
export const bodyOf = (list: readonly ScreenCall[]): Answers =>
  Object.fromEntries(list.map((one) => [one.part, one.query]));

/** The entries of the answers that came. */
export const entriesOf = (list: readonly ScreenCall[], answers: Answers): Entry[] =>
  list.flatMap(({ part: name, entry }) => (answers[name] === undefined ? [] : [entry(answers[name])]));

export function keepEntries(cache: QueryClient, entries: readonly Entry[]): void {
  for (const [key, data] of entries) cache.setQueryData(key, data);
}
