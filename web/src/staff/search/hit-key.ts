import type { FoundContract } from './use-search.ts';

/** Names an entry of the list: one contract may be found in several groups. */
export const hitKey = (
  group: string,
  { contract_id: id, found }: Pick<FoundContract, 'contract_id' | 'found'>,
): string => `${group}-${id}-${found ?? ''}`;
