import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, passOf, settled, shifted, textOf, visit, type Pass } from '../harness/browser.ts';
import { HOME_OF_MARIA } from '../harness/looks.ts';
import { Server } from '../harness/server.ts';

let server: Server;
let browser: Browser;
/** The pass of 100001. */
let pass: Pass;
const SETTINGS = { BURST: '1000' };

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(SETTINGS), openBrowser()]);
  pass = await passOf(browser, server.url, 100001);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** Browser vendors call 0.1 good; our limit is stricter. */
const MOST_SHIFT = 0.02;
/** Long enough to see that a splash stays while answers are awaited. */
const LONG_MS = 500;
/** Long enough to press two buttons under the strip, on a busy machine too. */
const STRIP_MS = 4000;

const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'marked' in window);

/** The accessible text of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    // Only form fields have labels.
    const found = document.activeElement as Partial<HTMLInputElement> & Element;
    const words = found.getAttribute('aria-label') ?? (found.labels?.[0] ?? found).textContent;
    return words.replace(/\s+/g, ' ').trim();
  });

/** Presses Tab until the element with these words has the focus. */
async function tabTo(page: Page, words: string | RegExp, most = 60): Promise<void> {
  const passed: string[] = [];
  while (passed.length < most) {
    await page.keyboard.press('Tab');
    const name = await focused(page);
    if (typeof words === 'string' ? name === words : words.test(name)) return;
    passed.push(name);
  }
  throw new Error(`Tab does not reach ${String(words)}, only ${passed.join(' | ')}`);
}

test('says so and keeps its data when the server goes away, and recovers by itself', async () => {
  const { page, context } = await visit(browser, { pass });
  await page.goto(`${server.url}/lk/`);
  await settled(page);
  await page.getByRole('link', { name: 'Платежи', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'История платежей' }).waitFor();
  await settled(page);
  await mark(page);
  await server.end();

  await page.getByRole('link', { name: 'Телефон', exact: true }).click();
  await page.getByText('Нет связи с сервером').first().waitFor();
  await page.getByRole('link', { name: 'Главная' }).first().click();
  await page.getByRole('heading', { level: 1, name: HOME_OF_MARIA }).waitFor();
  expect(await textOf(page, 'main')).toContain('1 234,50 ₽');
  expect(await textOf(page, 'main')).toMatch(/Нет связи с сервером. Показываем данные на \d\d:\d\d/);

  await server.resume(SETTINGS);
  await page.getByText('Нет связи с сервером').waitFor({ state: 'detached' });
  await page.goBack();
  // The data that failed to load have arrived meanwhile.
  await page.getByText('412,80').first().waitFor();
  expect(await isMarked(page)).toBe(true);
  await context.close();
});

