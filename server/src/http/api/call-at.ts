import findMyWay, { type HTTPMethod } from 'find-my-way';
import { allCalls } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';

// Fastify's router, filled once per process. If each call were a route of its own, each application would need some 15 ms more
// to start.

export interface CallAt {
  readonly call: Call;
  /** Decoded. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** The address of a call as a route: `/v2/user/{id}` → `/api/v2/user/:id`. */
export const routeOfCall = ({ path }: Call): string => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;

const router = findMyWay({ maxParamLength: Number.POSITIVE_INFINITY });
for (const call of allCalls) router.on(call.method, routeOfCall(call), () => undefined, call);

/** The call at the address of a request; a literal address wins over one with a parameter. HEAD is GET without the body. */
export function callAt(method: string, url: string): CallAt | undefined {
  const found = router.find((method === 'HEAD' ? 'GET' : method) as HTTPMethod, url);
  return found ? { call: found.store as Call, params: found.params } : undefined;
}
