import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, type ExpectStatic } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client as Program } from '../harness/api.ts';
import { openBrowser, overflow, passOf, settled, tokenOf, violations, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { heard, tapsTo } from '../harness/taps.ts';
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

interface Client {
  readonly who: number;
  readonly finding: string | RegExp;
  readonly login: string | RegExp;
  readonly balance: string | RegExp;
  /** Whether both sheets are searched for faults of accessibility, which takes seconds. */
  readonly isLookedAt?: boolean;
  /**
   * Whether the plan and the sum are opened. Of the others the links are looked at: with other data these pages are those of
   * `internet-page.test.tsx` and `payment-page.test.tsx`.
   */
  readonly isWalked?: boolean;
}

/** What one comes for, and what is answered: the finding, the login, the balance. */
const CLIENTS: readonly Client[] = [
  {
    who: 100001,
    finding: 'Скорость ниже тарифа',
    login: 'kuznetsova84',
    balance: '1 234,50 ₽',
    isWalked: true,
  },
  { who: 100002, finding: 'Отключено за долг', login: 'samoylov12', balance: '−628,50 ₽' },
  {
    who: 100003,
    finding: /^Авария(?:: починим к \d\d:\d\d| по вашему адресу|: починим .* к \d\d:\d\d)$/,
    login: 'valeeva155',
    balance: '550,00 ₽',
  },
  { who: 100004, finding: 'Вход закрыт', login: 'gordeev40', balance: '872,30 ₽', isLookedAt: true },
  { who: 100005, finding: 'Идёт ремонт', login: /^pekarni-/, balance: /186.240/ },
];

/** The sheet measures the speed by itself where the network is well; journeys have no such server. */
const SPEED_SERVER = 'https://speed.volga-telecom.example';

const dialog = (page: Page) => page.getByRole('dialog');
const job = (page: Page, name: string) => page.getByRole('button', { name });

async function home(pass: Pass, touch = true) {
  const opened = await visit(browser, { width: 360, pass, touch });
  await opened.page.goto(`${server.url}/lk/`);
  await settled(opened.page);
  return opened;
}

const toPlan = (page: Page) =>
  page.getByRole('navigation', { name: 'Частые дела' }).getByRole('link', { name: /тариф/ });
const toSum = (page: Page) =>
  page.getByRole('navigation', { name: 'Быстрые разделы' }).getByRole('link', { name: 'Оплата' });

/** Home has a link to the plan, and one to the sum. */
async function leadsToPlanAndSum(page: Page, expect: ExpectStatic): Promise<void> {
  for (const [link, target] of [
    [toPlan(page), /^\/lk\/internet\/\d+$/],
    [toSum(page), /^\/lk\/payment\/i$/],
  ] as const) {
    expect.soft(await link.isVisible()).toBe(true);
    expect.soft(await link.getAttribute('href')).toMatch(target);
  }
}

/** From home to the plan by one tap, and from there to the sum with its button by another. */
async function toPlanAndSum(page: Page, expect: ExpectStatic): Promise<void> {
  const plan = page.getByRole('region', { name: 'Включено' });
  const price = plan.getByText(/₽ в\s(месяц|день)/).first();
  expect(await tapsTo(page, [toPlan(page)], price)).toBe(1);
  expect(page.url()).toMatch(/\/internet\/\d+/);
  await settled(page);
  const tree = await page.locator('main').ariaSnapshot();
  expect(tree).toMatch(/heading "Тариф «[^"]+" \[level=2\]/);
  expect(tree).toMatch(/button "(Сравнить|Свернуть) тарифы"/);
  expect(await overflow(page)).toBe(0);

  await page.goBack();
  await page.waitForURL(/\/lk\/$/);
  const sum = page.getByLabel('Сумма');
  expect(await tapsTo(page, [toSum(page)], sum)).toBe(1);
  await settled(page);
  const typed = (await sum.inputValue()).replace(/\s/g, ' ');
  await page.getByRole('button', { name: new RegExp(`^Заплатить ${typed}.₽$`.replaceAll(' ', '\\s')) }).waitFor();
  expect(await overflow(page)).toBe(0);
}

/** On the page of the payment: the ruler of days is pulled by the keyboard and by a finger, and the sum follows. */
async function pullRuler(page: Page, expect: ExpectStatic): Promise<void> {
  const ruler = page.getByRole('slider', { name: 'До какого дня заплатить' });
  await ruler.waitFor();
  const sums = page.getByRole('group', { name: 'Готовые суммы' }).getByRole('button');
  const chosen = (index: number) => expect.poll(() => sums.nth(index).getAttribute('aria-pressed')).toBe('true');
  await chosen(0);
  await ruler.focus();
  await page.keyboard.press('ArrowRight');
  await chosen(1);
  expect(await ruler.getAttribute('aria-valuetext')).toMatch(/^до .+ \d{4}, .+₽$/);
  const box = (await ruler.boundingBox())!;
  await page.touchscreen.tap(box.x + box.width - 14, box.y + box.height / 2);
  await chosen(2);
  expect(await violations(page)).toEqual([]);
}

test.concurrent.for(CLIENTS)(
  'by touch: $who learns in one tap why it does not work and the login, the balance in none, and is by one tap at the plan, by one at the sum',
  async ({ who, finding, login, balance, isLookedAt = false, isWalked = false }, { expect }) => {
    const { page, context, faults } = await home(await passOf(browser, server.url, who));
    const money = page.getByRole('main').getByText(balance).first();
    expect(await tapsTo(page, [], money)).toBe(0);

    const found = dialog(page).getByRole('heading', { name: finding });
    expect(await tapsTo(page, [job(page, 'Не работает')], found)).toBe(1);
    if (isLookedAt) expect.soft(await violations(page)).toEqual([]);
    expect.soft(await overflow(page)).toBe(0);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });

    const entry = dialog(page).getByText(login).first();
    expect(await tapsTo(page, [job(page, 'Логин и вход')], entry)).toBe(1);
    if (isLookedAt) expect.soft(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });

    await leadsToPlanAndSum(page, expect);
    if (isWalked) {
      await toPlanAndSum(page, expect);
      await pullRuler(page, expect);
    }
    expect(faults.filter((fault) => !fault.includes(SPEED_SERVER))).toEqual([]);
    await context.close();
  },
);

