// Commits that tell the browsers something: `node bench/database/signals.ts [connections]`, 64 by default. Needs `pgbench`. Each commit writes one row
// of an ordinary table, and says so: nothing, by NOTIFY, or by `send_signal` (decision 0290), in turn in one run.
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openDatabase, type Database } from '../../server/src/db/database.ts';
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { sql } from '../../server/src/db/sql.ts';
import { quantile } from '../parts/processor.ts';

const SECONDS = 10;
const ROUNDS = 3;
const PROBE_MS = 50;

const TOLD = `jsonb_build_object('what', 'money', 'contracts', array[:client_id])`;
const WAYS = {
  nothing: '',
  notify: `select pg_notify('bench', (${TOLD})::text);`,
  signal: `select send_signal(${TOLD});`,
} as const;
type Way = keyof typeof WAYS;

const run = promisify(execFile);

async function measure(connections: number): Promise<void> {
  const dataDir = '/var/tmp/kabinet-bench-signals';
  await rm(dataDir, { recursive: true, force: true });
  const embedded = await startEmbedded({ dataDir });
  const db = openDatabase(embedded.url, { connections: 4 });
  const listening = await db.pool.connect();
  try {
    await migrate(embedded.url);
    await db.pool.query(
      'create table bench_row (row_id bigint generated always as identity primary key, at timestamptz default now())',
    );
    // As a process of the former version: somebody listens.
    await listening.query('listen bench');
    const commits: Record<Way, number[]> = { nothing: [], notify: [], signal: [] };
    const delays: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const way of Object.keys(WAYS) as Way[]) {
        const probe = way === 'signal' ? probeDelays(db) : undefined;
        commits[way].push(await commitsPerSecond(dataDir, embedded.url, way, connections));
        delays.push(...((await probe?.end()) ?? []));
      }
    }
    const best = Object.fromEntries(
      Object.entries(commits).map(([way, rates]) => [way, Math.round(Math.max(...rates))]),
    );
    console.log({
      connections,
      'commits per second, best of three': best,
      'milliseconds from a commit to the follower': {
        median: round(quantile(delays, 0.5)),
        p99: round(quantile(delays, 0.99)),
      },
    });
  } finally {
    listening.release(true);
    await db.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function commitsPerSecond(folder: string, url: string, way: Way, connections: number): Promise<number> {
  const script = join(folder, `${way}.sql`);
  await writeFile(script, `begin;\ninsert into bench_row default values;\n${WAYS[way]}\ncommit;\n`);
  const { stdout } = await run('pgbench', [
    ...['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(SECONDS), '-f', script],
    url,
  ]);
  return Number(/tps = ([0-9.]+)/.exec(stdout)?.[1]);
}

/** Sends a signal of its own every now and then, while a follower hears all of them. */
function probeDelays(db: Database): { end(): Promise<number[]> } {
  const sent = new Map<string, number>();
  const delays: number[] = [];
  const stop = new AbortController();
  const hear = (payloads: readonly string[]): void => {
    for (const payload of payloads) {
      const at = sent.get((JSON.parse(payload) as { what: string }).what);
      if (at !== undefined) delays.push(performance.now() - at);
    }
  };
  const followed = db.followSignals({ hear, missed: () => console.error('signals were missed') });
  const probing = (async () => {
    await followed.begun;
    for (let number = 0; !stop.signal.aborted; number += 1) {
      const name = `probe ${number}`;
      await db.write((tx) => tx.run(sql`select send_signal(jsonb_build_object('what', ${name}::text))`));
      sent.set(name, performance.now());
      await pause(PROBE_MS);
    }
  })();
  return {
    end: async () => {
      stop.abort();
      await probing;
      await pause(1000);
      await followed.end();
      return delays;
    },
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

await measure(Number(process.argv[2] ?? 64));
