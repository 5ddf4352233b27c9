import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readPostmaster } from '../../server/src/db/embedded/postmaster.ts';
import { urlOf } from '../../server/src/db/embedded/presence.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { oneCommand } from '../../server/src/operator/one-command.ts';
import { RunningPortal } from '../../server/src/running-portal.ts';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../../server/test/database/database.ts';
import { databaseFolder } from '../../server/test/database/folder.ts';
import {
  becomesReady,
  endOf,
  freePort,
  freePorts,
  runOperator,
  spawnServer,
  type EndedProcess,
  type ProcessEnvironment,
} from '../../server/test/process/process.ts';

type Data = ProcessEnvironment & { readonly KABINET_DATA: string };

/** The PostgreSQL of all journeys (`demo.ts`). */
export function journeysDatabase(): string {
  const url = process.env['E2E_DATABASE'];
  if (url === undefined) throw new Error('Journeys run by e2e/vitest.config.ts, which starts their database');
  return url;
}

/** A measuring server that nobody starts: the demo's own is another process. `start` and `operation` have that one. */
const SPEED = {
  id: 'far',
  name: 'Узел города',
  url: 'https://speed.volga-telecom.example',
  inside: true,
  most_mbit: 1000,
};

/** The provider of the demo, with that server. */
async function writeProvider(folder: string): Promise<ProcessEnvironment> {
  const file = join(folder, 'provider.json');
  const demo = JSON.parse(
    await readFile(new URL('../../server/seeds/provider.json', import.meta.url), 'utf8'),
  ) as object;
  await writeFile(file, JSON.stringify({ ...demo, speed_servers: [SPEED] }));
  return { KABINET_PROVIDER: file, SPEED_SECRET: '5e'.repeat(16) };
}

/** The real server: in this process, which has loaded its modules, or as a process of its own. */
export class Server {
  readonly url: string;
  /** Address of the metrics. */
  readonly metricsUrl: string;
  readonly dataDir: string;
  /** What each process on this data is given: server and operator. */
  readonly #data: ProcessEnvironment;
  readonly #ports: ProcessEnvironment;
  readonly #isApart: boolean;
  #portal: RunningPortal | undefined;
  #process: ChildProcess | undefined;
  #ended: Promise<EndedProcess> | undefined;
  #output = '';

  private constructor(data: Data, isApart: boolean, port: number, metricsPort: number) {
    this.dataDir = data.KABINET_DATA;
    this.#data = data;
    this.#isApart = isApart;
    this.#ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
    this.url = `http://127.0.0.1:${port}`;
    this.metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  }

  /** Starts in this process, on its own copy of the demo database that was loaded for all tests (`demo.ts`). */
  static async start(settings: ProcessEnvironment = {}): Promise<Server> {
    const server = await Server.#begin(await Server.#demo(), false);
    await server.resume(settings);
    return server;
  }

  /** The same in a process of its own: it may be killed, and its output read. */
  static async startApart(settings: ProcessEnvironment = {}): Promise<Server> {
    const server = await Server.#begin(await Server.#demo());
    await server.resume(settings);
    return server;
  }

  /** With the embedded database in an empty folder, as `npm start` runs it the first time: makes the database and loads the demo. */
  static async first(settings: ProcessEnvironment = {}): Promise<Server> {
    const server = await Server.on(await databaseFolder('kabinet-e2e-'));
    await server.resume(settings);
    return server;
  }

  /** A process on a folder that holds data, or will; not started yet. */
  static on(dataDir: string): Promise<Server> {
    return Server.#begin({ KABINET_DATA: dataDir });
  }

  static async #demo(): Promise<Data> {
    const folder = await mkdtemp(join(tmpdir(), 'kabinet-e2e-'));
    return {
      ...(await writeProvider(folder)),
      KABINET_DATA: folder,
      DATABASE_URL: await cloneDatabase(journeysDatabase(), TEMPLATES.demo),
      KABINET_DEMO: 'on',
      SERVICE_SECRET_KEY: 'e2'.repeat(32),
    };
  }

  static async #begin(data: Data, isApart = true): Promise<Server> {
    const [port = 0, metricsPort = 0] = await freePorts(2);
    return new Server(data, isApart, port, metricsPort);
  }

  /** Starts and expects a failure. */
  static async refuse(settings: ProcessEnvironment): Promise<EndedProcess> {
    const dataDir = await databaseFolder('kabinet-e2e-');
    const child = spawnServer({ KABINET_DATA: dataDir, PORT: String(await freePort()), ...settings });
    const ended = await endOf(child);
    await rm(dataDir, { recursive: true, force: true });
    return ended;
  }

  /** Starts again on the same data. */
  async resume(settings: ProcessEnvironment = {}): Promise<void> {
    const all = { ...this.#data, ...this.#ports, ...settings };
    if (!this.#isApart) {
      this.#portal = new RunningPortal(readConfig({ LOG_LEVEL: 'silent', ...all }), () => undefined);
      return this.#portal.start();
    }
    const child = spawnServer(all);
    this.#process = child;
    this.#output = '';
    this.#ended = endOf(child, (part) => (this.#output += part));
    void this.#ended.then(({ code, output }) => {
      if (this.#process === child) process.stderr.write(`The server ended by itself with ${code}:\n${output}`);
    });
    await becomesReady(child, this.url, () => this.#output);
  }

  /** What a process of its own has printed since its start. */
  get output(): string {
    return this.#output;
  }

  /** Ends the portal, or sends the signal and waits until the process ends. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<EndedProcess | undefined> {
    await this.#portal?.stop();
    this.#portal = undefined;
    this.#process?.kill(signal);
    this.#process = undefined;
    return this.#ended;
  }

  /** Ends the filling of the demo company's history, which takes as much time as many journeys, and goes on after each start. */
  async endHistory(): Promise<void> {
    await this.query('update demo_mark set months_back = 1');
  }

  /** Runs a statement on the data: for what only time could bring about. */
  async query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const db = new pg.Client({ connectionString: this.#data['DATABASE_URL'] ?? this.#embedded() });
    await db.connect();
    const { rows } = await db.query<Row>(statement);
    await db.end();
    return rows;
  }

  #embedded(): string {
    const address = readPostmaster(join(this.dataDir, 'postgres'));
    if (address === undefined) throw new Error('The embedded database does not run');
    return urlOf(address);
  }

  /** Kills the server and its embedded database at once, like a power failure. */
  async killEverything(): Promise<void> {
    await this.killDatabase();
    await this.end('SIGKILL');
  }

  /** Kills only the embedded database, which the running server restarts. */
  async killDatabase(): Promise<void> {
    const pidFile = await readFile(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
  }

  /** Ends the process and deletes its data. */
  async remove(): Promise<void> {
    await this.end();
    const { DATABASE_URL: clone } = this.#data;
    if (clone !== undefined) await dropDatabase(journeysDatabase(), clone);
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Runs an operator's command on the same data: in this process, or in one of its own where PostgreSQL is the embedded one. */
  async operator(...words: string[]): Promise<EndedProcess> {
    if (this.#data['DATABASE_URL'] === undefined) return runOperator(words, this.#data);
    let output = '';
    const say = (line: string) => void (output += `${line}\n`);
    return { code: await oneCommand(words, this.#data, { say, complain: say }), output };
  }
}