/** Switches the schedule off, so that nothing but the locked login closes internet at any hour. */
async function withoutSchedule(pass: Pass): Promise<void> {
  const { internetSchedule, user } = contract;
  const client = new Program(server.url, tokenOf(pass));
  const users = await client.ask(user.list, {});
  const params = { id: users.find(({ reason }) => reason === 'login_locked')?.user_id ?? 0 };
  const { proof } = await client.ask(internetSchedule.checkPassword, { params, body: { password: 'demo-kabinet' } });
  const { version, rules, exceptions } = await client.ask(internetSchedule.get, { params });
  const body = { version, is_on: false, rules, exceptions, ...(proof != null && { proof }) };
  await client.ask(internetSchedule.set, { params, body });
}

test('by keyboard alone: the cause is heard, unlocked in place, and the check goes on', async () => {
  const pass = await passOf(browser, server.url, 100004);
  await withoutSchedule(pass);
  const { page, context } = await home(pass, false);
  // Home begins with the failure, once the network has taken the schedule; the button that cures it is a file of its own.
  await page.getByRole('heading', { level: 1, name: 'Интернет не работает' }).waitFor();
  await job(page, 'Разблокировать').waitFor();
  const tree = await heard(page);
  const at = (words: RegExp) => tree.findIndex((node) => words.test(node));
  expect(at(/^heading Интернет не работает/)).toBeGreaterThan(-1);
  expect(at(/^button Разблокировать/)).toBeGreaterThan(-1);
  expect(at(/^button Разблокировать/)).toBeLessThan(at(/^heading Счёт «Интернет»/));

  const opener = job(page, 'Не работает');
  await tabTo(page, 'Не работает');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('проверим после').first().waitFor();
  const sheet = await heard(page);
  expect(sheet).toContain('dialog Вход закрыт');
  expect(sheet).toContain('list Что проверили');
  expect(sheet.filter((node) => node.startsWith('listitem')).length).toBeGreaterThanOrEqual(5);
  expect(await dialog(page).getByRole('listitem').nth(2).textContent()).toMatch(/Вход закрыт, не.в.порядке/);

  await tabTo(page, 'Разблокировать');
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByRole('heading', { name: /Ещё применяем|Роутер не на связи|До роутера/ })
    .waitFor();
  await dialog(page).getByText('Вход открыт').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  await context.close();
});

/** Presses a control by the keyboard alone. */
async function press(page: Page, words: RegExp): Promise<void> {
  await tabTo(page, words);
  await page.keyboard.press('Enter');
}

/** A screen reader hears the name of the sheet, and the focus comes back to where it was. */
async function heardInSheet(page: Page, opener: string, answer: RegExp, names: readonly RegExp[]): Promise<void> {
  await press(page, new RegExp(`^${opener}$`));
  await dialog(page).getByText(answer).first().waitFor();
  const tree = await heard(page);
  for (const name of names) expect.soft(tree.filter((node) => name.test(node))).not.toEqual([]);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent.replace(/\s/g, ' '))).toBe(opener);
}

