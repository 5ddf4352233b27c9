import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { GENERAL_PROBLEMS, type ProblemBody } from '@kabinet/contract/kernel/problem';
import { subPath } from '@kabinet/contract/kernel/pages/address';
import type { Call, Request, Wire } from '@kabinet/contract/kernel/call/call';
import { openDatabase, type Database, type Tx } from '#server/db/database.ts';
import { PLAN_ANEW } from '#server/domain/billing/charging/charging.queries.ts';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import type { PaymentAgent } from '#server/domain/payments/payment-agents/payment-agent.ts';
import { handlerOf } from '../../src/handlers/handler-of.ts';
import { buildApp } from '#server/http/app.ts';
import type { Clock } from '#server/kernel/clock.ts';
import { readProvider } from '#server/kernel/provider.ts';
import type { Portal, World } from '#server/kernel/world.ts';
import { openLog } from '../../src/log.ts';
import type { AcquirerSettings } from '#server/integrations/acquirer/settings.ts';
import { speedServers } from '#server/integrations/speed/servers.ts';
import { builtInOutside } from '#server/integrations/outside.ts';
import type { Outside } from '#server/integrations/port.ts';
import { runDueJobs } from '../../src/worker.ts';
import { runningUrlOf } from '../database/running-role.ts';
import { unnested } from '../database/unnested.ts';
import { overheard, withOwnStatements } from '../scaling/own-statements.ts';
import { START } from './start.ts';

const SPEED_SERVER = {
  serverId: 'own',
  name: 'Узел в Тольятти',
  url: 'http://127.0.0.1:8081',
  isInside: true,
  mostMbit: 1000,
};
export const PUBLIC_URL = 'http://127.0.0.1:8080';
export const SANDBOX_SECRET = 'the-sandbox-bank-of-the-tests';
const SERVICE_KEY = '5e'.repeat(32);

/** Read once per process: checking it takes longer than some calls. */
const DEMO_PROVIDER = readProvider(new URL('../../seeds/provider.json', import.meta.url));

/** The caller: a demo contract, a guest, or nobody. */
type Who = number | 'guest' | undefined;

interface PortalReply<Body> {
  status: number;
  body: Body;
  headers: LightMyRequestResponse['headers'];
}

export interface TestPortal {
  /** Its HTTP side, built when first asked for: many tests need none, and it costs as much as several calls. */
  app(): Promise<FastifyInstance>;
  readonly world: World;
  readonly pool: pg.Pool;
  readonly clock: Clock & { set(date: Date): void; advance(milliseconds: number): void };
  /** Sends a call as over HTTP; the body is the wire's JSON, a result or a problem. */
  send<C extends Call>(
    call: C,
    request: Request<C>,
    who?: Who,
    headers?: Record<string, string>,
  ): Promise<PortalReply<Wire<C> & Partial<ProblemBody>>>;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** A bearer token of a new session. */
  tokenOf(who: number | 'guest'): Promise<string>;
  /** Runs every job that is due by now. */
  work(): Promise<void>;
}

export interface PortalOptions {
  readonly deadline?: number;
  readonly slowest?: number;
  readonly agents?: readonly PaymentAgent[];
  /** A real bank, emulated, instead of the sandbox. */
  readonly acquirer?: AcquirerSettings;
  /** Wraps the portal's database; outside systems use the original one. */
  readonly throughDatabase?: (db: Database) => Database;
  readonly throughOutside?: (outside: Outside, db: Database) => Outside;
  /** A folder of built pages. */
  readonly webFolder?: string;
  /** Requests of one client in ten seconds; unlimited by default. */
  readonly burst?: number;
  /** Where the people of the staff may work from. */
  readonly staffNetworks?: readonly string[];
  /** An address of the staff's own. */
  readonly staffUrl?: string;
  /** Gets the portal's log; by default it is discarded. */
  readonly log?: Logger;
}

const asItIs = <T>(one: T): T => one;
const USUAL = {
  deadline: 25_000,
  agents: [],
  throughDatabase: asItIs<Database>,
  throughOutside: asItIs<Outside>,
  staffUrl: PUBLIC_URL,
} satisfies PortalOptions;

/** The database of a test's portal. */
export interface TestDatabase extends Database {
  /** For the test's own statements: connections of the role that owns the tables. */
  readonly owner: pg.Pool;
}

const PATIENT = { connections: 10, patience: 10_000 };

/** The pools of a test's portal; it runs as a role of its own where the server has one (`TEST_ROLES=two`). */
export function openTestDatabase(url: string): TestDatabase {
  const running = runningUrlOf(url);
  if (running === undefined) {
    const db = unnested(planningOnce(openDatabase(url, PATIENT)));
    return { ...db, owner: db.pool };
  }
  const [db, owner] = [unnested(planningOnce(openDatabase(running, PATIENT))), openDatabase(url, PATIENT)];
  const close = async () => {
    await Promise.all([db.close(), owner.close()]);
  };
  return { ...db, owner: owner.pool, close };
}

/**
 * The charging run plans its statements anew for each five hundred accounts. Tests charge a few accounts for many days, and would spend
 * half of PostgreSQL's time on planning.
 */
function planningOnce(db: Database): Database {
  const once = (tx: Tx): Tx => ({
    ...tx,
    run: (statement) => (statement.text === PLAN_ANEW.text ? Promise.resolve(0) : tx.run(statement)),
  });
  return {
    ...db,
    read: (work) => db.read((tx) => work(once(tx))),
    write: (work, line) => db.write((tx) => work(once(tx)), line),
  };
}

