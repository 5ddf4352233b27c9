import { readdir, readFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deployed, giveAway } from './deployed.ts';
import type { Machines } from './machines.ts';
import { Program } from './program.ts';

const DEPLOY_HA = fileURLToPath(new URL('../../deploy/ha', import.meta.url));
const PROGRAMS = '/usr/lib/postgresql/15/bin';

interface NodePlace {
  readonly machines: Machines;
  readonly place: number;
  readonly folder: string;
  readonly etcdPort: number;
}

/** A node of the cluster with the settings of deploy/ha: Patroni, and PostgreSQL that it starts. */
export class PatroniNode {
  readonly name: string;
  readonly address: string;
  readonly place: number;
  readonly config: string;
  readonly #data: string;
  readonly #archive: string;
  readonly #machines: Machines;
  readonly #patroni: Program;

  private constructor({ machines, place, folder }: NodePlace) {
    this.name = `db${place}`;
    this.place = place;
    this.address = machines.address(place);
    this.#machines = machines;
    const own = join(folder, this.name);
    this.config = join(own, 'patroni.yml');
    this.#data = join(own, 'data');
    this.#archive = join(own, 'archive');
    const command = [...machines.within(place), '/usr/bin/patroni', this.config];
    this.#patroni = new Program(command, join(folder, `${this.name}.log`));
  }

  static async make(given: NodePlace): Promise<PatroniNode> {
    const node = new PatroniNode(given);
    const { machines, folder, etcdPort } = given;
    const own = join(folder, node.name);
    await mkdir(node.#archive, { recursive: true });
    const network = node.address.replace(/\.[0-9]+$/, '.0/24');
    await deployed('patroni.yml', node.config, [
      [/^name: db1$/m, `name: ${node.name}`],
      [/hosts: 10\.0\.0\.11.*/, `hosts: ${machines.centre}:${etcdPort}`],
      ['10.0.0.0/24', network],
      [/10\.0\.0\.11:(?=8008|5432)/, `${node.address}:`],
      ['/var/lib/postgresql/15/kabinet', node.#data],
      ['/usr/lib/postgresql/15/bin', PROGRAMS],
      ['/var/lib/postgresql/.pgpass_patroni', join(own, 'pgpass')],
      ['/var/run/postgresql', own],
      ['/usr/lib/kabinet/deploy/ha', DEPLOY_HA],
      // A folder beside the data of each node instead of the repository that all share: it shows who has sent what.
      ['pgbackrest --stanza=kabinet archive-push "%p"', 'cp %p ../archive'],
      [/^ {4}restore_command: .*/m, `    restore_command: 'false'`],
      ['[pgbackrest, basebackup]', '[basebackup]'],
      // On the loopback device all nodes come from one address.
      [/(?=^ {4}# Kabinet, through HAProxy)/m, '    - host all,replication all 127.0.0.0/8 scram-sha-256\n'],
      // Tens of gigabytes are not there for a trial.
      [/wal_keep_size: 1GB/, `wal_keep_size: 256MB\n        shared_buffers: 128MB\n        max_wal_size: 512MB`],
    ]);
    giveAway(node.config);
    giveAway(own);
    giveAway(node.#archive);
    return node;
  }

  start(): void {
    this.#patroni.start();
  }

  get runs(): boolean {
    return this.#patroni.runs;
  }

  /** As systemd ends it: PostgreSQL is stopped before. */
  stop(): Promise<void> {
    return this.#patroni.end();
  }

  /** PostgreSQL and Patroni at once, as a machine without power. */
  async kill(): Promise<void> {
    const killed = this.#patroni.end('SIGKILL');
    await Promise.all([killed, this.crash()]);
  }

  /** PostgreSQL alone. */
  async crash(): Promise<void> {
    const file = await readFile(join(this.#data, 'postmaster.pid'), 'utf8');
    process.kill(Number(file.split('\n')[0]), 'SIGKILL');
  }

  /** What PostgreSQL of this node has sent to the archive. */
  archived(): Promise<string[]> {
    return readdir(this.#archive);
  }

  cut(): void {
    this.#machines.cut(this.place);
  }

  mend(): void {
    this.#machines.mend(this.place);
  }

  /** Whether Patroni says that this node is the primary. */
  isPrimary(): Promise<boolean> {
    return fetch(`http://${this.address}:8008/primary`, { signal: AbortSignal.timeout(2000) }).then(
      ({ status }) => status === 200,
      () => false,
    );
  }
}
