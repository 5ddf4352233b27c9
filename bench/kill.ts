// What `kill -9` costs: `node bench/kill.ts [kills]` (20 when absent; Node 24). Clients and a terminal pay while the charging run
// catches up on two months of a thousand accounts, and the server, the worker, PostgreSQL, or all of them are killed at random moments.
// Then the books are checked for everything acknowledged. The exit code is 1 when something is lost or doubled.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SANDBOX_SECRET } from '../e2e/harness/api.ts';
import { Server } from '../e2e/harness/server.ts';
import { addLateProvider, booksOf, query, settled } from './parts/late-provider.ts';
import { quantile } from './parts/processor.ts';
import { AGENT, Traffic } from './parts/traffic.ts';

const PAYERS = [100001, 100002, 100003, 100004] as const;
const VICTIMS = ['server', 'worker', 'database', 'everything'] as const;

async function main(): Promise<void> {
  const kills = Number(process.argv[2] ?? 20);
  const dataDir = await mkdtemp(join(tmpdir(), 'kabinet-kill-'));
  // If root runs this, the database runs as another user, who needs access.
  await chmod(dataDir, 0o711);
  await addLateProvider(dataDir);
  const agents = join(dataDir, 'payment-agents.json');
  await writeFile(agents, JSON.stringify([AGENT]));
  const common = { SANDBOX_SECRET, BURST: '100000', KABINET_PAYMENT_AGENTS: agents, FISCAL: 'none' };
  const [server, worker] = [await Server.on(dataDir), await Server.on(dataDir)];
  const parts: Parts = {
    server: [server, () => server.resume({ ...common, KABINET_WORKER: 'off' })],
    worker: [worker, () => worker.resume({ ...common, PUBLIC_URL: server.url })],
  };
  for (const [, start] of Object.values(parts)) await start();
  await query(dataDir, `select graphile_worker.add_job('charge', job_key => 'charge')`);

  const traffic = new Traffic();
  const paying = [...PAYERS.map((who) => traffic.payByQr(server.url, who)), traffic.payAtTerminal(server.url)];
  const { recoveries, victims } = await strikeOften(kills, parts, traffic);
  traffic.end();
  await Promise.all(paying);
  const isSettled = await settled(dataDir);
  const figures = await booksOf(dataDir, traffic.acknowledged);
  const { code, output } = await server.operator('ledger', 'verify');
  await worker.end();
  await server.end();
  await rm(dataDir, { recursive: true, force: true });

  console.log({
    kills,
    victims,
    'payments acknowledged': traffic.acknowledged.length,
    'answers lost or refused': traffic.refusals,
    'requests nobody answered': traffic.unanswered,
    ...figures,
    'all settled': isSettled,
    'ledger verify': code === 0 ? 'clean' : output,
    'median recovery, ms': Math.round(quantile(recoveries, 0.5)),
    'longest recovery, ms': Math.round(Math.max(...recoveries)),
  });
  const isRight = isSettled && code === 0 && figures.lost + figures.doubled + figures['days left out or doubled'] === 0;
  process.exitCode = isRight ? 0 : 1;
}

type Victim = (typeof VICTIMS)[number];
/** The processes, and functions that restart them. */
type Parts = Record<'server' | 'worker', readonly [Server, () => Promise<void>]>;

async function strikeOften(kills: number, parts: Parts, traffic: Traffic) {
  const recoveries: number[] = [];
  const victims: Partial<Record<Victim, number>> = {};
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(300 + Math.random() * 2500);
    const victim = VICTIMS[Math.floor(Math.random() * VICTIMS.length)] ?? 'server';
    victims[victim] = (victims[victim] ?? 0) + 1;
    recoveries.push(await strike(victim, parts, traffic));
  }
  return { recoveries, victims };
}

/** Kills the victim; returns the milliseconds until the portal is ready and all its processes run. */
async function strike(victim: Victim, parts: Parts, traffic: Traffic): Promise<number> {
  const began = performance.now();
  const struck = (['server', 'worker'] as const).filter((part) => victim === part || victim === 'everything');
  if (victim === 'database' || victim === 'everything') await parts.server[0].killDatabase();
  for (const part of struck) await parts[part][0].end('SIGKILL');
  for (const part of struck) await parts[part][1]();
  await traffic.untilDone(async () => {
    if (!(await fetch(`${parts.server[0].url}/readyz`)).ok) throw new Error('not ready');
  });
  return performance.now() - began;
}

await main();
