import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { addDays, dayIn, periodOf } from '@kabinet/contract/kernel/day';
import { Client } from '../harness/api.ts';
import {
  openBrowser,
  passOf,
  saved,
  settled,
  textOf,
  tokenOf,
  violationsAt,
  visit,
  EXTREMES,
  type Pass,
} from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { walkTo } from '../harness/walk.ts';

const NUMBER = '78482003107';

let server: Server;
let browser: Browser;
let pass: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  pass = await passOf(browser, server.url, 100001);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const plain = (text: string) => text.replace(/\s+/g, ' ');

test('rates a call record of the exchange, and its subscriber sees it, shows its number and finds it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-cdr-'));
  const path = join(folder, 'cdr.csv');
  // Later than all calls of the demo on that day.
  const day = addDays(dayIn('Europe/Samara', new Date()), -1);
  await writeFile(
    path,
    'accountcode,src,dst,start,billsec,disposition,uniqueid,linkedid,sequence\n' +
      `,003107,88005550001,${day} 23:10:00,30,ANSWERED,e2e.1,e2e.1,1\n` +
      `,003107,810375291234567,${day} 23:20:00,61,ANSWERED,e2e.2,e2e.2,2\n` +
      `,003107,no time,yesterday,61,ANSWERED,e2e.3,e2e.3,3\n`,
  );
  const imported = await server.operator('calls', 'import', path);
  await rm(folder, { recursive: true });
  expect(imported.code).toBe(1);
  expect(plain(imported.output)).toContain('Строка 4: start не время Принято: 2 записи');

  const { page, context, faults } = await visit(browser, { width: 360, pass });
  await page.goto(`${server.url}/lk/telephone/${NUMBER}`);
  await settled(page);
  expect(await textOf(page, 'main')).toContain('Местные 0,65 ₽');
  for (const width of [1440, 360]) expect.soft(await violationsAt(page, width), `at ${width} px`).toEqual([]);
  await page.getByRole('link', { name: 'Все звонки' }).click();
  await page.waitForURL(`**/lk/telephone/calls/${NUMBER}`);
  await settled(page);
  if (periodOf(day) !== periodOf(addDays(day, 1))) {
    await page.getByLabel('Месяц').selectOption(periodOf(day));
  }
  const list = page.getByRole('region', { name: 'Звонки', exact: true });
  await list.getByText('+375 •••••••67').first().waitFor();
  await list.getByRole('button', { name: 'Показать номера' }).click();
  await page.getByLabel('Номер или его часть').fill('375 29 123');
  await list.getByText('+375 291234567').waitFor();
  await page.getByText('Показали на 10 минут').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('main section section').length === 1);
  expect(plain(await list.innerText())).toContain('28,00 ₽');
  expect(faults).toEqual([]);
  await context.close();
});

test('saves the month as CSV by a one-time link; calls of another contract are the 404 page', async () => {
  const client = new Client(server.url, tokenOf(pass));
  const asked = client.ask(contract.telephoneCall.total, { query: { phone_number: '78482003412' } });
  await expect(asked).rejects.toThrow('not_found');
  const { page, context } = await visit(browser, { pass });
  await page.goto(`${server.url}/lk/telephone/calls/78482003412`);
  await page.getByRole('heading', { level: 1, name: 'Такой страницы нет' }).waitFor();

  await walkTo(page, `/lk/telephone/calls/${NUMBER}`);
  for (const width of EXTREMES) expect.soft(await violationsAt(page, width), `calls at ${width} px`).toEqual([]);
  const months = page.getByLabel('Месяц');
  const last = (await months.locator('option').last().getAttribute('value')) ?? '';
  await months.selectOption(last);
  await page.getByText('Показать ещё звонки').waitFor();
  const file = await saved(context, () => page.getByRole('button', { name: 'Таблицу' }).click());
  expect(file.suggestedFilename()).toBe(`Звонки ${NUMBER} ${last}.csv`);
  await context.close();
});
