import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, violationsAt, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { Acts, staffPerson } from '../harness/staff.ts';

const WHO = '100001';
const [FREE, TAKEN] = ['sw-ub31-1 eth 0/14', 'sw-ub31-1 eth 0/2'];
const ROUTER = 'A4:2B:B0:77:E1:3D';

let server: Server;
let browser: Browser;
let gleb: Pass;
let userId: number;

/** A visit of Gleb's today that connects the internet; the house has a free port, and one of a neighbour. */
async function connecting(): Promise<number> {
  const number = async (words: string): Promise<number> =>
    Number(Object.values((await server.query(words))[0] ?? {})[0]);
  await server.query(`delete from visit_slot where master = 'Глеб Мастеров'`);
  userId = await number(
    `select min(user_id) from service_user where contract_id = ${WHO} and service_kind = 'internet'`,
  );
  await server.query(`update service_user set state = 'connecting', reason = null where user_id = ${userId}`);
  await server.query(`update service_access set bound_mac = null where user_id = ${userId}`);
  await server.query(`update internet_session set stopped_at = started_at where user_id = ${userId}`);
  await server.query(`delete from radius.refused`);
  await server.query(`delete from service_line`);
  const others = await server.query<{ user_id: number }>(
    `select user_id from service_user where service_kind = 'internet' and contract_id <> ${WHO} and state in ('active', 'closed')
     order by state = 'closed', user_id limit 2`,
  );
  const [neighbour, left] = others.map(({ user_id: id }) => id);
  await server.query(
    `update contract c set (town_id, street_id, house) = (select town_id, street_id, house from contract where contract_id = ${WHO})
     from service_user u where u.contract_id = c.contract_id and u.user_id in (${neighbour}, ${left})`,
  );
  await server.query(
    `update service_user set state = 'closed', reason = null, closed_on = opened_on where user_id = ${left}`,
  );
  await server.query(
    `insert into service_line (user_id, circuit) values (${neighbour}, '${TAKEN}'), (${left}, '${FREE}')`,
  );
  const filing = ['orders', 'file', WHO, '1', 'Подключить интернет, роутер свой', '--name=Анна', '--phone=79270001122'];
  const { order_id: orderId } = JSON.parse((await server.operator(...filing, '--json')).output) as { order_id: number };
  const day = `date_trunc('day', now() at time zone 'Europe/Samara') at time zone 'Europe/Samara'`;
  await server.query(
    `insert into visit_slot (town_id, master, starts_at, ends_at, order_id)
     select town_id, 'Глеб Мастеров', ${day}, ${day} + interval '23 hours 59 minutes', ${orderId} from contract where contract_id = ${WHO}`,
  );
  await server.query(
    `update support_order o set visit_from = starts_at, visit_to = ends_at, user_id = ${userId} from visit_slot s
     where s.order_id = o.order_id and o.order_id = ${orderId}`,
  );
  return orderId;
}

/** The router comes on line. */
const comesOn = (mac: string) =>
  server.query(
    `insert into internet_session (user_id, started_at, address, mac, bytes_in, bytes_out) values (${userId}, now(), '10.84.1.7', '${mac}', 0, 0)`,
  );

/** A phone whose browser reads codes, and whose camera sees the sticker of the router. */
async function atVisit(reads: boolean): Promise<{ page: Page; faults: string[] }> {
  const opened = await visit(browser, { pass: gleb, touch: true, width: 360 });
  if (reads)
    await opened.page.addInitScript((code: string) => {
      class Reader {
        detect() {
          return Promise.resolve([{ rawValue: 'S/N:S2114ZV0117' }, { rawValue: `MAC ${code}` }]);
        }
      }
      const canvas = document.createElement('canvas');
      // A picture that does not change is no picture of a camera.
      setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 300, 150), 100);
      Object.assign(window, { BarcodeDetector: Reader });
      Object.defineProperty(navigator, 'mediaDevices', {
        value: { getUserMedia: () => Promise.resolve(canvas.captureStream(5)) },
      });
    }, ROUTER);
  await opened.page.goto(`${server.url}/staff/visits`);
  await opened.page.getByRole('heading', { level: 1, name: /^Дальше: / }).waitFor();
  return opened;
}

async function sound(page: Page, where: string): Promise<void> {
  await settled(page);
  for (const width of [...EXTREMES, 768]) expect(await violationsAt(page, width), `${where}, ${width} px`).toEqual([]);
}

