import { dayIn, type Instant } from '@kabinet/contract/kernel/day';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { orderById } from '#server/domain/support/order/order.queries.ts';
import type { Operator } from '#server/kernel/world.ts';
import { demandOwnVisit, type VisitScope } from '../identity/own-visits.ts';
import { wrongField } from '../refusals.ts';
import { doneAt } from '../done-at.ts';

/** Whose name the client reads: a person of the staff has her own, the command line and programs say one. */
export function whoSays({ name, entry }: Operator, typed: string | undefined): string {
  if (entry && entry.personId !== null) return name;
  if (typed === undefined) throw wrongField('name', 'Кто это делает? Это имя прочитает клиент');
  return typed;
}

/** The names by which windows and orders mean whoever asks. */
export const calledNames = ({ name, entry }: Operator): string[] => (entry?.login ? [name, entry.login] : [name]);

/**
 * A technician does with an order, and reads of it, only if he visits it today; what he has done without a network he tells later, if he
 * visited it that day. Returns when it was done, if it is told later.
 */
export async function demandOwnOrder(
  scope: VisitScope & { readonly now: Date },
  call: OperatorCall,
  orderId: number,
  written?: Instant,
): Promise<Date | undefined> {
  const order = await orderById(scope.db, orderId);
  if (!order) return undefined;
  const done = doneAt(scope, written, order.visit_from);
  const today = done ? dayIn(scope.provider.time_zone, done) : scope.today;
  await demandOwnVisit({ ...scope, today }, call, order.contract_id);
  return done;
}
