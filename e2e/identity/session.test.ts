import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import {
  fillIn,
  openBrowser,
  passOf,
  settled,
  textOf,
  tokenOf,
  violations,
  visit,
  type Pass,
  withoutStream,
} from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;
/** The pass of 100001. */
let pass: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  pass = await passOf(browser, server.url, 100001);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const NAME = 'Мария Сергеевна';
const OTHER_NAME = 'Диана Ринатовна';
/** A method by which 100001 has never paid. */
const OTHER_PAYMENT = 'Банковский перевод';
const LOGIN = 'Номер договора, телефон или почта';

const cookieOf = async (context: BrowserContext, name: string) =>
  (await context.cookies(`${server.url}/lk/auth`)).find((cookie) => cookie.name.endsWith(name));

/** All stored data of the page, as one text. */
const storedOn = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));

const renewals = (requests: readonly string[]): number => requests.filter((one) => one === 'POST /lk/auth').length;

const greeting = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: new RegExp(name) }).waitFor();

test('keeps the input after a wrong password and says so; the right one opens the requested page', async () => {
  const { page, context } = await visit(browser);
  await page.goto(`${server.url}/lk/payment/i/300`);
  await page.waitForURL('**/lk/login?return=**');
  await fillIn(page, 100001, 'Demo-Kabinet');
  const password = page.getByLabel('Пароль', { exact: true });
  await page.getByText(/Логин или пароль не подошли/).waitFor();
  expect(await password.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel(LOGIN).inputValue()).toBe('100001');
  expect(await password.inputValue()).toBe('Demo-Kabinet');
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);

  await password.fill('demo-kabinet');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lk/payment/i/300');
  await page.getByRole('heading', { level: 1, name: 'Пополнить счёт' }).waitFor();
  await context.close();
});

/** The scripts that a page names. */
const scriptsOf = (page: 'index' | 'login'): Set<string> =>
  new Set(
    readFileSync(new URL(`../../web/dist/${page}.html`, import.meta.url), 'utf8').match(/\/lk\/assets\/[\w.-]+\.js/g),
  );

test('what is typed on the sign-in page before its script has come is sent when it comes, by Enter too', async () => {
  const { page, context } = await visit(browser);
  const { promise: hasCome, resolve: come } = Promise.withResolvers<void>();
  await context.route('**/lk/assets/*.js', async (route) => {
    await hasCome;
    await route.continue();
  });
  await page.goto(`${server.url}/lk/login`, { waitUntil: 'commit' });
  await page.getByLabel(LOGIN).fill('100001');
  await page.getByLabel('Пароль', { exact: true }).focus();
  await page.keyboard.type('demo-kabinet');
  await page.keyboard.press('Enter');
  come();
  await page.waitForURL('**/lk/');
  await context.close();
});

test('loads the cabinet only when signed in, the sign-in page only when signed out, and a guest page without an account', async () => {
  const guest = await visit(browser);
  await guest.page.goto(`${server.url}/lk/payment/i/300`);
  await guest.page.getByLabel(LOGIN).waitFor();
  expect(new URL(guest.page.url()).searchParams.get('return')).toBe('/lk/payment/i/300');
  const shared = scriptsOf('login');
  const ofCabinet = new Set([...scriptsOf('index')].filter((script) => !shared.has(script)));
  expect(ofCabinet.size).toBeGreaterThan(0);
  expect(
    guest.requests.filter((one) => ofCabinet.has(one.replace('GET ', '')) || one.includes('/api/v2/default/index')),
  ).toEqual([]);

  await guest.page.goto(`${server.url}/lk/support/contacts`);
  await settled(guest.page);
  await guest.page.getByText('Написать или прийти').waitFor();
  expect(await textOf(guest.page)).toContain('+7 8482 00-12-34');
  expect(new URL(guest.page.url()).pathname).toBe('/lk/support/contacts');
  // Without a session the refresh fails.
  expect(guest.faults.filter((fault) => !fault.includes('/lk/auth'))).toEqual([]);
  await guest.context.close();

  const own = await visit(browser, { pass });
  await own.page.goto(`${server.url}/lk/login?return=/settings`);
  await own.page.waitForURL('**/lk/settings');
  expect(own.requests).not.toContain('POST /lk/auth');
  // A session older than that cookie.
  await own.context.clearCookies({ name: '__Secure-signed-in' });
  await own.page.goto(`${server.url}/lk/payment/i`);
  await own.page.waitForURL('**/lk/payment/i');
  expect(renewals(own.requests)).toBe(1);
  pass = await own.context.storageState();
  await own.context.close();
});

test('ends the session of another device, which goes to the sign-in page and back', async () => {
  const there = await passOf(browser, server.url, 100001);
  const other = await visit(browser, { pass: there });
  await withoutStream(other);
  await other.page.goto(`${server.url}/lk/`);
  await greeting(other.page, NAME);

  const own = await visit(browser, { pass });
  await own.page.goto(`${server.url}/lk/settings/security`);
  const list = own.page.getByRole('region', { name: 'Где открыт кабинет' });
  await list.getByText('Это устройство').waitFor();
  expect(await list.getByRole('button', { name: /^Выйти:/ }).count()).toBeGreaterThan(0);
  await list.getByRole('button', { name: 'Выйти на всех других' }).click();
  await own.page.getByRole('dialog').getByRole('button', { name: 'Выйти', exact: true }).click();
  await list.getByText('Кабинет открыт только здесь').waitFor();
  expect(await list.getByText('Это устройство').count()).toBe(1);

  await other.page.getByRole('link', { name: 'Платежи', exact: true }).first().click();
  await other.page.waitForURL('**/lk/login?return=**');
  await other.page.getByText('Этот сеанс завершили на другом устройстве.').waitFor();
  expect(await violations(other.page)).toEqual([]);
  expect(renewals(other.requests)).toBe(1);
  await fillIn(other.page, 100001);
  await other.page.waitForURL('**/lk/payments-history/i');
  await other.page.getByRole('heading', { level: 1 }).waitFor();
  await Promise.all([own.context.close(), other.context.close()]);
});

