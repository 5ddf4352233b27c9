import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, textOf, violationsAt, visit } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, staffPerson, type StaffPerson } from '../harness/staff.ts';

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

/** The form, with a printer that only counts. */
async function atForm() {
  const visited = await visit(browser, { pass: luda.pass });
  await visited.page.addInitScript(() => Object.assign(window, { print: () => void (document.title = 'напечатано') }));
  await visited.page.goto(`${server.url}/staff/connect`);
  await visited.page.getByRole('heading', { level: 1 }).waitFor();
  await settled(visited.page);
  return visited;
}

/** A guest asks to be connected from the site. */
async function guestAsks(name: string, phone: string, flat: string): Promise<void> {
  const post = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', origin: server.url };
    const authorization = token !== undefined && { authorization: `Bearer ${token}` };
    const init = { method: 'POST', headers: { ...headers, ...authorization }, body: JSON.stringify(body) };
    return fetch(`${server.url}/api/v2/${path}`, init);
  };
  const signed = await post('auth/token', { grant: 'guest' });
  const { access_token: token } = (await signed.json()) as { access_token: string };
  const get = async <T>(path: string) => {
    const reply = await fetch(`${server.url}/api/v2/${path}`, { headers: { authorization: `Bearer ${token}` } });
    return (await reply.json()) as T;
  };
  const { consent } = await get<{ consent: { version: string } }>('support/get-cont');
  const [city] = await get<{ city_id: number }[]>('support/city-list');
  const asked = { street: 'Юбилейная', house: '31', services: ['internet'], consent: consent.version };
  const reply = await post('support/new-client', { ...asked, name, phone, flat, city: city?.city_id }, token);
  if (!reply.ok) throw new Error(await reply.text());
}

