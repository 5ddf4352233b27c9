import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { openBrowser, overflow, passOf, settled, told, tokenOf, violations, visit } from '../harness/browser.ts';
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

test('unlocks a locked login, switches automatic authentication on, changes the password', async () => {
  const pass = await passOf(browser, server.url, 100004);
  const client = new Client(server.url, tokenOf(pass));
  const locked = (await client.ask(contract.user.list, {})).find(({ reason }) => reason === 'login_locked');
  const { page, faults } = await visit(browser, { width: 360, pass });
  await page.goto(`${server.url}/lk/internet/${locked?.user_id ?? ''}`);
  await settled(page);
  const reason = page.getByText(/Разблокируйте здесь/);
  await reason.waitFor();
  await page.getByRole('button', { name: 'Разблокировать' }).click();
  await told(page, /Вход открыт/);
  await reason.waitFor({ state: 'detached' });
  await page.getByText(/можно ещё 2.раза/).waitFor();

  const card = page.getByRole('region', { name: 'Вход в сеть' });
  await card.getByRole('switch', { name: 'Вход без пароля', checked: false }).click();
  await card.getByRole('switch', { name: 'Вход без пароля', checked: true }).waitFor();
  await card.getByText('применено').waitFor();

  await card.getByRole('button', { name: 'Сменить' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Пароль сейчас').fill('demo-service');
  await dialog.getByRole('button', { name: 'Придумать пароль' }).click();
  const made = await dialog.locator('code').innerText();
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await dialog.getByRole('button', { name: 'Сменить пароль' }).click();
  await page.getByText('Пароль изменён').first().waitFor();
  expect(await page.content()).not.toContain(made);
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);

  const user_id = locked?.user_id ?? 0;
  const check = await client.ask(contract.user.changePassword, { body: { user_id, password: made } });
  expect(check).toEqual({ user_id, is_changed: false, are_sessions_ended: false });
});
