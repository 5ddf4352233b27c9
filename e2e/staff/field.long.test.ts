import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, textOf, violationsAt, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { staffPerson } from '../harness/staff.ts';

/** A whole PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: Server;
let browser: Browser;
let gleb: Pass;

interface Told {
  text: string;
  happened_at: string;
  done_at: string | null;
  files: { name: string }[];
}

const asJson = async <T>(...words: string[]): Promise<T> =>
  JSON.parse((await server.operator(...words, '--json')).output) as T;

/** A visit of Gleb's today, whatever the hour of the journey is; others of his are over. */
async function visited(contract: string): Promise<number> {
  await server.query(`delete from visit_slot where master = 'Глеб Мастеров'`);
  const filing = ['orders', 'file', contract, '1', 'Роутер горит красным', '--name=Анна', '--phone=79270001122'];
  const { order_id: orderId } = await asJson<{ order_id: number }>(...filing);
  const day = `date_trunc('day', now() at time zone 'Europe/Samara') at time zone 'Europe/Samara'`;
  await server.query(`
    insert into visit_slot (town_id, master, starts_at, ends_at, order_id)
    select town_id, 'Глеб Мастеров', ${day}, ${day} + interval '23 hours 59 minutes', ${orderId}
    from contract where contract_id = ${contract}`);
  await server.query(
    `update support_order o set visit_from = starts_at, visit_to = ends_at from visit_slot s where s.order_id = o.order_id and o.order_id = ${orderId}`,
  );
  return orderId;
}

const eventsOf = async (orderId: number): Promise<Told[]> =>
  (await asJson<{ events: Told[] }>('orders', 'show', String(orderId))).events;

const notesOf = async (contract: string) =>
  (await asJson<{ items: { text: string; detail: string }[] }>('timeline', contract, '--kind=note')).items.map(
    ({ text, detail }) => ({ text, detail }),
  );

const steps = (page: Page) => page.getByRole('region', { name: 'Мои шаги' });

