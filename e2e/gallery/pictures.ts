// Makes the pictures of the README: `node e2e/gallery/pictures.ts`, after `npm run build`; only some: `node e2e/gallery/pictures.ts home payment`.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, passOf, settled, visit, type Pass, type Theme } from '../harness/browser.ts';
import { withFewColours } from '../harness/palette.ts';
import { Server } from '../harness/server.ts';
import { staffPerson } from '../harness/staff.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

interface Picture {
  name: string;
  width: number;
  theme: Theme;
  /** The login. `staff`: a cashier of the provider. */
  who: number | 'staff';
  path: string;
  /** Brings the page to the state of the picture. */
  then?: (page: Page) => Promise<unknown>;
  /** Height of the picture, if not that of the window. */
  height?: number;
}

const code = (page: Page) => page.getByRole('img', { name: /^QR-код/ }).waitFor();

const ahead = async (page: Page) => {
  await page.getByRole('list', { name: 'Запланировано по дням' }).waitFor();
  await page.getByRole('region', { name: 'Что впереди' }).evaluate((element) => element.scrollIntoView());
};

const openedMonth = async (page: Page) => {
  await page.getByRole('button', { name: /^Октябрь/ }).click();
  await page.getByRole('region', { name: 'Операции' }).waitFor();
  await settled(page);
  await page.getByRole('region', { name: 'По месяцам' }).evaluate((element) => element.scrollIntoView());
};

/** Opens the shift, and finds who pays. */
const paying = async (page: Page) => {
  await page.getByLabel('Всего в ящике').fill('5000');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Плательщик' }).fill('самойлов рев');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Самойлов/ }).waitFor();
};

/** The least width that has all that a wide screen has: larger pictures cost each clone of the repository more. */
const WIDE = 1200;

const PICTURES: readonly Picture[] = [
  { name: 'home', width: WIDE, theme: 'light', who: 100001, path: '', height: 900 },
  { name: 'home-debt', width: 360, theme: 'light', who: 100002, path: '' },
  { name: 'company', width: WIDE, theme: 'light', who: 100005, path: '', height: 800 },
  { name: 'payment', width: WIDE, theme: 'dark', who: 100002, path: 'payment/i/629', then: code, height: 800 },
  { name: 'calendar', width: 360, theme: 'light', who: 100004, path: 'payment/i#ahead', then: ahead },
  {
    name: 'history',
    width: WIDE,
    theme: 'light',
    who: 100001,
    path: 'payments-history/i',
    then: openedMonth,
    height: 800,
  },
  { name: 'staff-card', width: WIDE, theme: 'light', who: 'staff', path: 'contracts/100004', height: 900 },
  { name: 'staff-cash', width: WIDE, theme: 'dark', who: 'staff', path: 'cash', then: paying, height: 800 },
];

async function take(browser: Browser, url: string, picture: Picture, pass: Pass | undefined): Promise<void> {
  const { name, width, theme, path, then, height } = picture;
  const { page, context } = await visit(browser, { width, theme, ...(pass && { pass }) });
  if (height !== undefined) await page.setViewportSize({ width, height });
  await page.goto(`${url}${picture.who === 'staff' ? '/staff/' : '/lk/'}${path}`);
  await settled(page);
  // A page that was painted before its font came keeps the fallback; the next one has the font.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.reload();
  await settled(page);
  await then?.(page);
  // Wait for fonts; leave out the cursor and animations.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const taken = await page.screenshot({ caret: 'hide', animations: 'disabled' });
  await writeFile(`${FOLDER}${name}.png`, await withFewColours(page, taken));
  await context.close();
}

/** Somebody of the office, with a desk to work at. */
async function cashier(server: Server): Promise<Pass> {
  await server.operator('desks', 'add', 'Касса 1', 'Ленина, 40', '--register=АТОЛ 91Ф');
  return (await staffPerson(server, 'smirnova', 'cashier,support,engineer', 'Ольга Смирнова')).pass;
}

await mkdir(FOLDER, { recursive: true });
const server = await Server.first({ BURST: '1000' });
const browser = await openBrowser();
try {
  const passes = new Map<Picture['who'], Pass>();
  for (const who of new Set(PICTURES.map((picture) => picture.who))) {
    passes.set(who, await (who === 'staff' ? cashier(server) : passOf(browser, server.url, who)));
  }
  const words = process.argv.slice(2);
  const wanted = PICTURES.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)));
  for (const picture of wanted) {
    await take(browser, server.url, picture, passes.get(picture.who));
  }
} finally {
  await browser.close();
  await server.remove();
}
