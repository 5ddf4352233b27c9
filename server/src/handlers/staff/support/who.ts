import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { orderById } from '#server/domain/support/order/order.queries.ts';
import type { Operator } from '#server/kernel/world.ts';
import { demandOwnVisit, type VisitScope } from '../identity/own-visits.ts';
import { wrongField } from '../refusals.ts';

/** Whose name the client reads: a person of the staff has her own, the command line and programs say one. */
export function whoSays({ name, entry }: Operator, typed: string | undefined): string {
  if (entry && entry.personId !== null) return name;
  if (typed === undefined) throw wrongField('name', 'Кто это делает? Это имя прочитает клиент');
  return typed;
}

/** The names by which windows and orders mean whoever asks. */
export const calledNames = ({ name, entry }: Operator): string[] => (entry?.login ? [name, entry.login] : [name]);

/** A technician does with an order, and reads of it, only if he visits it today. */
export async function demandOwnOrder(scope: VisitScope, call: OperatorCall, orderId: number): Promise<void> {
  const order = await orderById(scope.db, orderId);
  if (order) await demandOwnVisit(scope, call, order.contract_id);
}
