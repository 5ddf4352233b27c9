import type { contract } from '@kabinet/contract';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import { allowedPrograms as allowed, listPrograms } from '#domain/changes/program/program-list.ts';
import { rehearseSwitch, switchProgram } from '#domain/changes/program/switch-program.ts';
import { ownUser } from '#domain/services/service/service-user.queries.ts';
import type { Tx } from '#db/database.ts';
import { withoutTransaction, type Handler, type Subscriber } from '#kernel/world.ts';

type Group = typeof contract.user;

/** The holder of the programs: a service of the caller. */
async function ofUser({ db, subscriber }: { db: Tx; subscriber: Subscriber }, id: AskedId<'user'>) {
  const { userId } = await ownUser(db, subscriber, id);
  return { contractId: subscriber.contractId, userId };
}

export const allowedPrograms: Handler<Group['allowedPrograms']> = async ({ params }, scope) =>
  allowed(scope, await ofUser(scope, params.id));

export const allowedDrawPrograms: Handler<Group['allowedDrawPrograms']> = async ({ params }, scope) =>
  listPrograms(scope, await ofUser(scope, params.id));

export const programPreview = withoutTransaction<Group['programPreview']>(({ body }, scope) =>
  rehearseSwitch(scope, body),
);

export const changeProgram: Handler<Group['changeProgram']> = ({ body }, scope) => switchProgram(scope, body);
