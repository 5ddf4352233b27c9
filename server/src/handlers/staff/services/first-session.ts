import type { Input, Result } from '@kabinet/contract/kernel/call/call';
import { staffContract, type OperatorContract } from '@kabinet/contract/staff';
import { sharedReads } from '#server/db/shared-reads.ts';
import { serviceAccess } from '#server/domain/services/access/access.queries.ts';
import { typesOf } from '#server/domain/services/service/kind.rules.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import { liveInternetSessions } from '#server/domain/services/sessions/session.queries.ts';
import { serviceChain, type ServiceChain } from '#server/domain/support/order/chain.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ScopeOf } from '#server/kernel/world.ts';
import { demandOwnVisit } from '../identity/own-visits.ts';

type Session = OperatorContract['services']['session'];

/** What the network has told that explains the cause: of the broken link, or of the router. */
const evidenceIn = ({ links, broken }: ServiceChain): string[] =>
  links.find(({ link }) => link === (broken ?? 'router'))?.evidence.slice() ?? [];

/** Whether the router is on line, and if not, why: what the subscriber's own check says, with the evidence of the network. */
export async function firstSession(
  { contract_id: contractId, user_id: asked }: Input<Session>['query'],
  scope: ScopeOf<Session>,
): Promise<Result<Session>> {
  const db = sharedReads(scope.db);
  const subscriber = { contractId, sessionId: 'staff' };
  await demandOwnVisit(scope, staffContract.services.session, contractId);
  const { userId, userType } = await ownUser(db, subscriber, asked);
  if (!typesOf('internet').includes(userType))
    throw new Problem('change_not_allowed', { message: 'Сеанс бывает только у интернета' });
  const [[live], access, chain] = await Promise.all([
    liveInternetSessions(db, userId, scope.now),
    serviceAccess(db, userId),
    serviceChain({ ...scope, db, subscriber }, { userId: asked }),
  ]);
  const { mac } = live ?? { mac: null };
  const { bound_mac: bound } = access;
  return {
    session: live
      ? { address: live.address, since: live.start, mac, is_other: mac !== null && bound !== null && mac !== bound }
      : null,
    ...chain.finding,
    evidence: evidenceIn(chain),
  };
}
