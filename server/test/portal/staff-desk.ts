import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorCall, OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { runCall } from '#server/kernel/call/run-call.ts';
import { NO_BROWSER, NO_NOTES } from '#server/kernel/nobody.ts';
import type { RawInput } from '#server/kernel/world.ts';
import { operatorHandlerOf } from '../../src/handlers/staff/handler-of.ts';
import type { TestPortal } from './open-portal.ts';

/** The reply as it is sent: sums and days are texts. */
type Sent<T> = T extends object ? { [Key in keyof T]: Sent<T[Key]> } : T;

/** Somebody of the staff who makes calls in this process. */
export function staffDesk(portal: TestPortal) {
  const open = { world: portal.world, handlerOf: operatorHandlerOf([]), identify, isConfirmed };
  const ask = async <C extends OperatorCall>(call: C, raw: RawInput, role: OperatorRole = 'support') => {
    const facts = { ...NO_BROWSER, operator: { kind: 'operator', name: 'Анна', role } as const };
    return (await runCall(open, call, raw, facts, NO_NOTES)) as Sent<Result<C>>;
  };
  return { portal, ask };
}
