import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/src/config/config.ts';
import { MOST_CONNECTIONS } from '../../server/src/db/pools/connections.ts';
import { RunningPortal } from '../../server/src/running-portal.ts';
import { cloneDatabase, dropDatabase, nameOf, TEMPLATES } from '../../server/test/database/database.ts';
import { freePorts } from '../../server/test/process/process.ts';
import { journeysDatabase } from '../harness/server.ts';

/** A portal on a database of its own, and how many connections it has there. */
async function runningPortal(settings: Readonly<Record<string, string>>) {
  const server = journeysDatabase();
  const url = await cloneDatabase(server, TEMPLATES.empty);
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-running-'));
  const [port = 0, metricsPort = 0] = await freePorts(2);
  const own = {
    DATABASE_URL: url,
    KABINET_DATA: folder,
    KABINET_PROVIDER: 'server/seeds/provider.json',
    SERVICE_SECRET_KEY: 'a1'.repeat(32),
    BURST: '100000',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
  };
  const portal = new RunningPortal(readConfig({ ...own, ...settings }), () => undefined);
  const watcher = new pg.Client({ connectionString: server });
  await watcher.connect();
  onTestFinished(async () => {
    await portal.stop();
    await watcher.end();
    await dropDatabase(server, url);
    await rm(folder, { recursive: true, force: true });
  });
  await portal.start();
  const connections = async (): Promise<number> => {
    const ask = 'select count(*)::integer as number from pg_stat_activity where datname = $1';
    const { rows } = await watcher.query<{ number: number }>(ask, [nameOf(url)]);
    return rows[0]?.number ?? 0;
  };
  return { url, address: `http://127.0.0.1:${port}`, connections };
}

/** Strangers who sign in, tables of plans, and whether it is ready. */
const asked = (address: string, number: number): Promise<unknown> => {
  if (number % 10 === 0) return fetch(`${address}/readyz`);
  if (number % 2 === 0) return fetch(`${address}/api/v2/plan`);
  return fetch(`${address}/api/v2/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ login: String(number), password: 'nobody' }),
  });
};

test.each([
  ['with jobs', 'on'],
  ['without jobs', 'off'],
])('under load a process %s takes no more than twelve connections', async (_, worker) => {
  const { url, address, connections } = await runningPortal({ KABINET_WORKER: worker });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    select graphile_worker.add_job('clean_up', '{}') from generate_series(1, 20);
    select graphile_worker.add_job('deliver_message', '{"effectId": 0}') from generate_series(1, 20)`);
  await client.end();
  let most = 0;
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await connections());
      await pause(5);
    }
  })();
  const crowd = async () => {
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 80 }, (__, number) => asked(address, number).catch(() => undefined)));
  };
  await crowd().finally(() => {
    over.abort();
  });
  await watching;
  expect(most).toBeGreaterThan(MOST_CONNECTIONS / 2);
  expect(most).toBeLessThanOrEqual(MOST_CONNECTIONS);
});
