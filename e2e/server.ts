import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** The real server with its embedded database, as `npm start` runs it. */
export class Server {
  readonly url: string;
  readonly #dataDir: string;
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** On a fresh database with the demo provider. */
  static async start(settings: Record<string, string> = {}): Promise<Server> {
    const dataDir = await mkdtemp(join(tmpdir(), 'kabinet-e2e-'));
    // Root's database runs as another user, who must be able to enter.
    await chmod(dataDir, 0o711);
    const server = new Server(dataDir, await freePort());
    await server.resume(settings);
    return server;
  }

  /** Starts again on the same data. */
  async resume(settings: Record<string, string> = {}): Promise<void> {
    const child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PORT: String(this.#port),
        METRICS_PORT: String(await freePort()),
        KABINET_DATA: this.#dataDir,
        LOG_LEVEL: 'silent',
        ...settings,
      },
    });
    this.#process = child;
    const began = Date.now();
    while (!(await this.#isReady())) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
      if (Date.now() - began > READY_WITHIN_MS) throw new Error('The server is not ready');
      await pause(50);
    }
  }

  #isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
  }

  /** Ends the process as the given signal does, and waits for its end. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    this.#process = undefined;
  }

  /** Ends it and throws its data away. */
  async remove(): Promise<void> {
    await this.end();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  /** An operator's command on the same data; answers its exit code and what it printed. */
  async operator(...words: string[]): Promise<{ code: number; output: string }> {
    const child = spawn(process.execPath, ['server/src/operator/main.ts', ...words], {
      cwd: ROOT,
      env: { ...process.env, KABINET_DATA: this.#dataDir },
    });
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    child.stderr.on('data', (part: Buffer) => (output += part.toString()));
    const [code] = (await once(child, 'exit')) as [number];
    return { code, output };
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}