/** From home to a code, from there to the bank, and back to the money. */
async function payByKeys(page: Page): Promise<void> {
  await press(page, /^(Оплатить|Пополнить|Заплатить [\d ]+₽)$/);
  await page.waitForURL('**/payment/i**');
  await settled(page);
  const code = page.getByRole('img', { name: /^QR-код/ });
  const ask = page.getByRole('button', { name: /^Показать QR-код на/ });
  await code.or(ask).first().waitFor();
  // A sum that comes from home is shown as a code at once.
  if (await ask.isVisible()) await press(page, /^Показать QR-код на/);
  await code.waitFor();
  expect((await heard(page)).some((node) => /^image QR-код для оплаты .+₽ по СБП$/.test(node))).toBe(true);
  const opened = page.context().waitForEvent('page');
  await press(page, /^Оплатить с этого устройства$/);
  const bank = await opened;
  await bank.waitForLoadState();
  await press(bank, /^Оплатить [\d ]+₽$/);
  await bank.getByRole('status').waitFor();
  await bank.close();
  const way = page.getByRole('list', { name: 'Как шёл платёж' });
  await way.getByText(/^Деньги на.(счёте|обоих счетах)$/).waitFor();
  expect(await heard(page)).toContain('list Как шёл платёж');
}

/** From home to the comparison of plans, and through the question with its price to another plan. */
async function changePlanByKeys(page: Page): Promise<void> {
  await press(page, /^Мой тариф$/);
  await page.waitForURL(/\/internet\/\d+/);
  await settled(page);
  const plan = page.getByRole('heading', { name: /^Тариф «/ }).first();
  const before = (await plan.textContent()) ?? '';
  await press(page, /^Сравнить тарифы$/);
  await press(page, /^Выбрать/);
  await dialog(page).getByText('Останется на счёте').waitFor();
  expect((await heard(page)).some((node) => /^dialog Перейти на «.+»\?$/.test(node))).toBe(true);
  // Who lacks the money for today may choose the day of the next charge.
  if (
    await dialog(page)
      .getByRole('link', { name: /^Пополнить на/ })
      .isVisible()
  ) {
    await press(page, /^С \d/);
    await dialog(page)
      .getByRole('button', { name: /^Перейти \d/ })
      .waitFor();
  }
  await press(page, /^Перейти (?!на)/);
  await dialog(page).waitFor({ state: 'detached' });
  const other = page.getByRole('heading', { name: /^Тариф «/ }).filter({ hasNotText: before });
  await other
    .or(page.getByRole('button', { name: /^(Отменить переход|Вернуть прежний тариф)/ }))
    .first()
    .waitFor();
}

// The others use the same controls; 100004 above, 100003 in `trouble.long.test.ts`, 100001 in `plan.test.ts`.
test('by keyboard alone: 100002 learns the cause, the login and the balance, pays, and changes the plan', async () => {
  const pass = await passOf(browser, server.url, 100002);
  const { page, context, faults } = await visit(browser, { width: 1440, pass });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  expect((await page.getByRole('main').ariaSnapshot()).replace(/\u00a0/g, ' ')).toContain('−628,50 ₽');
  expect((await heard(page)).some((node) => /^heading (Счёт|Чтобы всё заработало)/.test(node))).toBe(true);
  await heardInSheet(page, 'Не работает', /Отключено за долг/, [/^dialog ./, /^list Что проверили$/]);
  await heardInSheet(page, 'Логин и вход', /samoylov12/, [/^dialog Логин и вход$/, /^button Скопировать логин$/]);
  await payByKeys(page);
  await walkTo(page, '/lk/');
  await changePlanByKeys(page);
  expect(faults).toEqual([]);
  await context.close();
});

/** Presses Tab until the control with these words has the focus. */
async function tabTo(page: Page, words: string | RegExp): Promise<void> {
  const met: string[] = [];
  for (let pressed = 0; pressed < 90; pressed += 1) {
    await page.keyboard.press('Tab');
    const name = (await page.evaluate(() => document.activeElement?.textContent.replace(/\s+/g, ' ').trim())) ?? '';
    if (typeof words === 'string' ? name === words : words.test(name)) return;
    met.push(name.slice(0, 30));
  }
  throw new Error(`Tab does not reach «${String(words)}», but: ${met.join(' · ')}`);
}
