import type { Page } from 'playwright-core';
import { settled } from './browser.ts';

/**
 * Goes to another page of the cabinet as a link does, which costs a third of loading it: for pages that are only looked at. Both pages need
 * titles of their own.
 */
export async function walkTo(page: Page, address: string): Promise<void> {
  await outOfDialogs(page);
  const former = await page.title();
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.waitForFunction((title) => document.title !== title, former, { polling: 50 });
  await settled(page);
}

/**
 * Closes an open dialog, and waits until no entry of the history is a dialog's. A dialog that closes after its change steps back, and would
 * leave an entry pushed before that.
 */
async function outOfDialogs(page: Page): Promise<void> {
  if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape');
  await page.waitForFunction(
    () => {
      const entry = window.history.state as { dialog?: number } | null;
      return !entry?.dialog && document.querySelector('dialog[open]') === null;
    },
    undefined,
    { polling: 10 },
  );
}
