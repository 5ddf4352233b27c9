import { dayIn, type Instant } from '@kabinet/contract/kernel/day';
import { staffContract, type OperatorContract } from '@kabinet/contract/staff';
import { blockService, unblockService, type BlockResult } from '#server/domain/changes/block/block.ts';
import { contractOfNumber } from '#server/domain/changes/block/number.queries.ts';
import { blockPhoneNumber, unblockPhoneNumber } from '#server/domain/changes/block/number.ts';
import { setCircuit } from '#server/domain/changes/network-profile/lines.ts';
import { connectService } from '#server/domain/changes/program/starter.ts';
import { summaryOf } from '#server/domain/changes/service-change/change-summary.ts';
import { changeByStaff } from '#server/domain/changes/staff-change/staff-change.ts';
import { bindRouter } from '#server/domain/services/access/bind-router.ts';
import { unlock } from '#server/domain/services/access/unlock.ts';
import { userForStaff } from '#server/domain/services/service/service-user.queries.ts';
import { typesOf } from '#server/domain/services/service/kind.rules.ts';
import { endLiveSessions } from '#server/domain/services/sessions/end-session.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ScopeOf } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { noteByStaff, staffDoer, supportedAt } from '../doer.ts';
import { doneAt } from '../done-at.ts';
import { demandOwnVisit } from '../identity/own-visits.ts';
import { firstSession } from './first-session.ts';

type Services = OperatorContract['services'];

interface BlockBody {
  readonly version?: number | undefined;
  readonly dry_run?: 'yes' | 'no' | undefined;
}

/** A block or its end: one change of terms, told in the timeline. */
async function decide(
  scope: ScopeOf<Services['block']>,
  call: Services['block' | 'unblock' | 'blockNumber' | 'unblockNumber'],
  of: { readonly contractId: number; readonly userId?: number },
  body: BlockBody,
  { make, textOf }: { make: () => Promise<BlockResult>; textOf: (service: string) => string },
) {
  const { db, operator } = scope;
  const made = async () => {
    const { service, outcome } = await make();
    const { version: _, ...answer } = summaryOf(outcome);
    return { text: textOf(service), answer };
  };
  const by = staffDoer(operator, call, body);
  return changeByStaff(db, { ...of, version: body.version, make: made }, by, supportedAt(scope));
}

async function ofUser({ db }: ScopeOf<Services['block']>, asked: number) {
  const { contractId, userId } = await userForStaff(db, asked);
  return { contractId, userId };
}

/** A technician connects whom he visits that day. */
async function demandVisitOf(scope: ScopeOf<Services['connect']>, contractId: number, written: Instant | undefined) {
  const done = doneAt(scope, written);
  const today = done ? dayIn(scope.provider.time_zone, done) : scope.today;
  await demandOwnVisit({ ...scope, today }, staffContract.services.connect, contractId);
}

/** An internet service; what else has neither sessions nor routers. */
async function lineForStaff(scope: ScopeOf<Services['unlock']>, userId: number) {
  const user = await userForStaff(scope.db, userId);
  if (!typesOf('internet').includes(user.userType))
    throw new Problem('change_not_allowed', { message: 'Это бывает только у интернета' });
  return user;
}

export const serviceHandlers: PlainHandlers<Services> = {
  connect: async ({ body: { user_id: userId, circuit, mac, visit, done_at, dry_run } }, scope) => {
    const { contractId } = await ofUser(scope, userId);
    await demandVisitOf(scope, contractId, done_at);
    const state = await connectService(scope.db, userId, scope.now, { visitGoesOn: visit === 'goes_on' });
    if (state === undefined) throw new Problem('service_not_connecting');
    if (circuit !== undefined) await setCircuit(scope.db, userId, circuit);
    if (mac !== undefined) {
      const user = await lineForStaff(scope, userId);
      await bindRouter(scope.db, { user, mac, by: scope.operator.name }, supportedAt(scope));
    }
    return { contract_id: contractId, rehearsed: dry_run === 'yes', state };
  },
  session: ({ query }, scope) => firstSession(query, scope),
  block: async ({ body }, scope) => {
    const { user_id: userId, reason } = body;
    const isRehearsal = body.dry_run === 'yes';
    const wanted = { userId, reason, operator: scope.operator.name, isRehearsal };
    return decide(scope, staffContract.services.block, await ofUser(scope, userId), body, {
      make: () => blockService(scope.db, wanted, supportedAt(scope)),
      textOf: (service) => `${service}: закрыли. ${reason}`,
    });
  },
  unblock: async ({ body }, scope) => {
    const wanted = { userId: body.user_id, isRehearsal: body.dry_run === 'yes' };
    return decide(scope, staffContract.services.unblock, await ofUser(scope, body.user_id), body, {
      make: () => unblockService(scope.db, wanted, supportedAt(scope)),
      textOf: (service) => `${service}: открыли снова`,
    });
  },
  blockNumber: async ({ body }, scope) => {
    const { phone_number: phoneNumber, reason } = body;
    const wanted = { phoneNumber, reason, operator: scope.operator.name, isRehearsal: body.dry_run === 'yes' };
    const of = { contractId: await contractOfNumber(scope.db, phoneNumber) };
    return decide(scope, staffContract.services.blockNumber, of, body, {
      make: () => blockPhoneNumber(scope.db, wanted, supportedAt(scope)),
      textOf: (number) => `${number}: закрыли. ${reason}`,
    });
  },
  unblockNumber: async ({ body }, scope) => {
    const { phone_number: phoneNumber } = body;
    const wanted = { phoneNumber, isRehearsal: body.dry_run === 'yes' };
    const of = { contractId: await contractOfNumber(scope.db, phoneNumber) };
    return decide(scope, staffContract.services.unblockNumber, of, body, {
      make: () => unblockPhoneNumber(scope.db, wanted, supportedAt(scope)),
      textOf: (number) => `${number}: открыли снова`,
    });
  },
  endSession: async ({ body }, scope) => {
    const { userId, contractId, name } = await lineForStaff(scope, body.user_id);
    const sessions = await endLiveSessions(scope.db, userId, scope.now);
    if (sessions > 0)
      await noteByStaff(scope, staffContract.services.endSession, {
        contractId,
        userId,
        text: `${name}: завершили сеанс`,
      });
    return { contract_id: contractId, rehearsed: body.dry_run === 'yes', sessions };
  },
  bindDevice: async ({ body }, scope) => {
    const user = await lineForStaff(scope, body.user_id);
    const { contractId, userId, name } = user;
    await demandOwnVisit(scope, staffContract.services.bindDevice, contractId);
    const wanted = { user, mac: body.mac, by: scope.operator.name };
    const bound = await bindRouter(scope.db, wanted, supportedAt(scope));
    const text = `${name}: привязали роутер ${bound.mac}`;
    await noteByStaff(scope, staffContract.services.bindDevice, { contractId, userId, text });
    return { contract_id: contractId, rehearsed: body.dry_run === 'yes', ...bound };
  },
  unlock: async ({ body }, scope) => {
    const { userId, contractId } = await userForStaff(scope.db, body.user_id);
    const at = supportedAt(scope);
    const { unlocks_left: _, ...unlocked } = await unlock(
      scope.db,
      userId,
      { ...at, support: phoneText(at.support) },
      { by: scope.operator.name },
    );
    return { contract_id: contractId, rehearsed: body.dry_run === 'yes', ...unlocked };
  },
};
