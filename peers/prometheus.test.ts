import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prometheusLoad } from '../server/src/integrations/network-load/prometheus.ts';

const SCRAPE_MS = 1000;
const stops: (() => Promise<unknown>)[] = [];
let url: string;
/** Bits per second of the two ports of a district; undefined: the exporter has lost them. */
let ports: readonly number[] | undefined = [3e8, 1e8];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-prometheus-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const exporter = createHttpServer((_, response) => {
    const lines = (ports ?? []).map((bits, port) => `uplink_bits{district="central",port="${port}"} ${bits}`);
    response.end(`# TYPE uplink_bits gauge\n${lines.join('\n')}\n`);
  }).listen(0, '127.0.0.1');
  await once(exporter, 'listening');
  stops.push(() => Promise.resolve(exporter.close()));
  const { port: source } = exporter.address() as AddressInfo;
  await writeFile(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: ${SCRAPE_MS}ms, scrape_timeout: 500ms }
scrape_configs: [{ job_name: uplinks, static_configs: [{ targets: ['127.0.0.1:${source}'] }] }]
`,
  );
  const port = await freePort();
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn('prometheus', args, { cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  stops.push(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  url = `http://127.0.0.1:${port}`;
  for (let left = 100; !(await isReady()); left -= 1) {
    if (left === 0) throw new Error('Prometheus does not start');
    await pause(100);
  }
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const isReady = (): Promise<boolean> =>
  fetch(`${url}/-/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const loadOf = (query: string) =>
  prometheusLoad({
    url,
    file: { places: [{ id: 'central', kind: 'district', name: 'Центральный', capacity_mbit: 1000, query }] },
  });

test('adds up the series of a place, keeps its last measurement with its age when they are lost, and tells its history', async () => {
  const load = loadOf('uplink_bits{district="central"}');
  await expect.poll(() => load.now(new Date())).toMatchObject([{ placeId: 'central', percent: 40, mbit: 400 }]);
  const history = await load.history('central', {
    from: new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000),
    until: new Date(Date.now() + 60_000),
    stepMinutes: 1,
  });
  expect(history.at(-1)?.percent).toBe(40);
  expect(history.length).toBeLessThan(4);

  ports = undefined;
  const lostAt = Date.now();
  const at = async () => (await load.now(new Date()))[0]?.at.getTime() ?? 0;
  // Prometheus marks series that the exporter no longer has: within two scrapes there is no present value.
  await expect.poll(async () => (await at()) < Date.now() - 2 * SCRAPE_MS).toBe(true);
  expect(await at()).toBeLessThanOrEqual(lostAt + 2 * SCRAPE_MS);
});

test('a query that Prometheus does not understand is unavailable, not empty', async () => {
  await expect(loadOf('sum(').now(new Date())).rejects.toMatchObject({ code: 'outside_unavailable' });
});
