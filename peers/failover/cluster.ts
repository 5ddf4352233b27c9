import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { guardRun } from '../../scripts/lib/guard.mjs';
import { freePorts } from '../../server/test/process/process.ts';
import { etcdAt, haproxyAt, PASSWORD, poolerAt, type Pooling } from './around.ts';
import { onCables, onLoopback, type Machines } from './machines.ts';
import { PatroniNode } from './node.ts';
import type { Program } from './program.ts';

interface ClusterShape {
  readonly nodes: number;
  /** Whether each node has a network of its own, whose cable can be pulled. */
  readonly hasCables: boolean;
  /** Ports of the two processes of the portal behind HAProxy. */
  readonly portals: readonly [number, number];
  /** How PgBouncer pools, if it stands between the portal and HAProxy. */
  readonly pooling?: Pooling;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

const PATIENCE_MS = 120_000;

/** Patroni with etcd and HAProxy, as deploy/ha has them, on this machine. */
export class PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** Of the database of the portal: the way that a portal goes. */
  readonly url: string;
  /** The same where connections keep their sessions. */
  readonly sessionUrl: string;
  /** Of HAProxy in front of the portal. */
  readonly site: string;
  readonly folder: string;
  readonly #machines: Machines;
  readonly #programs: readonly Program[];

  private constructor(
    parts: Pick<PatroniCluster, 'nodes' | 'url' | 'sessionUrl' | 'site' | 'folder'>,
    machines: Machines,
    programs: readonly Program[],
  ) {
    ({ nodes: this.nodes, url: this.url, sessionUrl: this.sessionUrl, site: this.site, folder: this.folder } = parts);
    this.#machines = machines;
    this.#programs = programs;
  }

  static async open({ nodes: count, hasCables, portals, pooling }: ClusterShape): Promise<PatroniCluster> {
    guardRun();
    const folder = await mkdtemp('/var/tmp/kabinet-ha-');
    await chmod(folder, 0o711);
    const machines = hasCables ? onCables(count) : onLoopback();
    const [etcdPort, peerPort, primary, replicas, web, pooler] = await sixPorts();
    const etcd = await etcdAt(folder, machines.centre, [etcdPort, peerPort]);
    const places = Array.from({ length: count }, (_, index) => index + 1);
    const nodes = await Promise.all(places.map((place) => PatroniNode.make({ machines, place, folder, etcdPort })));
    const haproxy = await haproxyAt(folder, machines, { count, primary, replicas, web, portals });
    const poolers = pooling ? [await poolerAt(folder, pooling, { port: pooler, primary })] : [];
    const through = (port: number) => `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/kabinet`;
    const url = through(pooling ? pooler : primary);
    const sessionUrl = pooling === 'transaction' ? through(primary) : url;
    const parts = { nodes, url, sessionUrl, site: `http://127.0.0.1:${web}`, folder };
    const cluster = new PatroniCluster(parts, machines, [haproxy, ...poolers, etcd]);
    try {
      await cluster.#start(primary);
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  async #start(port: number): Promise<void> {
    this.#programs.at(-1)?.start();
    for (const node of this.nodes) node.start();
    await this.whole();
    for (const program of this.#programs) program.start();
    await createDatabase(`postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`);
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

  /** The node that has every commit before it is answered. */
  async synchronous(): Promise<PatroniNode | undefined> {
    const members = await this.#members();
    const { name } = members.find(({ role }) => role === 'sync_standby') ?? {};
    return this.nodes.find((node) => node.name === name);
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
    const candidate = await this.synchronous();
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

  async #members(): Promise<Member[]> {
    for (const { address } of this.nodes) {
      const reply = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) }).catch(
        () => undefined,
      );
      if (reply?.ok) return ((await reply.json()) as { members: Member[] }).members;
    }
    return [];
  }
}

const isWhole = (members: readonly Member[], count: number): boolean =>
  members.length === count &&
  members.every(({ state }) => state === 'running' || state === 'streaming') &&
  new Set(members.map(({ timeline }) => timeline)).size === 1 &&
  members.some(({ role }) => role === 'sync_standby');

/** Creates ours through HAProxy, which leads to a standby, too, until it has asked each node for the first time. */
async function createDatabase(url: string): Promise<void> {
  for (let left = 100; ; left -= 1) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    // HAProxy ends a connection to a node that turns out to be a standby.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('create database kabinet');
      return;
    } catch (error) {
      if (left === 0) throw error;
      await pause(200);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function sixPorts(): Promise<readonly [number, number, number, number, number, number]> {
  const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = await freePorts(6);
  return [one, two, three, four, five, six];
}
