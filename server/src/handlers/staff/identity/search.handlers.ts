import type { OperatorContract } from '@kabinet/contract/staff';
import { MOST_FOUND, type Hit } from '#server/domain/search/key.queries.ts';
import { searchContracts } from '#server/domain/search/search.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { shownContracts } from './shown-contracts.ts';

interface Part {
  readonly cursor?: number | undefined;
  readonly limit: number;
}

/** A page of a group; no page goes beyond what is counted. */
function pageOfHits(hits: readonly Hit[], { cursor = 0, limit }: Part) {
  const counted = hits.slice(0, MOST_FOUND);
  const end = cursor + limit;
  return {
    page: counted.slice(cursor, end),
    count: hits.length,
    next: end < counted.length ? String(end) : null,
  };
}

export const searchHandlers: PlainHandlers<OperatorContract['search']> = {
  find: async ({ query }, { db, today, provider }) => {
    const groups = await searchContracts(db, query.q, { today, zone: provider.time_zone }, query.group);
    const pages = groups.map(({ group, hits }) => ({ group, ...pageOfHits(hits, query) }));
    const ids = new Set(pages.flatMap(({ page }) => page.map(({ contract_id: id }) => id)));
    const shown = await shownContracts(db, [...ids], today);
    return {
      groups: pages.map(({ page, ...group }) => ({
        ...group,
        items: page.flatMap(({ contract_id: id, found }) => {
          const contract = shown.get(id);
          return contract ? [{ ...contract, found }] : [];
        }),
      })),
    };
  },
};
