import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import { addStaffPerson, inviteAgain } from '#server/domain/staff/entry/invitations.ts';
import { blockPerson, changeStaffRoles, unblockPerson } from '#server/domain/staff/team/people.ts';
import { allPeople } from '#server/domain/staff/person/person.queries.ts';
import type { Operator, World } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { meOf } from './me.ts';
import { refuseRightsAlone, weightyAmong } from './rights.ts';

const { staff } = operatorContract;

type Scope = Pick<World, 'outside' | 'staffUrl'> & { readonly operator: Operator; readonly now: Date };

const inviting = ({ outside, staffUrl, now }: Scope) => ({ vault: outside.vault, staffUrl, now });
const byWhom = ({ operator, now }: Scope) => ({ by: operator.entry?.personId ?? null, now });

export const peopleHandlers: PlainHandlers<OperatorContract['staff']> = {
  add: async ({ body: { login, roles, name = login } }, scope) => {
    await refuseRightsAlone(scope, staff.add, weightyAmong(roles));
    return addStaffPerson(scope.db, { login, name, roles }, inviting(scope));
  },
  list: async (_, { db, now }) => (await allPeople(db, now)).map((person) => ({ ...person, roles: [...person.roles] })),
  roles: async ({ body }, scope) => {
    const changed = await changeStaffRoles(scope.db, body.login, body.roles, byWhom(scope));
    await refuseRightsAlone(scope, staff.roles, weightyAmong(changed.roles, changed.former));
    scope.tellChange({ roles: changed.former }, { roles: changed.roles });
    return changed;
  },
  block: ({ body }, scope) => blockPerson(scope.db, body.login, byWhom(scope)),
  // A refusal rolls back what has been done before it.
  unblock: async ({ body }, scope) => {
    const unblocked = await unblockPerson(scope.db, body.login);
    await refuseRightsAlone(scope, staff.unblock, weightyAmong(unblocked.roles));
    return unblocked;
  },
  invite: async ({ body }, scope) => {
    const invited = await inviteAgain(scope.db, body.login, inviting(scope));
    await refuseRightsAlone(scope, staff.invite, weightyAmong(invited.roles));
    return invited;
  },
};

export const meHandlers: PlainHandlers<OperatorContract['me']> = {
  get: (_, { db, operator, ...at }) => meOf(db, operator, at),
};
