import type { Page, Route } from 'playwright-core';
import { contract } from '@kabinet/contract';
import type { Call, Wire } from '@kabinet/contract/kernel/call/call';
import { subPath } from '@kabinet/contract/kernel/pages/address';
import { settled, withoutPageSecret } from '../harness/browser.ts';

const BATCH = `/api${contract.byDefault.index.path}`;

const LONGEST_MS = 20_000;
const fail = (path: string): never => {
  throw new Error(`The page has not asked ${path}`);
};

/**
 * The page shows another reply to a call, made of the real one: for what needs a key, a week, or a failure. The call may also be a part of
 * a batch; a page that comes with its data would not make it at all, so it loads by scripts.
 */
export const replying =
  <C extends Call>(call: C, change: (reply: Wire<C>) => Wire<C>) =>
  async (page: Page): Promise<void> => {
    const own = `/api${call.path}`;
    const isPart = (key: string): boolean => key.split('?', 1)[0] === subPath(call);
    let shown = (): void => undefined;
    const changed = new Promise<void>((resolve) => (shown = resolve));
    const ofBatch = (parts: Record<string, unknown>): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(parts).map(([key, part]) => [key, isPart(key) ? change(part as Wire<C>) : part]),
      );
    const answer = async (route: Route): Promise<void> => {
      const isBatch = new URL(route.request().url()).pathname === BATCH;
      if (!isBatch && route.request().method() !== call.method) return route.fallback();
      const reply = await route.fetch();
      const json = (await reply.json()) as Record<string, unknown>;
      await route.fulfill({ response: reply, json: isBatch ? ofBatch(json) : change(json as Wire<C>) });
      if (!isBatch || Object.keys(json).some(isPart)) shown();
    };
    await page.route(({ pathname }) => pathname === own || pathname === BATCH, answer);
    const { cookies } = withoutPageSecret(await page.context().storageState());
    await page.context().addCookies(cookies);
    // What the device keeps may be young enough not to be asked for.
    await page.evaluate(() => localStorage.removeItem('kabinet.cache'));
    await page.reload();
    // Not until the network is idle: the stream of events may be open before that, and then it never is.
    await Promise.race([changed, page.waitForTimeout(LONGEST_MS).then(() => fail(own))]);
    await settled(page);
  };