test('from a guest’s request to the printed slip within 25 acts; a reload keeps the draft', async () => {
  await guestAsks('Волкова Ирина Сергеевна', '79171302204', '40');
  const { page, faults } = await atForm();
  await sound(page, 'requests');
  const acts = new Acts(page);
  await acts.click('button', /^Заполнить из заявки/);
  await page.getByRole('heading', { level: 1, name: 'Подключаем: Юбилейная, 31, кв. 40' }).waitFor();
  await page.getByText('Дом подключён').waitFor();
  acts.count += 1;
  await page.getByRole('radio', { name: /Волга 300/ }).check();
  acts.count += 1;
  await page.getByRole('group', { name: 'Окно визита' }).getByRole('button').last().click();
  const total = page.getByRole('region', { name: 'Первое списание' });
  await total.getByText(/Спишем \d/).waitFor();
  await sound(page, 'filled');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Подключаем: Юбилейная, 31, кв. 40' }).waitFor();
  expect(await page.getByLabel('Фамилия, имя, отчество').inputValue()).toBe('Волкова Ирина Сергеевна');
  expect(await page.getByRole('radio', { name: /Волга 300/ }).isChecked()).toBe(true);
  await total.getByText(/Спишем \d/).waitFor();

  await acts.press('Alt+Enter');
  const heading = page.getByRole('heading', { level: 1, name: /^Договор \d+ открыт$/ });
  await heading.waitFor();
  await sound(page, 'opened');
  const number = /\d+/.exec(await heading.innerText())?.[0] ?? '';
  await acts.press('Alt+KeyP');
  await expect.poll(() => page.title()).toBe('напечатано');
  await page.emulateMedia({ media: 'print' });
  const paper = plain(await page.locator('body').innerText());
  for (const words of [number, `${number}i`, 'Пароль на первый вход', 'Первое списание', 'Дальше по 550 ₽'])
    expect(paper).toContain(words);
  // Paper is lost: it names nobody.
  expect(paper).not.toMatch(/Волкова|Юбилейная|Телефон абонента/);
  await page.emulateMedia({ media: 'screen' });
  expect(acts.count).toBeLessThanOrEqual(25);

  await page.getByRole('link', { name: 'Карточка' }).click();
  await page.getByRole('heading', { level: 1, name: /Волкова Ирина Сергеевна/ }).waitFor();
  await page.goto(`${server.url}/staff/connect`);
  await page.getByRole('heading', { level: 1, name: 'Новый договор' }).waitFor();
  expect(await page.getByRole('button', { name: /^Заполнить из заявки/ }).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('what is missing is said at its field; a house that is not wired needs a word of the engineer; a namesake is told', async () => {
  const { page, faults } = await atForm();
  await page.getByRole('button', { name: /Открыть договор/ }).click();
  await page.getByText('Выберите улицу из списка').waitFor();
  await expect.poll(() => page.getByLabel('Улица').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('юби');
  await page.getByRole('button', { name: /^Юбилейная/ }).click();
  await page.getByLabel('Дом', { exact: true }).fill('7777');
  await page.getByRole('heading', { level: 1, name: /нашей сети тут нет/ }).waitFor();
  await page.getByLabel('Фамилия, имя, отчество').fill('Кузнецова Мария Сергеевна');
  await page.getByLabel('Номер на бумагах').fill('ЮЛ-30003/17');
  await page.getByText(/Похоже, есть договор/).waitFor();
  await page.getByRole('radio', { name: /Волга 300/ }).check();
  await page.getByRole('button', { name: /Открыть договор/ }).click();
  await page.getByText(/отметьте, что инженер подтвердил/).waitFor();
  await sound(page, 'not wired');
  await page.getByLabel('Инженер подтвердил').check();
  await page.getByRole('button', { name: /Открыть договор/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Договор ЮЛ-30003/17 открыт' }).waitFor();
  // What another contract has is said at its field.
  await page.goto(`${server.url}/staff/connect`);
  await page.getByLabel('Улица').fill('Юбилейная');
  await page.getByLabel('Дом', { exact: true }).fill('31');
  await page.getByLabel('Фамилия, имя, отчество').fill('Второв Иван');
  await page.getByLabel('Номер на бумагах').fill('юл 30003-17');
  await page.getByRole('radio', { name: /Волга 300/ }).check();
  const printed = page.getByRole('textbox', { name: 'Номер на бумагах' });
  await expect.poll(() => printed.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('Такой номер на бумагах уже у другого договора').waitFor();
  await sound(page, 'number taken');
  expect(faults).toEqual([expect.stringMatching(/^409 POST .*clients\/open$/)]);
});

test('a name is corrected by a document, after what it was and will be; a closed contract lives again', async () => {
  const { page, faults } = await visit(browser, { pass: luda.pass });
  await page.goto(`${server.url}/staff/contracts/100002`);
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Исправить данные' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Имя').last().fill('Самойлова Ольга Викторовна');
  await dialog.getByText('Станет').waitFor();
  const press = dialog.getByRole('button', { name: 'Исправить', exact: true });
  expect(await press.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('По какому документу').fill('Паспорт 3612');
  await sound(page, 'edit');
  await press.click();
  await page.getByRole('heading', { level: 1, name: /Самойлова Ольга Викторовна/ }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  // Its step of the history is taken back after it.
  await page.waitForTimeout(500);

  // A contract without money on either side can be closed by whoever has opened it.
  await page.goto(`${server.url}/staff/connect`);
  await page.getByLabel('Улица').fill('Юбилейная');
  await page.getByLabel('Дом', { exact: true }).fill('31');
  await page.getByLabel('Фамилия, имя, отчество').fill('Первов Иван');
  await page
    .getByRole('radio', { name: /Волга 100/ })
    .first()
    .check();
  await page.getByText(/Спишем \d/).waitFor();
  await page.getByRole('button', { name: /Открыть договор/ }).click();
  await page.getByRole('link', { name: 'Карточка' }).click();
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Расторгнуть' }).click();
  await dialog.getByRole('button', { name: 'Расторгнуть' }).click();
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Возобновить' }).click();
  await dialog.getByText('Мастер подключит:').waitFor();
  await sound(page, 'reopen');
  await dialog.getByRole('button', { name: 'Возобновить', exact: true }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Расторгнуть' }).waitFor();
  expect(plain(await textOf(page, 'main'))).toContain('Возобновили договор');
  expect(faults).toEqual([]);
});

test('a contract moves: what is given back and what waits is told first, the card keeps the old address', async () => {
  const { page, faults } = await visit(browser, { pass: luda.pass });
  await page.goto(`${server.url}/staff/contracts/100003`);
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Переезд' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Город').fill('Тольятти');
  await dialog.getByLabel('Улица').fill('Юбилейная');
  await dialog.getByLabel('Дом', { exact: true }).fill('31');
  await dialog.getByLabel('Квартира').fill('77');
  await dialog
    .getByText(/Отключатся сегодня|Станет/)
    .first()
    .waitFor();
  const press = dialog.getByRole('button', { name: 'Перенести' });
  expect(await press.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('Когда придёт мастер').selectOption({ index: 3 });
  await dialog.getByLabel('По какому документу').fill('Заявление 12');
  await sound(page, 'move');
  await press.click();
  await expect.poll(() => dialog.count()).toBe(0);
  const facts = plain(await textOf(page, 'main'));
  expect(facts).toContain('Юбилейная, 31, кв. 77');
  expect(facts).toMatch(/до \d+ \S+: /);
  expect(facts).toContain('Переезд, назначили визит. Основание: Заявление 12');
  expect(faults).toEqual([]);
});

test('a contract goes to another person: told first, then a number of his own; the former one keeps his papers', async () => {
  const { page, faults } = await visit(browser, { pass: luda.pass });
  await page.goto(`${server.url}/staff/connect`);
  await page.getByLabel('Улица').fill('Юбилейная');
  await page.getByLabel('Дом', { exact: true }).fill('31');
  await page.getByLabel('Фамилия, имя, отчество').fill('Прежнева Анна');
  await page
    .getByRole('radio', { name: /Волга 100/ })
    .first()
    .check();
  await page.getByText(/Спишем \d/).waitFor();
  await page.getByRole('button', { name: /Открыть договор/ }).click();
  await page.getByRole('link', { name: 'Карточка' }).click();
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Переоформить' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Новый абонент').fill('Новиков Пётр Ильич');
  await dialog.getByText('Перейдут без перерыва').waitFor();
  const press = dialog.getByRole('button', { name: 'Переоформить', exact: true });
  expect(await press.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('По какому документу').fill('Заявление обоих');
  await sound(page, 'hand over');
  await press.click();
  await dialog.getByText('Пароль на первый вход').waitFor();
  await sound(page, 'handed over');
  await dialog.getByRole('link', { name: 'Открыть карточку' }).click();
  await page.getByRole('heading', { level: 1, name: /Новиков Пётр Ильич/ }).waitFor();
  expect(plain(await textOf(page, 'main'))).toContain('Переоформлен с договора');
  expect(plain(await textOf(page, 'main'))).not.toContain('Прежнева');
  expect(faults).toEqual([]);
});
