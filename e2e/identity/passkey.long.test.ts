import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { addAuthenticator } from '../harness/authenticator.ts';
import { openBrowser, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;
let site: string;

beforeAll(async () => {
  server = await Server.start();
  // A passkey belongs to a domain name: a portal at a bare IP address has none.
  site = server.url.replace('127.0.0.1', 'localhost');
  await server.end();
  await server.resume({ PUBLIC_URL: site });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** Marks the page once the field of the login offers passkeys: the authenticator answers whatever is asked after its touch. */
const markOffer = (page: Page) =>
  page.addInitScript(() => {
    // An empty page has no credentials.
    if (!isSecureContext) return;
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (asked) => {
      if (asked?.mediation === 'conditional') document.documentElement.dataset['offers'] = 'passkeys';
      return get(asked);
    };
  });

test('a passkey is made in the settings, and then opens the portal without a password', async () => {
  const { page, faults } = await visit(browser, { width: 768 });
  const authenticator = await addAuthenticator(page);
  await markOffer(page);
  await page.goto(`${site}/lk/login`);
  await page.getByLabel('Номер договора, телефон или почта').fill('100001');
  await page.getByLabel('Пароль', { exact: true }).fill('demo-kabinet');
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await page.waitForURL(`${site}/lk/`);

  await page.goto(`${site}/lk/settings/security`);
  const card = page.getByRole('region', { name: 'Ключи входа' });
  await card.getByRole('button', { name: 'Добавить ключ' }).click();
  await card.getByText('ещё не входили').waitFor();
  expect(await authenticator.count()).toBe(1);

  await authenticator.touch(false);
  // The page leaves for the sign-in before it has loaded whole. An open page would hear of the end of its session and go there itself.
  await page.goto('about:blank');
  await page.goto(`${site}/lk/logout`, { waitUntil: 'commit' });
  await page.getByText('Вы вышли из кабинета.').waitFor();
  await page.getByRole('button', { name: 'Без пароля, ключом' }).waitFor();
  await page.locator('html[data-offers=passkeys]').waitFor();
  // The authenticator answers what is asked after this: the button, not the offer in the field, which waits already.
  await authenticator.touch(true);
  await page.getByRole('button', { name: 'Без пароля, ключом' }).click();
  await page.waitForURL(`${site}/lk/`);
  await page.goto(`${site}/lk/settings/security`);
  await page.getByRole('region', { name: 'Ключи входа' }).getByText('последний вход').waitFor();
  expect(faults).toEqual([]);
});
