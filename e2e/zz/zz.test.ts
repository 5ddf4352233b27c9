import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { openBrowser, passOf, settled, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
let server: Server; let browser: Browser;
beforeAll(async () => { [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]); });
afterAll(async () => { await browser.close(); await server.remove(); });
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
test('x', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const { page, context } = await visit(browser, { width: 1440, pass });
  for (const path of ['', 'payment/i', 'internet/1']) { await page.goto(`${server.url}/lk/${path}`); await settled(page);
    const t = Date.now(); await page.evaluate(AXE); console.log('MARK inject', Date.now() - t);
    for (let i = 0; i < 2; i++) console.log('MARK', path, await page.evaluate(async () => {
      const axe = (window as any).axe; const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']; const out: any = {};
      const time = async (name: string, o: any) => { const t = performance.now(); await axe.run(document, { resultTypes: ['violations'], preload: false, ...o }); out[name] = Math.round(performance.now() - t); };
      await time('all', { runOnly: tags });
      await time('colour', { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } });
      await time('nocolour', { runOnly: tags, rules: { 'color-contrast': { enabled: false } } });
      await time('no target', { runOnly: tags, rules: { 'target-size': { enabled: false } } });
      await time('neither', { runOnly: tags, rules: { 'target-size': { enabled: false }, 'color-contrast': { enabled: false } } });
      await time('one cheap', { runOnly: { type: 'rule', values: ['document-title'] } });
      await time('noselectors', { runOnly: tags, selectors: false, elementRef: false });
      await time('noframes', { runOnly: tags, iframes: false, ancestry: false });
      return JSON.stringify(out); })); }
  await context.close();
});
