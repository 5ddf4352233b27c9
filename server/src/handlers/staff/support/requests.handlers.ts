import type { OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { openCallBacks, openNewClients } from '#server/domain/support/guests/guest.queries.ts';
import { requestAddress } from '#server/domain/support/guests/guest.rules.ts';
import { carryOutRequest, endingOf, RESULTS, type RequestDeed } from '#server/domain/support/guests/provider-side.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { wrongField } from '../refusals.ts';
import { whoSays } from './who.ts';

/** The most lines of the list. */
const MOST = 500;
const DAY_MS = 86_400_000;

const KINDS = { call: 'call_back', client: 'new_client' } as const;

interface Which {
  readonly kind: keyof typeof KINDS;
  readonly request_id: number;
}

async function dealWith(
  { kind, request_id: id }: Which,
  done: RequestDeed,
  scope: { db: Tx } & Parameters<typeof atOf>[0],
) {
  const dealt = await carryOutRequest(scope.db, { asked: { kind: KINDS[kind], id }, done }, atOf(scope));
  if (dealt?.outcome !== 'done') throw new Problem('request_unknown');
  return { request_id: id, before: dealt.before };
}

export const requestHandlers: Pick<PlainHandlers<OperatorContract['orders']>, 'requests' | 'take' | 'finish'> = {
  requests: async (_, { db, now }) => ({
    call_backs: await openCallBacks(db, new Date(now.getTime() - DAY_MS), MOST),
    new_clients: (await openNewClients(db, MOST)).map((client) => ({ ...client, address: requestAddress(client) })),
  }),
  take: async ({ body: { name: typed, ...which } }, scope) => {
    const name = whoSays(scope.operator, typed);
    const { request_id, before } = await dealWith(which, { deed: 'take', name }, scope);
    return { request_id, taken_from: before === name ? null : before };
  },
  finish: ({ body: { result, note = null, ...which } }, scope) => {
    const ending = endingOf(KINDS[which.kind], result);
    if (!ending) throw wrongField('result', `Здесь бывает: ${RESULTS[KINDS[which.kind]].join(', ')}`);
    return dealWith(which, { deed: 'finish', ending, note }, scope);
  },
};
