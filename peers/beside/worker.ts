// The worker's part that joins another billing, in a process that a test kills. It is loaded ahead, and begins once it is told to.
import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { openDatabase } from '../../server/src/db/database.ts';
import { joinBilling } from '../../server/src/domain/changes/outside/views/join-billing.ts';
import { billingViews } from '../../server/src/integrations/billing-views/by-address.ts';
import { readProvider } from '../../server/src/kernel/provider.ts';
import type { World } from '../../server/src/kernel/world.ts';
import { openLog } from '../../server/src/log.ts';

const { PORTAL = '', BILLING = '', FROM = '0', BEGAN = '0' } = process.env;
/** A second is five minutes, so that nobody waits for the next try. */
const HASTE = 300;

const db = openDatabase(PORTAL, { connections: 2, readers: 1, patience: 10_000 });
const provider = await readProvider(new URL('../../server/seeds/provider.json', import.meta.url));
const clock = { now: () => new Date(Number(FROM) + (Date.now() - Number(BEGAN)) * HASTE) };
const outside = { billingViews: billingViews(BILLING) };
const world = { db, provider, clock, log: openLog('silent'), outside } as unknown as World;

flushCompileCache();
process.stdout.write('loaded\n');
await once(process.stdin, 'data');
for (;;) {
  await joinBilling(world).catch(() => undefined);
  await pause(10);
}
