import type { IsgSession } from './isg-periods.ts';

/** Where a session came from. */
export interface SessionPlace {
  address: string;
  mac: string | null;
  port: string | null;
}

const KEYS = ['address', 'mac', 'port'] as const;

const mostCommon = <T>(values: readonly T[]): T | undefined => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
};

/** The usual device, port and address of the sessions: said once. */
export function usualOf(sessions: readonly IsgSession[]): SessionPlace | undefined {
  if (sessions.length < 2) return undefined;
  const usual = <K extends keyof SessionPlace>(key: K): SessionPlace[K] | undefined =>
    mostCommon(sessions.map((one) => one[key]));
  const [address, mac, port] = [usual('address'), usual('mac'), usual('port')];
  return address === undefined ? undefined : { address, mac: mac ?? null, port: port ?? null };
}

/** What of a session's place is not the usual. */
export function unusualOf(session: IsgSession, usual: SessionPlace | undefined): SessionPlace | undefined {
  if (usual === undefined) return session;
  return KEYS.every((key) => session[key] === usual[key]) ? undefined : session;
}
