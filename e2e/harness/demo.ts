import { startTestServer } from '../../server/test/database/database.ts';
import { installedChromium, versionOf } from '../../scripts/lib/chromium.mjs';
import { startBrowser } from './browser.ts';

/** Starts one PostgreSQL and one browser for all tests. Loads the demo once, with a month of the company's history; each server starts with a copy. */
export async function setup(): Promise<() => Promise<void>> {
  const [database, browser] = await Promise.all([
    startTestServer({ demo: { now: new Date(), company: 'small' } }),
    startBrowser(),
  ]);
  console.log(`The journeys run in ${versionOf(installedChromium())}`);
  process.env['E2E_DATABASE'] = database.url;
  process.env['E2E_BROWSER'] = browser.wsEndpoint();
  return async () => {
    await browser.close();
    await database.stop();
  };
}
