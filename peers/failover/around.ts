import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALLED, newestPgbouncer } from '../pgbouncer/newest.mjs';
import { deployed, giveAway } from './deployed.ts';
import type { Machines } from './machines.ts';
import { Program } from './program.ts';

/** Of the superuser, as deploy/ha/patroni.yml has it. */
export const PASSWORD = 'password-of-postgres';
const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--'];

/** One of three: the two others would only need the processor. */
export async function etcdAt(
  folder: string,
  address: string,
  [port, peerPort]: readonly [number, number],
): Promise<Program> {
  const own = join(folder, 'etcd');
  await mkdir(own);
  giveAway(own);
  const here = `http://${address}:${port}`;
  const peer = `http://${address}:${peerPort}`;
  const words = ['--name', 'db1', '--data-dir', own, '--listen-client-urls', here, '--advertise-client-urls', here];
  const among = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `db1=${peer}`];
  const slow = ['--heartbeat-interval', '250', '--election-timeout', '2500', '--log-level', 'warn'];
  return new Program([...AS_POSTGRES, '/usr/bin/etcd', ...words, ...among, ...slow], join(folder, 'etcd.log'));
}

interface Ports {
  readonly count: number;
  readonly primary: number;
  readonly replicas: number;
  readonly web: number;
  readonly portals: readonly [number, number];
}

/** Both halves of deploy/ha/haproxy.cfg. */
export async function haproxyAt(folder: string, machines: Machines, ports: Ports): Promise<Program> {
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

/** As PgBouncer calls it. */
export type Pooling = 'session' | 'transaction';

/** Six changes of each of two processes may wait for a standby; four sessions are left to reads. */
const BY_TRANSACTIONS = 'pool_mode = transaction\nmax_prepared_statements = 2000';

export async function poolerAt(
  folder: string,
  pooling: Pooling,
  { port, primary }: { readonly port: number; readonly primary: number },
): Promise<Program> {
  const own = join(folder, 'pgbouncer');
  await mkdir(own);
  await writeFile(join(own, 'users'), `"postgres" "${PASSWORD}"\n`);
  const config = join(own, 'pgbouncer.ini');
  await deployed('pgbouncer.ini', config, [
    ['port=5000', `port=${primary}`],
    ['listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`],
    ['/etc/pgbouncer/userlist.txt', join(own, 'users')],
    ...(pooling === 'transaction'
      ? ([
          ['pool_mode = session', BY_TRANSACTIONS],
          ['default_pool_size = 100', 'default_pool_size = 16'],
        ] satisfies [string, string][])
      : []),
  ]);
  const program = pooling === 'transaction' ? await newestPgbouncer() : INSTALLED;
  for (const path of [join(own, 'users'), config, own]) giveAway(path);
  return new Program([...AS_POSTGRES, program, config], join(folder, 'pgbouncer.log'));
}
