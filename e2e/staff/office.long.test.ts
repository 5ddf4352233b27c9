import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, passOf, settled, textOf, violationsAt, visit, EXTREMES } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

async function sound(page: Page): Promise<void> {
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
}

test('the first line changes a plan from the next period, after reading the preview aloud', async () => {
  const { pass } = await staffPerson(server, 'olga', 'support', 'Ольга Смирнова');
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/contracts/100001`);
  await settled(page);
  const acts = new Acts(page);
  await acts.click('button', 'Сменить тариф: Интернет');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('«Волга 500»').waitFor();
  await sound(page);
  acts.count += 1;
  await dialog.getByText('«Волга 500»').click();
  await dialog.getByText('Останется на счёте').waitFor();
  expect(plain(await textOf(page, 'dialog[open]'))).toContain('690 ₽ в месяц');
  await sound(page);
  await acts.click('button', /^Перейти/);
  await expect.poll(() => dialog.count()).toBe(0);
  expect(acts.count).toBe(3);
  expect(plain(await textOf(page, 'main'))).toContain('«Волга 500»');
  const timeline = page.getByRole('region', { name: 'Лента' });
  await timeline
    .getByText(/на «Волга 500»|Интернет: «Волга 500»/)
    .first()
    .waitFor();
  await timeline.getByText('Ольга Смирнова').first().waitFor();
  expect(faults).toEqual([]);
});

test('an engineer closes a service with a reason, and its subscriber reads it in his cabinet; then opens it', async () => {
  const { pass } = await staffPerson(server, 'igor', 'engineer', 'Игорь Лапин');
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/contracts/100001`);
  await settled(page);
  await page.getByRole('button', { name: 'Отключить: Интернет' }).click();
  const dialog = page.getByRole('dialog');
  const press = dialog.getByRole('button', { name: 'Отключить', exact: true });
  expect(await press.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByRole('textbox').fill('Нужны новые документы');
  await dialog.getByText('Сегодня вернём').first().waitFor();
  await sound(page);
  await press.click();
  await expect.poll(() => dialog.count()).toBe(0);
  await expect
    .poll(async () => plain(await textOf(page, 'main')))
    .toContain('Мы отключили услугу: Нужны новые документы');

  const cabinet = await visit(browser, { pass: await passOf(browser, server.url, 100_001) });
  await cabinet.page.goto(`${server.url}/lk/`);
  await cabinet.page
    .getByRole('link', { name: /^Интернет/ })
    .first()
    .click();
  // Home tells the reason, too: wait for the page that was opened.
  await cabinet.page.getByRole('heading', { level: 1, name: 'Интернет' }).waitFor();
  await expect
    .poll(async () => plain(await textOf(cabinet.page)))
    .toMatch(/Отключено провайдером с .+: Нужны новые документы\. Пока не списываем/);

  await page.getByRole('button', { name: 'Включить услугу' }).click();
  await dialog.getByText('Останется на счёте').waitFor();
  await dialog.getByRole('button', { name: 'Включить', exact: true }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  expect([...faults, ...cabinet.faults]).toEqual([]);
});

test('a login is unlocked in one act, a link with the right sum is sent in two, and a note stays in the timeline', async () => {
  const { pass } = await staffPerson(server, 'nina', 'support', 'Нина Котова');
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/contracts/100004`);
  await settled(page);
  const cure = new Acts(page);
  await cure.click('button', 'Разблокировать вход');
  await page.getByText('Разблокировали').first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Разблокировать вход' }).count()).toBe(0);
  expect(cure.count).toBe(1);

  await page.goto(`${server.url}/staff/contracts/100002`);
  await settled(page);
  const link = new Acts(page);
  await link.press('F2');
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Сумма').inputValue()).toBe('629');
  await dialog.getByRole('button', { name: /^Телефон/ }).click();
  expect(await dialog.getByLabel('Сумма').inputValue()).toBe('188');
  await dialog.getByRole('button', { name: /^Интернет и ТВ/ }).click();
  await sound(page);
  await link.click('button', 'Отправить');
  await dialog.getByText('Отправили').waitFor();
  expect(link.count).toBe(2);
  await dialog.getByRole('button', { name: 'Готово' }).click();

  await page.getByRole('button', { name: 'Заметка', exact: true }).click();
  await dialog.getByRole('textbox').fill('Звонить после шести');
  await dialog.getByRole('button', { name: 'Записать' }).click();
  const timeline = page.getByRole('region', { name: 'Лента' });
  await timeline.getByText('Звонить после шести').waitFor();
  await timeline.getByText(/Ссылка на оплату 629/).waitFor();
  expect(faults).toEqual([]);
});

test('a password for one sign-in takes four acts, and the router that was seen is bound in one', async () => {
  const { pass } = await staffPerson(server, 'rita', 'support', 'Рита Белкина');
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/contracts/100003`);
  await settled(page);
  const acts = new Acts(page);
  await acts.click('button', 'Ещё');
  acts.count += 1;
  await page.getByText('Пароль на один вход').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Сначала убедитесь, что это абонент/).waitFor();
  await sound(page);
  await acts.click('button', 'Дать пароль');
  await dialog.getByText('Продиктуйте абоненту').waitFor();
  expect(plain(await textOf(page, 'dialog[open]'))).toMatch(/Логин 100003 Пароль \S{8,}/);
  await sound(page);
  await acts.click('button', 'Готово');
  expect(acts.count).toBe(4);

  await server.query(`
    with router as (update service_user set state = 'blocked', reason = 'binding_stale', state_since = now()
      where contract_id = 100001 and user_type = 'isg' returning user_id)
    insert into service_access (user_id, bound_mac, seen_mac, seen_at)
      select user_id, 'a4:5e:60:c1:22:33', '00:11:22:33:44:55', now() from router
    on conflict (user_id) do update set bound_mac = excluded.bound_mac, seen_mac = excluded.seen_mac, seen_at = excluded.seen_at`);
  await page.goto(`${server.url}/staff/contracts/100001`);
  await page.getByText('Сеть не узнаёт устройство').first().waitFor();
  const cure = new Acts(page);
  await cure.click('button', 'Привязать этот роутер');
  await page.getByText('Привязали 00:11:22:33:44:55').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Привязать этот роутер' }).count()).toBe(0);
  expect(cure.count).toBe(1);
  expect(faults).toEqual([]);
});

