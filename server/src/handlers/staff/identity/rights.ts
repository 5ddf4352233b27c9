import { WEIGHTY_ROLES, type OperatorCall, type OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Tx } from '#server/db/database.ts';
import { hasOtherOf } from '#server/domain/staff/person/person.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Operator } from '#server/kernel/world.ts';
import { needsSecond } from '../refusals.ts';

interface Giving {
  readonly db: Tx;
  readonly operator: Operator;
}

const BY_TWO =
  'Доступ к деньгам и к правам дают двое. Попросите второго администратора или руководителя: approvals ask';
const NOBODY =
  'Доступ к деньгам и к правам дают двое, а второго администратора или руководителя нет. Добавьте его командой на сервере или выключите second_person.for_rights в файле провайдера';

/** Refuses an administrator who alone gives rights that two give; `rights`: how many of them. */
export async function refuseRightsAlone({ db, operator }: Giving, call: OperatorCall, rights: number): Promise<void> {
  if (!needsSecond(operator, call, rights)) return;
  const { agrees = [] } = call;
  const hasOther = await hasOtherOf(db, operator.entry?.personId ?? 0, agrees);
  throw new Problem('second_person_needed', { message: hasOther ? BY_TWO : NOBODY });
}

/** How many of the roles, of those a person has not had, move money or let people in. */
export const weightyAmong = (roles: readonly OperatorRole[], former: readonly OperatorRole[] = []): number =>
  roles.filter((role) => WEIGHTY_ROLES.includes(role) && !former.includes(role)).length;
