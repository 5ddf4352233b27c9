import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase, type Database } from '../../../server/src/db/database.ts';
import { migrate } from '../../../server/src/db/migrate.ts';
import { serviceChanged } from '../../../server/src/domain/services/provisioning/service-changed.ts';
import { keyVault } from '../../../server/src/integrations/vault/key-vault.ts';
import { seedDemo } from '../../../server/seeds/demo.ts';
import { databaseAt } from '../../../server/test/database/database.ts';
import { addClient } from '../../../server/test/portal/client.ts';
import { primaryAndStandby, type Cluster } from '../../../peers/radius/clusters.ts';
import { NAS_SECRET, startRadius, type RadiusServer } from '../../../peers/radius/server.ts';
import { AGENT } from '../traffic.ts';
import { PASSWORD, type BenchLine } from '../network/packets.ts';

const SERVICE_KEY = '5e'.repeat(32);
const ROLE_PASSWORD = 'the-role-of-radius';
/** Kopecks a day. */
const FEE = 19_00;
export const FIRST_CONTRACT = 500_000;

export interface LiveLine extends BenchLine {
  readonly userId: number;
  readonly contractId: number;
  readonly accountId: number;
  /** Whether the money lasts for a day only. */
  readonly isPoor: boolean;
}

export interface LiveWorld {
  readonly db: Database;
  readonly url: string;
  readonly primary: Cluster;
  readonly standby: Cluster;
  readonly radius: RadiusServer;
  readonly lines: readonly LiveLine[];
  readonly plans: readonly [number, number];
  /** What the portal's processes are started with. */
  readonly settings: Readonly<Record<string, string>>;
}

const vault = keyVault(SERVICE_KEY);

/** A provider with lines, on a primary with a standby, and a FreeRADIUS that asks both. */
export async function openLiveWorld(count: number): Promise<LiveWorld> {
  const { primary, standby } = await primaryAndStandby();
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query('create database kabinet');
  await client.end();
  const url = databaseAt(primary.url, 'kabinet');
  await migrate(url);
  const db = openDatabase(url);
  await seedDemo(db.pool, { now: new Date(), company: 'small' });
  await makeRole(url);
  const plans = await addPlans(db);
  const lines: LiveLine[] = [];
  for (let place = 1; place <= count; place += 1) lines.push(await addLine(db, place, plans[place % 2] ?? 0));
  await db.pool.query(
    `update account set charged_through = (now() at time zone 'Europe/Samara')::date where contract_id > $1`,
    [FIRST_CONTRACT],
  );
  const database = (port: number) =>
    `host=127.0.0.1 port=${port} dbname=kabinet user=kabinet_radius password=${ROLE_PASSWORD} connect_timeout=2 tcp_user_timeout=2000`;
  const radius = await startRadius({
    database: database(primary.port),
    standby: database(standby.port),
    key: vault.radiusKey.toString('hex'),
    isQuiet: true,
    deviceSeconds: 600,
  });
  return { db, url, primary, standby, radius, lines, plans, settings: await settingsOn(url) };
}

async function settingsOn(url: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-endurance-'));
  await chmod(folder, 0o755);
  const agents = join(folder, 'payment-agents.json');
  await writeFile(agents, JSON.stringify([AGENT]));
  return {
    KABINET_DATA: folder,
    DATABASE_URL: url,
    KABINET_DEMO: 'on',
    KABINET_INTERNET: 'freeradius',
    SERVICE_SECRET_KEY: SERVICE_KEY,
    KABINET_PAYMENT_AGENTS: agents,
    BURST: '100000',
    FISCAL: 'none',
    LOG_LEVEL: 'error',
  };
}

async function makeRole(url: string): Promise<void> {
  const text = await readFile(new URL('../../../deploy/radius/role.sql', import.meta.url), 'utf8');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text.replace(':password', `'${ROLE_PASSWORD}'`));
  await client.end();
}

async function addPlans({ pool }: Database): Promise<[number, number]> {
  const { rows } = await pool.query<{ plan_id: number }>(
    `insert into plan (service_kind, name, summary, price_kopecks, unit, speed_mbit)
     values ('internet', 'Суточный 100', '', $1, 'day', 100), ('internet', 'Суточный 300', '', $1, 'day', 300) returning plan_id`,
    [FEE],
  );
  return [Number(rows[0]?.plan_id), Number(rows[1]?.plan_id)];
}

async function addLine(db: Database, place: number, planId: number): Promise<LiveLine> {
  const contractId = FIRST_CONTRACT + place;
  const isPoor = place % 4 !== 0;
  const client = await addClient({ db }, { contractId, balance: isPoor ? FEE + 5_00 : 1000_00, fee: FEE, unit: 'day' });
  const { userId, accountId } = client;
  await db.pool.query('update service_user set plan_id = $2 where user_id = $1', [userId, planId]);
  await db.pool.query(
    `insert into service_secret (user_id, form, secret, changed_at) values ($1, 'sealed', $2, now())`,
    [userId, vault.seal(PASSWORD, `service:${userId}`)],
  );
  await db.write((tx) => serviceChanged(tx, { userId }));
  const two = (value: number) => value.toString(16).padStart(2, '0');
  return {
    userId,
    contractId,
    accountId,
    isPoor,
    login: `u${contractId}`,
    mac: `02-00-00-00-${two(place >> 8)}-${two(place & 255)}`,
    address: `100.64.${place >> 8}.${place & 255}`,
    told: '',
  };
}

export interface NewDevice {
  readonly address: string;
  readonly kind: string;
  readonly coaPort: number;
  readonly isNarrow: boolean;
}

export async function addDevice({ db }: LiveWorld, { address, kind, coaPort, isNarrow }: NewDevice): Promise<void> {
  await db.pool.query(
    `insert into radius.nas (address, name, kind, secret, coa_port, interim_seconds, has_gigawords) values ($1::text::inet, $1::text, $2, $3, $4, 60, $5)`,
    [address, kind, vault.sealForRadius(NAS_SECRET, `nas:${address}`), coaPort, !isNarrow],
  );
}
