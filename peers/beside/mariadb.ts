import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, openFolder } from '../mail/folder.ts';
import type { BillingServer } from './other-billing.ts';

const SERVER = '/usr/sbin/mariadbd';
const USER = process.getuid?.() === 0 ? ['--user=root'] : [];
const PASSWORD = 'kabinet-reads-it';

/** The bases of a billing. */
export interface BillingBases {
  /** That of its tables. */
  readonly own: string;
  /** That of the views of Kabinet; the file may make it. */
  readonly joined: string;
  readonly schema: URL;
  /** What a provider loads, in its order. */
  readonly files: readonly URL[];
}

/** Debian's MariaDB with the tables of a billing, and the files that a provider loads into it. */
export class MariaDb implements BillingServer {
  readonly folder: string;
  readonly #port: number;
  readonly #bases: BillingBases;
  #server: ChildProcess | undefined;

  private constructor(folder: string, port: number, bases: BillingBases) {
    this.folder = folder;
    this.#port = port;
    this.#bases = bases;
  }

  static async open(bases: BillingBases): Promise<MariaDb> {
    const folder = await openFolder();
    await promisify(execFile)('/usr/bin/mariadb-install-db', [
      '--no-defaults',
      `--datadir=${folder}/data`,
      // A server that starts removes the temporary tables of others in a folder that they share.
      `--tmpdir=${folder}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...USER,
    ]);
    const server = new MariaDb(folder, await freePort(), bases);
    await server.start();
    await server.#client('mysql', `create database ${bases.own} character set utf8`);
    await server.load(bases.schema);
    for (const file of bases.files) await server.load(file);
    const { joined } = bases;
    await server.run(`
      create user kabinet@'127.0.0.1' identified by '${PASSWORD}';
      grant select on ${joined}.kabinet_balances to kabinet@'127.0.0.1';
      grant select on ${joined}.kabinet_services to kabinet@'127.0.0.1';
      grant select on ${joined}.kabinet_payments to kabinet@'127.0.0.1'`);
    await server.giveBack();
    return server;
  }

  get url(): string {
    return `mysql://kabinet:${PASSWORD}@127.0.0.1:${this.#port}/${this.#bases.joined}`;
  }

  async start(): Promise<void> {
    const server = spawn(
      SERVER,
      [
        '--no-defaults',
        `--datadir=${this.folder}/data`,
        `--tmpdir=${this.folder}`,
        `--socket=${this.socket}`,
        `--port=${this.#port}`,
        '--bind-address=127.0.0.1',
        '--skip-networking=0',
        '--skip-name-resolve',
        '--innodb-buffer-pool-size=32M',
        '--innodb-log-file-size=16M',
        ...USER,
      ],
      { stdio: 'ignore' },
    );
    this.#server = server;
    while (!(await this.#answers())) {
      if (server.exitCode !== null) throw new Error(`mariadbd ended with ${server.exitCode}`);
      await pause(50);
    }
  }

  async kill(): Promise<void> {
    const server = this.#server;
    if (server?.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  freeze(): Promise<void> {
    return Promise.resolve(void this.#server?.kill('SIGSTOP'));
  }

  thaw(): Promise<void> {
    return Promise.resolve(void this.#server?.kill('SIGCONT'));
  }

  async close(): Promise<void> {
    await this.thaw();
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  async withhold(): Promise<void> {
    const { joined } = this.#bases;
    await this.run(`revoke execute on procedure ${joined}.kabinet_book from kabinet@'127.0.0.1';
      revoke select on ${joined}.kabinet_charges from kabinet@'127.0.0.1'`);
  }

  async giveBack(): Promise<void> {
    const { joined } = this.#bases;
    await this.run(`grant execute on procedure ${joined}.kabinet_book to kabinet@'127.0.0.1';
      grant select on ${joined}.kabinet_charges to kabinet@'127.0.0.1'`);
  }

  run(statements: string): Promise<string> {
    return this.#client(this.#bases.own, statements);
  }

  async rows(query: string): Promise<string[]> {
    const said = await this.run(query);
    return said.split('\n').flatMap((line) => (line === '' ? [] : [line.replaceAll('\t', ' ')]));
  }

  get socket(): string {
    return `${this.folder}/socket`;
  }

  async #client(database: string, statements: string): Promise<string> {
    const words = ['--no-defaults', `--socket=${this.socket}`, '--user=root', '--default-character-set=utf8mb4'];
    const { stdout } = await promisify(execFile)('/usr/bin/mariadb', [
      ...words,
      '-N',
      '-B',
      database,
      '-e',
      statements,
    ]);
    return stdout;
  }

  /** As `mariadb base < file` does; a file of tests does not name its characters, a provider's must. */
  async load(file: URL, base = this.#bases.own): Promise<void> {
    const input = await open(file);
    const characters = file.pathname.includes('/peers/') ? ['--default-character-set=utf8mb4'] : [];
    const words = ['--no-defaults', `--socket=${this.socket}`, '--user=root', ...characters, base];
    const client = spawn('/usr/bin/mariadb', words, { stdio: [input.fd, 'ignore', 'inherit'] });
    const [code] = (await once(client, 'exit')) as [number | null];
    await input.close();
    if (code !== 0) throw new Error(`${file.pathname} was not loaded`);
  }

  /** It listens once it has recovered. */
  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.#port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
  }
}
