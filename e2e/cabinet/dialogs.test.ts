import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { openBrowser, passOf, settled, tokenOf, unfold, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '100000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const FOLDER = { isg: 'internet', tv: 'tv', sip: 'sip', mail: 'mail' } as const;

/** The pages with dialogs; those of a service once for each kind. */
async function pagesOf(pass: Pass): Promise<string[]> {
  const client = new Client(server.url, tokenOf(pass));
  const users = await client.ask(contract.user.list, {});
  const [order] = (await client.ask(contract.support.getOrders, {})).items;
  const services = Object.entries(FOLDER).flatMap(([type, folder]) => {
    const found = users.find(({ user_type }) => user_type === type);
    return found ? [`${folder}/${found.user_id}`] : [];
  });
  const internet = services.find((one) => one.startsWith('internet'));
  return [
    '',
    ...services,
    ...(internet === undefined ? [] : [`${internet}/isg`]),
    'payment/i',
    'payments-history/i',
    'settings',
    'settings/notices',
    ...['security', 'access', 'family', 'consents', 'data'].map((part) => `settings/${part}`),
    ...(order ? [`support/order?id=${order.order_id}`] : []),
  ];
}

/** What reads although it is a POST. */
const READS = /preview|default\/index|asked-call/;

/** Nothing that is pressed may change anything: the next button must find the same page. */
const withoutChanges = (context: BrowserContext) =>
  context.route('**/api/**', (route) => {
    const request = route.request();
    return request.method() === 'GET' || READS.test(request.url()) ? route.continue() : route.abort();
  });

interface Seen {
  opened: string[];
  faults: string[];
}

/** Runs in the page: presses each button, those of the frame on one page only; a dialog that opens is closed by Back, on the same page, with the focus back. */
async function pressAll(isFrame: boolean): Promise<Seen> {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const until = async (isSo: () => boolean, ms: number): Promise<boolean> => {
    for (let left = ms; left > 0 && !isSo(); left -= 20) await wait(20);
    return isSo();
  };
  const dialogs = () => [...document.querySelectorAll('dialog[open]')];
  const titles = () => dialogs().map((one) => one.querySelector('h2')?.textContent ?? one.getAttribute('aria-label'));
  const depth = () => ((window.history.state ?? {}) as { dialog?: number }).dialog ?? 0;
  const path = window.location.pathname;
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  await wait(300);
  const buttons = () =>
    [...document.querySelectorAll<HTMLElement>(isFrame ? 'button' : 'main button')]
      .filter((one) => one.checkVisibility() && one.getAttribute('aria-disabled') !== 'true')
      .filter((one) => one.getAttribute('type') !== 'submit' && !one.closest('dialog'));
  const nameOf = (one: HTMLElement): string => one.getAttribute('aria-label') ?? one.textContent;
  const goBack = async (): Promise<void> => {
    while (dialogs().length > 0 && depth() > 0) {
      const before = dialogs().length;
      window.history.back();
      if (!(await until(() => dialogs().length < before, 3000))) return;
    }
    await wait(20);
  };
  /** What is wrong with the dialog that this button has opened. */
  const faultOf = async (button: HTMLElement): Promise<string | undefined> => {
    if (!(await until(() => depth() === dialogs().length, 3000))) return 'has no entry';
    await goBack();
    if (dialogs().length > 0) return 'is not closed by Back';
    if (window.location.pathname !== path) return 'leaves the page';
    const hasFocus = () => !button.isConnected || document.activeElement === button;
    return (await until(hasFocus, 1000)) ? undefined : 'loses the focus';
  };
  const seen: Seen = { opened: [], faults: [] };
  const press = async (button: HTMLElement): Promise<void> => {
    // One that came late, after the press before.
    await goBack();
    button.focus();
    button.click();
    // What is loaded first takes longer, and says so.
    const longest = button.getAttribute('aria-haspopup') === 'dialog' ? 3000 : 160;
    if (!(await until(() => dialogs().length > 0, longest))) return;
    const title = titles().join(', ');
    seen.opened.push(title);
    const fault = await faultOf(button);
    if (fault !== undefined) seen.faults.push(`«${title}» ${fault}`);
  };
  for (const name of new Set(buttons().map(nameOf))) {
    const button = buttons().find((one) => nameOf(one) === name);
    if (button) await press(button);
  }
  return seen;
}

/** Dialogs that the demo opens; each stands for a way in which dialogs are opened: at once, by a file, by a switch, over the page. */
const EXPECTED = [/^Сообщения$/, /^Услуги$/, /^Кабинет$/, /^Логин и/, /^Приостановить/, /^Отвязать/];

test('Back closes every dialog of every page on a phone, without leaving it', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const { page, context } = await visit(browser, { width: 360, pass });
  await withoutChanges(context);
  const opened: string[] = [];
  const faults: string[] = [];
  for (const path of await pagesOf(pass)) {
    await page.goto(`${server.url}/lk/${path}`);
    await settled(page);
    const seen = await page.evaluate(pressAll, path === '');
    opened.push(...seen.opened);
    faults.push(...seen.faults.map((fault) => `${path || 'home'}: ${fault}`));
  }
  expect(faults).toEqual([]);
  for (const title of EXPECTED) expect(opened).toContainEqual(expect.stringMatching(title));
  expect(new Set(opened).size).toBeGreaterThan(30);
  await context.close();
});

