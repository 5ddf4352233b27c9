import { setTimeout as pause } from 'node:timers/promises';
import type { PatroniCluster } from '../../peers/failover/cluster.ts';
import type { PatroniNode } from '../../peers/failover/node.ts';
import type { Payers } from './payers.ts';
import type { Visitors } from './visitors.ts';

/**
 * `kill`: the machine of the primary is gone, and the standbys have not heard of its last half of a second; `crash`: PostgreSQL alone; `stop`: SIGTERM; `cut`: the cable; `switch`: planned; `alone`: no
 * failover, both standbys are away for ten seconds; `standby`: no failover, the machine of the synchronous standby is gone.
 */
export const KINDS = ['kill', 'crash', 'stop', 'cut', 'switch', 'alone', 'standby'] as const;
export type FailoverKind = (typeof KINDS)[number];

/** What goes on during the failovers. */
export interface Scene {
  readonly cluster: PatroniCluster;
  readonly payers: Payers;
  readonly visitors: Visitors;
  /** When each process told of an event. */
  readonly ears: readonly (readonly number[])[];
}

/** All in seconds. */
export interface Failover {
  readonly kind: FailoverKind;
  readonly from: string;
  readonly to: string;
  /** The longest time between two payments that were answered. */
  readonly noWrites: number;
  readonly noViews: number;
  /** From the failure until a job has credited a payment that was ordered after it. */
  readonly jobsAfter: number;
  /** From the failure until both processes have told of an event. */
  readonly heardAfter: number;
  readonly wholeAfter: number;
  readonly primaries: number;
}

const CUTTING: ReadonlySet<FailoverKind> = new Set(['kill', 'cut', 'standby']);
/** How long the former primary stays away after the first payment. */
const AWAY_MS = 3000;
const UNHEARD_MS = 500;
/** How long the primary has no standby. */
const ALONE_MS = 10_000;
const LONGEST_MS = 120_000;

const STRIKES: Readonly<Record<FailoverKind, (primary: PatroniNode, cluster: PatroniCluster) => unknown>> = {
  kill: killUnheard,
  crash: (primary) => primary.crash(),
  stop: (primary) => primary.stop(),
  cut: (primary) => primary.cut(),
  switch: (_, cluster) => cluster.switchOver(),
  alone: leaveAlone,
  standby: loseStandby,
};

/** A machine without power. The standbys have not heard of its last half of a second: who was answered then would be forgotten. */
async function killUnheard(primary: PatroniNode, { nodes }: PatroniCluster): Promise<void> {
  const standbys = nodes.filter((node) => node !== primary);
  for (const node of standbys) node.cut();
  await pause(UNHEARD_MS);
  await primary.kill();
  primary.cut();
  for (const node of standbys) node.mend();
}

async function loseStandby(_: PatroniNode, cluster: PatroniCluster): Promise<void> {
  const standby = await cluster.synchronous();
  standby?.cut();
  await standby?.kill();
}

async function leaveAlone(primary: PatroniNode, { nodes }: PatroniCluster): Promise<void> {
  const standbys = nodes.filter((node) => node !== primary);
  await Promise.all(standbys.map((node) => node.stop()));
  await pause(ALONE_MS);
  for (const node of standbys) node.start();
}

/** One failover of that kind, until the cluster is whole again and everything goes on. */
export async function failOver({ cluster, payers, visitors, ears }: Scene, kind: FailoverKind): Promise<Failover> {
  const primary = await cluster.whole();
  await pause(500 + Math.random() * 1500);
  const at = performance.now();
  // A stop lasts until PostgreSQL has ended; meanwhile the others take over.
  const struck = Promise.resolve(STRIKES[kind](primary, cluster));
  await until(`writes after ${kind}`, () => payers.answeredAt.some((moment) => moment > at + 1000));
  await struck;
  await pause(AWAY_MS);
  for (const node of cluster.nodes) {
    if (CUTTING.has(kind)) node.mend();
    node.start();
  }
  const next = await cluster.whole();
  const wholeAfter = performance.now() - at;
  const creditedAt = await until('jobs', () => payers.credited.find(({ begunAt }) => begunAt > at)?.at);
  const heardAt = await Promise.all(
    ears.map((heard) => until('events', () => heard.find((moment) => moment > at + 1000))),
  );
  return {
    kind,
    from: primary.name,
    to: next.name,
    noWrites: longestGap(payers.answeredAt, at),
    noViews: longestGap(visitors.seenAt, at),
    jobsAfter: seconds(creditedAt - at),
    heardAfter: seconds(Math.max(...heardAt) - at),
    wholeAfter: seconds(wholeAfter),
    primaries: await cluster.primaries(),
  };
}

const seconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;

function longestGap(moments: readonly number[], since: number): number {
  const before = moments.findLast((moment) => moment <= since) ?? since;
  const all = [before, ...moments.filter((moment) => moment > since), performance.now()];
  const gaps = all.slice(1).map((moment, index) => moment - (all[index] ?? moment));
  return seconds(gaps.reduce((longest, gap) => Math.max(longest, gap), 0));
}

async function until<T>(what: string, found: () => T | undefined | false): Promise<T> {
  const began = performance.now();
  while (performance.now() - began < LONGEST_MS) {
    const answer = found();
    if (answer !== undefined && answer !== false) return answer;
    await pause(50);
  }
  throw new Error(`No ${what} within ${LONGEST_MS / 1000} s`);
}
