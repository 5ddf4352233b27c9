import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Client, eventually } from '../harness/api.ts';
import {
  openBrowser,
  overflow,
  passOf,
  settled,
  textOf,
  tokenOf,
  violations,
  visit,
  type Pass,
} from '../harness/browser.ts';
import { Server } from '../harness/server.ts';

const { internetSchedule } = contract;
const PASSWORD = 'demo-kabinet';
const MONDAY = 1;

let server: Server;
let browser: Browser;
let pass: Pass;
let client: Client;
let params: { id: number };

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start({ BURST: '1000' }), openBrowser()]);
  pass = await passOf(browser, server.url, 100004);
  client = new Client(server.url, tokenOf(pass));
  const users = await client.ask(contract.user.list, {});
  const user_id = users.find(({ reason }) => reason === 'login_locked')?.user_id ?? 0;
  params = { id: user_id };
  await client.ask(contract.internetUser.unlock, { body: { user_id } });
  await closeToday();
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const schedule = () => client.ask(internetSchedule.get, { params });
const opensAt = async (day: number) =>
  (await schedule()).rules.filter(({ days }) => days.includes(day)).map(({ from }) => from);

/** Opens the page of the service in a window of this width; `card` is its schedule. */
async function open(width: number) {
  const { page, faults } = await visit(browser, { width, pass });
  await page.goto(`${server.url}/lk/internet/${params.id}`);
  await settled(page);
  const card = page.getByRole('region', { name: 'График доступа' });
  await card.getByRole('status').first().waitFor();
  return { page, faults, card };
}

/** Compares the state on the card with that of the server. */
async function expectState(page: Page) {
  const { now } = await schedule();
  const words = { pause: 'Пауза графика, сейчас открыто', rest: now.open ? 'Сейчас открыто' : 'Сейчас закрыто' };
  await page.getByText(now.by === 'pause' ? words.pause : words.rest).waitFor();
}

const enter = async (page: Page, password: string) => {
  await page.getByRole('dialog').getByRole('textbox', { name: 'Пароль графика' }).fill(password);
  await page.keyboard.press('Enter');
};

/** Closes internet for today, so that a pause can open it at any hour. */
async function closeToday(): Promise<void> {
  const { proof } = await client.ask(internetSchedule.checkPassword, { params, body: { password: PASSWORD } });
  const { version, is_on, rules } = await schedule();
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Samara' }).format(new Date());
  const body = { version, is_on, rules, exceptions: [{ day, hours: [] }], ...(proof != null && { proof }) };
  await client.ask(internetSchedule.set, { params, body });
}

/** Waits for the e-mail, which the demo shows in its inbox, and returns its code. */
async function codeOfLetter(): Promise<string> {
  const code = await eventually(
    async () => {
      const page = await (await fetch(`${server.url}/sandbox/inbox`)).text();
      return /(?<!\d)\d{6}(?!\d)/.exec(page.replaceAll(/<[^>]*>/g, ' '))?.[0];
    },
    (found) => found !== undefined,
  );
  return code ?? '';
}

test('edits by keyboard and saves with the password; a pause counts down, is extended and ended', async () => {
  const { page, faults, card } = await open(1440);
  await expectState(page);
  expect(await opensAt(MONDAY)).toEqual(['07:00', '14:00']);

  await card.getByRole('gridcell', { name: 'Понедельник, 07:00–08:00, открыто' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await card.getByRole('gridcell', { name: 'Понедельник, 08:00–09:00, закрыто' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await card.getByText('Изменения не сохранены.').waitFor();
  expect(await violations(page)).toEqual([]);

  await card.getByRole('button', { name: 'Сохранить график' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Введите пароль графика' });
  await dialog.waitFor();
  expect(await opensAt(MONDAY)).toEqual(['07:00', '14:00']);
  await enter(page, PASSWORD);
  await page.getByText('График сохранён').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await opensAt(MONDAY)).toEqual(['14:00']);
  await expectState(page);

  // The portal asks for the password once in a session.
  await card.getByRole('button', { name: 'На 30 минут' }).press('Enter');
  const timer = card.getByRole('timer');
  await timer.waitFor();
  await expectState(page);
  const first = await timer.innerText();
  expect(first).toMatch(/^(?:30:00|29:\d\d)$/);
  await expect.poll(() => timer.innerText()).not.toBe(first);
  await card.getByRole('button', { name: 'Ещё 30 минут' }).press('Enter');
  await expect.poll(() => timer.innerText()).toMatch(/^(?:1:00:00|59:\d\d)$/);
  const { paused_until } = await schedule();
  expect(Date.parse(paused_until ?? '')).toBeGreaterThan(Date.now() + 55 * 60_000);
  await card.getByRole('button', { name: 'Закончить паузу' }).press('Enter');
  await timer.waitFor({ state: 'detached' });
  expect((await schedule()).paused_until).toBeNull();
  await expectState(page);

  expect((await schedule()).history.length).toBeGreaterThan(2);
  expect(await overflow(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('locks after five wrong passwords; a code by e-mail sets a new one and completes the action', async () => {
  const { page, faults, card } = await open(360);
  await card.getByRole('button', { name: 'На 30 минут' }).click();
  const dialog = page.getByRole('dialog');
  for (const left of [
    /Осталось 4 попытки/,
    /Осталось 3 попытки/,
    /Осталось 2 попытки/,
    /Осталась 1 попытка/,
    /пять раз подряд/,
  ]) {
    await enter(page, 'wrong-password');
    await expect.poll(() => textOf(page, 'dialog[open]')).toMatch(left);
  }
  await enter(page, PASSWORD);
  await expect.poll(() => textOf(page, 'dialog[open]')).toMatch(/Попробуйте через 15 минут/);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  await dialog.getByRole('button', { name: 'Забыли пароль' }).click();
  await dialog.getByRole('button', { name: /^Письмо на/ }).click();
  await dialog.getByLabel('Код из 6 цифр').fill(await codeOfLetter());
  await dialog.getByLabel('Новый пароль').fill('новый-пароль');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Задать пароль' }).click();
  await card.getByRole('timer').waitFor();
  expect((await schedule()).now.by).toBe('pause');
  const check = (password: string) => client.ask(internetSchedule.checkPassword, { params, body: { password } });
  await expect(check(PASSWORD)).rejects.toThrow('schedule_password_wrong');
  expect((await check('новый-пароль')).proof).toEqual(expect.any(String));
  // The wrong passwords.
  expect(faults.filter((fault) => !/^(?:403|429) /.test(fault))).toEqual([]);
});
