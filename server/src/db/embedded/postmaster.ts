import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { as, environment } from './cluster.ts';
import type { ClusterPlace } from './place.ts';
import type { SocketAddress } from './presence.ts';
import { EmbeddedRefused } from './refusal.ts';

/** What a server writes about itself into its data directory. */
interface Postmaster extends SocketAddress {
  pid: number;
}

const largestLogBytes = 10_000_000;
const stopPatienceMs = 60_000;

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const [pid, , , port, socketDir = ''] = readFileSync(pidFile(cluster), 'utf8').split('\n');
    return { pid: Number(pid), port: Number(port), socketDir };
  } catch {
    return undefined;
  }
}

/** Whether the process is alive and is PostgreSQL: neither another process with a reused pid, nor a zombie. */
function isRunning(pid: number): boolean {
  try {
    return /^\d+ \(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Makes PostgreSQL ignore the files of a dead server whose pid is in use again. PostgreSQL ignores the pid of its
 * parent, which will be us, and still checks that no process uses the shared memory.
 */
export function disownDeadServer(cluster: string, { socketDir, port }: SocketAddress): void {
  for (const file of [pidFile(cluster), join(socketDir, `.s.PGSQL.${port}.lock`)]) {
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    // The server was killed before it wrote its pid. No other start runs meanwhile (start-lock.ts).
    if (text.trim() === '') rmSync(file);
    else if (!isRunning(Number.parseInt(text))) writeFileSync(file, text.replace(/^\d+/, String(process.pid)));
  }
}

export interface PostgresSettings {
  fsync: boolean;
  /** The most open connections; by default PostgreSQL's own limit. */
  connections?: number;
  tcpPort?: number;
}

export interface SpawnedPostgres {
  child: ChildProcess;
  /** The log since the start. */
  said: () => string;
}

function parameters(
  { socketDir, port }: SocketAddress,
  { fsync, connections = 100, tcpPort }: PostgresSettings,
): string[] {
  const values = {
    unix_socket_directories: socketDir,
    listen_addresses: tcpPort === undefined ? '' : '127.0.0.1',
    port,
    max_connections: connections,
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Rows and parameters of a failed statement are personal data, so only the message is logged.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    // Without fsync databases live for seconds, so autovacuum is off: the code that fills one analyzes it.
    ...(fsync ? {} : { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestLogBytes) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

export const logFile = (place: ClusterPlace): string => join(place.home, 'postgres.log');

/** Starts the server in its own session, so that neither Ctrl-C nor our death stops it. */
export function spawnPostmaster(
  program: string,
  place: ClusterPlace,
  address: SocketAddress,
  settings: PostgresSettings,
): SpawnedPostgres {
  const log = openLog(logFile(place));
  const from = statSync(logFile(place)).size;
  const child = spawn(join(program, 'bin', 'postgres'), ['-D', place.cluster, ...parameters(address, settings)], {
    ...as(place.account),
    cwd: place.home,
    env: environment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.unref();
  closeSync(log);
  return { child, said: () => readFileSync(logFile(place)).subarray(from).toString() };
}

/** Stops the cluster's server in order: open transactions are rolled back, committed data is on disk. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const found = readPostmaster(cluster);
  if (!found || !isRunning(found.pid)) return;
  process.kill(found.pid, 'SIGINT');
  const deadline = performance.now() + stopPatienceMs;
  while (isRunning(found.pid)) {
    if (performance.now() > deadline) throw new EmbeddedRefused(`PostgreSQL (процесс ${found.pid}) не завершается.`);
    await pause(20);
  }
}
