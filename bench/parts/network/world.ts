import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openDatabase, type Database } from '../../../server/src/db/database.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../../server/src/db/embedded/launcher.ts';
import { migrate } from '../../../server/src/db/migrate.ts';
import { userState } from '../../../server/src/domain/services/provisioning/desired-state.ts';
import { userRows } from '../../../server/src/domain/services/provisioning/desired-state.queries.ts';
import { freeRadius } from '../../../server/src/integrations/network/freeradius/freeradius.ts';
import { keyVault } from '../../../server/src/integrations/vault/key-vault.ts';
import { seedDemo } from '../../../server/seeds/demo.ts';
import { NAS_SECRET } from '../../../peers/radius/server.ts';
import { addManyContracts } from '../many-contracts.ts';
import { PASSWORD, type BenchLine } from './packets.ts';
import type { LoadOutcome, LoadWork } from './device-load.ts';

export const SERVICE_KEY = '5e'.repeat(32);
export const TCP_PORT = 15_432;
const ROLE_PASSWORD = 'the-role-of-radius';

/** A line, with what the portal calls it. */
export interface KnownLine extends BenchLine {
  readonly userId: number;
  readonly accountNo: string;
}

export interface NetworkWorld {
  readonly db: Database;
  readonly embedded: EmbeddedDatabase;
  readonly dataDir: string;
  readonly lines: readonly KnownLine[];
  /** For FreeRADIUS. */
  readonly database: string;
  readonly radiusKey: string;
}

const vault = keyVault(SERVICE_KEY);

/** The demo with many contracts, each with a line that RADIUS knows. Its data remain after the run; sessions of a run before do not. */
export async function openWorld(
  count: number,
  devices: readonly (readonly [address: string, coaPort: number])[],
): Promise<NetworkWorld> {
  const dataDir = `/var/tmp/kabinet-bench-network-${count}`;
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o711);
  const embedded = await startEmbedded({ dataDir, say: console.log, tcpPort: TCP_PORT, connections: 150 });
  await migrate(embedded.url);
  const db = openDatabase(embedded.url, { longestStatement: 0 });
  const { pool } = db;
  if ((await pool.query('select from contract limit 1')).rowCount === 0)
    await seedDemo(pool, { now: new Date(), company: 'later' });
  await makeRole(embedded.url);
  await addManyContracts(db, count);
  await pool.query(`
    truncate internet_session, session_hour, session_reading, session_former_address, radius.accounting, radius.coa, radius.refused;
    update radius.accounting_place set tx = '0', accounting_id = 0, last_at = null, spoke_since = null;
    update service_user set state = 'active', reason = null where reason = 'debt' and contract_id > 1000000;
    update account set debt_since = null where debt_since is not null and contract_id > 1000000;
    delete from radius.nas`);
  for (const [address, coaPort] of devices)
    await pool.query(
      `insert into radius.nas (address, name, kind, secret, coa_port) values ($1::inet, $2, 'mikrotik', $3, $4)`,
      [address, `Узел ${address}`, vault.sealForRadius(NAS_SECRET, `nas:${address}`), coaPort],
    );
  await applyAll(db);
  await pool.query('vacuum analyze');
  return {
    db,
    embedded,
    dataDir,
    lines: await linesOf(pool),
    database: `host=127.0.0.1 port=${TCP_PORT} dbname=kabinet user=kabinet_radius password=${ROLE_PASSWORD} connect_timeout=2 tcp_user_timeout=2000`,
    radiusKey: vault.radiusKey.toString('hex'),
  };
}

async function makeRole(url: string): Promise<void> {
  const text = await readFile(new URL('../../../deploy/radius/role.sql', import.meta.url), 'utf8');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(`select from pg_roles where rolname = 'kabinet_radius'`);
  if (rowCount === 0) await client.query(text.replace(':password', `'${ROLE_PASSWORD}'`));
  await client.end();
}

const PAGE = 200;

/** Orders all lines that are not as RADIUS has them, as the worker does. */
async function applyAll(db: Database): Promise<void> {
  const { pool } = db;
  const own = await pool.query<{ user_id: number }>(
    `select user_id from service_user where user_type = 'isg' and contract_id > 1000000 order by 1`,
  );
  await pool.query(
    `insert into service_secret (user_id, form, secret, changed_at) select id, 'sealed', sealed, now() from unnest($1::bigint[], $2::bytea[]) t (id, sealed) on conflict do nothing`,
    [own.rows.map(({ user_id }) => user_id), own.rows.map(({ user_id }) => vault.seal(PASSWORD, `service:${user_id}`))],
  );
  await pool.query(
    `insert into service_state (user_id, version) select id, 1 from unnest($1::bigint[]) id on conflict do nothing`,
    [own.rows.map(({ user_id }) => user_id)],
  );
  const network = freeRadius(db, vault);
  const { rows } = await pool.query<{ user_id: number }>(`
    select u.user_id from service_user u
    where u.user_type = 'isg' and u.contract_id > 1000000 and not exists (
      select from radius.reply r join radius.service s using (user_id)
      where r.user_id = u.user_id and s.access = case when u.state = 'active' then 'open' else 'payment_page_only' end) order by 1`);
  for (let from = 0; from < rows.length; from += PAGE) {
    const page = await db.read((tx) =>
      userRows(
        tx,
        rows.slice(from, from + PAGE).map(({ user_id }) => user_id),
      ),
    );
    const left = page.map(userState);
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let state = left.pop(); state; state = left.pop()) await network.apply(state, PASSWORD);
      }),
    );
  }
}

async function linesOf(pool: pg.Pool): Promise<KnownLine[]> {
  const { rows } = await pool.query<{ user_id: number; login: string; mac: string; told: string; account_no: string }>(`
    select u.user_id, u.login, a.bound_mac::text as mac, 'k:' || u.user_id || ':' || r.shape as told, acc.account_no
    from service_user u join service_access a using (user_id) join radius.reply r on r.user_id = u.user_id
      join account acc on acc.account_id = u.account_id
    where u.contract_id > 1000000 and u.user_type = 'isg' order by u.user_id`);
  return rows.map(({ user_id: userId, account_no: accountNo, ...line }, place) => ({
    ...line,
    userId,
    accountNo,
    address: `10.${64 + (place >> 16)}.${(place >> 8) & 255}.${place & 255}`,
  }));
}

/** A process that plays a device of access. */
export function deviceLoad(): {
  readonly pid: number | undefined;
  run(work: LoadWork): Promise<LoadOutcome>;
  close(): void;
} {
  const child: ChildProcess = fork(fileURLToPath(new URL('device-load.ts', import.meta.url)), {
    serialization: 'advanced',
  });
  return {
    pid: child.pid,
    async run(work) {
      child.send(work);
      const [outcome] = (await once(child, 'message')) as [LoadOutcome];
      return outcome;
    },
    close: () => void child.kill(),
  };
}
