import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { PASSWORD, type BenchLine } from './packets.ts';

const OF_DEBIAN = '/etc/freeradius/3.0/mods-config/sql/main/postgresql';
const ROLE_PASSWORD = 'stock';

interface Stock {
  readonly server: ChildProcess;
  readonly port: number;
  readonly accountingPort: number;
  /** Lets PostgreSQL count its tables. */
  analyze(): Promise<void>;
  close(): Promise<void>;
}

interface Beside {
  /** Of the owner, of any database of the cluster. */
  readonly url: string;
  readonly tcpPort: number;
  readonly secret: string;
  readonly lines: readonly BenchLine[];
}

const PORTS = [18_812, 18_813] as const;

/** FreeRADIUS with its own schema and its own requests, which Debian brings: groups, simultaneous use, no row for a login. */
export async function startStock({ url, tcpPort, secret, lines }: Beside): Promise<Stock> {
  await makeDatabase(url, lines);
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-stock-'));
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'radiusd.conf'), settings(folder, tcpPort, secret));
  await writeFile(join(folder, 'dictionary'), '');
  const server = spawn('freeradius', ['-f', '-d', folder, '-n', 'radiusd', '-l', 'stdout'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (part) => (said = (said + String(part)).slice(-20_000)));
  while (!said.includes('Ready to process requests')) {
    if (server.exitCode !== null) throw new Error(said);
    await pause(50);
  }
  return {
    server,
    port: PORTS[0],
    accountingPort: PORTS[1],
    async analyze() {
      const client = await ofStock(url);
      await client.query('analyze');
      await client.end();
    },
    async close() {
      server.kill('SIGTERM');
      await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ofStock(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url.replace(/\/kabinet(?=\?|$)/, '/stock') });
  await client.connect();
  return client;
}

async function makeDatabase(url: string, lines: readonly BenchLine[]): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query('drop database if exists stock (force)');
  await owner.query('create database stock');
  await owner.query(
    `do $$ begin create role stock login password '${ROLE_PASSWORD}'; exception when duplicate_object then null; end $$`,
  );
  await owner.end();
  const client = await ofStock(url);
  await client.query(await readFile(join(OF_DEBIAN, 'schema.sql'), 'utf8'));
  await client.query(
    'grant all on all tables in schema public to stock; grant all on all sequences in schema public to stock',
  );
  const logins = [lines.map(({ login }) => login)];
  await client.query(
    `insert into radcheck (username, attribute, op, value) select login, 'Cleartext-Password', ':=', '${PASSWORD}' from unnest($1::text[]) login`,
    logins,
  );
  await client.query(
    `insert into radreply (username, attribute, op, value) select login, 'Class', ':=', 'k:' || login from unnest($1::text[]) login`,
    logins,
  );
  await client.query(
    `insert into radusergroup (username, groupname, priority) select login, 'plan', 1 from unnest($1::text[]) login`,
    logins,
  );
  await client.query(
    `insert into radgroupcheck (groupname, attribute, op, value) values ('plan', 'Simultaneous-Use', ':=', '1')`,
  );
  await client.query(`
    insert into radgroupreply (groupname, attribute, op, value) values
      ('plan', 'Mikrotik-Rate-Limit', ':=', '100M/100M'), ('plan', 'Framed-Pool', ':=', 'home'), ('plan', 'Acct-Interim-Interval', ':=', '300')`);
  await client.query('vacuum analyze');
  await client.end();
}

/** Sections of FreeRADIUS, one word of its settings a line. */
const section = (name: string, ...lines: readonly string[]): string => `${name} {\n${lines.join('\n')}\n}`;

const sqlOf = (tcpPort: number): string =>
  section(
    'sql',
    'dialect = "postgresql"',
    'driver = "rlm_sql_postgresql"',
    `radius_db = "host=127.0.0.1 port=${tcpPort} dbname=stock user=stock password=${ROLE_PASSWORD}"`,
    'acct_table1 = "radacct"',
    'acct_table2 = "radacct"',
    'postauth_table = "radpostauth"',
    'authcheck_table = "radcheck"',
    'groupcheck_table = "radgroupcheck"',
    'authreply_table = "radreply"',
    'groupreply_table = "radgroupreply"',
    'usergroup_table = "radusergroup"',
    'client_table = "nas"',
    'group_attribute = "SQL-Group"',
    'read_groups = yes',
    'read_profiles = no',
    'delete_stale_sessions = yes',
    section(
      'pool',
      'start = 5',
      'min = 3',
      'max = 32',
      'spare = 10',
      'uses = 0',
      'retry_delay = 30',
      'lifetime = 0',
      'idle_timeout = 60',
    ),
    `$INCLUDE ${OF_DEBIAN}/queries.conf`,
  );

const UNIQUE = '%{md5:%{User-Name},%{Acct-Session-Id},%{Packet-Src-IP-Address},%{NAS-Port-Id},%{NAS-Port}}';

/** As few modules as ours has, and the same threads. */
const settings = (folder: string, tcpPort: number, secret: string): string =>
  [
    'prefix = /usr',
    'libdir = /usr/lib/freeradius',
    `logdir = ${folder}`,
    `run_dir = ${folder}`,
    `pidfile = ${folder}/freeradius.pid`,
    'max_request_time = 10',
    'cleanup_delay = 5',
    'max_requests = 65536',
    'hostname_lookups = no',
    'proxy_requests = no',
    section('log', 'destination = stdout'),
    section('security', 'max_attributes = 200', 'reject_delay = 1', 'status_server = no'),
    section(
      'thread pool',
      'start_servers = 8',
      'max_servers = 16',
      'min_spare_servers = 4',
      'max_spare_servers = 16',
      'max_requests_per_server = 0',
    ),
    section('instantiate', 'expr'),
    section('client devices', 'ipaddr = 127.0.0.0/8', `secret = ${JSON.stringify(secret)}`),
    section(
      'modules',
      section('expr'),
      section('pap', 'normalise = no'),
      section('chap'),
      section('mschap'),
      sqlOf(tcpPort),
    ),
    section('policy', section('unique', section('update request', `&Acct-Unique-Session-Id := "${UNIQUE}"`))),
    section(
      'server default',
      section('listen', 'type = auth', 'ipaddr = 127.0.0.1', `port = ${PORTS[0]}`),
      section('listen', 'type = acct', 'ipaddr = 127.0.0.1', `port = ${PORTS[1]}`),
      section('authorize', 'chap', 'mschap', 'sql', 'pap'),
      section(
        'authenticate',
        section('Auth-Type PAP', 'pap'),
        section('Auth-Type CHAP', 'chap'),
        section('Auth-Type MS-CHAP', 'mschap'),
      ),
      section('preacct', 'unique'),
      section('accounting', 'sql'),
      section('session', 'sql'),
    ),
  ].join('\n');
