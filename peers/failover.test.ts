import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { Faults } from '../bench/failover/ask.ts';
import { Payers } from '../bench/failover/payers.ts';
import { isCredited, openProvider, startPortal, wrongPayments } from '../bench/failover/provider.ts';
import { failOver } from '../bench/failover/rounds.ts';
import { Visitors } from '../bench/failover/visitors.ts';
import { freePorts } from '../server/test/process/process.ts';
import { PatroniCluster } from './failover/cluster.ts';

// Two of the three nodes of deploy/ha, because a third would only need the processor. `bench/failover` has three, and other failures.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const stops: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

// Six programs and the portal: forty seconds alone, three times that beside the other proofs.
test('the primary is killed under payments: no answer is lost or given twice, jobs and events go on', async () => {
  const [port = 0, nobody = 0, metricsPort = 0] = await freePorts(3);
  const cluster = await PatroniCluster.open({ nodes: 2, hasCables: false, portals: [port, nobody] });
  stops.push(() => cluster.close());
  const provider = await openProvider(cluster);
  stops.push(() => provider.db.close());
  const portal = await startPortal(ROOT, cluster, { port, metricsPort, settings: provider.settings });
  stops.push(() => portal.end('SIGKILL'));
  const faults = new Faults();
  const payers = new Payers(cluster.site, faults);
  const visitors = new Visitors(cluster.site, faults);
  const heardAt: number[] = [];
  const [token = ''] = provider.payers;
  const going = [
    payers.payAtTerminals(20),
    payers.payByQr(token, (reference) => isCredited(provider, reference)),
    visitors.look(provider.crowd, 10),
    visitors.listen(`http://127.0.0.1:${port}`, provider.listener, heardAt),
  ];
  const failover = await failOver({ cluster, payers, visitors, ears: [heardAt] }, 'crash');
  visitors.end();
  await payers.end();
  await Promise.all(going);

  expect(failover).toMatchObject({ primaries: 1, to: expect.not.stringContaining(failover.from) as string });
  expect(payers.repeats).toBeGreaterThan(0);
  expect(await wrongPayments(provider, payers.acknowledged)).toEqual({ lost: [], doubled: [] });
  expect(Object.fromEntries(faults.counts)).toEqual({});
  // What the former primary may not have sent, of its timeline, the new one sends.
  const primary = await cluster.primary();
  await expect
    .poll(() => primary?.archived(), { timeout: 20_000 })
    .toContainEqual(expect.stringMatching(/^00000001[0-9A-F]{16}$/));
}, 300_000);
