import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { openBrowser, passOf, settled, tokenOf, unfold, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
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
  // The question takes its entry out of the history; a step meanwhile would be one with that.
  await page.waitForFunction(() => (window.history.state as { dialog?: number }).dialog === 1);
  await back(page);
  await question.getByRole('button', { name: 'Закрыть', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);

  await page.getByRole('button', { name: 'Выбрать дни' }).click();
  await dialog.getByRole('button', { name: /^Приостановить/ }).click();
  await page.getByRole('button', { name: 'Возобновить' }).waitFor();
  await page.evaluate(() => window.history.forward());
  await page.waitForTimeout(300);
  await expect.poll(async () => [await page.getByRole('dialog').count(), page.url()]).toEqual([0, address]);
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

/** The file of the question for the password, as the build names it. */
const CONFIRM_FILE = (
  JSON.parse(readFileSync(new URL('../../web/dist/.vite/manifest.json', import.meta.url), 'utf8')) as Record<
    string,
    { readonly file: string }
  >
)['src/shared/confirmation/confirm-dialog.tsx']?.file;

test('a question for the password whose file is lost says so, comes by «Повторить», and the change is made', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const { page, context } = await visit(browser, { width: 360, pass });
  // As after five minutes: refused until the password was right.
  const call = '**/api/v2/notice/read-messages';
  const json = { status: 403, code: 'confirmation_required', message: 'Подтвердите, что это вы' };
  await context.route(call, (route) => route.fulfill({ status: 403, json }));
  await context.route(`**/${CONFIRM_FILE}`, (route) => route.abort());
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  await page.getByRole('button', { name: 'Прочитано' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
  await dialog.getByText('Не удалось загрузить вопрос о пароле').waitFor();
  await context.unroute(`**/${CONFIRM_FILE}`);
  await context.unroute(call);
  await dialog.getByRole('button', { name: 'Повторить' }).click();
  await dialog.getByLabel('Пароль от кабинета').fill('demo-kabinet');
  const made = page.waitForResponse(call);
  await dialog.getByRole('button', { name: 'Подтвердить', exact: true }).click();
  expect((await made).status()).toBe(200);
  await context.close();
});
