import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { dayStart } from '@kabinet/contract/kernel/zone';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import type { Tx } from '#server/db/database.ts';
import { visitedContracts } from '#server/domain/support/visits/visit.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { rolesOf } from '#server/kernel/call/sight.ts';
import type { Operator } from '#server/kernel/world.ts';

export interface VisitScope {
  readonly db: Tx;
  readonly operator: Operator;
  readonly provider: Provider;
  readonly today: Day;
  showOwnVisit(): void;
}

const isTechnician = (operator: Operator): boolean => rolesOf(operator).includes('technician');

/** Whether somebody may make a call as a technician and in no other role: then only about whom he visits today. */
export const isOnlyTechnician = (operator: Operator, { roles }: Pick<OperatorCall, 'roles'>): boolean =>
  isTechnician(operator) && rolesOf(operator).every((role) => role === 'technician' || !roles.includes(role));

/** The contracts that a technician visits today: windows name him by his name, or by his login. */
export async function visitedToday({
  db,
  operator,
  provider,
  today,
}: Pick<VisitScope, 'db' | 'operator' | 'provider' | 'today'>): Promise<ReadonlySet<number>> {
  const day = { from: dayStart(today, provider.time_zone), until: dayStart(addDays(today, 1), provider.time_zone) };
  const masters = [operator.name, ...(operator.entry?.login ? [operator.entry.login] : [])];
  return new Set((await visitedContracts(db, masters, day)).map(({ contract_id: id }) => id));
}

/** A technician opens and sees whole whom he visits today; others he opens only in another role of his. */
export async function demandOwnVisit(scope: VisitScope, call: OperatorCall, contractId: number): Promise<void> {
  if (!isTechnician(scope.operator)) return;
  if ((await visitedToday(scope)).has(contractId)) scope.showOwnVisit();
  else if (isOnlyTechnician(scope.operator, call)) throw new Problem('not_your_visit');
}
