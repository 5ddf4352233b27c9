import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { contract, type Wire } from '../api/contract.ts';
import { answerQuery } from '../api/use-call.ts';
import { usePausedTyping } from '../lib/paused-typing.ts';

export type FoundGroup = Wire<typeof contract.search.find>['groups'][number];
export type FoundContract = FoundGroup['items'][number];

/** A pause between keys after which the server is asked. */
const PAUSE_MS = 120;

/** How many contracts of a group are shown; the rest is counted. */
const IN_GROUP = 8;

/** What is found by a text. The former answer stays until the next one comes. */
export function useSearch(text: string) {
  const q = usePausedTyping(text, PAUSE_MS).trim();
  const { data, error, isFetching, refetch } = useQuery({
    ...answerQuery(contract.search.find, { query: { q, limit: String(IN_GROUP) } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  return {
    q,
    groups: q === '' ? undefined : data?.groups,
    error: q === '' ? null : error,
    isFetching,
    again: () => void refetch(),
  };
}