test('a session that keeps another device out is ended in one act, and the timeline tells by whom', async () => {
  const { pass } = await staffPerson(server, 'yana', 'support', 'Яна Котова');
  await server.query(`
    update internet_session set stopped_at = now() where stopped_at is null and user_id in (select user_id from service_user where contract_id = 100001);
    insert into internet_session (user_id, started_at, address, mac, bytes_in, bytes_out)
    select user_id, now() - interval '1 hour', '10.84.9.9', '00:11:22:33:44:55', 0, 0 from service_user where contract_id = 100001 and user_type = 'isg';
    insert into radius.refused (day, nas, login, mac, why, user_id, count, first_at, last_at, run_since)
    select current_date, '10.255.0.9', login, '00:11:22:33:44:66', 'sessions', user_id, 3, now() - interval '5 minutes', now(), now() - interval '5 minutes'
    from service_user where contract_id = 100001 and user_type = 'isg'`);
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/contracts/100001`);
  const chain = page.getByRole('region', { name: 'Почему не работает' });
  await chain.getByText('Уже в сети с другого устройства').waitFor();
  await settled(page);
  // What would be ended is read before it is pressed: the address, and since when.
  expect(plain(await textOf(page, 'main'))).toMatch(/адрес 10\.84\.9\.9, с .*Сейчас завершу тот сеанс/);
  await sound(page);
  const acts = new Acts(page);
  await acts.click('button', 'Завершить сеанс');
  await page.getByText('Завершаем сеанс', { exact: true }).waitFor();
  expect(acts.count).toBe(1);
  // The network has ended it: the card hears that, and nothing keeps the other device out.
  await expect.poll(() => chain.getByRole('button', { name: 'Завершить сеанс' }).count()).toBe(0);
  const timeline = page.getByRole('region', { name: 'Лента' });
  await timeline.getByText(/завершили сеанс/).waitFor();
  await timeline.getByText('Яна Котова').first().waitFor();
  await timeline.getByRole('button', { name: 'Сеть' }).click();
  await timeline
    .getByText(/10\.84\.9\.9.*до /)
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});

test('a new phone waits for its code, and a contract with money on it is not closed', async () => {
  const { pass } = await staffPerson(server, 'vera', 'cashier', 'Вера Титова');
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/contracts/100001`);
  await settled(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Сменить', exact: true }).click();
  await dialog.getByRole('button', { name: 'Отправить код' }).click();
  await dialog.getByText('Назовите документ').waitFor();
  await sound(page);
  await dialog.getByLabel('Новый телефон').fill('8 927 000-11-22');
  await dialog.getByLabel(/^По какому документу/).fill('Паспорт 3612');
  await dialog.getByRole('button', { name: 'Отправить код' }).click();
  await dialog.getByLabel(/^Код, который/).fill('000000');
  await sound(page);
  await dialog.getByRole('button', { name: 'Подтвердить' }).click();
  await dialog.getByText(/Код не подошёл|Неверный код|осталось/i).waitFor();
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Расторгнуть' }).click();
  await dialog.getByText('Пока нельзя.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Расторгнуть' }).getAttribute('aria-disabled')).toBe('true');
  await sound(page);
  // The wrong code.
  expect(faults.filter((fault) => !fault.includes('/clients/confirm-contact'))).toEqual([]);
});
