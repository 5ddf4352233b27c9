import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, textOf, violationsAt, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { staffPerson, type StaffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let luda: StaffPerson;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  luda = await staffPerson(server, 'luda', 'cashier,support', 'Людмила Панова');
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

async function sound(page: Page, where: string): Promise<void> {
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${where}, ${width} px`).toEqual([]);
}

/** A contract with internet and TV that wait for the technician. */
async function connect(page: Page, name: string, flat: string): Promise<string> {
  await page.goto(`${server.url}/staff/connect`);
  await page.getByLabel('Улица').fill('Юбилейная');
  await page.getByLabel('Дом', { exact: true }).fill('31');
  await page.getByLabel('Квартира').fill(flat);
  await page.getByLabel('Фамилия, имя, отчество').fill(name);
  await page
    .getByRole('radio', { name: /Волга 100/ })
    .first()
    .check();
  await page
    .getByRole('radio', { name: /Домашний/ })
    .first()
    .check();
  await page.getByText(/Спишем \d/).waitFor();
  await page.getByRole('button', { name: /Открыть договор/ }).click();
  await page.getByRole('link', { name: 'Карточка' }).click();
  await page.getByRole('button', { name: 'Ещё' }).waitFor();
  return /contracts\/(\d+)/.exec(page.url())?.[1] ?? '';
}

test('a contract is split and joined again: told first, each card names the other; other names need a reason', async () => {
  const { page, faults } = await visit(browser, { pass: luda.pass });
  const stranger = await connect(page, 'Чужова Анна Петровна', '141');
  const first = await connect(page, 'Делимова Анна Петровна', '142');
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Разделить договор' }).click();
  await dialog.getByRole('checkbox', { name: /^ТВ/ }).check();
  await dialog.getByText('Перейдут без перерыва').waitFor();
  const divide = dialog.getByRole('button', { name: 'Разделить', exact: true });
  expect(await divide.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('По какому документу').fill('Заявление 7');
  await sound(page, 'split');
  await divide.click();
  await dialog.getByText('Пароль на первый вход').waitFor();
  await sound(page, 'split done');
  await dialog.getByRole('link', { name: 'Открыть карточку' }).click();
  await page.getByText('Выделен из договора', { exact: true }).waitFor();
  const second = /contracts\/(\d+)/.exec(page.url())?.[1] ?? '';
  expect(second).not.toBe(first);
  expect(plain(await textOf(page, 'main'))).toContain('Делимова Анна Петровна');

  // With a contract of somebody else: told loudly, and not without a reason.
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Объединить с другим договором' }).click();
  const other = dialog.getByLabel('Другой договор этого абонента');
  const unite = dialog.getByRole('button', { name: 'Объединить', exact: true });
  await other.fill(stranger);
  await dialog.getByText('Имена в договорах разные').waitFor();
  await dialog.getByLabel('По какому документу').fill('Заявление 8');
  expect(await unite.getAttribute('aria-disabled')).toBe('true');
  expect(plain(await dialog.innerText())).toContain('Чужова Анна Петровна');
  await sound(page, 'join of different names');

  await other.fill(first);
  await expect.poll(() => dialog.getByText('Имена в договорах разные').count()).toBe(0);
  await dialog.getByText(`Закроется ${second}`).waitFor();
  await expect.poll(() => unite.getAttribute('aria-disabled')).toBeNull();
  await sound(page, 'join');
  await unite.click();
  await page.getByText('К нему присоединён договор', { exact: true }).waitFor();
  expect(page.url()).toContain(`/contracts/${first}`);
  const main = plain(await textOf(page, 'main'));
  expect(main).toContain('ТВ');
  expect(main).toContain(`Присоединили договор ${second}`);
  expect(faults).toEqual([]);
});
