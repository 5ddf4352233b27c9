import type { Browser } from 'playwright-core';
import { passOf, type Pass } from '../harness/browser.ts';

/** Half the life of a token. */
const FRESH_MS = 20_000;

interface Kept {
  readonly pass: Pass;
  readonly since: number;
}

/**
 * The passes of the gallery, each signed in once. Many pages begin with the same pass: as soon as its token is old, each of them would spend
 * the same secret for a new one, and the second page would end the session as a stolen one. So the pass is renewed before.
 */
export function passesOf(browser: Browser, url: string): (who: number) => Promise<Pass> {
  const known = new Map<number, Kept>();
  const keep = (who: number, pass: Pass): Pass => {
    known.set(who, { pass, since: Date.now() });
    return pass;
  };
  return async (who) => {
    const kept = known.get(who);
    if (!kept) return keep(who, await passOf(browser, url, who));
    if (Date.now() - kept.since < FRESH_MS) return kept.pass;
    const context = await browser.newContext({ storageState: kept.pass });
    const reply = await context.request.post(`${url}/lk/auth`, {
      headers: { origin: url },
      form: { forceRefresh: '1' },
    });
    if (!reply.ok()) throw new Error(`Renewing the session of ${who}: ${await reply.text()}`);
    const pass = await context.storageState();
    await context.close();
    return keep(who, pass);
  };
}
