import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { openBrowser, passOf, settled, shifted, tokenOf, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

// What few browsers show: forced colours (high contrast), and the reason why a session has ended.

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** Runs in the page: controls without words of a link, whose edge nothing shows. */
function edgeless(): string[] {
  const seen = (element: Element): boolean => element.checkVisibility() && element.getBoundingClientRect().width > 0;
  const hasEdge = (element: Element | null, depth = 3): boolean => {
    if (!element || depth === 0) return false;
    const { borderTopWidth, borderBottomWidth, outlineStyle, textDecorationLine } = getComputedStyle(element);
    const isEdged = [borderTopWidth, borderBottomWidth].some((width) => parseFloat(width) > 0);
    return (
      isEdged ||
      outlineStyle !== 'none' ||
      textDecorationLine.includes('underline') ||
      hasEdge(element.parentElement, depth - 1)
    );
  };
  return [...document.querySelectorAll('main :is(button, input:not([type=range]), select, textarea, [role=switch])')]
    .filter((element) => seen(element) && !hasEdge(element))
    .map((element) => element.outerHTML.slice(0, 120));
}

/** Runs in the page: what is chosen and not marked by more than its colour. */
function unmarked(): string[] {
  const chosen = document.querySelectorAll('main :is([aria-pressed=true], nav [aria-current])');
  return [...chosen]
    .filter((element) => element.checkVisibility() && getComputedStyle(element).outlineStyle === 'none')
    .map((element) => element.textContent);
}

/** Runs in the page: the colours of the ticks of all rulers, by kind. */
const ticks = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const paths = document.querySelectorAll('main svg[preserveAspectRatio] path');
    return new Set([...paths].map((tick) => getComputedStyle(tick).stroke)).size;
  });

test.for([360, 1440])(
  'in forced colours at %i px every control has an edge, and what is chosen is marked',
  async (width) => {
    const pass = await passOf(browser, server.url, 100_001);
    const users = await new Client(server.url, tokenOf(pass)).ask(contract.user.list, {});
    const internet = users.find(({ user_type: type }) => type === 'isg')?.user_id ?? 0;
    const { page, context } = await visit(browser, { width, pass, forced: true });
    for (const path of ['', 'payment/i', `internet/${internet}`, 'payments-history/i', 'settings', 'support/orders']) {
      await page.goto(`${server.url}/lk/${path}`);
      await settled(page);
      expect.soft(await page.evaluate(edgeless), path).toEqual([]);
      expect.soft(await page.evaluate(unmarked), path).toEqual([]);
    }
    await page.goto(`${server.url}/lk/payment/i`);
    await settled(page);
    expect(await ticks(page)).toBeGreaterThan(1);
    await context.close();
  },
);

test.for(['over', 'expired', 'signed_out', 'ended', 'stolen', 'password_changed'])(
  'why a session ended (%s) does not push the form',
  async (why) => {
    for (const width of [360, 1440]) {
      const { page, context } = await visit(browser, { width });
      await page.goto(`${server.url}/lk/login?why=${why}`);
      await page.getByRole('status').first().waitFor();
      await settled(page);
      // The form would move by ten times as much; a line that breaks elsewhere in its font is no push.
      expect(await shifted(page)).toBeLessThan(0.01);
      await context.close();
    }
  },
);
