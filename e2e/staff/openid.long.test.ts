import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIENT, openIdProvider } from '../../server/test/portal/openid-provider.ts';
import { EXTREMES, openBrowser, settled, violationsAt, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { invited, staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** The same server, with an OpenID provider of the test. */
async function withProvider() {
  const provider = await openIdProvider(server.url);
  await server.end();
  await server.resume({
    BURST: '1000',
    STAFF_OIDC_ISSUER: provider.issuer,
    STAFF_OIDC_CLIENT_ID: CLIENT.clientId,
    STAFF_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
  });
  return provider;
}

test('the provider’s own sign-in accepts an invitation, and lets nobody in without a second step', async () => {
  const provider = await withProvider();
  const code = await invited(server, 'vera', 'support,admin', 'Вера Ильина');
  const { page, faults } = await visit(browser);
  await page.goto(`${server.url}/staff/invitation#${code}`);
  await page.getByRole('button', { name: 'Войти учётной записью компании' }).click();
  await page.waitForURL(`${server.url}/staff/`);
  await settled(page);

  await page.context().clearCookies({ name: '__Host-kabinet-staff' });
  await page.goto(`${server.url}/staff/me`);
  await page.getByRole('button', { name: 'Войти учётной записью компании' }).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByRole('button', { name: 'Войти учётной записью компании' }).click();
  await page.waitForURL(`${server.url}/staff/`);
  await page.goto(`${server.url}/staff/me`);
  const part = page.getByRole('region', { name: 'Учётная запись компании' });
  await part.getByText(/Сюда можно войти/).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);

  // Nothing else lets her in, so it stays linked.
  await part.getByRole('button', { name: 'Отвязать' }).click();
  await page.getByText(/Больше ничто вас не впустит/).waitFor();

  // Whoever has signed in there without the second step stays outside.
  provider.visitedBy({ sub: 'olga@ad', amr: ['pwd'] });
  const other = await visit(browser);
  await other.page.goto(`${server.url}/staff/`);
  await other.page.getByRole('button', { name: 'Войти учётной записью компании' }).click();
  await other.page.getByText(/вошла без второго шага/).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(other.page, width), `${width} px`).toEqual([]);
  expect(faults.filter((fault) => !/^(?:401|409) /.test(fault))).toEqual([]);
});

test('whoever comes by a password links the account of the company, and confirms by it in a window of its own', async () => {
  const provider = await withProvider();
  provider.visitedBy({ sub: 'nina@ad', amr: ['pwd', 'mfa'] });
  const nina = await staffPerson(server, 'nina', 'support', 'Нина Белова');
  const { page, faults } = await visit(browser, { pass: nina.pass });
  await page.goto(`${server.url}/staff/me`);
  const part = page.getByRole('region', { name: 'Учётная запись компании' });
  await part.getByRole('button', { name: 'Связать' }).click();
  await page.waitForURL(`${server.url}/staff/me`);
  await part.getByText(/Сюда можно войти/).waitFor();

  await server.query(`update staff_session set confirmed_at = now() - interval '6 minutes'`);
  await part.getByRole('button', { name: 'Отвязать' }).click();
  const dialog = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
  const company = dialog.getByRole('button', { name: 'Учётной записью компании' });
  await company.waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  // Where the browser opens no window, she is told so, and the code is still there.
  await page.evaluate('window.opened = window.open; window.open = () => null');
  await company.click();
  await dialog.getByText(/Разрешите всплывающие окна/).waitFor();
  await page.evaluate('window.open = window.opened');
  const [popup] = await Promise.all([page.waitForEvent('popup'), company.click()]);
  if (!popup.isClosed()) await popup.waitForEvent('close');
  await page.getByText('Отвязали').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await part.getByRole('button', { name: 'Связать' }).waitFor();
  expect(faults.filter((fault) => !fault.startsWith('403 '))).toEqual([]);
});
