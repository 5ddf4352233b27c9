// What a failover costs: `node bench/failover/failover.ts [failovers of each kind] [payments a second] [views a second] [pooler]`
// «pooler»: PgBouncer by sessions between the portal and HAProxy; «pooler=transaction»: by transactions, with sixteen sessions.
// (3, 50 and 100 when absent; Node 24; Debian's patroni, etcd-server, haproxy, postgresql-15, pgbouncer; root, for networks with cables).
// Three nodes with deploy/ha, two processes of the portal behind HAProxy. `kinds=kill,cut` makes only these. The exit code is 1 when
// an answered payment is lost or doubled, a day is charged twice or left out, or a client got anything but an answer or 503 with
// Retry-After.
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pooling } from '../../peers/failover/around.ts';
import { PatroniCluster } from '../../peers/failover/cluster.ts';
import { freePorts, runOperator } from '../../server/test/process/process.ts';
import { quantile } from '../parts/processor.ts';
import { Faults } from './ask.ts';
import { Payers } from './payers.ts';
import {
  isCredited,
  fallNight,
  leftOf,
  nightsOf,
  openProvider,
  PAYERS,
  startPortal,
  wrongPayments,
} from './provider.ts';
import { failOver, KINDS, type FailoverKind, type Failover } from './rounds.ts';
import { Visitors } from './visitors.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CALM_MS = 5000;
const SETTLED_WITHIN_MS = 180_000;

const words = process.argv.slice(2);
const [count = 3, payments = 50, views = 100] = words.filter((word) => /^[0-9]+$/.test(word)).map(Number);
const only = words
  .find((word) => word.startsWith('kinds='))
  ?.slice('kinds='.length)
  .split(',');
const POOLING: Readonly<Record<string, Pooling>> = { pooler: 'session', 'pooler=transaction': 'transaction' };
const pooling = words.map((word) => POOLING[word]).find((mode) => mode !== undefined);
const kinds = KINDS.filter((kind) => only?.includes(kind) ?? true);
const ROUNDS = kinds.length * count;

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const world = await openWorld(opened);
  const { cluster, provider, payers, visitors, faults, going } = world;
  await pause(CALM_MS);
  const failovers: Failover[] = [];
  for (let round = 0; round < ROUNDS; round += 1) failovers.push(await oneRound(world, round));
  await pause(CALM_MS);
  visitors.end();
  await payers.end();
  await Promise.race([Promise.all(going), pause(CALM_MS * 2)]);
  const isSettled = await settled(() => leftOf(provider));
  const wrong = await wrongPayments(provider, payers.acknowledged);
  const nights = await nightsOf(provider, ROUNDS, ROUNDS);
  const environment = { ...provider.settings, KABINET_DATA: cluster.folder };
  const { code, output } = await runOperator(['ledger', 'verify'], environment);
  console.log({
    payments: payers.acknowledged.length,
    'payments a second': rateOf(payers.answeredAt),
    repeats: payers.repeats,
    lost: wrong.lost,
    doubled: wrong.doubled,
    'days charged': nights.days,
    'accounts with days left out or doubled': nights.wrong,
    views: visitors.views,
    'views a second': rateOf(visitors.seenAt),
    'longest view, ms': Math.round(visitors.longest),
    'sign-ins': visitors.signIns,
    'refused with Retry-After': faults.refused,
    faults: Object.fromEntries([...faults.counts].slice(0, 20)),
    'all settled': isSettled,
    'ledger verify': code === 0 ? 'clean' : output,
  });
  console.table(kinds.map((kind) => figuresOf(kind, failovers)));
  const wrongs = [wrong.lost.length, wrong.doubled.length, nights.wrong, faults.counts.size, code ?? 1];
  const isRight = wrongs.every((one) => one === 0) && failovers.every(({ primaries }) => primaries === 1);
  process.exitCode = isRight && isSettled ? 0 : 1;
}

/** The cluster, the portal, and everybody who comes to it. */
async function openWorld(opened: AsyncDisposableStack) {
  const [one = 0, other = 0, ...metrics] = await freePorts(4);
  const cluster = await PatroniCluster.open({
    nodes: 3,
    hasCables: true,
    portals: [one, other],
    ...(pooling && { pooling }),
  });
  opened.defer(() => cluster.close());
  const provider = await openProvider(cluster);
  opened.defer(() => provider.db.close());
  for (const [place, port] of [one, other].entries()) {
    const metricsPort = metrics[place] ?? 0;
    const portal = await startPortal(ROOT, cluster, { port, metricsPort, settings: provider.settings });
    opened.defer(() => portal.end());
  }
  console.log(`The cluster and two processes run in ${cluster.folder}.`);
  const faults = new Faults();
  const payers = new Payers(cluster.site, faults);
  const visitors = new Visitors(cluster.site, faults);
  const ears: readonly [number[], number[]] = [[], []];
  const going = [
    payers.payAtTerminals(payments),
    ...provider.payers.map((token) => payers.payByQr(token, (reference) => isCredited(provider, reference))),
    visitors.look(provider.crowd, views),
    visitors.signInAgain(PAYERS),
    visitors.listen(`http://127.0.0.1:${one}`, provider.listener, ears[0]),
    visitors.listen(`http://127.0.0.1:${other}`, provider.listener, ears[1]),
  ];
  return { cluster, provider, payers, visitors, ears, faults, going };
}

type World = Awaited<ReturnType<typeof openWorld>>;

async function oneRound(world: World, round: number): Promise<Failover> {
  const { provider, payers, faults } = world;
  while (!(await fallNight(provider, round, ROUNDS).catch(() => false))) await pause(500);
  const failover = await failOver(world, kinds[round % kinds.length] ?? 'kill');
  // What the bank has told of may still wait for its job.
  const answered = payers.acknowledged.filter(({ reference }) => reference.startsWith('teller'));
  const wrong = await wrongPayments(provider, answered);
  console.log({ ...failover, lost: wrong.lost.length, doubled: wrong.doubled.length, faults: faults.counts.size });
  return failover;
}

function figuresOf(kind: FailoverKind, failovers: readonly Failover[]) {
  const those = failovers.filter((one) => one.kind === kind);
  const both = (key: 'noWrites' | 'noViews' | 'jobsAfter' | 'heardAfter') => {
    const values = those.map((one) => one[key]);
    return `${quantile(values, 0.5).toFixed(1)}, ${Math.max(...values).toFixed(1)}`;
  };
  return {
    kind,
    failovers: those.length,
    'without writes, s: median, worst': both('noWrites'),
    'without views': both('noViews'),
    'jobs go on after': both('jobsAfter'),
    'events after': both('heardAfter'),
  };
}

const rateOf = (moments: readonly number[]): number =>
  Math.round((moments.length / ((moments.at(-1) ?? 1) - (moments[0] ?? 0))) * 1000);

async function settled(left: () => Promise<number>): Promise<boolean> {
  const began = Date.now();
  while (Date.now() - began < SETTLED_WITHIN_MS) {
    if ((await left()) === 0) return true;
    await pause(1000);
  }
  return false;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
await main();
// Whatever still waits for a reply is of no use.
process.exit();
