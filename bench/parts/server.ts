import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serverArguments, serverEnvironment } from '../../scripts/lib/server-process.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface ServerOptions {
  /** Folder of the embedded database. */
  readonly dataDir: string;
  readonly port: number;
  readonly metricsPort: number;
  readonly more?: Readonly<Record<string, string>>;
  /** The folder of the version that runs; by default this one. */
  readonly root?: string;
}

/** The portal as a process of its own; resolves when it is ready. */
export async function startServer({
  dataDir,
  port,
  metricsPort,
  more,
  root = ROOT,
}: ServerOptions): Promise<ChildProcess> {
  const server = spawn(process.execPath, serverArguments, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...serverEnvironment,
      // As the unit of systemd does (deploy/web): without it, the process also keeps what strips the types of its files.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      ...process.env,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      KABINET_DATA: dataDir,
      LOG_LEVEL: 'error',
      ...more,
    },
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`The portal has ended with ${server.exitCode}`);
    await pause(100);
  }
  return server;
}
