import { startTestServer } from '../server/test/database.ts';
import { startBrowser } from './browser.ts';

/** One PostgreSQL and one browser for all. The demo is loaded once, with the whole history of the company; each server of a journey begins with a copy of it. */
export async function setup(): Promise<() => Promise<void>> {
  const [database, browser] = await Promise.all([
    startTestServer({ demo: { now: new Date(), company: 'full' } }),
    startBrowser(),
  ]);
  process.env['E2E_DATABASE'] = database.url;
  process.env['E2E_BROWSER'] = browser.wsEndpoint();
  return async () => {
    await browser.close();
    await database.stop();
  };
}
