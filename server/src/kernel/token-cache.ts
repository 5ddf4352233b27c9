import type { Caller, Portal } from './world.ts';

/** The most tokens remembered: a few megabytes. */
const MOST = 10_000;

const known = new WeakMap<Portal, Map<string, Caller>>();

/**
 * Remembers which caller this process has seen with which token. It may be out of date, because the token may have
 * expired since, or its session has opened another contract. The oldest entries are dropped.
 */
export function tokenCache(portal: Portal) {
  const callers = known.get(portal) ?? new Map<string, Caller>();
  known.set(portal, callers);
  return {
    of: (token: string): Caller | undefined => callers.get(token),
    remember(token: string, caller: Caller): void {
      // An unchanged caller stays the same object, because other caches use it as a key.
      const known = callers.get(token);
      if (known && known.contractId === caller.contractId && known.acting?.shareId === caller.acting?.shareId) return;
      const [oldest] = callers.keys();
      if (callers.size >= MOST && oldest !== undefined) callers.delete(oldest);
      callers.set(token, caller);
    },
    forget: (token: string): void => void callers.delete(token),
  };
}
