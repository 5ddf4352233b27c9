import { startTestServer } from '../../server/test/database/database.ts';
import { installedChromium, versionOf } from '../../scripts/lib/chromium.mjs';

/** Starts one PostgreSQL for all tests. Loads the demo once, with a month of the company's history; each server starts with a copy. */
export async function setup(): Promise<() => Promise<void>> {
  const database = await startTestServer({ demo: { now: new Date(), company: 'small' } });
  console.log(`The journeys run in ${versionOf(installedChromium())}`);
  process.env['E2E_DATABASE'] = database.url;
  return () => database.stop();
}
