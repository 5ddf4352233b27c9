import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Database } from '../../server/src/db/database.ts';
import type { Outside } from '../../server/src/integrations/port.ts';
import { networkByKind } from '../../server/src/integrations/network/by-kind.ts';
import { freeRadius } from '../../server/src/integrations/network/freeradius/freeradius.ts';
import { serviceChanged } from '../../server/src/domain/services/provisioning/service-changed.ts';
import { cloneDatabase, databaseAt, nameOf, startTestServer, TEMPLATES } from '../../server/test/database/database.ts';
import { openPortal } from '../../server/test/portal/open-portal.ts';
import { addClient, type ClientShape } from '../../server/test/portal/client.ts';
import { TERMINAL } from '../../server/test/portal/payment-agents.ts';
import { freePort } from '../../server/test/process/process.ts';
import { NAS_SECRET, startRadius, type RadiusServer } from './server.ts';

const ROLE_PASSWORD = 'the-role-of-radius';

export interface Line {
  readonly contractId: number;
  readonly userId: number;
  readonly login: string;
}

export interface AccessNetwork {
  readonly portal: Awaited<ReturnType<typeof openPortal>>;
  readonly radius: RadiusServer;
  /** As the owner of the database. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  addNas(address: string, kind: string, lines?: 'login' | 'line'): Promise<void>;
  /** A new client with one service, as the network gets it; with a password that the portal can read. */
  addLine(password?: string, shape?: ClientShape): Promise<Line>;
  /** Changes tables, and tells the network. */
  change(line: Line, text: string, values?: unknown[]): Promise<void>;
  close(): Promise<void>;
}

/** A portal with a FreeRADIUS beside it. */
export async function accessNetwork(): Promise<AccessNetwork> {
  const tcpPort = await freePort();
  const database = await startTestServer({ tcpPort, demo: false });
  const url = await cloneDatabase(database.url, TEMPLATES.empty);
  const network = await networkOn(databaseAt(database.url, nameOf(url)), { port: tcpPort });
  return {
    ...network,
    async close() {
      await network.close();
      await database.stop();
    },
  };
}

interface Servers {
  /** Of the primary, and of a standby, on 127.0.0.1. */
  readonly port: number;
  readonly standbyPort?: number;
}

/** The same on a migrated database, which stays when it is closed. */
export async function networkOn(url: string, { port, standbyPort = port }: Servers): Promise<AccessNetwork> {
  await makeRole(url);
  const portal = await openPortal(url, { agents: TERMINAL, throughOutside: overFreeRadius });
  // RADIUS runs by the clock of the machine.
  portal.clock.set(new Date());
  const database = (tcpPort: number) =>
    `host=127.0.0.1 port=${tcpPort} dbname=${nameOf(url)} user=kabinet_radius password=${ROLE_PASSWORD} connect_timeout=2 tcp_user_timeout=2000`;
  const radius = await startRadius({
    database: database(port),
    standby: database(standbyPort),
    key: portal.world.outside.vault.radiusKey.toString('hex'),
  });
  let contracts = 300_000;
  const query: AccessNetwork['query'] = async (text, values = []) =>
    (await portal.pool.query(text, values)).rows as never;
  const tell = async ({ userId }: Line) => {
    await portal.world.db.write((tx) => serviceChanged(tx, { userId }));
    await portal.work();
  };
  return {
    portal,
    radius,
    query,
    async addNas(address, kind, lines = 'login') {
      await query(
        'insert into radius.nas (address, name, kind, lines, secret) values ($1::text::inet, $1::text, $2, $3, $4)',
        [address, kind, lines, portal.world.outside.vault.sealForRadius(NAS_SECRET, `nas:${address}`)],
      );
    },
    async addLine(password, shape) {
      const contractId = (contracts += 1);
      const { userId } = await addClient(portal.world, { balance: 5000_00, ...shape, contractId });
      await query(
        'update plan set speed_mbit = 100 where plan_id = (select plan_id from service_user where user_id = $1)',
        [userId],
      );
      if (password !== undefined)
        await query(`insert into service_secret (user_id, form, secret, changed_at) values ($1, 'sealed', $2, now())`, [
          userId,
          portal.world.outside.vault.seal(password, `service:${userId}`),
        ]);
      const line = { contractId, userId, login: `u${contractId}` };
      await tell(line);
      return line;
    },
    async change(line, text, values = []) {
      await query(text, values);
      await tell(line);
    },
    async close() {
      await radius.stop();
      await portal.close();
    },
  };
}

/** What a portal orders from this FreeRADIUS. */
const overFreeRadius = (outside: Outside, db: Database): Outside => ({
  ...outside,
  network: networkByKind(outside.network, { internet: freeRadius(db, outside.vault) }),
});

/** The role of RADIUS, by the file that a provider runs. */
async function makeRole(url: string): Promise<void> {
  const text = await readFile(new URL('../../deploy/radius/role.sql', import.meta.url), 'utf8');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text.replace(':password', `'${ROLE_PASSWORD}'`));
  await client.end();
}
