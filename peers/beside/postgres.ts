import { execFile } from 'node:child_process';
import { chown, readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { freePort, openFolder } from '../mail/folder.ts';
import type { BillingServer } from './other-billing.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'kabinet-reads-it';
const BASE = 'utm5';

const call = async (...command: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('runuser', ['-u', 'postgres', '--', ...command], { cwd: '/' });
  return stdout;
};

/** Debian's PostgreSQL with the tables of a billing, and the file that a provider loads into it. */
export class PostgresDb implements BillingServer {
  readonly folder: string;
  readonly port: number;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
  }

  static async open({ schema, file }: { readonly schema: URL; readonly file: URL }): Promise<PostgresDb> {
    const folder = await openFolder();
    const { stdout: id } = await promisify(execFile)('id', ['-u', 'postgres']);
    await chown(folder, Number(id), -1);
    await call(`${BIN}/initdb`, '-D', `${folder}/data`, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync');
    const server = new PostgresDb(folder, await freePort());
    await server.start();
    await call('psql', ...server.#where('postgres'), '-c', `create database ${BASE}`);
    await server.run(await readFile(schema, 'utf8'));
    await server.run(await readFile(file, 'utf8'));
    await server.run(`
      create role kabinet login password '${PASSWORD}';
      alter role kabinet set search_path = kabinet;
      grant usage on schema kabinet to kabinet;
      grant select on kabinet.kabinet_balances, kabinet.kabinet_services, kabinet.kabinet_payments to kabinet`);
    await server.giveBack();
    return server;
  }

  get url(): string {
    return `postgres://kabinet:${PASSWORD}@127.0.0.1:${this.port}/${BASE}`;
  }

  async start(): Promise<void> {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${this.folder} -c fsync=off`;
    await call(
      `${BIN}/pg_ctl`,
      '-D',
      `${this.folder}/data`,
      '-l',
      `${this.folder}/log`,
      '-o',
      options,
      '-s',
      '-w',
      'start',
    );
  }

  async kill(): Promise<void> {
    await call(`${BIN}/pg_ctl`, '-D', `${this.folder}/data`, '-m', 'immediate', '-s', 'stop');
  }

  freeze(): Promise<void> {
    return this.#signal('SIGSTOP');
  }

  thaw(): Promise<void> {
    return this.#signal('SIGCONT');
  }

  async close(): Promise<void> {
    await this.kill().catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }

  async withhold(): Promise<void> {
    await this.run(`revoke execute on function kabinet.kabinet_book(bigint, text, jsonb) from kabinet;
      revoke select on kabinet.kabinet_charges from kabinet`);
  }

  async giveBack(): Promise<void> {
    await this.run(`grant execute on function kabinet.kabinet_book(bigint, text, jsonb) to kabinet;
      grant select on kabinet.kabinet_charges to kabinet`);
  }

  run(statements: string): Promise<string> {
    return call('psql', ...this.#where(BASE), '-c', statements);
  }

  async rows(query: string): Promise<string[]> {
    const said = await this.run(query);
    return said.split('\n').filter((line) => line !== '');
  }

  #where(base: string): string[] {
    return [
      '-h',
      this.folder,
      '-p',
      String(this.port),
      '-d',
      base,
      '-XqAt',
      '-F',
      ' ',
      '-P',
      'null=NULL',
      '-v',
      'ON_ERROR_STOP=1',
    ];
  }

  /** Connections stay where they are, and nobody lets in others. */
  async #signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const [pid] = (await readFile(`${this.folder}/data/postmaster.pid`, 'utf8')).split('\n');
    process.kill(Number(pid), signal);
  }
}
