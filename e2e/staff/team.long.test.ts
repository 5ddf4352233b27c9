import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, settled, violationsAt, visit, EXTREMES } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, appCode, STAFF_PASSWORD, staffPerson, typedDayIn } from '../harness/staff.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('an administrator lets a colleague in by five acts, to money with the owner, and shuts her out by two', async () => {
  const { pass } = await staffPerson(server, 'boris', 'admin', 'Борис Громов');
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/team`);
  await settled(page);
  const acts = new Acts(page);
  await acts.click('button', 'Пригласить');
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await acts.fill('Имя', 'Вера Ильина');
  await acts.fill('Логин', 'vera');
  await acts.click('checkbox', 'поддержка');
  await page.getByRole('dialog').getByRole('button', { name: 'Пригласить' }).click();
  expect(acts.count + 1).toBe(5);
  const link = await page.getByLabel('Ссылка для первого входа').inputValue();
  expect(link).toContain('/staff/invitation#');
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText('Вера Ильина').waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);

  // Who moves money is let in by two.
  const owner = await visit(browser, { pass: (await staffPerson(server, 'anna', 'owner', 'Анна Лукина')).pass });
  await page.getByRole('listitem').filter({ hasText: 'Вера' }).getByRole('button', { name: 'Роли' }).click();
  await page.getByRole('checkbox', { name: 'кассир' }).check();
  await page.getByRole('button', { name: 'Сменить роли' }).click();
  await page.getByText('Нужен второй.').waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByRole('button', { name: 'Попросить второго человека' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await owner.page.goto(`${server.url}/staff/approvals`);
  await owner.page.getByRole('button', { name: 'Посмотреть и согласиться' }).click();
  await owner.page.getByRole('dialog').getByText('логин vera, роли: поддержка, кассир').waitFor();
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Согласиться' }).click();
  await owner.page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText(/vera · .*кассир/).waitFor();

  // What has been done stands in the trail, and nobody has rewritten it; keys of programs have a page, too.
  await page.goto(`${server.url}/staff/audit`);
  await page.getByText('staff roles').first().waitFor();
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByText('Целая').waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.goto(`${server.url}/staff/keys`);
  await page.getByRole('button', { name: 'Дать ключ' }).click();
  const key = page.getByRole('dialog');
  await key.getByLabel('Программа').fill('Сайт');
  await key.getByLabel('Вызовы').fill('ledger lines');
  await key.getByLabel('Сети').fill('10.0.0.0/8');
  await key.getByRole('textbox', { name: 'Последний день' }).fill(typedDayIn(40));
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await key.getByRole('button', { name: 'Дать ключ' }).click();
  await key.getByText('Показываем один раз.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('ledger lines · из 10.0.0.0/8').waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.goto(`${server.url}/staff/team`);

  await page.getByRole('listitem').filter({ hasText: 'Вера' }).getByRole('button', { name: 'Закрыть вход' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть вход' }).click();
  await page.getByRole('heading', { name: 'Вход закрыт: Вера Ильина' }).waitFor();
  // The invitation ends with the right to come in.
  const other = await visit(browser);
  await other.page.goto(link.replace(/^https?:\/\/[^/]+/, server.url));
  await other.page.getByText(/Приглашение использовано или устарело/).waitFor();
  expect(faults.filter((fault) => !fault.startsWith('403 '))).toEqual([]);
  expect(owner.faults).toEqual([]);
});

test('a person changes her password and gets new spare codes', async () => {
  const { pass, key } = await staffPerson(server, 'olga', 'support', 'Ольга Смирнова');
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/me`);
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  const codes = page.getByRole('region', { name: 'Запасные коды' });
  await codes.getByLabel('Пароль сейчас').fill('wrong but long enough');
  await codes.getByLabel('Код').fill(appCode(key, 1));
  await codes.getByRole('button', { name: 'Дать десять новых' }).click();
  await codes.getByText(/пароль не подошли/).waitFor();
  await codes.getByLabel('Пароль сейчас').fill(STAFF_PASSWORD);
  await codes.getByRole('button', { name: 'Дать десять новых' }).click();
  await expect.poll(() => codes.getByRole('listitem').count()).toBe(10);
  expect(faults.filter((fault) => !fault.startsWith('401 '))).toEqual([]);
});
