import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client } from '../harness/api.ts';
import { openBrowser, passOf, settled, tokenOf, unfold, violations, visit } from '../harness/browser.ts';
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

/** The code of the letter that the demo has put into its inbox last. */
async function codeOfLetter(): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const page = await (await fetch(`${server.url}/sandbox/inbox`)).text();
      code = /(?<!\d)\d{6}(?!\d)/.exec(page.replaceAll(/<[^>]*>/g, ' '))?.[0];
      return code;
    })
    .toBeDefined();
  return code ?? '';
}

/** Answers of calls that no screen asks: screens use wider ones. The page itself asks them, as a program of the client would. */
const asked = (page: Page, calls: readonly (readonly [path: string, body?: object])[]): Promise<number[]> =>
  page.evaluate(async (all) => {
    const token = /(?:^|; )ilkat=([^;]+)/.exec(document.cookie)?.[1] ?? '';
    const statuses: number[] = [];
    for (const [path, body] of all) {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
      const change = body && { method: 'POST', body: JSON.stringify(body) };
      const { status } = await fetch(`/api/v2/${path}`, { headers, ...change });
      statuses.push(status);
    }
    return statuses;
  }, calls);

test('a client makes and deletes a mailbox, switches TV, his line and the documents of his telephone', async () => {
  const pass = await passOf(browser, server.url, 100_001);
  const client = new Client(server.url, tokenOf(pass));
  const users = await client.ask(contract.user.list, { query: {} });
  const idOf = (type: string) => users.find(({ user_type }) => user_type === type)?.user_id ?? 0;
  const { page, context, faults } = await visit(browser, { width: 768, pass });
  const open = (path: string) => walkTo(page, `/lk/${path}`);

  await page.goto(`${server.url}/lk/mail/create`);
  await settled(page);
  await page.getByRole('textbox', { name: 'Имя' }).fill('reise2026');
  await page.getByLabel('Пароль', { exact: true }).fill('Волга-течёт-на-юг-7');
  await page
    .getByText(/свободно/i)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Создать ящик' }).click();
  await page.waitForURL(/lk\/mail\/\d+$/);
  await settled(page);
  await page.getByRole('button', { name: 'Удалить reise2026' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить ящик' }).click();
  await page.getByText('Ящик удалён.').waitFor();
  expect(await violations(page)).toEqual([]);

  await open(`tv/${idOf('tv')}`);
  await page
    .getByRole('button', { name: /Обновить список каналов/ })
    .first()
    .click();
  await unfold(page, 'Опции тарифа');
  await page.getByRole('switch', { name: 'Мультирум', checked: false }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Останется на счёте').waitFor();
  await dialog.getByRole('button', { name: 'Включить' }).click();
  await page.getByRole('switch', { name: 'Мультирум', checked: true }).waitFor();

  await open(`internet/${idOf('isg')}`);
  await page.getByRole('switch', { name: 'Вход без пароля', checked: true }).click();
  await page.getByRole('switch', { name: 'Вход без пароля', checked: false }).waitFor();

  await open('telephone/78482003107');
  const documents = page.getByRole('region', { name: 'Документы на почту' });
  await documents.getByRole('button', { name: 'Сменить' }).click();
  await documents.getByLabel('Адрес почты').fill('buh@mail.example');
  await documents.getByRole('button', { name: 'Прислать код' }).click();
  await documents.getByLabel(/^Код/).fill(await codeOfLetter());
  await documents.getByRole('button', { name: 'Подтвердить' }).click();
  await documents.getByText('buh@mail.example').waitFor();
  const calls = documents.getByRole('switch', { name: 'Детализация звонков' });
  await calls.waitFor();
  const isOn = await calls.isChecked();
  await calls.click();
  await documents.getByRole('switch', { name: 'Детализация звонков', checked: !isOn }).waitFor();

  await open('settings/notices');
  const news = page.getByRole('switch', { name: 'Новости и скидки' });
  const wanted = await news.isChecked();
  await news.click();
  await page.getByRole('switch', { name: 'Новости и скидки', checked: !wanted }).waitFor();
  await page.getByRole('button', { name: /^Сообщения, / }).click();
  const messages = page.getByRole('dialog').getByRole('article');
  await messages.first().waitFor();
  const count = await messages.count();
  await messages.first().getByRole('button', { name: 'Прочитано' }).click();
  await expect.poll(() => messages.count()).toBe(count - 1);
  await page.keyboard.press('Escape');

  const programs = ['infos', 'duty', 'days-left'].map((part) => `user-program/${part}/${idOf('isg')}`);
  const lists = [
    'internet-contract/allowed-programs',
    `user/allowed-programs/${idOf('isg')}`,
    'support/get-orders-timeline',
  ];
  const reads = [...programs, ...lists].map((path) => [path] as const);
  // On the screen the paid text messages are switched as any program.
  const texts = ['notice/mobile-package', { kinds: ['debt'] }] as const;
  expect(new Set(await asked(page, [...reads, texts]))).toEqual(new Set([200]));
  expect(faults).toEqual([]);
  await context.close();
});

test('a guest asks to be connected, a client to be called; the operator finishes both, and the client sees how', async () => {
  const guest = await visit(browser, { width: 360 });
  await guest.page.goto(`${server.url}/lk/support/new-client`);
  await settled(guest.page);
  await guest.page.getByLabel('Улица').fill('Юбилейная');
  await guest.page.getByLabel('Дом').fill('33');
  await guest.page.getByRole('textbox', { name: 'Телефон' }).fill('8 927 000-07-01');
  await guest.page.getByRole('textbox', { name: 'Имя' }).fill('Пётр');
  await guest.page.getByRole('checkbox', { name: /Согласен/ }).check();
  await guest.page.getByRole('button', { name: /^Подключить|^Оставить/ }).click();
  await guest.page.getByText(/^Приняли заявку/).waitFor();
  await guest.context.close();

  const pass = await passOf(browser, server.url, 100_003);
  const { page, context, faults } = await visit(browser, { width: 360, theme: 'dark', pass });
  await page.goto(`${server.url}/lk/support/call-back`);
  await settled(page);
  await page.getByLabel('Ваш телефон').fill('8 927 000-07-02');
  await page.getByRole('checkbox', { name: /Согласен/ }).check();
  await page.getByRole('button', { name: /^Жду звонка/ }).click();
  await page.getByRole('link', { name: 'Все заявки и звонки' }).click();
  const call = page.getByRole('region', { name: 'Позвоним вам' });
  await call.getByText('Ждёт звонка').waitFor();

  const { output } = await server.operator('requests', 'list');
  const id = /call (\d+) {2}79270000702/.exec(output)?.[1] ?? '';
  const clientId = /client (\d+) {2}79270000701/.exec(output)?.[1] ?? '';
  expect(await server.operator('requests', 'take', 'call', id, 'Ольга')).toMatchObject({ code: 0 });
  // The stream of events brings it: nobody reloads the page.
  await call.getByText('Взяли в работу').waitFor();
  const signed = server.operator('requests', 'finish', 'client', clientId, 'signed');
  await server.operator('requests', 'finish', 'call', id, 'called', '--note', 'Договорились о роутере');
  await page.getByRole('region', { name: 'Звонки' }).getByText('Договорились о роутере').waitFor();
  expect(await signed).toMatchObject({ code: 0 });
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
