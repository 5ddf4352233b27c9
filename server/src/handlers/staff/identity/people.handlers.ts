import type { OperatorContract } from '@kabinet/contract/staff';
import { addStaffPerson, inviteAgain } from '#server/domain/staff/entry/invitations.ts';
import { blockPerson, changeStaffRoles, unblockPerson } from '#server/domain/staff/team/people.ts';
import { allPeople } from '#server/domain/staff/person/person.queries.ts';
import type { Operator, World } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { meOf } from './me.ts';

type Scope = Pick<World, 'outside' | 'staffUrl'> & { readonly operator: Operator; readonly now: Date };

const inviting = ({ outside, staffUrl, now }: Scope) => ({ vault: outside.vault, staffUrl, now });
const byWhom = ({ operator, now }: Scope) => ({ by: operator.entry?.personId ?? null, now });

export const peopleHandlers: PlainHandlers<OperatorContract['staff']> = {
  add: ({ body: { login, roles, name = login } }, scope) =>
    addStaffPerson(scope.db, { login, name, roles }, inviting(scope)),
  list: async (_, { db, now }) => (await allPeople(db, now)).map((person) => ({ ...person, roles: [...person.roles] })),
  roles: async ({ body }, scope) => {
    const changed = await changeStaffRoles(scope.db, body.login, body.roles, byWhom(scope));
    scope.tellChange({ roles: changed.former }, { roles: changed.roles });
    return changed;
  },
  block: ({ body }, scope) => blockPerson(scope.db, body.login, byWhom(scope)),
  unblock: ({ body }, { db }) => unblockPerson(db, body.login),
  invite: ({ body }, scope) => inviteAgain(scope.db, body.login, inviting(scope)),
};

export const meHandlers: PlainHandlers<OperatorContract['me']> = {
  get: (_, { db, operator, ...at }) => meOf(db, operator, at),
};
