import findMyWay, { type HTTPMethod } from 'find-my-way';
import { allCalls } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { staffCalls } from '@kabinet/contract/staff';

// Fastify's router, filled once per process. If each call were a route of its own, each application would need some 15 ms more
// to start.

export interface CallAt {
  readonly call: Call;
  /** Decoded. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** The address of a call as a route: `/v2/user/{id}` → `/api/v2/user/:id`. */
export const routeOfCall = ({ path }: Call): string => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;

/** Finds calls by their addresses; a literal address wins over one with a parameter. HEAD is GET without the body. */
function finderOf(calls: readonly Call[]): (method: string, url: string) => CallAt | undefined {
  const router = findMyWay({ maxParamLength: Number.POSITIVE_INFINITY });
  for (const call of calls) router.on(call.method, routeOfCall(call), () => undefined, call);
  return (method, url) => {
    const found = router.find((method === 'HEAD' ? 'GET' : method) as HTTPMethod, url);
    return found ? { call: found.store as Call, params: found.params } : undefined;
  };
}

/** The call of a subscriber at the address of a request. */
export const callAt = finderOf(allCalls);
/** The call of the staff. */
export const staffCallAt = finderOf(staffCalls);
