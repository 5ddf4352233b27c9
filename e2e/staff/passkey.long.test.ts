import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAuthenticator } from '../harness/authenticator.ts';
import { EXTREMES, openBrowser, settled, violationsAt, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { invited, STAFF_PASSWORD } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let site: string;

beforeAll(async () => {
  server = await Server.start({ BURST: '1000' });
  // A passkey belongs to a domain name: a portal at a bare IP address has none.
  site = server.url.replace('127.0.0.1', 'localhost');
  await server.end();
  await server.resume({ PUBLIC_URL: site, BURST: '1000' });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('a passkey accepts the invitation, signs in by one press, and proves who changes her own sign-in', async () => {
  const code = await invited(server, 'vera', 'support', 'Вера Ильина');
  const { page, faults } = await visit(browser);
  const authenticator = await addAuthenticator(page);
  await page.goto(`${site}/staff/invitation#${code}`);
  await page.getByRole('button', { name: 'Сделать ключ и войти' }).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByLabel('Пароль', { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Сделать ключ и войти' }).click();
  await page.getByRole('heading', { name: 'Вы вошли. Сохраните запасные коды' }).waitFor();
  expect(await authenticator.count()).toBe(1);

  await page.context().clearCookies();
  await page.goto(`${site}/staff/me`);
  await page.getByRole('button', { name: 'Войти ключом' }).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByRole('button', { name: 'Войти ключом' }).click();
  const keys = page.getByRole('region', { name: 'Ключи входа' });
  await keys.getByText(/входили/).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);

  const codes = page.getByRole('region', { name: 'Запасные коды' });
  await codes.getByLabel('Пароль сейчас').fill(STAFF_PASSWORD);
  await codes.getByRole('button', { name: 'Дать десять новых' }).click();
  await expect.poll(() => codes.getByRole('listitem').count()).toBe(10);

  // It is her only second step, so it stays.
  await keys.getByRole('button', { name: /Удалить/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await page.getByText(/Это последний ключ/).waitFor();
  expect(faults.filter((fault) => !/^(?:401|409) /.test(fault))).toEqual([]);
});
