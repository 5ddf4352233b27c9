import { operatorContract, SEARCH_GROUPS, type OperatorContract, type PersonalKind } from '@kabinet/contract/staff';
import { MOST_FOUND, type Hit } from '#server/domain/search/key.queries.ts';
import { searchContracts, type SearchGroup } from '#server/domain/search/search.ts';
import { sightOf } from '#server/kernel/call/sight.ts';
import type { ScopeOf } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { isOnlyTechnician, visitedToday } from './own-visits.ts';
import { shownContracts } from './shown-contracts.ts';

const CALL = operatorContract.search.find;
type Scope = ScopeOf<typeof CALL>;

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

/** What a group finds by; the others are nobody's own. */
const KIND_OF_GROUP: Partial<Record<SearchGroup, PersonalKind>> = {
  name: 'name',
  address: 'address',
  phone: 'phone',
  number: 'phone',
  mailbox: 'mail',
  // A mailbox signs in by its address.
  login: 'mail',
};

/**
 * Who sees something masked does not look for it: by trying he would find out the rest. Of a technician nothing is closed, because he finds
 * nobody but whom he visits.
 */
function groupsFor(scope: Scope, only: SearchGroup | undefined) {
  const sight = sightOf(scope.operator, isOnlyTechnician(scope.operator, CALL));
  const isClosed = (group: SearchGroup): boolean => {
    const kind = KIND_OF_GROUP[group];
    return kind !== undefined && sight[kind] !== 'whole';
  };
  const wanted = only === undefined ? SEARCH_GROUPS : [only];
  return { asked: wanted.filter((group) => !isClosed(group)), closed: wanted.filter(isClosed) };
}

/** The contracts of a technician’s visits; undefined: he may see any. */
async function visitsAlone(scope: Scope): Promise<ReadonlySet<number> | undefined> {
  if (!isOnlyTechnician(scope.operator, CALL)) return undefined;
  scope.showOwnVisit();
  return visitedToday(scope);
}

export const searchHandlers: PlainHandlers<OperatorContract['search']> = {
  find: async ({ query }, scope) => {
    const { db, today, provider } = scope;
    const { asked, closed } = groupsFor(scope, query.group);
    const groups = await searchContracts(db, query.q, { today, zone: provider.time_zone }, asked);
    const own = await visitsAlone(scope);
    const shownTo = (hits: readonly Hit[]) => (own ? hits.filter(({ contract_id: id }) => own.has(id)) : hits);
    const pages = groups.flatMap(({ group, hits }) => {
      const seen = shownTo(hits);
      return seen.length === 0 ? [] : [{ group, ...pageOfHits(seen, query) }];
    });
    const ids = new Set(pages.flatMap(({ page }) => page.map(({ contract_id: id }) => id)));
    const shown = await shownContracts(db, [...ids], today);
    return {
      closed,
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