/** Answers come when they are let through, until they are held again. */
async function holdAnswers(page: Page) {
  const held: (() => void)[] = [];
  let isHolding = true;
  await page.route('**/api/**', async (route) => {
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  return {
    hold: () => void (isHolding = true),
    areAwaited: () => expect.poll(() => held.length).toBeGreaterThan(0),
    letThrough: () => {
      isHolding = false;
      for (const go of held.splice(0)) go();
    },
  };
}

/** Whether of the splash only its upper edge is left: what is drawn is also what a pointer would meet. */
const isStrip = (page: Page): Promise<boolean> =>
  page.locator('.splash').evaluate((splash: HTMLElement) => {
    splash.style.pointerEvents = 'auto';
    const [edge, below] = [2, 40].map((y) => splash.contains(document.elementFromPoint(200, y)));
    splash.style.pointerEvents = '';
    return edge === true && below === false;
  });

test('slow replies: shows the splash, then skeletons of the final size, without layout shift', async () => {
  for (const width of [360, 1440]) {
    const { page, context } = await visit(browser, { width, pass, rendered: false, strip: STRIP_MS });
    const answers = await holdAnswers(page);
    await page.goto(`${server.url}/lk/`, { waitUntil: 'commit' });
    const splash = page.getByRole('status', { name: 'Загружаем кабинет' });
    await splash.waitFor();
    await answers.areAwaited();
    await pause(LONG_MS);
    expect(await splash.isVisible()).toBe(true);
    expect(await page.locator('h1').isVisible()).toBe(false);
    answers.letThrough();
    // Loaded parts can be read and pressed, below a strip without text.
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await isStrip(page)).toBe(true);
    expect(await splash.count()).toBe(0);
    await page.getByRole('button', { name: 'Свернуть счёт «Интернет»' }).click({ timeout: 1500 });
    await page.getByRole('button', { name: 'Развернуть счёт «Интернет»' }).click({ timeout: 1500 });
    expect(await page.locator('.splash').count()).toBe(1);
    await settled(page);
    expect(await page.locator('.splash').count()).toBe(0);
    expect(await textOf(page, 'main')).toMatch(HOME_OF_MARIA);
    expect(await shifted(page), `home at ${width} px`).toBeLessThanOrEqual(MOST_SHIFT);

    await page.evaluate(() => Object.assign(window, { shifted: 0 }));
    answers.hold();
    await page.getByRole('link', { name: 'Все операции' }).click();
    await page.getByRole('heading', { level: 1, name: 'История платежей' }).waitFor();
    expect(await page.locator('main [aria-busy="true"]').count()).toBeGreaterThan(0);
    await answers.areAwaited();
    answers.letThrough();
    await settled(page);
    expect(await textOf(page, 'main')).toMatch(/Стало.*1 234,50 ₽/);
    expect(await shifted(page), `history at ${width} px`).toBeLessThanOrEqual(MOST_SHIFT);
    await context.close();
  }
});

test('shows an error for one refused part only, and «Повторить» loads that part', async () => {
  const { page, context, requests } = await visit(browser, { pass, rendered: false });
  await page.route('**/api/v2/default/index', async (route) => {
    const reply = await route.fetch();
    const { 'user/list': refused, ...parts } = (await reply.json()) as Record<string, unknown>;
    expect(refused).toBeDefined();
    await route.fulfill({ response: reply, json: parts });
  });
  await page.route('**/api/v2/user/list', (route) =>
    route.fulfill({ status: 500, json: { status: 500, code: 'unexpected', message: 'Что-то пошло не так' } }),
  );
  await page.goto(`${server.url}/lk/`);
  const alert = page.getByRole('alert').filter({ hasText: 'Не удалось загрузить услуги' });
  await alert.waitFor();
  await settled(page);
  expect(await textOf(page, 'main')).toContain('1 234,50 ₽');
  expect(await textOf(page, 'main')).toContain('Последние операции');

  await page.unroute('**/api/v2/user/list');
  const before = requests.length;
  await alert.getByRole('button', { name: 'Повторить' }).click();
  await page.getByRole('heading', { level: 1, name: HOME_OF_MARIA }).waitFor();
  // The stream of events may begin only now.
  const asked = requests.slice(before).filter((one) => one.includes('/api/') && !one.endsWith('/event/stream'));
  expect(asked).toEqual(['GET /api/v2/user/list']);
  await context.close();
});

test('signs in, opens home and pays by QR with the keyboard only; the focus follows the reading order', async () => {
  const { page, context, faults } = await visit(browser);
  await page.goto(`${server.url}/lk/login`);
  await expect.poll(() => focused(page)).toBe('Номер договора, телефон или почта');
  await page.keyboard.type('100003');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Пароль');
  await page.keyboard.type('demo-kabinet');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Диана Ринатовна/ }).waitFor();
  await settled(page);

  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('К содержанию');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  // After the four tasks of the row and the fold of the account.
  await tabTo(page, 'Пополнить на', 6);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('350');
  await tabTo(page, 'Оплатить', 1);
  await page.keyboard.press('Enter');

  await page.waitForURL('**/lk/payment/i/350');
  await expect.poll(() => focused(page)).toBe('Пополнить счёт');
  await page.getByRole('img', { name: /^QR-код для оплаты 350/ }).waitFor();
  await tabTo(page, 'Оплатить с этого устройства');
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toBe('Скопировать ссылку');
  await page.goBack();
  await expect.poll(() => focused(page)).toMatch(/Диана Ринатовна/);
  expect(faults).toEqual([]);
  await context.close();
});