async function opened(worker: boolean): Promise<Page> {
  const { page } = await visit(browser, { pass: gleb, touch: true, width: 360, worker });
  await page.goto(`${server.url}/staff/visits`);
  await page.getByRole('heading', { level: 1, name: /^Дальше: / }).waitFor();
  return page;
}

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  gleb = (await staffPerson(server, 'gleb', 'technician', 'Глеб Мастеров')).pass;
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('a visit without a network: each step is kept with its time, and told once when the network is back', async () => {
  const orderId = await visited('100001');
  const page = await opened(false);
  // The answer to this step is lost on the way: the server has it, the telephone does not know.
  let lost = 0;
  await page.route(
    '**/support/arrived',
    async (route) => {
      lost += 1;
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'На месте' }).click();
  await page.getByRole('heading', { level: 1, name: /^Сейчас: / }).waitFor();
  await page.getByText('Шаги сохранены на телефоне: 1').waitFor();
  await page.getByRole('button', { name: 'Записать замеры, материалы' }).click();
  await page.getByLabel('Замеры', { exact: true }).last().fill('затухание 18 дБ');
  await page.getByRole('button', { name: 'Записать', exact: true }).click();
  await page.getByRole('button', { name: 'Готово', exact: true }).click();
  await page.getByRole('button', { name: 'Переобжал разъём' }).click();
  await page.getByLabel('Файлы').setInputFiles({ name: 'разъём.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByText('разъём.png').waitFor();
  await page.getByRole('button', { name: 'Закрыть заявку' }).click();
  await page.getByRole('heading', { level: 1, name: 'Визитов больше нет' }).waitFor();
  await page.getByText('Шаги сохранены на телефоне: 3').waitFor();
  await settled(page);
  for (const width of [...EXTREMES, 768]) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByRole('button', { name: /Глеб Мастеров/ }).click();
  await page.getByRole('button', { name: 'Выйти' }).click();
  await page.getByText('Не отправлено: 3 шага.').waitFor();
  await page.keyboard.press('Escape');
  const before = new Date().toISOString();
  await page.context().setOffline(false);
  await expect
    .poll(() =>
      steps(page)
        .getByText(/^Отправлено в/)
        .count(),
    )
    .toBe(3);
  expect(lost).toBe(1);
  const events = await eventsOf(orderId);
  const [arrived, ...more] = events.filter(({ text }) => text === 'Мастер на\u00a0месте');
  expect(more).toEqual([]);
  expect(arrived?.done_at).not.toBeNull();
  const closed = events.at(-1);
  expect(closed).toMatchObject({ text: 'Переобжал разъём.', files: [{ name: 'разъём.jpg' }] });
  expect([closed!.done_at! < before, closed!.happened_at >= before]).toEqual([true, true]);
  expect(await notesOf('100001')).toEqual([
    { text: 'Замеры: затухание 18 дБ', detail: expect.stringMatching(/^было /) as string },
  ]);
});

test('a visit that was given to another meanwhile is asked: nothing that was typed is lost', async () => {
  const orderId = await visited('100002');
  const page = await opened(false);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'На месте' }).click();
  await page.getByRole('button', { name: 'Готово', exact: true }).click();
  await page.getByLabel('Абонент это прочитает').fill('Заменил кабель от щитка');
  await page.getByRole('button', { name: 'Закрыть заявку' }).click();
  await page.getByText('Шаги сохранены на телефоне: 2').waitFor();
  await server.query(`update visit_slot set master = 'Другой' where order_id = ${orderId}`);
  await page.context().setOffline(false);
  await steps(page).getByText('Не принято: Визит отдали другому или отменили').waitFor();
  // What follows the refused step waits for the word of a person.
  await steps(page).getByText('Ждёт отправки').waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await steps(page).getByRole('button', { name: 'Выбросить' }).click();
  // The refusal of the step that was thrown away looks the same.
  await steps(page).getByText('На месте').waitFor({ state: 'detached' });
  await steps(page).getByRole('button', { name: 'Отправить заметкой' }).click();
  await steps(page)
    .getByText(/^Отправлено в/)
    .waitFor();
  const [note] = await notesOf('100002');
  expect(note?.text).toContain('Готово: Заменил кабель от щитка');
  expect((await eventsOf(orderId)).map(({ text }) => text)).not.toContain('Мастер на\u00a0месте');
});

test('the day opens without a network, its steps outlive the page; what is of people goes with whoever signs out', async () => {
  const orderId = await visited('100001');
  const page = await opened(true);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const [name] = (await caches.keys()).filter((one) => one.startsWith('staff-'));
        return name !== undefined && (await (await caches.open(name)).match('/staff/visits')) !== undefined;
      }),
    )
    .toBe(true);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: /^Дальше: / }).waitFor();
  await page.getByText(/^Нет связи\. Визиты на/).waitFor();
  await settled(page);
  for (const width of EXTREMES) expect(await violationsAt(page, width), `${width} px`).toEqual([]);
  await page.getByRole('button', { name: 'На месте' }).click();
  await page.getByText('Шаги сохранены на телефоне: 1').waitFor();
  await page.reload();
  await page.getByText('Шаги сохранены на телефоне: 1').waitFor();
  expect(await textOf(page, 'h1')).toMatch(/^Сейчас: /);
  await page.context().setOffline(false);
  await steps(page)
    .getByText(/^Отправлено в/)
    .waitFor();
  expect((await eventsOf(orderId)).at(-1)).toMatchObject({ text: 'Мастер на\u00a0месте' });
  const kept = () => page.evaluate(() => localStorage.getItem('kabinet.staff.day'));
  expect(await kept()).toContain('100001');
  await page.getByRole('button', { name: /Глеб Мастеров/ }).click();
  await page.getByRole('button', { name: 'Выйти' }).click();
  await page.getByLabel('Логин').waitFor();
  expect(await kept()).toBeNull();
});
