import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyVault } from '../../server/src/integrations/vault/key-vault.ts';
import { emulatedNas } from '../../server/test/emulators/nas.ts';
import { freePort } from '../../server/test/process/process.ts';
import { openBrowser, visit } from '../harness/browser.ts';
import { sound } from '../harness/looks.ts';
import { Server } from '../harness/server.ts';

// A debtor's way back, from a blocked line to a working one: nobody's touch but «Оплатить».

const SECRET = 'the secret of a device';
/** Where the browser of the journey comes from: the address of the debtor's session. */
const ADDRESS = '127.0.0.1';
const RATE = '26:14988:8';
const LIST = '26:14988:19';
const DEBTOR = `(select min(user_id) from service_user where contract_id = 100002 and user_type in ('isg', 'ethernet', 'homenet'))`;

let server: Server;
let browser: Browser;
let lines: string;

beforeAll(async () => {
  const port = await freePort();
  lines = `http://${ADDRESS}:${port}`;
  [server, browser] = await Promise.all([
    Server.start({ BURST: '1000', KABINET_INTERNET: 'freeradius', LINE_LISTEN: `${ADDRESS}:${port}` }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** A session of the debtor, opened with what RADIUS has for him now. */
const begin = (ref: string) =>
  server.query(`
    insert into internet_session (user_id, started_at, seen_at, address, bytes_in, bytes_out, nas, session_ref, login, class)
    select user_id, clock_timestamp(), clock_timestamp(), '${ADDRESS}', 0, 0, '${ADDRESS}', '${ref}', login, 'k:' || user_id || ':' || shape
    from radius.reply join radius.service using (user_id) where user_id = ${DEBTOR}`);
const end = () =>
  server.query(
    `update internet_session set stopped_at = clock_timestamp() where address = '${ADDRESS}' and stopped_at is null`,
  );

test('from a blocked line to the bank and back: the service works within 15 seconds of the bank’s notice', async () => {
  const nas = await emulatedNas(SECRET);
  const sealed = keyVault('e2'.repeat(32)).sealForRadius(SECRET, `nas:${ADDRESS}`).toString('hex');
  await server.query(`
    insert into radius.nas (address, name, kind, secret, coa_port) values ('${ADDRESS}', 'BRAS', 'mikrotik', decode('${sealed}', 'hex'), ${nas.port});
    update internet_session set stopped_at = started_at where stopped_at is null and user_id = ${DEBTOR}`);
  // As each night: all services are ordered of a network that does not know them yet.
  await server.query(`select graphile_worker.add_job('check_network', '{}')`);
  await expect.poll(replies).toHaveLength(1);
  await begin('walled');

  const { page, faults } = await visit(browser, { width: 360 });
  await page.goto(`${lines}/generate_204`);
  await page.getByRole('heading', { name: /^Интернет отключён/ }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await sound(page, 'line-debt');
  const dark = await visit(browser, { width: 360, theme: 'dark' });
  await dark.page.goto(`${lines}/generate_204`);
  await dark.page.getByRole('heading', { name: /^Интернет отключён/ }).waitFor();
  await sound(dark.page, 'line-debt-dark');
  await tellsWhenItCannotLook();
  const kept = await page.evaluate(async () => [
    localStorage.length,
    sessionStorage.length,
    document.cookie,
    (await navigator.serviceWorker.getRegistrations()).length,
  ]);
  expect(kept).toEqual([0, 0, '', 0]);

  await page.getByRole('button', { name: /^Оплатить по\sСБП$/ }).click();
  await page.getByRole('heading', { name: 'Оплата по СБП' }).waitFor();
  // The window: the session leaves the walled garden by a new one, slow and for ten minutes.
  await expect.poll(() => nas.orders.map(({ code }) => code)).toEqual([40]);
  await end();
  await begin('window');
  await page
    .getByRole('button', { name: /^Оплатить/ })
    .first()
    .click();
  const told = performance.now();
  const paid = () => nas.orders.find(({ code, values }) => code === 43 && values[44]?.[0] === 'window');
  await expect.poll(paid).toBeDefined();
  expect(performance.now() - told).toBeLessThan(15_000);
  expect(paid()?.values[RATE]).not.toEqual(['1024k/1024k']);
  expect(paid()?.values[LIST]).toBeUndefined();

  // Another window of the same home has learnt it by itself; the one that went to the bank does when it is back.
  await dark.page.getByRole('heading', { name: 'Интернет работает' }).waitFor();
  await sound(dark.page, 'line-works-dark');
  await page.goBack();
  await page.goBack();
  await page.getByRole('heading', { name: 'Интернет работает' }).waitFor();
  await sound(page, 'line-works');
  expect(faults).toEqual([]);
  await page.goto(`${lines}/generate_204`);
  await page.getByRole('button', { name: 'Войти' }).waitFor();
});

/** A page that stays open says that the portal does not answer, and that its link is over. */
async function tellsWhenItCannotLook(): Promise<void> {
  const { page } = await visit(browser, { width: 360 });
  await page.route('**/lk/line/state', (route) => route.abort());
  await page.goto(`${lines}/generate_204`);
  await page.getByText('Кабинет не отвечает, пробуем снова.').waitFor();
  await sound(page, 'line-silent');
  await page.unroute('**/lk/line/state');
  await page.route('**/lk/line/state', (route) => route.fulfill({ json: { state: 'over' } }));
  await page.getByText('Эта страница уже не действует.').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  await sound(page, 'line-over');
  await page.close();
}

const replies = () => server.query(`select shape from radius.reply where user_id = ${DEBTOR}`);
