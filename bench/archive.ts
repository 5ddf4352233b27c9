// `node --expose-gc bench/archive.ts`: how much memory the worker needs to make an archive of data, of a small contract and of the
// company with a long history.
import { randomUUID } from 'node:crypto';
import { make } from '../server/src/domain/documents/archive/make.ts';
import { openPortal } from './parts/portal.ts';

const CONTRACTS = [100_001, 100_005, 100_005];
const MB = 1_000_000;

console.log('megabytes above what the process had before');
const portal = await openPortal('archive');
const { world } = portal;
const { pool } = world.db;
const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined);

async function order(contractId: number): Promise<string> {
  const archiveId = randomUUID();
  await pool.query(
    `insert into data_archive (archive_id, contract_id, session_id, ordered_at, ordered_on)
     select $1, $2, 'bench', now(), current_date - count(*)::int from data_archive where contract_id = $2`,
    [archiveId, contractId],
  );
  return archiveId;
}

/** The most memory while the work runs, above what there was before it, in bytes. */
async function most(work: () => Promise<unknown>): Promise<{ rss: number; heap: number; buffers: number }> {
  collect();
  const before = process.memoryUsage();
  const peak = { rss: 0, heap: 0, buffers: 0 };
  const watch = setInterval(() => {
    const { rss, heapUsed, external } = process.memoryUsage();
    peak.rss = Math.max(peak.rss, rss - before.rss);
    peak.heap = Math.max(peak.heap, heapUsed - before.heapUsed);
    peak.buffers = Math.max(peak.buffers, external - before.external);
  }, 10);
  await work();
  clearInterval(watch);
  return peak;
}

for (const contractId of CONTRACTS) {
  const archiveId = await order(contractId);
  const began = performance.now();
  const { rss, heap, buffers } = await most(() => make(world, { archiveId }));
  const { rows } = await pool.query<{ bytes: string; state: string }>(
    'select bytes from data_archive where archive_id = $1',
    [archiveId],
  );
  const [size, ...rest] = [Number(rows[0]?.bytes), rss, heap, buffers].map((bytes) => (bytes / MB).toFixed(1));
  console.log(
    `${contractId}: archive of ${size} MB in ${((performance.now() - began) / 1000).toFixed(1)} s; resident ${rest[0]}, heap ${rest[1]}, buffers ${rest[2]}`,
  );
}
await portal.close();
