import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openBrowser,
  overflow,
  passOf,
  settled,
  sizeOf,
  violations,
  violationsInThemes,
  visit,
  EXTREMES,
} from '../harness/browser.ts';
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

/** A folder for pictures to look at; none are taken without it. */
const FOLDER = process.env['PICTURES'];
const picture = async (page: Page, name: string) => {
  if (FOLDER !== undefined) await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage: true });
};

/** The screen as it stands has no fault at these widths. */
async function sound(page: Page, name: string, widths: readonly number[] = [360]): Promise<void> {
  await settled(page);
  for (const width of widths) {
    await page.setViewportSize(sizeOf(width));
    await picture(page, `${name}-${width}`);
    // Colours are the same at every width.
    const faults = width === widths[0] ? violationsInThemes(page) : violations(page);
    expect(await faults, `${name} at ${width} px`).toEqual([]);
    expect(await overflow(page), `${name} at ${width} px`).toBe(0);
  }
}

test('the screens of security have no fault, and a leaked password is refused', async () => {
  const pass = await passOf(browser, server.url, 100001);
  const { page, context, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/lk/settings/security`);
  await page.getByRole('region', { name: 'Как вы входите' }).waitFor();
  await sound(page, 'security', EXTREMES);
  await page.getByRole('switch', { name: /Второй шаг/ }).click();
  await page.getByRole('img', { name: /^QR-код/ }).waitFor();
  await sound(page, 'second-step', EXTREMES);
  await page.getByRole('button', { name: 'Не включать' }).click();
  await page.getByRole('button', { name: 'Сменить пароль кабинета' }).click();
  await page.getByLabel('Пароль сейчас').fill('demo-kabinet');
  await page.getByLabel('Новый пароль').fill('password');
  await page.getByRole('button', { name: 'Сменить пароль', exact: true }).click();
  await page.getByText(/известен из утечек/).waitFor();
  await sound(page, 'password', EXTREMES);
  expect(faults.filter((fault) => !fault.startsWith('422 '))).toEqual([]);
  await context.close();
});

test('the form for a forgotten password has no fault, and tells nothing of the login', async () => {
  const { page, context } = await visit(browser, { width: 360 });
  await page.goto(`${server.url}/lk/login`);
  await page.getByRole('link', { name: 'Забыли пароль?' }).click();
  await page.getByLabel('Номер договора, телефон или почта').waitFor();
  await sound(page, 'forgot', EXTREMES);
  await page.getByLabel('Номер договора, телефон или почта').fill('999999');
  await page.getByRole('button', { name: 'Прислать код' }).click();
  await page.getByLabel('Код из СМС').fill('123456');
  await page.getByLabel('Новый пароль').fill('два верблюда');
  await page.getByRole('button', { name: 'Сменить пароль и войти' }).click();
  await page.getByText(/Код не подошёл/).waitFor();
  await sound(page, 'recovery', EXTREMES);
  await context.close();
});

/** The code of the latest text message, which the demo shows in its inbox. */
async function codeOfMessage(): Promise<string> {
  const read = async () => {
    const text = (await (await fetch(`${server.url}/sandbox/inbox`)).text()).replaceAll(/<[^>]*>/g, ' ');
    return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
  };
  await expect.poll(read).toBeDefined();
  return (await read()) ?? '';
}

test('who has forgotten the password is in within two minutes on a phone, by five taps', async () => {
  const { page, context, faults } = await visit(browser, { width: 360 });
  await page.goto(`${server.url}/lk/login`);
  const begun = Date.now();
  let taps = 0;
  const tap = async (target: ReturnType<Page['getByRole']>) => {
    taps += 1;
    await target.click();
  };
  await tap(page.getByRole('link', { name: 'Забыли пароль?' }));
  const login = page.getByLabel('Номер договора, телефон или почта');
  await tap(login);
  await login.fill('100002');
  await tap(page.getByRole('button', { name: 'Прислать код' }));
  // The field of the code has the focus already.
  await page.getByLabel('Код из СМС').waitFor();
  await page.keyboard.type(await codeOfMessage());
  const fresh = page.getByLabel('Новый пароль');
  await tap(fresh);
  await fresh.fill('семь зелёных верблюдов');
  await tap(page.getByRole('button', { name: 'Сменить пароль и войти' }));
  await page.waitForURL(`${server.url}/lk/`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(taps).toBe(5);
  expect(Date.now() - begun).toBeLessThan(120_000);
  expect(faults).toEqual([]);
  await context.close();
});
