import { MOST_CONSENTS, type OperatorContract } from '@kabinet/contract/staff';
import { insertStaffReads } from '#server/db/queries/staff-read.ts';
import {
  allDecisionsOf,
  decisionsAfter,
  requestConsentsAfter,
} from '#server/domain/identity/consents/consent-journal.queries.ts';
import { standingsOf } from '#server/domain/identity/consents/consents.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ScopeOf } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { hasContract } from '../staff.queries.ts';

type Consents = OperatorContract['consents'];

/** Records a look at each contract that a table shows. */
const noteReads = (
  { db, operator: { name, role }, now }: ScopeOf<Consents['export']>,
  call: string,
  contracts: readonly (number | null)[],
): Promise<void> => insertStaffReads(db, [...new Set(contracts)], { operator: name, role, call, readAt: now });

/** Makes a part of a list from one row more than it holds: the extra row means that there are more. */
function part<Row>(rows: readonly Row[], idOf: (row: Row) => number) {
  const shown = rows.slice(0, MOST_CONSENTS);
  const last = shown.at(-1);
  return { shown, next: rows.length > shown.length && last !== undefined ? idOf(last) : null };
}

export const consentJournalHandlers: PlainHandlers<Consents> = {
  list: async ({ query: { contract_id: contractId } }, { db, provider, now }) => {
    if (!(await hasContract(db, contractId))) throw new Problem('contract_unknown');
    const standings = await standingsOf(db, contractId, { provider, now });
    return {
      standings: standings.map(({ name, title, state, agreed, is_asked }) => ({
        name,
        title,
        state,
        version: agreed?.version ?? null,
        since: agreed?.day ?? null,
        is_asked,
      })),
      decisions: await allDecisionsOf(db, contractId, MOST_CONSENTS),
    };
  },
  export: async ({ body }, scope) => {
    const rows = await decisionsAfter(scope.db, { name: body.name, after: body.after ?? 0, most: MOST_CONSENTS + 1 });
    const { shown, next } = part(rows, ({ decision_id: id }) => id);
    await noteReads(
      scope,
      'consents export',
      shown.map(({ contract_id: id }) => id),
    );
    return { decisions: shown, next };
  },
  requests: async ({ body }, scope) => {
    const rows = await requestConsentsAfter(scope.db, body.after ?? 0, MOST_CONSENTS + 1);
    const { shown, next } = part(rows, ({ consent_id: id }) => id);
    await noteReads(
      scope,
      'consents requests',
      shown.map(({ contract_id: id }) => id),
    );
    return { requests: shown, next };
  },
};
