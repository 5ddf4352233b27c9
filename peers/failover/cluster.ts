import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { guardRun } from '../../scripts/lib/guard.mjs';
import { freePorts } from '../../server/test/process/process.ts';
import { deployed, giveAway } from './deployed.ts';
import { onCables, onLoopback, type Machines } from './machines.ts';
import { PatroniNode } from './node.ts';
import { Program } from './program.ts';

interface ClusterShape {
  readonly nodes: number;
  /** Whether each node has a network of its own, whose cable can be pulled. */
  readonly hasCables: boolean;
  /** Ports of the two processes of the portal behind HAProxy. */
  readonly portals: readonly [number, number];
  /** Whether PgBouncer stands between the portal and HAProxy. */
  readonly hasPooler?: boolean;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

const PATIENCE_MS = 120_000;
const PASSWORD = 'password-of-postgres';

/** Patroni with etcd and HAProxy, as deploy/ha has them, on this machine. */
export class PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** Of the database of the portal: the way that a portal goes. */
  readonly url: string;
  /** Of HAProxy in front of the portal. */
  readonly site: string;
  readonly folder: string;
  readonly #machines: Machines;
  readonly #programs: readonly Program[];

  private constructor(
    parts: Pick<PatroniCluster, 'nodes' | 'url' | 'site' | 'folder'>,
    machines: Machines,
    programs: readonly Program[],
  ) {
    ({ nodes: this.nodes, url: this.url, site: this.site, folder: this.folder } = parts);
    this.#machines = machines;
    this.#programs = programs;
  }

