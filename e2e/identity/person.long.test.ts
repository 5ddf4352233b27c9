import type { Browser } from 'playwright-core';
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

/** What the demo's inbox shows, once it has what is looked for. */
async function inboxHas(wanted: RegExp): Promise<string> {
  for (;;) {
    const page = (await (await fetch(`${server.url}/sandbox/inbox`)).text()).replaceAll(/<[^>]*>/g, ' ');
    const found = wanted.exec(page)?.[1];
    if (found !== undefined) return found;
    await new Promise((resolve) => void setTimeout(resolve, 100));
  }
}

const PASSWORD = 'тёплый-вечер-31';

test('a contract is shared with a person who has none: she proves the phone, signs in, and the owner ends it', async () => {
  const owner = await visit(browser, { width: 1440, pass: await passOf(browser, server.url, 100_001) });
  await owner.page.goto(`${server.url}/lk/settings/family`);
  await owner.page.getByRole('button', { name: 'Пригласить' }).click();
  const dialog = owner.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Отправить приглашение' }).click();
  await dialog.getByText('Введите номер телефона').waitFor();
  await sound(owner.page, 'person-invite');
  await dialog.getByLabel('Номер мобильного').fill('+7 927 000-02-16');
  await dialog.getByLabel('Как подписать').fill('Ирина');
  await dialog.getByRole('button', { name: 'Отправить приглашение' }).click();
  await owner.page.getByText('+7 927 000-02-16, доступ плательщика').waitFor();
  await sound(owner.page, 'person-waits');

  const link = await inboxHas(/(http\S+\/lk\/support\/invited#[a-z\d]+)/);
  const her = await visit(browser, { width: 360, theme: 'dark' });
  await her.page.goto(link);
  await her.page.getByRole('heading', { name: 'Кузнецова М. открывает вам свой договор' }).waitFor();
  await sound(her.page, 'person-link');
  await her.page.getByRole('button', { name: 'Получить код по СМС' }).click();
  await her.page.getByLabel('Код из СМС').fill(await inboxHas(/(\d{6}) — код, чтобы войти по приглашению/));
  await her.page.getByLabel('Придумайте пароль').fill('1234');
  await her.page.getByRole('button', { name: 'Войти', exact: true }).click();
  await her.page.getByText(/Нужно от/).waitFor();
  await sound(her.page, 'person-code');
  await her.page.getByLabel('Придумайте пароль').fill(PASSWORD);
  await her.page.getByRole('button', { name: 'Войти', exact: true }).click();

  // She sees what a payer sees.
  await her.page.getByText('Договор 100001 вам открыл другой абонент.').waitFor();
  const navigation = her.page.getByRole('navigation', { name: 'Быстрые разделы' });
  expect(await navigation.getByRole('link').allInnerTexts()).toEqual(['Главная', 'Оплата']);
  await fits(her.page, 'person-home');
  await her.page.getByRole('button', { name: 'В свой кабинет' }).click();
  await her.page.getByRole('heading', { name: 'Вам открыт 1 договор' }).waitFor();
  await sound(her.page, 'person-own');
  await her.page.goto(`${server.url}/lk/settings/security`);
  await her.page.getByText('Пароль кабинета', { exact: true }).waitFor();
  await fits(her.page, 'person-security');

  // The used link tells nothing.
  const stranger = await visit(browser, { width: 768 });
  await stranger.page.goto(link);
  await stranger.page.getByRole('heading', { name: 'Ссылка больше не действует' }).waitFor();
  await sound(stranger.page, 'person-over');

  // From now on she signs in as everybody does. An open page would hear of the end of its session and go to the sign-in itself.
  await her.page.goto('about:blank');
  await her.page.goto(`${server.url}/lk/logout`);
  await her.page.goto(`${server.url}/lk/login`);
  await her.page.getByLabel('Номер договора, телефон или почта').fill('8 927 000 02 16');
  await her.page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await her.page.keyboard.press('Enter');
  await her.page.getByText('Договор 100001 вам открыл другой абонент.').waitFor();

  await owner.page.reload();
  await owner.page.getByText(/договор открыт сейчас/).waitFor();
  await owner.page.getByRole('button', { name: 'Сменить роль: Ирина' }).click();
  await owner.page.getByRole('radio', { name: /Доступ мастера/ }).click();
  await sound(owner.page, 'person-role');
  await owner.page.getByRole('button', { name: 'Сохранить' }).click();
  await owner.page.getByText('+7 927 000-02-16, доступ мастера').waitFor();
  await fits(owner.page, 'person-member');
  await her.page.goto(`${server.url}/lk/`);
  await her.page.getByText('У вас доступ мастера.').waitFor();
  await owner.page.getByRole('button', { name: 'Закрыть доступ: Ирина' }).click();
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Закрыть доступ' }).click();
  await owner.page.getByRole('dialog').waitFor({ state: 'hidden' });

  await her.page.getByText('Владелец договора закрыл вам доступ.').waitFor();
  await sound(her.page, 'person-closed');
  expect(owner.faults).toEqual([]);
  expect(stranger.faults.filter((fault) => !/^(?:401|410) /.test(fault))).toEqual([]);
  await Promise.all([owner, her, stranger].map(({ context }) => context.close()));
});