const back = (page: Page) => page.evaluate(() => window.history.back());

test('a decision is open again after a reload and after paying, asks before it loses what was typed, and Forward repeats nothing', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const client = new Client(server.url, tokenOf(pass));
  const [service] = await client.ask(contract.user.list, { query: { user_type: 'internet' } });
  const address = `${server.url}/lk/internet/${service?.user_id}`;
  const { page, context, faults } = await visit(browser, { width: 360, pass });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  await page.goto(address);
  await settled(page);
  await unfold(page, 'Приостановить');
  await page.getByRole('button', { name: 'Выбрать дни' }).click();
  const dialog = page.getByRole('dialog', { name: /^Приостановить/ });
  await dialog.getByText('Останется на счёте').waitFor();
  await page.waitForURL(/\?pause=/);
  await page.reload();
  await dialog.getByText('Останется на счёте').waitFor();

  await dialog.getByLabel('Когда вернуть', { exact: true }).fill('31.12.2099');
  await back(page);
  const question = page.getByRole('dialog', { name: /^Закрыть без/ });
  await question.getByRole('button', { name: 'Вернуться' }).click();
  expect(await dialog.getByLabel('Когда вернуть', { exact: true }).inputValue()).toBe('31.12.2099');
  await back(page);
  await question.getByRole('button', { name: 'Закрыть', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);

  await page.getByRole('button', { name: 'Выбрать дни' }).click();
  await dialog.getByRole('button', { name: /^Приостановить/ }).click();
  await page.getByRole('button', { name: 'Возобновить' }).waitFor();
  await page.evaluate(() => window.history.forward());
  await page.waitForTimeout(300);
  expect([await page.getByRole('dialog').count(), page.url()]).toEqual([0, address]);
  await back(page);
  await page.waitForURL(`${server.url}/lk/`);
  expect(faults).toEqual([]);
  await context.close();
});

test('a preview that fails is told as a failure with «Повторить», not as a prohibition', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const client = new Client(server.url, tokenOf(pass));
  const [service] = await client.ask(contract.user.list, { query: { user_type: 'tv' } });
  const { page, context } = await visit(browser, { width: 360, pass });
  const broken = { status: 500, json: { status: 500, code: 'unexpected', message: 'Сломалось у нас' } };
  await context.route('**/suspension/preview', (route) => route.fulfill(broken));
  await page.goto(`${server.url}/lk/tv/${service?.user_id}`);
  await settled(page);
  await unfold(page, 'Приостановить');
  await page.getByRole('button', { name: 'Выбрать дни' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Не удалось посчитать').waitFor();
  expect(await dialog.getByText('Сейчас нельзя').count()).toBe(0);
  await context.unroute('**/suspension/preview');
  await dialog.getByRole('button', { name: 'Повторить' }).click();
  await dialog.getByText('Останется на счёте').waitFor();
  await context.close();
});
