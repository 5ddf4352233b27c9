import { execFile, type ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { databaseFolder } from '../server/test/folder.ts';
import {
  becomesReady,
  endOf,
  freePort,
  runOperator,
  spawnServer,
  type Ended,
  type Settings,
} from '../server/test/process.ts';

/** The real server with its embedded database, as `npm start` runs it. */
export class Server {
  readonly url: string;
  /** Address of the metrics. */
  readonly metricsUrl: string;
  readonly dataDir: string;
  readonly #ports: Settings;
  #process: ChildProcess | undefined;
  #ended: Promise<Ended> | undefined;
  #output = '';

  private constructor(dataDir: string, port: number, metricsPort: number) {
    this.dataDir = dataDir;
    this.#ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
    this.url = `http://127.0.0.1:${port}`;
    this.metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  }

  /** Starts on its own copy of the demo database that was loaded for all tests (`demo.ts`). */
  static async start(settings: Settings = {}): Promise<Server> {
    return Server.#begin(settings, process.env['E2E_DEMO']);
  }

  /** Starts on an empty folder, as after installation: creates the database and loads the demo. */
  static async first(settings: Settings = {}): Promise<Server> {
    return Server.#begin(settings);
  }

  static async #begin(settings: Settings, demo?: string): Promise<Server> {
    const dataDir = await databaseFolder('kabinet-e2e-');
    // Copy owners and modes too: the database runs as another user.
    if (demo !== undefined) await promisify(execFile)('cp', ['-a', '--reflink=auto', `${demo}/.`, dataDir]);
    const server = await Server.on(dataDir);
    await server.resume(settings);
    return server;
  }

  /** A process on a data folder, which may be empty; not started yet. */
  static async on(dataDir: string): Promise<Server> {
    return new Server(dataDir, await freePort(), await freePort());
  }

  /** Starts and expects a failure. */
  static async refuse(settings: Settings): Promise<Ended> {
    const dataDir = await databaseFolder('kabinet-e2e-');
    const child = spawnServer({ KABINET_DATA: dataDir, PORT: String(await freePort()), ...settings });
    const ended = await endOf(child);
    await rm(dataDir, { recursive: true, force: true });
    return ended;
  }

  /** Starts again on the same data. */
  async resume(settings: Settings = {}): Promise<void> {
    const child = spawnServer({ KABINET_DATA: this.dataDir, ...this.#ports, ...settings });
    this.#process = child;
    this.#output = '';
    this.#ended = endOf(child, (part) => (this.#output += part));
    void this.#ended.then(({ code, output }) => {
      if (this.#process === child) process.stderr.write(`The server ended by itself with ${code}:\n${output}`);
    });
    await becomesReady(child, this.url, () => this.#output);
  }

  /** What the process has printed since its start. */
  get output(): string {
    return this.#output;
  }

  /** Sends the signal and waits until the process ends. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<Ended | undefined> {
    this.#process?.kill(signal);
    this.#process = undefined;
    return this.#ended;
  }

  /** Kills the server and its database at once, like a power failure. */
  async killEverything(): Promise<void> {
    await this.killDatabase();
    await this.end('SIGKILL');
  }

  /** Kills only the database, which the running server restarts. */
  async killDatabase(): Promise<void> {
    const pidFile = await readFile(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
  }

  /** Ends the process and deletes its data. */
  async remove(): Promise<void> {
    await this.end();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Runs an operator's command on the same data. */
  operator(...words: string[]): Promise<Ended> {
    return runOperator(words, { KABINET_DATA: this.dataDir });
  }
}