test('refreshes an expired or missing token once for many requests', async () => {
  const { page, context, requests, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  expect(renewals(requests)).toBe(0);

  const spent = await cookieOf(context, 'ilkat');
  if (!spent) throw new Error('No token');
  await context.addCookies([{ ...spent, value: 'A'.repeat(spent.value.length) }]);
  await page.getByRole('link', { name: 'Платежи', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: /Платежи|История/ }).waitFor();
  await settled(page);
  expect(requests.filter((one) => one.includes('/internet-account/')).length).toBeGreaterThan(1);
  expect(renewals(requests)).toBe(1);

  // A page that is open would renew it, too, and be left half-way.
  await page.goto('about:blank');
  await context.clearCookies({ name: 'ilkat' });
  await page.goto(`${server.url}/lk/`);
  await greeting(page, NAME);
  await settled(page);
  await page.getByRole('link', { name: 'Настройки' }).first().click();
  await page.getByRole('link', { name: /Безопасность/ }).click();
  await page.getByText('Это устройство').waitFor();
  expect(renewals(requests)).toBe(2);
  expect(faults.filter((fault) => !fault.startsWith('401 '))).toEqual([]);
  pass = await context.storageState();
  await context.close();
});

test('lets scripts read no cookie except the token and the mark of its session, and clears the device on the welcome link', async () => {
  const { page, context } = await visit(browser, { pass });
  await page.goto(`${server.url}/lk/auth/logout-is-no-page`);
  const names = (await page.evaluate(() => document.cookie)).split('; ').map((one) => one.split('=')[0]);
  expect(names.sort()).toEqual(['ilkat', 'kabinet-session']);
  expect(await context.cookies(`${server.url}/lk/auth`)).toHaveLength(4);
  await page.evaluate(() => {
    localStorage.setItem('left', 'by the former one');
    localStorage.setItem('kabinet.balanceExpanded', JSON.stringify({ value: false, until: Date.now() + 1e7 }));
  });
  await page.goto(`${server.url}/lk/`);
  await greeting(page, NAME);
  await page.getByRole('button', { name: 'Развернуть счёт «Интернет»' }).waitFor();
  await page.goto(`${server.url}/lk/welcome`);
  await greeting(page, NAME);
  await page.getByRole('button', { name: 'Свернуть счёт «Интернет»' }).waitFor();
  expect(await storedOn(page)).not.toContain('by the former one');
  await context.close();
});

/** Reports, from now on and over reloads, every frame that contains the first word and one of the others. */
async function watchFor(page: Page, word: string, others: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await page.exposeFunction('tellFound', (path: string) => found.push(path));
  await page.addInitScript(
    ([first, rest]) => {
      const look = () => {
        const text = document.documentElement.textContent;
        if (!text.includes(first) || !rest.some((one) => text.includes(one))) return;
        (window as unknown as { tellFound(path: string): void }).tellFound(location.pathname);
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    },
    [word, others] as const,
  );
  return found;
}

test('another contract: shows no data of the former one for a single frame and keeps none on the device', async () => {
  const { page, context } = await visit(browser, { pass });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  await expect.poll(() => storedOn(page)).toContain(NAME);

  // The other client signs in without a sign-out of the first.
  const { cookies } = await passOf(browser, server.url, 100003);
  await context.addCookies(cookies);
  const seen = await watchFor(page, NAME, ['']);
  await page.goto(`${server.url}/lk/`);
  await greeting(page, OTHER_NAME);
  await settled(page);
  expect(seen).toEqual([]);
  await expect.poll(() => storedOn(page)).toContain(OTHER_NAME);
  expect(await storedOn(page)).not.toContain(NAME);
  await context.close();
});

test('never shows data of two contracts when another one signs in in another tab', async () => {
  const { page, context } = await visit(browser, { pass });
  const mixed = await watchFor(page, NAME, [OTHER_NAME, OTHER_PAYMENT]);
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  const { cookies } = await passOf(browser, server.url, 100003);
  await context.addCookies(cookies);
  await page.getByRole('link', { name: 'Платежи', exact: true }).first().click();
  await page.getByRole('button', { name: new RegExp(OTHER_NAME) }).waitFor();
  // The newest month is open by itself.
  await page.getByText(OTHER_PAYMENT).first().waitFor();
  expect(await textOf(page)).not.toContain(NAME);
  expect(mixed).toEqual([]);
  await context.close();
});

test('sign-out leaves nothing on the device and revokes the token', async () => {
  const { page, context } = await visit(browser, { pass });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  await expect.poll(() => storedOn(page)).toContain(NAME);
  await page.getByRole('button', { name: new RegExp(NAME) }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Выйти' }).click();
  await page.waitForURL('**/lk/login?why=signed_out');
  await page.getByText('Вы вышли из кабинета.').waitFor();
  await page.getByLabel(LOGIN).waitFor();
  expect(await storedOn(page)).not.toContain(NAME);
  expect(await context.cookies(`${server.url}/lk/auth`)).toEqual([]);
  const late = new Client(server.url, tokenOf(pass));
  await expect(late.ask(contract.internetAccount.get, {})).rejects.toThrow('unauthorized');
  await page.goto(`${server.url}/lk/`);
  await page.waitForURL('**/lk/login**');
  await context.close();
});
