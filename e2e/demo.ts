import { contract } from '@kabinet/contract';
import { Client, eventually } from './api.ts';
import { startBrowser } from './browser.ts';
import { Server } from './server.ts';

/** Months of the company's complete history, with the current one (`server/seeds/demo.ts`). */
const MONTHS = 25;
const LOADED_WITHIN_MS = 120_000;

/** Starts one browser for all tests. Loads the demo once, with the company's whole history; each server starts with a copy. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await Server.first({ BURST: '1000' });
  const company = await new Client(server.url).signIn(100005);
  await eventually(
    () => company.ask(contract.internetAccount.statTotal, { query: { limit: MONTHS } }),
    ({ items }) => items.length === MONTHS,
    LOADED_WITHIN_MS,
  );
  await server.end();
  process.env['E2E_DEMO'] = server.dataDir;
  const browser = await startBrowser();
  process.env['E2E_BROWSER'] = browser.wsEndpoint();
  return async () => {
    await browser.close();
    await server.remove();
  };
}