/** A whole portal on a database of its own; the caller must close it. */
export async function openPortal(url: string, options?: PortalOptions): Promise<OpenPortal> {
  const db = openTestDatabase(url);
  const portal = await portalOn(db, options);
  const close = async () => {
    await portal.close();
    await db.close();
  };
  return { ...portal, close };
}

type OpenPortal = TestPortal & { close(): Promise<void> };

/** A whole portal on an open database, which stays open when the portal is closed. */
export async function portalOn(db: TestDatabase, options: PortalOptions = {}): Promise<OpenPortal> {
  const {
    deadline,
    agents,
    acquirer,
    throughDatabase,
    throughOutside,
    staffUrl,
    log = openLog('silent'),
    ...patience
  } = { ...USUAL, ...options };
  const mailFolder = await mkdtemp(join(tmpdir(), 'kabinet-mail-'));
  const clock = settableClock();
  const world: World = {
    db: overheard(throughDatabase(db)),
    clock,
    // A copy: tests change it.
    provider: structuredClone(await DEMO_PROVIDER),
    publicUrl: PUBLIC_URL,
    staffUrl,
    outside: throughOutside(
      builtInOutside({
        db,
        isDemo: true,
        ...(acquirer && { acquirer }),
        publicUrl: PUBLIC_URL,
        secret: SANDBOX_SECRET,
        serviceKey: SERVICE_KEY,
        mailFolder,
        speed: speedServers('5d'.repeat(32), [SPEED_SERVER]),
      }),
      db,
    ),
    log,
  };
  const portal: Portal = { world, handlerOf, identify, isConfirmed };
  let building: Promise<FastifyInstance> | undefined;
  const app = () =>
    (building ??= buildApp(portal, {
      trustedProxies: [],
      burst: Number.MAX_SAFE_INTEGER,
      turns: AT_ONCE,
      deadline,
      ...patience,
      agents,
    }));
  const tokens = new Map<Who, { token: string; until: Date }>();
  const tokenOf = async (who: number | 'guest') => {
    const now = clock.now();
    const known = tokens.get(who);
    if (known && known.until > now) return known.token;
    const token = await newToken(db.owner, who, now);
    tokens.set(who, { token, until: new Date(now.getTime() + TOKEN_LIFE_MS) });
    return token;
  };
  return {
    app,
    world,
    pool: db.owner,
    clock,
    tokenOf,
    inject: async (options) => (await app()).inject(options),
    // Jobs read on the connections by which they write.
    work: () => runDueJobs({ ...world, db: unnested(world.db, { readsApart: false }) }),
    close: async () => {
      await (await building)?.close();
      await rm(mailFolder, { recursive: true, force: true });
    },
    send: async (call, request, who, headers = {}) => {
      const { params = {}, query = {}, body } = request as { params?: object; query?: object; body?: object };
      const server = await app();
      const asked: InjectOptions = {
        method: call.method,
        url: `/api/v2/${subPath(call, params as Record<string, unknown>)}`,
        query: query as Record<string, string>,
        headers: {
          'sec-fetch-site': 'same-origin',
          origin: PUBLIC_URL,
          ...(who !== undefined && { authorization: `Bearer ${await tokenOf(who)}` }),
          ...headers,
        },
        ...(body !== undefined && { payload: body }),
      };
      const reply = await withOwnStatements(db.owner, () => server.inject(asked));
      const answer = reply.json<Wire<typeof call> & Partial<ProblemBody>>();
      if (reply.statusCode >= 400) expectDeclared(call, (answer as Partial<ProblemBody>).code);
      return { status: reply.statusCode, body: answer, headers: reply.headers };
    },
  };
}

/** Tests let any number of requests of one client meet in the database. */
const AT_ONCE = { running: Infinity, waiting: 0, patience: 30_000 };
const TOKEN_LIFE_MS = 86_400_000;

/** A refusal that the contract does not declare fails the test. */
function expectDeclared(call: Call, code: ProblemBody['code'] | undefined): void {
  const declared: readonly string[] = [...GENERAL_PROBLEMS, ...call.problems];
  if (code === undefined || code === 'unexpected' || !declared.includes(code)) {
    throw new Error(`${call.method} ${call.path} refused with an undeclared problem: ${String(code)}`);
  }
}

function settableClock(): TestPortal['clock'] {
  let now = START;
  return {
    now: () => now,
    set: (date) => {
      now = date;
    },
    advance: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
    },
  };
}

/** Creates a session without hashing a password, confirmed like one after a sign-in; sign-in itself has its own tests. */
export async function newToken(pool: pg.Pool, who: number | 'guest', now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const contractId = who === 'guest' ? null : who;
  const day = new Date(now.getTime() + TOKEN_LIFE_MS);
  const { rows } = await pool.query<{ session_id: string }>(
    `insert into session (session_id, kind, contract_id, rotated_at, derivation_key, started_at, last_used_at, confirmed_at, expires_at, browser, network)
     values ($1, $2, $3, $4, $5, $4, $4, $4, $6, 'Тест', '127.0.0') returning session_id`,
    [randomUUID(), contractId === null ? 'guest' : 'subscriber', contractId, now, randomBytes(32), day],
  );
  await pool.query('insert into access_token (token_hash, session_id, expires_at) values ($1, $2, $3)', [
    createHash('sha256').update(token).digest(),
    rows[0]?.session_id,
    day,
  ]);
  return token;
}