const events = async (orderId: number) =>
  (
    JSON.parse((await server.operator('orders', 'show', String(orderId), '--json')).output) as {
      state: string;
      events: { text: string }[];
    }
  ).events.map(({ text }) => text);

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  gleb = (await staffPerson(server, 'gleb', 'technician', 'Глеб Мастеров')).pass;
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('connect: port, router by scan, first session, the end of the visit within seven acts', async () => {
  const cameraAt = async (path: string) => (await fetch(server.url + path)).headers.get('permissions-policy');
  expect([await cameraAt('/staff/visits'), await cameraAt('/lk/login')]).toEqual([
    'camera=(self), microphone=(), geolocation=()',
    'camera=(), microphone=(), geolocation=()',
  ]);
  const orderId = await connecting();
  const { page, faults } = await atVisit(true);
  const acts = new Acts(page);
  await acts.click('button', 'На месте');
  await page.getByRole('heading', { level: 3, name: /^Подключить: Интернет/ }).waitFor();
  await sound(page, 'empty');
  await acts.click('button', FREE);
  await acts.click('button', 'Сканировать');
  await expect.poll(() => page.getByLabel('MAC роутера').inputValue()).toBe(ROUTER);
  await page.getByText('Заработает сразу, списания начнутся сегодня.').waitFor();
  await acts.click('button', /^Подключить$/);
  await page.getByText('Ждём первый сеанс.').waitFor();
  await sound(page, 'waiting');
  await comesOn(ROUTER);
  await page.getByText('Роутер на связи, адрес 10.84.1.7.').waitFor();
  await sound(page, 'on line');
  await acts.click('button', /^Готово$/);
  expect(await page.getByLabel('Абонент это прочитает').inputValue()).toMatch(/^Подключили: Интернет/);
  await acts.click('button', 'Закрыть заявку');
  await page.getByRole('heading', { level: 1, name: 'Визитов больше нет' }).waitFor();
  await page.getByText('Визит закрыт').waitFor();
  expect(acts.count).toBeLessThanOrEqual(7);
  expect((await events(orderId)).at(-1)).toMatch(/^Подключили: Интернет/);
  const line = await server.query<{ circuit: string; mac: string }>(
    `select circuit, bound_mac::text as mac from service_line join service_access using (user_id) where user_id = ${userId}`,
  );
  expect(line).toEqual([{ circuit: FREE, mac: ROUTER.toLowerCase() }]);
  expect(faults).toEqual([]);
});

test('what cannot be is said before: a port of a neighbour; then why the router is not on line, in words', async () => {
  await connecting();
  const { page, faults } = await atVisit(false);
  await page.getByRole('button', { name: 'На месте' }).click();
  expect(await page.getByRole('button', { name: 'Сканировать' }).count()).toBe(0);
  await page.getByLabel('Порт', { exact: true }).fill(TAKEN);
  await page.getByText('На этом порту другой абонент. Проверьте номер').waitFor();
  const press = page.getByRole('button', { name: /^Подключить$/ });
  expect(await press.getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('MAC роутера').pressSequentially('a42bb077e13');
  expect(await page.getByLabel('MAC роутера').inputValue()).toBe('A4:2B:B0:77:E1:3');
  await page.getByLabel('Порт', { exact: true }).fill(FREE);
  await page.getByText('В MAC двенадцать знаков').waitFor();
  await sound(page, 'half typed');
  await page.getByLabel('MAC роутера').fill(ROUTER);
  await page.getByText('Заработает сразу').waitFor();
  await press.click();
  await page.getByText('Ждём первый сеанс.').waitFor();
  await server.query(
    `insert into radius.refused (day, nas, login, mac, why, user_id, count, first_at, last_at, run_count, run_since, hour_count)
     values (current_date, '10.0.0.1', 'u', '${ROUTER.toLowerCase()}', 'password', ${userId}, 5, now(), now(), 5, now() - interval '2 minutes', 5)`,
  );
  await page.getByText('Роутеру не подходит пароль.').waitFor();
  await page.getByText(/отказ: неверный пароль/).waitFor();
  await sound(page, 'wrong password');
  await server.query('delete from radius.refused');
  await comesOn('02:10:01:76:c0:e6');
  await page.getByText('На связи другое устройство.').waitFor();
  await sound(page, 'another device');
  // A reload forgets nothing of it; the router that is there may be the right one.
  await page.reload();
  await page.getByText('На связи другое устройство.').waitFor();
  await page.getByRole('button', { name: 'Привязать этот роутер' }).click();
  await page.getByText('Роутер на связи, адрес 10.84.1.7.').waitFor();
  expect(faults).toEqual([]);
});

test('without a network the connection is kept with what was typed, and told when it is back; a port taken meanwhile is asked', async () => {
  const orderId = await connecting();
  const { page } = await atVisit(false);
  await page.getByRole('button', { name: 'На месте' }).click();
  await page.getByRole('button', { name: FREE }).waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Порт', { exact: true }).fill('sw-ub31-1 eth 0/15');
  await page.getByLabel('MAC роутера').fill(ROUTER);
  await page.getByText(/Подключение сохраним на.телефоне/).waitFor();
  await page.getByRole('button', { name: /^Подключить$/ }).click();
  await page.getByText('Первый сеанс проверим, когда появится связь.').waitFor();
  await sound(page, 'no network');
  await server.query(`update service_line set circuit = 'sw-ub31-1 eth 0/15' where circuit = '${TAKEN}'`);
  await page.context().setOffline(false);
  await page.getByRole('alert').getByText('Не подключили.').waitFor();
  expect(await page.getByLabel('MAC роутера').inputValue()).toBe(ROUTER);
  await sound(page, 'refused');
  await page.getByLabel('Порт', { exact: true }).fill(FREE);
  await page.getByRole('button', { name: /^Подключить$/ }).click();
  await page.getByText('Ждём первый сеанс.').waitFor();
  expect(await events(orderId)).toContain('Мастер на\u00a0месте');
});
