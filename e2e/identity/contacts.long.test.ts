import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, passOf, visit } from '../harness/browser.ts';
import { fits, sound } from '../harness/looks.ts';
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

const inbox = async (): Promise<string> => (await fetch(`${server.url}/sandbox/inbox`)).text();

/** The code that the demo has sent to an address, as soon as it has come. */
async function codeTo(address: string): Promise<string> {
  const found = async () => {
    const letters = (await inbox())
      .replace(/[\s\u00a0]+/g, ' ')
      .replaceAll('\u2011', '-')
      .split('<section');
    const letter = letters.find((one) => one.includes(address) && one.includes('код, чтобы'));
    return /(\d{6}) — код/.exec(letter ?? '')?.[1] ?? '';
  };
  await expect.poll(found, { timeout: 20_000 }).toMatch(/\d/);
  return found();
}

const sayCode = async (page: Page, label: string, code: string): Promise<void> => {
  await page.getByLabel(label).fill(code);
  await page.getByRole('button', { name: 'Подтвердить', exact: true }).click();
};

test('phone, e-mail, a payer, Telegram, MAX and what is told where are set up in the settings', async () => {
  const pass = await passOf(browser, server.url, 100003);
  const { page, context, faults } = await visit(browser, { width: 768, pass });
  await page.goto(`${server.url}/lk/settings/mobile`);
  await fits(page, 'contacts-empty');

  await page.getByLabel('Номер мобильного').fill('927 000-11-22');
  await page.getByRole('button', { name: 'Прислать код' }).first().click();
  await page.getByLabel('Код из СМС').waitFor();
  await sayCode(page, 'Код из СМС', await codeTo('+7 927 000-11-22'));
  await page.getByRole('button', { name: /^Сменить \+7/ }).waitFor();
  await page.getByLabel('Адрес почты').fill('alsu@mail.example');
  await page.getByRole('button', { name: 'Прислать код' }).click();
  await page.getByLabel('Код из письма').waitFor();
  await sayCode(page, 'Код из письма', await codeTo('alsu@mail.example'));
  await page.getByRole('button', { name: 'Сменить alsu@mail.example' }).waitFor();

  await page.getByRole('button', { name: 'Добавить' }).click();
  const adding = page.getByRole('dialog');
  await adding.getByLabel('Номер мобильного').fill('927 000-02-91');
  await adding.getByLabel('Чей он').fill('Сергей');
  await fits(page, 'contacts-add');
  await adding.getByRole('button', { name: 'Прислать код' }).click();
  await page.getByText('Плательщик, Сергей').waitFor();
  await fits(page, 'contacts-waiting');
  await sayCode(page, 'Код из СМС', await codeTo('+7 927 000-02-91'));
  await page.getByRole('button', { name: /^Изменить \+7/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Техник/ })
    .check();
  await sound(page, 'contacts-change');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Техник, Сергей/).waitFor();
  await page.getByRole('button', { name: /^Изменить \+7/ }).click();
  await page.getByRole('button', { name: 'Удалить контакт' }).click();
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  await page.getByText(/^Техник, Сергей/).waitFor({ state: 'detached' });

  for (const name of ['Telegram', 'MAX']) {
    await page.getByRole('button', { name: `Привязать ${name}` }).click();
    const link = await page.getByRole('link', { name: `Открыть ${name}` }).getAttribute('href');
    await page.getByText('Ждём «Старт» в чате.').waitFor();
    const bot = await context.newPage();
    await bot.goto(link!);
    await bot.getByRole('button', { name: 'Старт' }).click();
    await bot.getByText('Бот запущен').waitFor();
    await bot.close();
    await page.getByRole('button', { name: 'Да, чат мой' }).click({ timeout: 20_000 });
    await page.getByRole('button', { name: `Отвязать ${name}` }).waitFor();
  }
  await sound(page, 'contacts-full');
  for (const name of ['Telegram', 'MAX']) {
    await page.getByRole('button', { name: `Отвязать ${name}` }).click();
    await page.getByRole('button', { name: 'Отвязать', exact: true }).click();
    await page.getByText(`${name} не привязан`).waitFor();
  }

  await page.goto(`${server.url}/lk/settings/notices`);
  const where = page.getByRole('region', { name: 'Куда пишем' });
  await where.getByRole('switch', { name: 'Почта', checked: true }).waitFor();
  await sound(page, 'notices');
  await page.getByText('Деньги', { exact: true }).click();
  await page.getByRole('button', { name: /^Мало денег/ }).click();
  await page.getByText('Как это выглядит').click();
  await page.getByRole('heading', { name: 'Услуги отключены за долг' }).waitFor();
  await sound(page, 'examples');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Платёж пришёл/ }).click();
  await page.getByRole('dialog').getByRole('switch', { name: 'Почта' }).click();
  await page.getByRole('dialog').getByRole('switch', { name: 'Почта', checked: false }).waitFor();
  await page.keyboard.press('Escape');
  // A channel as a whole, which the title then tells.
  await where.getByRole('switch', { name: 'Почта' }).click();
  await page.getByRole('heading', { level: 1, name: 'Пишем только в кабинет' }).waitFor();
  await where.getByRole('switch', { name: 'Почта', checked: false }).click();
  await page.getByRole('heading', { level: 1, name: 'Предупредим за 3 дня до списания' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
