import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { fillIn, openBrowser, passOf, settled, textOf, tokenOf, unfold, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { walkTo } from '../harness/walk.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/**
 * Hours by which the clock of a device is wrong: a day and two hours ahead, as much behind. Whoever read it would say two different
 * things, so a third device with the right time adds nothing.
 */
const CLOCKS = [26, -26];

/** What a screen says, and what its fields hold: sums, days, hours. */
const saidOn = async (page: Page): Promise<string> => {
  const fields = page.locator('input:not([type=password]), select, textarea');
  return `${await textOf(page)} ${(await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).join('|')}`;
};

/** One client on devices whose clocks differ. */
async function onEachClock(who: number) {
  const pass = await passOf(browser, server.url, who);
  const visits = await Promise.all(CLOCKS.map((ahead) => visit(browser, { width: 360, pass, ahead })));
  const client = new Client(server.url, tokenOf(pass));
  let isOpen = false;
  const [internet] = await client.ask(contract.user.list, { query: { user_type: 'internet' } });
  /** Opens a page on each device, does the same there, and expects the same words. */
  const sameOn = async (path: string, act: (page: Page) => Promise<unknown> = () => Promise.resolve()) => {
    const said = await Promise.all(
      visits.map(async ({ page }) => {
        if (isOpen) {
          await walkTo(page, `/lk${path}`);
        } else {
          await page.goto(`${server.url}/lk${path}`);
          await settled(page);
        }
        await act(page);
        return page;
      }),
    );
    isOpen = true;
    // A minute may pass between two looks.
    await expect
      .poll(async () => new Set(await Promise.all(said.map(saidOn))).size, { message: path, timeout: 10_000 })
      .toBe(1)
      .catch(async () => {
        const [ahead, behind] = await Promise.all(said.map(saidOn));
        expect.soft(ahead, path).toBe(behind);
      });
  };
  return {
    sameOn,
    internet: `/internet/${internet?.user_id ?? ''}`,
    faults: () => visits.flatMap(({ faults }) => faults),
    close: () => Promise.all(visits.map(({ context }) => context.close())),
  };
}

test('a device whose clock is a day off shows the days, hours and sums of any other', async () => {
  const { sameOn, internet, faults, close } = await onEachClock(100001);
  await sameOn('/');
  await sameOn('/payment/i');
  await sameOn('/payments-history/i', async (page) => {
    await page.getByRole('button', { name: 'Выписка' }).click();
    await page.getByRole('dialog').waitFor();
  });
  await sameOn('/support/new');
  await sameOn(internet, async (page) => {
    await unfold(page, 'Приостановить');
    await page.getByRole('button', { name: 'Выбрать дни' }).click();
    await page.getByRole('dialog').waitFor();
  });
  await sameOn(`${internet}/isg`);
  await sameOn('/settings/access');
  expect(faults()).toEqual([]);
  await close();
});

test('so do the promised payment, the orders that are late, and the calendar with its changes', async () => {
  for (const [who, paths] of [
    [100002, ['/payment/i']],
    [100003, ['/support/orders']],
    [100004, ['/payment/i', '/']],
  ] as const) {
    const { sameOn, faults, close } = await onEachClock(who);
    // Only home brings the moment in its page, and the device keeps it: on a first page the replies alone tell it.
    for (const path of paths) await sameOn(path);
    expect(faults()).toEqual([]);
    await close();
  }
});

test('somebody who signs in on such a device sees the day of any other', async () => {
  const wrong = await visit(browser, { ahead: 26 });
  await wrong.page.goto(`${server.url}/lk/login`);
  await fillIn(wrong.page, 100004);
  await wrong.page.waitForURL('**/lk/');
  const right = await visit(browser, { pass: await wrong.context.storageState() });
  await right.page.goto(`${server.url}/lk/`);
  for (const { page } of [wrong, right]) await settled(page);
  // Cards that come after the first screen may take their time.
  await expect
    .poll(async () => new Set(await Promise.all([wrong, right].map(({ page }) => textOf(page, 'main')))).size)
    .toBe(1);
  expect(wrong.faults).toEqual([]);
  await Promise.all([wrong, right].map(({ context }) => context.close()));
});
