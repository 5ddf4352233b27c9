import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, textOf, violationsAt, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, staffPerson } from '../harness/staff.ts';

/** A whole PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: Server;
let browser: Browser;
let igor: Pass;
let gleb: Pass;
let orderId: number;

const asJson = async <T>(...words: string[]): Promise<T> =>
  JSON.parse((await server.operator(...words, '--json')).output) as T;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  igor = (await staffPerson(server, 'igor', 'engineer', 'Игорь Власов')).pass;
  gleb = (await staffPerson(server, 'gleb', 'technician', 'Глеб Мастеров')).pass;
  const filing = ['orders', 'file', '100001', '1', 'Роутер горит красным', '--name=Анна', '--phone=79270001122'];
  orderId = (await asJson<{ order_id: number }>(...filing)).order_id;
  const slots = await asJson<{ slot_id: number; town: string; order_id: number | null }[]>('slots', 'list');
  const free = slots.find(({ town, order_id: taken }) => town === 'Тольятти' && taken === null);
  await server.operator('orders', 'visit', String(orderId), String(free?.slot_id), 'Анна');
  // A window of today, whatever the hour of the journey is.
  const day = `date_trunc('day', now() at time zone 'Europe/Samara') at time zone 'Europe/Samara'`;
  const [from, to] = [`${day} + interval '23 hours'`, `${day} + interval '23 hours 59 minutes'`];
  await server.query(
    `update visit_slot set master = 'Глеб Мастеров', starts_at = ${from}, ends_at = ${to} where order_id = ${orderId}`,
  );
  await server.query(`update support_order set visit_from = ${from}, visit_to = ${to} where order_id = ${orderId}`);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('the day by masters: who goes where, and which windows are free', async () => {
  const { page, faults } = await visit(browser, { pass: igor });
  await page.goto(`${server.url}/staff/visits`);
  await page
    .getByRole('region', { name: 'Глеб Мастеров' })
    .getByText(/Юбилейная, 31/)
    .waitFor();
  await settled(page);
  for (const width of [...EXTREMES, 768]) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByRole('button', { name: 'День позже' }).click();
  await page.getByText('Свободно').first().waitFor();
  await settled(page);
  for (const width of [...EXTREMES, 768]) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  expect(faults).toEqual([]);
});

test("a technician's phone: drives, arrives, tells what he has done; others' visits he does not see", async () => {
  const { page, faults } = await visit(browser, { pass: gleb, touch: true });
  await page.goto(`${server.url}/staff/visits`);
  await page.getByRole('heading', { level: 1, name: /^Дальше: / }).waitFor();
  await settled(page);
  expect(await textOf(page, 'main')).not.toContain('Свободно');
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  const drive = new Acts(page);
  await drive.click('button', '20 мин');
  await page.getByText('Абоненту написали').waitFor();
  expect(drive.count).toBe(1);
  const work = new Acts(page);
  await work.click('button', 'На месте');
  await page.getByRole('heading', { level: 1, name: /^Сейчас: / }).waitFor();
  await work.click('button', /^Готово$/);
  await work.click('button', 'Переобжал разъём');
  await page.getByLabel('Файлы').setInputFiles({ name: 'разъём.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByText('разъём.png').waitFor();
  const { x = 0, y = 0 } = (await page.getByRole('img', { name: /^Подпись/ }).boundingBox()) ?? {};
  await page.mouse.move(x + 40, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 70, { steps: 5 });
  await page.mouse.up();
  work.count += 2;
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await work.click('button', 'Закрыть заявку');
  await page.getByRole('heading', { level: 1, name: 'Визитов больше нет' }).waitFor();
  await page.getByText('Визит закрыт').waitFor();
  expect(work.count).toBeLessThanOrEqual(8);
  const { state, events } = await asJson<{
    state: string;
    events: { text: string; author_name: string; files: { name: string }[] }[];
  }>(...['orders', 'show', String(orderId)]);
  expect(state).toBe('done');
  expect(events.map(({ text }) => text)).toContain('Мастер на\u00a0месте');
  expect(events.at(-1)).toMatchObject({ text: 'Переобжал разъём.', author_name: 'Глеб Мастеров' });
  expect(
    events
      .at(-1)
      ?.files.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['Подпись.jpg', 'разъём.jpg']);
  expect(faults).toEqual([]);
});
