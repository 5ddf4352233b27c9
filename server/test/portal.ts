import { inject, onTestFinished } from 'vitest';
import { cloneDatabase, dropDatabase, TEMPLATES } from './database.ts';
import { openPortal, type PortalOptions, type TestPortal } from './open-portal.ts';

export { PUBLIC_URL, SANDBOX_SECRET, type TestPortal } from './open-portal.ts';

/** A whole portal on a database of its own, which vanishes with the test. */
export async function testPortal({
  template = 'demo',
  ...options
}: PortalOptions & { template?: keyof typeof TEMPLATES } = {}): Promise<TestPortal> {
  const server = inject('databaseUrl');
  const url = await cloneDatabase(server, TEMPLATES[template]);
  const portal = await openPortal(url, options);
  onTestFinished(async () => {
    await portal.close();
    await dropDatabase(server, url);
  });
  return portal;
}