  static async open({ nodes: count, hasCables, portals, hasPooler = false }: ClusterShape): Promise<PatroniCluster> {
    guardRun();
    const folder = await mkdtemp('/var/tmp/kabinet-ha-');
    await chmod(folder, 0o711);
    const machines = hasCables ? onCables(count) : onLoopback();
    const [etcdPort = 0, peerPort = 0, primary = 0, replicas = 0, web = 0, pooler = 0] = await freePorts(6);
    const etcd = await etcdAt(folder, machines.centre, etcdPort, peerPort);
    const places = Array.from({ length: count }, (_, index) => index + 1);
    const nodes = await Promise.all(
      places.map((place) => PatroniNode.make({ machines, place, count, folder, etcdPort })),
    );
    const haproxy = await haproxyAt(folder, machines, { count, primary, replicas, web, portals });
    const pooling = hasPooler ? [await poolerAt(folder, pooler, primary)] : [];
    const url = `postgresql://postgres:${PASSWORD}@127.0.0.1:${hasPooler ? pooler : primary}/kabinet`;
    const site = `http://127.0.0.1:${web}`;
    const cluster = new PatroniCluster({ nodes, url, site, folder }, machines, [haproxy, ...pooling, etcd]);
    try {
      etcd.start();
      for (const node of nodes) node.start();
      await cluster.whole();
      for (const one of [haproxy, ...pooling]) one.start();
      await cluster.#makeDatabase(primary);
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  /** The one node that says that it is the primary; undefined if none does, or several. */
  async primary(): Promise<PatroniNode | undefined> {
    const said = await Promise.all(this.nodes.map((node) => node.isPrimary()));
    const [first, ...others] = this.nodes.filter((_, index) => said[index]);
    return others.length === 0 ? first : undefined;
  }

  /** How many nodes say that they are the primary. */
  async primaries(): Promise<number> {
    const said = await Promise.all(this.nodes.map((node) => node.isPrimary()));
    return said.filter(Boolean).length;
  }

  /** Waits until all nodes run, one as the primary, one as its synchronous standby. */
  async whole(): Promise<PatroniNode> {
    const began = Date.now();
    for (;;) {
      const members = await this.#members();
      const primary = await this.primary();
      if (primary && isWhole(members, this.nodes.length)) return primary;
      if (Date.now() - began > PATIENCE_MS)
        throw new Error(`Not whole: ${JSON.stringify(members)}, see ${this.folder}`);
      await pause(500);
    }
  }

  /** A planned change of the primary. */
  async switchOver(): Promise<void> {
    const primary = await this.primary();
    const members = await this.#members();
    const candidate = members.find(({ role }) => role === 'sync_standby');
    if (!primary || !candidate) throw new Error('Nobody may take over');
    const words = [
      '-c',
      primary.config,
      'switchover',
      '--master',
      primary.name,
      '--candidate',
      candidate.name,
      '--force',
    ];
    await promisify(execFile)('patronictl', words, { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  }

  async close(): Promise<void> {
    for (const node of this.nodes) await node.stop().catch(() => undefined);
    for (const program of this.#programs) await program.end().catch(() => undefined);
    this.#machines.close();
    if (process.env['KEEP'] === undefined) await rm(this.folder, { recursive: true, force: true });
  }

  /** The last lines of what a program said. */
  async said(name: string): Promise<string> {
    return (await readFile(join(this.folder, `${name}.log`), 'utf8')).split('\n').slice(-30).join('\n');
  }

  async #members(): Promise<Member[]> {
    for (const { address } of this.nodes) {
      const reply = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) }).catch(
        () => undefined,
      );
      if (reply?.ok) return ((await reply.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async #makeDatabase(port: number): Promise<void> {
    const client = await connected(`postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`);
    await client.query('create database kabinet');
    await client.end();
  }
}

const isWhole = (members: readonly Member[], count: number): boolean =>
  members.length === count &&
  members.every(({ state }) => state === 'running' || state === 'streaming') &&
  new Set(members.map(({ timeline }) => timeline)).size === 1 &&
  (count === 1 || members.some(({ role }) => role === 'sync_standby'));

async function connected(url: string): Promise<pg.Client> {
  for (let left = 100; ; left -= 1) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (left === 0) throw error;
      await pause(200);
    }
  }
}

async function etcdAt(folder: string, address: string, port: number, peerPort: number): Promise<Program> {
  const own = join(folder, 'etcd');
  await mkdir(own);
  giveAway(own);
  const here = `http://${address}:${port}`;
  const peer = `http://${address}:${peerPort}`;
  // One of three: the two others would only need the processor.
  const words = ['--name', 'db1', '--data-dir', own, '--listen-client-urls', here, '--advertise-client-urls', here];
  const among = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `db1=${peer}`];
  const slow = ['--heartbeat-interval', '250', '--election-timeout', '2500', '--log-level', 'warn'];
  const as = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--', '/usr/bin/etcd'];
  return new Program([...as, ...words, ...among, ...slow], join(folder, 'etcd.log'));
}

interface Ports {
  readonly count: number;
  readonly primary: number;
  readonly replicas: number;
  readonly web: number;
  readonly portals: readonly [number, number];
}

async function haproxyAt(folder: string, machines: Machines, ports: Ports): Promise<Program> {
  const { count, primary, replicas, web, portals } = ports;
  const config = join(folder, 'haproxy.cfg');
  const gone = [1, 2, 3].filter((place) => place > count);
  await deployed('haproxy.cfg', config, [
    ...gone.map((place): [RegExp, string] => [new RegExp(`^ *server db${place} .*\n`, 'm'), '']),
    ...[1, 2, 3].slice(0, count).map((place): [string, string] => [`10.0.0.1${place}`, machines.address(place)]),
    ['127.0.0.1:5000', `127.0.0.1:${primary}`],
    ['127.0.0.1:5001', `127.0.0.1:${replicas}`],
    ['127.0.0.1:8080', `127.0.0.1:${portals[0]}`],
    ['127.0.0.1:8081', `127.0.0.1:${portals[1]}`],
    [/^ *bind :443 .*\n/m, ''],
    ['bind :80', `bind 127.0.0.1:${web}`],
    [/^ *http-request redirect scheme.*\n/m, ''],
    [/^ *log .*\n/m, ''],
    ['maxconn 10000', 'maxconn 2000'],
    [/^ *user haproxy\n *group haproxy\n/m, ''],
  ]);
  return new Program(['/usr/sbin/haproxy', '-db', '-f', config], join(folder, 'haproxy.log'));
}

async function poolerAt(folder: string, port: number, primary: number): Promise<Program> {
  const own = join(folder, 'pgbouncer');
  await mkdir(own);
  await writeFile(join(own, 'users'), `"postgres" "${PASSWORD}"\n`);
  const config = join(own, 'pgbouncer.ini');
  await deployed('pgbouncer.ini', config, [
    ['port=5000', `port=${primary}`],
    ['listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`],
    ['/etc/pgbouncer/userlist.txt', join(own, 'users')],
  ]);
  for (const path of [join(own, 'users'), config, own]) giveAway(path);
  return new Program(
    ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--', '/usr/sbin/pgbouncer', config],
    join(folder, 'pgbouncer.log'),
  );
}
