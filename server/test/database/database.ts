import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { seedDemo, type DemoOptions } from '../../seeds/demo.ts';
import { startTestCluster, type TestServer } from './cluster.ts';
import { keepRows } from './keeping.ts';
import { freePort } from '../process/process.ts';
import { makeRunningRole, withRunningRole } from './running-role.ts';
import { START } from '../portal/start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which tests create their databases. */
    databaseUrl: string;
  }
}

/** Databases that tests clone: migrated and empty, migrated with the demo provider. */
export const TEMPLATES = { empty: 'template_empty', demo: 'template_demo' } as const;
/** The same, for copies that can be put back. */
export const KEPT_TEMPLATES = { empty: 'template_empty_kept', demo: 'template_demo_kept' } as const;

/**
 * One PostgreSQL for the whole run; `TEST_PG=15` uses the oldest supported version, with `TEST_ROLES=two` the portal runs as a
 * role that does not own its tables.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer({ hasRunningRole: process.env['TEST_ROLES'] === 'two' });
  for (const name of ['empty', 'demo'] as const) {
    await asAdmin(server.url, `create database ${KEPT_TEMPLATES[name]} template ${TEMPLATES[name]} strategy file_copy`);
    await keepRows(databaseAt(server.url, KEPT_TEMPLATES[name]));
  }
  project.provide('databaseUrl', server.url);
  return () => server.stop();
}

/** The demo of the server's tests: on a fixed day, with as little of the company as possible. */
const SMALL_DEMO: DemoOptions = { now: START, company: 'small' };

interface TestServerOptions {
  readonly demo?: DemoOptions | false;
  readonly tcpPort?: number;
  /** Whether portals run as a role of their own, which needs a port. */
  readonly hasRunningRole?: boolean;
}

/** A PostgreSQL with the templates; its data may be lost. */
export async function startTestServer({ demo = SMALL_DEMO, ...options }: TestServerOptions = {}): Promise<TestServer> {
  const tcpPort = options.hasRunningRole ? await freePort() : options.tcpPort;
  const server = await startTestCluster(tcpPort);
  await makeTemplates(server.url, demo, options);
  return { ...server, url: options.hasRunningRole ? withRunningRole(server.url, tcpPort) : server.url };
}

async function makeTemplates(
  server: string,
  demo: DemoOptions | false,
  { hasRunningRole = false }: TestServerOptions,
): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${TEMPLATES.empty}`);
  const runningRole = hasRunningRole ? await makeRunningRole(admin) : undefined;
  await migrate(databaseAt(server, TEMPLATES.empty), { runningRole });
  if (demo) await makeDemo(admin, server, demo);
  await admin.end();
}

async function makeDemo(admin: pg.Client, server: string, demo: DemoOptions): Promise<void> {
  await admin.query(`create database ${TEMPLATES.demo} template ${TEMPLATES.empty}`);
  await withPool(server, TEMPLATES.demo, (pool) => seedDemo(pool, demo));
}

async function withPool(url: string, database: string, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const db = openDatabase(databaseAt(url, database));
  try {
    await work(db.pool);
  } finally {
    await db.close();
  }
}

/** The same server, another database. */
export function databaseAt(url: string, database: string): string {
  const [base = '', query] = url.split('?');
  const named = base.replace(/\/[^/]*$/, `/${database}`);
  return query === undefined ? named : `${named}?${query}`;
}

/** A separate database, from a template. */
export async function cloneDatabase(server: string, template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying files is three times as fast as writing the copy through the log.
  await asAdmin(server, `create database ${name} template ${template} strategy file_copy`);
  return databaseAt(server, name);
}

/** The name of a cloned database. */
export const nameOf = (url: string): string => /\/(test_\w+)/.exec(url)?.[1] ?? '';

export const dropDatabase = (server: string, url: string): Promise<void> =>
  asAdmin(server, `drop database ${nameOf(url)} with (force)`);

async function asAdmin(server: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}
