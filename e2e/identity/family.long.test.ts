import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, passOf, visit } from '../harness/browser.ts';
import { fits, sound } from '../harness/looks.ts';
import { Server } from '../harness/server.ts';
import { walkTo } from '../harness/walk.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('a contract is shared by a code, opened by its payer, who sees no calls, and closed again', async () => {
  const [owner, member] = [
    await visit(browser, { width: 1440, pass: await passOf(browser, server.url, 100_001) }),
    await visit(browser, { width: 360, theme: 'dark', pass: await passOf(browser, server.url, 100_004) }),
  ];
  await owner.page.goto(`${server.url}/lk/settings/family`);
  await owner.page.getByText('Валеева Д.', { exact: true }).waitFor();
  await sound(owner.page, 'members');
  await owner.page.getByRole('button', { name: 'Пригласить' }).click();
  await owner.page.getByRole('button', { name: 'Кодом' }).click();
  await owner.page.getByRole('button', { name: 'Создать код' }).waitFor();
  await owner.page.getByRole('button', { name: 'На месяц' }).click();
  await fits(owner.page, 'invite');
  await owner.page.getByRole('button', { name: 'Создать код' }).click();
  const code = await owner.page.locator('dialog code').innerText();
  await sound(owner.page, 'code');
  await owner.page.getByRole('button', { name: 'Готово' }).click();

  await member.page.goto(`${server.url}/lk/settings/family?code=${code}`);
  await member.page.getByRole('button', { name: 'Посмотреть приглашение' }).click();
  await member.page.getByRole('dialog').getByText('Кузнецова М.').waitFor();
  await member.page.getByRole('dialog').getByText('Доступ закроется').waitFor();
  await sound(member.page, 'offer');
  await member.page.getByRole('button', { name: 'Согласиться' }).click();
  await member.page.getByRole('button', { name: 'Открыть договор 100001' }).waitFor();
  await member.page.waitForURL(({ search }) => search === '');
  await fits(member.page, 'others');
  await member.page.getByRole('button', { name: 'Открыть договор 100001' }).click();

  // Another page of the same browser follows; the home screen of the payer has no word of what he may not see.
  await member.page.getByText('Договор 100001 вам открыл другой абонент.').waitFor();
  await sound(member.page, 'payer-home');
  const navigation = member.page.getByRole('navigation', { name: 'Быстрые разделы' });
  expect(await navigation.getByRole('link').allInnerTexts()).toEqual(['Главная', 'Оплата']);
  await walkTo(member.page, '/lk/telephone/calls/78482003107');
  await member.page.getByText('У вас доступ плательщика').first().waitFor();
  await sound(member.page, 'payer-calls');
  await walkTo(member.page, '/lk/payment/i');
  await member.page.getByRole('heading', { name: 'Пополнить счёт' }).waitFor();
  await fits(member.page, 'payer-payment');
  // No page asks for what its role may not see.
  expect(member.faults.filter((fault) => fault.startsWith('403 '))).toEqual([]);

  await owner.page.reload();
  await owner.page.getByText(/договор открыт сейчас/).waitFor();
  await owner.page.getByText(/Закроется \d/).waitFor();
  await owner.page.getByRole('button', { name: 'Изменить срок: Гордеев А.' }).click();
  await owner.page.getByRole('textbox', { name: 'Когда закрыть доступ' }).waitFor();
  await sound(owner.page, 'term');
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Без срока' }).click();
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await owner.page.getByText(/Закроется \d/).waitFor({ state: 'detached' });
  await owner.page.getByRole('button', { name: 'Закрыть доступ: Гордеев А.' }).click();
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Закрыть доступ' }).click();
  await owner.page.getByRole('dialog').waitFor({ state: 'hidden' });

  // The session goes on with the contract of its own.
  await member.page.goto(`${server.url}/lk/`);
  await member.page.getByText('Договор 100004').locator('visible=true').first().waitFor();
  expect(await member.page.getByText('вам открыл другой абонент').count()).toBe(0);
  expect(owner.faults).toEqual([]);
  // After it was revoked it asks for a token.
  expect(member.faults.filter((fault) => !/^40[139] /.test(fault))).toEqual([]);
  await Promise.all([owner.context.close(), member.context.close()]);
});
