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
  /** Where the metrics are told. */
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

  /** On a database of its own with the demo provider: a copy of the one that was loaded for all (`demo.ts`). */
  static async start(settings: Settings = {}): Promise<Server> {
    return Server.#begin(settings, process.env['E2E_DEMO']);
  }

  /** On an empty folder, as an operator who has just installed it: makes the database and loads the demo. */
  static async first(settings: Settings = {}): Promise<Server> {
    return Server.#begin(settings);
  }

  static async #begin(settings: Settings, demo?: string): Promise<Server> {
    const dataDir = await databaseFolder('kabinet-e2e-');
    // Owners and modes too: the database runs as another user.
    if (demo !== undefined) await promisify(execFile)('cp', ['-a', '--reflink=auto', `${demo}/.`, dataDir]);
    const server = await Server.on(dataDir);
    await server.resume(settings);
    return server;
  }

  /** A process on a folder that holds data, or will; not started yet. */
  static async on(dataDir: string): Promise<Server> {
    return new Server(dataDir, await freePort(), await freePort());
  }

  /** A start that is expected to fail. */
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

  /** Ends the process as the given signal does, and waits for its end. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<Ended | undefined> {
    this.#process?.kill(signal);
    this.#process = undefined;
    return this.#ended;
  }

  /** As a machine without power: the server and its database at once. */
  async killEverything(): Promise<void> {
    await this.killDatabase();
    await this.end('SIGKILL');
  }

  /** The database alone, which a living process starts again. */
  async killDatabase(): Promise<void> {
    const pidFile = await readFile(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
  }

  /** Ends it and throws its data away. */
  async remove(): Promise<void> {
    await this.end();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** An operator's command on the same data. */
  operator(...words: string[]): Promise<Ended> {
    return runOperator(words, { KABINET_DATA: this.dataDir });
  }
}
