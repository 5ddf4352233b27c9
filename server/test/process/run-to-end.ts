// A run of tests in small, for `test-run.long.test.ts`: it has PostgreSQL, a program in a session of its own and a folder, and waits to be ended.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startTestCluster } from '../database/cluster.ts';

const { url } = await startTestCluster();
const admin = new pg.Client({ connectionString: url });
await admin.connect();
const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
await admin.end();
const cluster = rows[0]?.data_directory ?? '';
const [postgres = '', , , , , , memory = ''] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
const program = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
const folder = await mkdtemp(join(tmpdir(), 'kabinet-left-'));
const has = {
  pids: [process.pid, Number(postgres), program.pid],
  folders: [cluster, folder],
  /** The number of the shared memory. */
  memory: memory.trim().split(/ +/)[1],
};
// Renamed, so that nobody reads half of it.
const ready = process.argv[2] ?? '';
await writeFile(`${ready}.part`, JSON.stringify(has));
await rename(`${ready}.part`, ready);
setInterval(() => undefined, 60_000);
