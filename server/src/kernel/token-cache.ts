import type { Caller, Portal } from './world.ts';

/** Some megabytes of them at most. */
const MOST = 10_000;

const known = new WeakMap<Portal, Map<string, Caller>>();

/** Whom this process has seen come with which token: a guess, since the token may have ended meanwhile. The oldest are forgotten. */
export function tokenCache(portal: Portal) {
  const callers = known.get(portal) ?? new Map<string, Caller>();
  known.set(portal, callers);
  return {
    of: (token: string): Caller | undefined => callers.get(token),
    remember(token: string, caller: Caller): void {
      if (callers.has(token)) return;
      const [oldest] = callers.keys();
      if (callers.size >= MOST && oldest !== undefined) callers.delete(oldest);
      callers.set(token, caller);
    },
    forget: (token: string): void => void callers.delete(token),
  };
}
