import type { contract } from '@kabinet/contract';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import { allowedPrograms, listPrograms } from '#server/domain/changes/program/program-list.ts';
import { rehearseSwitch, switchProgram } from '#server/domain/changes/program/switch-program.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import type { Tx } from '#server/db/database.ts';
import { withoutTransaction, type Handler, type Subscriber } from '#server/kernel/world.ts';

type Group = typeof contract.user;

/** The holder of the programs: a service of the caller. */
async function ofUser({ db, subscriber }: { db: Tx; subscriber: Subscriber }, id: AskedId<'user'>) {
  const { userId } = await ownUser(db, subscriber, id);
  return { contractId: subscriber.contractId, userId };
}

export const allowedUserPrograms: Handler<Group['allowedPrograms']> = async ({ params }, scope) =>
  allowedPrograms(scope, await ofUser(scope, params.id));

export const drawnUserPrograms: Handler<Group['allowedDrawPrograms']> = async ({ params }, scope) =>
  listPrograms(scope, await ofUser(scope, params.id));

export const userProgramPreview = withoutTransaction<Group['programPreview']>(({ body }, scope) =>
  rehearseSwitch(scope, body),
);

export const changeUserProgram: Handler<Group['changeProgram']> = ({ body }, scope) => switchProgram(scope, body);
