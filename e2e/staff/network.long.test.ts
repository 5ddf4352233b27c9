import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTREMES, openBrowser, settled, textOf, violationsAt, visit, type Pass } from '../harness/browser.ts';
import { Server } from '../harness/server.ts';
import { staffPerson } from '../harness/staff.ts';

let server: Server;
let browser: Browser;
let pass: Pass;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  ({ pass } = await staffPerson(server, 'igor', 'engineer', 'Игорь Соколов'));
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('the engineer sees which device is out of order, which session differs and why, and a free address', async () => {
  await server.query(`
    insert into radius.nas (address, name, kind, secret, heard_at) values ('10.255.0.1', 'BRAS Лесная', 'mikrotik', decode(repeat('00', 48), 'hex'), now());
    insert into radius.outage (nas_id, began_at, sessions, lost) select nas_id, now(), 20, 10 from radius.nas;
    update internet_session set stopped_at = started_at where stopped_at is null and user_id in (select user_id from service_user where contract_id = 100001);
    insert into radius.service (user_id, version, state, login, access, is_ended, auto_auth, sessions, applied_at)
      select user_id, 1, '{}', login, 'open', false, false, 1, now() - interval '1 hour' from service_user where contract_id = 100001 and user_type = 'isg';
    insert into radius.reply (user_id, kind, attributes, coa, shape) select user_id, 'mikrotik', '{}', '{}', 'aaaaaaaa' from radius.service;
    insert into radius.shape (shape, accept, coa) values ('aaaaaaaa', '{Mikrotik-Rate-Limit,:=,50000k/50000k}', '{}');
    insert into internet_session (user_id, started_at, seen_at, address, bytes_in, bytes_out, nas, session_ref, login, class)
      select user_id, now() - interval '1 hour', now(), '10.84.1.2', 0, 0, '10.255.0.1', 'ref', login, 'k:' || user_id || ':bbbbbbbb' from radius.service`);
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/`);
  await page.getByRole('link', { name: 'Сеть' }).click();
  await page.getByRole('heading', { level: 1, name: 'Сбой: BRAS Лесная' }).waitFor();
  await page.getByText('Должно: Mikrotik-Rate-Limit=50000k/50000k').waitFor();
  await page.getByLabel('Сеть').fill('10.84.1.0/29');
  await page.getByRole('button', { name: 'Показать' }).click();
  const free = page.getByRole('list', { name: 'Свободны' });
  await free.getByText('10.84.1.1', { exact: true }).waitFor();
  expect((await free.getByRole('listitem').allInnerTexts()).slice(0, 2)).toEqual(['10.84.1.1', '10.84.1.3']);
  await settled(page);
  expect(await textOf(page, 'main')).toContain('Есть: bbbbbbbb');
  for (const width of EXTREMES) expect(await violationsAt(page, width), `network, ${width} px`).toEqual([]);
  expect(faults).toEqual([]);
});

test('the network is compared: what differs is named in words, and told again', async () => {
  await server.query(`
    update recorded_network.service set state = state || '{"access":"closed","mac":"00:00:00:00:00:01"}'
    where service = (select 'user:' || user_id from service_user where contract_id = 100003 and service_kind = 'internet')`);
  const { page, faults } = await visit(browser, { pass });
  await page.goto(`${server.url}/staff/network`);
  const press = page.getByRole('button', { name: 'Сверить с сетью' });
  await press.click();
  const dialog = page.getByRole('dialog', { name: /^Разошлось: 1\s+услуга$/ });
  await dialog.getByText('Разошлось: привязка роутера, доступ. Передаём заново').waitFor();
  await dialog.getByRole('link', { name: /^Договор 100003, услуга / }).waitFor();
  for (const width of EXTREMES) expect(await violationsAt(page, width), `differences, ${width} px`).toEqual([]);
  await page.keyboard.press('Escape');
  // The order is carried out, and the next comparison finds nothing.
  const right = page.getByRole('dialog', { name: /^Сеть не\s+подключена$/ });
  await expect
    .poll(async () => {
      await press.click();
      await dialog.or(right).waitFor();
      const isRight = await right.isVisible();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      return isRight;
    })
    .toBe(true);
  expect(faults).toEqual([]);
});
