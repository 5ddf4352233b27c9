import type { FastifyInstance } from 'fastify';
import type { AddressNetwork } from '#server/domain/identity/session/address.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';

interface Window {
  readonly seconds: number;
  readonly most: number;
}

/** Counts by key, in this process only: it protects the process from one greedy client and need not be exact. */
export interface Limit {
  /** Adds `weight` to the count; throws when the count exceeds `share` times the limit in any window. */
  take(key: string, share?: number, weight?: number): void;
  /** Takes back one count that belongs to somebody else. */
  giveBack(key: string): void;
}

export function limitIn(app: FastifyInstance, windows: readonly Window[]): Limit {
  const counters = windows.map((window) => {
    const hits = new Map<string, number>();
    const timer = setInterval(() => {
      hits.clear();
    }, window.seconds * 1000);
    timer.unref();
    app.addHook('onClose', (_, done) => {
      clearInterval(timer);
      done();
    });
    return { ...window, hits };
  });
  return {
    take: (key, share = 1, weight = 1) => {
      for (const { hits, most, seconds } of counters) {
        const now = (hits.get(key) ?? 0) + weight;
        hits.set(key, now);
        if (now > most * share) throw new Problem('too_many_requests', { retryAfter: seconds });
      }
    },
    giveBack: (key) => {
      for (const { hits } of counters) hits.set(key, Math.max(0, (hits.get(key) ?? 0) - 1));
    },
  };
}

/** Windows for a limit of `most` in ten seconds and four times as many in a minute. */
export const bursts = (most: number): readonly Window[] => [
  { seconds: 10, most },
  { seconds: 60, most: most * 4 },
];

/** Counts one request for an address and for the networks around it, each with its own share of the limit. */
export function takeFor(limit: Limit, kind: string, networks: readonly AddressNetwork[], times = 1): void {
  for (const { name, share } of networks) limit.take(`${kind} ${name}`, share * times);
}
