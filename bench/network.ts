// The access network beside FreeRADIUS's own schema: `node bench/network.ts [lines] [rounds] [part]` (30 000 and 5; `logins`: only these, `told`:
// only single changes and payments, `beside`: only home and the lag; root, for shares of the processor; Debian: freeradius,
// freeradius-postgresql). Two FreeRADIUS on one PostgreSQL, one with the files of deploy/radius and one with Debian's schema and
// requests, take turns: logins, reports that are folded, and a
// storm of Stop and Start, three copies each. Then, with a worker and a server of the portal: the lag of folding and a view of home beside reports and a storm of a minute;
// single changes of plan, from commit to the order that the device agrees to, also while another device is silent, and payments that end a
// debt; and ten thousand changes at one minute.
import { setTimeout as pause } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NAS_SECRET, startRadius } from '../peers/radius/server.ts';
import { openNas } from '../server/test/emulators/nas.ts';
import { AGENT } from './parts/traffic.ts';
import { startServer } from './parts/server.ts';
import { databasePids } from './parts/network/cpu.ts';
import { CpuGroups } from './parts/network/cpu-groups.ts';
import { compareLogins, compareReports, enterAll, type Side } from './parts/network/sides.ts';
import { beside } from './parts/network/home-beside.ts';
import { beginLast, changesAtOnce, singleTaps, type ToldDevices } from './parts/network/told.ts';
import { startStock } from './parts/network/stock-radius.ts';
import { deviceLoad, openWorld, SERVICE_KEY, TCP_PORT } from './parts/network/world.ts';

const [MAIN, OTHER] = ['127.0.0.41', '127.0.0.42'] as const;
/** Lines that are not online: they sign in. */
const OFFLINE = 5000;
const [PORT, WORKER_PORT] = [8112, 8122];

async function main(): Promise<void> {
  const [count = 30_000, rounds = 5] = process.argv.slice(2).map(Number);
  const told = await openDevices();
  const world = await openWorld(count + OFFLINE, [
    [MAIN, told.main.port],
    [OTHER, told.other.port],
  ]);
  const { lines, database, dataDir, embedded } = world;
  const online = lines.slice(0, count);
  const radius = await startRadius({ database, key: world.radiusKey, isQuiet: true, deviceSeconds: 600 });
  const stock = await startStock({ url: embedded.url, tcpPort: TCP_PORT, secret: NAS_SECRET, lines });
  const [load, processes] = [deviceLoad(), [] as ChildProcess[]];
  const [other, ours] = [sideOf('stock', stock.server.pid, stock), sideOf('ours', radius.pid, radius)];
  const sides: readonly [Side, Side] = [other, ours];
  const groups = new CpuGroups();
  groups.add('database', databasePids(dataDir));
  groups.add('radius', [radius.pid, stock.server.pid]);
  // It stands for other machines: what it measures goes before it.
  groups.add('device', [load.pid], 'rest');
  const settings = {
    KABINET_INTERNET: 'freeradius',
    SERVICE_SECRET_KEY: SERVICE_KEY,
    BURST: '1000000',
    FISCAL: 'none',
  };
  try {
    const startWorker = async () => {
      const worker = await startServer({ dataDir, port: WORKER_PORT, metricsPort: PORT + 1101, more: settings });
      processes.push(worker);
      groups.add('worker', [worker.pid]);
      return { worker, parts: { world, load, nas: MAIN, workerPid: worker.pid ?? 0 } };
    };
    const startPortal = async () => {
      const more = { ...settings, KABINET_WORKER: 'off', KABINET_PAYMENT_AGENTS: await terminals(dataDir) };
      const portal = await startServer({ dataDir, port: PORT, metricsPort: PORT + 1100, more });
      processes.push(portal);
      groups.add('portal', [portal.pid]);
    };
    const compared = { sides, online, offline: lines.slice(count), rounds };
    const taps = { online, nas: MAIN, otherNas: OTHER, side: ours, load, port: PORT };
    const { worker, parts: first } = await startWorker();
    const parts: Readonly<Record<string, () => Promise<void>>> = {
      told: async () => {
        await beginLast(world, MAIN, taps);
        await singleTaps(world, told, taps);
      },
      beside: () => beside(first, { side: ours, lines: online, port: PORT }),
    };
    const alone = parts[process.argv[4] ?? ''];
    if (alone) {
      await startPortal();
      await alone();
      return;
    }
    await enterAll(first, compared);
    worker.kill('SIGTERM');
    await once(worker, 'exit');
    // As autovacuum would within a minute: the tables have just been filled.
    await world.db.pool.query('analyze');
    await stock.analyze();
    await compareLogins({ ...first, workerPid: 0 }, compared);
    if (process.argv[4] === 'logins') return;
    const { parts: second } = await startWorker();
    await compareReports(second, compared);
    await startPortal();
    await beside(second, { side: ours, lines: online, port: PORT });
    await singleTaps(world, told, taps);
    await changesAtOnce(world, told, online.slice(-10_000));
  } finally {
    load.close();
    for (const one of processes) one.kill('SIGTERM');
    await pause(3000);
    await radius.stop();
    await stock.close();
    for (const nas of [told.main, told.other]) nas.close();
    await world.db.close();
    await embedded.stop();
    groups.close();
  }
}

const sideOf = (name: string, pid: number | undefined, ports: Pick<Side, 'port' | 'accountingPort'>): Side => ({
  name,
  pid: pid ?? 0,
  port: ports.port,
  accountingPort: ports.accountingPort,
});

/** The settings of terminals that take payments. */
async function terminals(folder: string): Promise<string> {
  const file = join(folder, 'payment-agents.json');
  await writeFile(file, JSON.stringify([AGENT]));
  return file;
}

/** Devices that take orders, and note when each came. */
async function openDevices(): Promise<ToldDevices> {
  const at = new Map<string, number>();
  const [main, other] = [await openNas(NAS_SECRET, MAIN), await openNas(NAS_SECRET, OTHER)];
  main.habit = ({ values }) => {
    at.set(values['44']?.[0] ?? '', performance.now());
    return 'ack';
  };
  return { main, other, at };
}

await main();
