import { inject, onTestFinished } from 'vitest';
import { cloneDatabase, dropDatabase, KEPT_TEMPLATES, nameOf, TEMPLATES } from '../database/database.ts';
import { keepRows } from '../database/keeping.ts';
import { START } from './start.ts';
import { usedDatabase } from '../database/used-database.ts';
import { openPortal, portalOn, type PortalOptions, type TestPortal } from './open-portal.ts';

export { PUBLIC_URL, SANDBOX_SECRET, type TestPortal } from './open-portal.ts';

/** A whole portal on a database that equals a template, and that no other test uses at the time. */
export async function testPortal({
  template = 'demo',
  ...options
}: PortalOptions & { template?: keyof typeof TEMPLATES | PreparedTemplate } = {}): Promise<TestPortal> {
  const name = typeof template === 'string' ? KEPT_TEMPLATES[template] : template.name;
  const used = await usedDatabase(inject('databaseUrl'), name);
  const portal = await portalOn(used.db, options);
  onTestFinished(async () => {
    await portal.close();
    await used.leave();
  });
  return portal;
}

/** A portal on a new copy of a template, for tests that look at the schema itself. */
export async function newPortal(template: keyof typeof TEMPLATES): Promise<TestPortal> {
  const server = inject('databaseUrl');
  const url = await cloneDatabase(server, TEMPLATES[template]);
  const portal = await openPortal(url);
  onTestFinished(async () => {
    await portal.close();
    await dropDatabase(server, url);
  });
  return portal;
}

let reading: Promise<TestPortal> | undefined;

/** A portal on the demo for tests that only read, one for all of a process: whatever would change something is refused. */
export async function readingPortal(): Promise<TestPortal> {
  reading ??= openReadingPortal();
  const portal = await reading;
  portal.clock.set(START);
  return portal;
}

async function openReadingPortal(): Promise<TestPortal> {
  const url = await cloneDatabase(inject('databaseUrl'), TEMPLATES.demo);
  const refuse = () => Promise.reject(new Error('This portal is for reading: take one of your own by testPortal()'));
  return openPortal(url, { throughDatabase: (db) => ({ ...db, write: refuse }) });
}

/** A database that takes long to prepare: prepared once, cloned by each test. It stays until the end of the run. */
export interface PreparedTemplate<T = unknown> {
  readonly name: string;
  /** The result of its preparation. */
  readonly told: T;
}

const prepared = new Map<string, Promise<PreparedTemplate>>();

/** The template of this key, made from the empty one by the first test that needs it. */
export function preparedTemplate<T>(
  key: string,
  prepare: (portal: TestPortal) => Promise<T>,
): Promise<PreparedTemplate<T>> {
  const template = (prepared.get(key) as Promise<PreparedTemplate<T>> | undefined) ?? newTemplate(prepare);
  prepared.set(key, template);
  return template;
}

async function newTemplate<T>(prepare: (portal: TestPortal) => Promise<T>): Promise<PreparedTemplate<T>> {
  const url = await cloneDatabase(inject('databaseUrl'), TEMPLATES.empty);
  const portal = await openPortal(url);
  const told = await prepare(portal);
  await portal.close();
  await keepRows(url);
  return { name: nameOf(url), told };
}
