import type { Page } from 'playwright-core';
import { contract } from '@kabinet/contract';
import { addDays, day, type Day } from '@kabinet/contract/kernel/day';
import { eventually, type Client } from '../harness/api.ts';
import type { State } from './state.ts';
import type { Server } from '../harness/server.ts';

const WHO = 100001;
const IN_DAYS = 20;

/** Each plan, option and program that costs something becomes a tenth dearer. */
async function planPrices(server: Server): Promise<void> {
  const { output } = await server.operator('prices', 'list');
  const today: Day = day(new Date().toISOString().slice(0, 10));
  for (const [, kind = '', id = '', price = '0'] of output.matchAll(
    /^(plan|option|program) (\d+) .* ([\d\s]+)\s₽ в /gm,
  )) {
    const was = Number(price.replaceAll(/\s/g, ''));
    if (was > 0)
      await server.operator('prices', 'plan', kind, id, addDays(today, IN_DAYS), String(was + Math.ceil(was / 10)));
  }
}

let planned: Promise<void> | undefined;
const before = (server: Server): Promise<void> => (planned ??= planPrices(server));

/** The address of the client's internet service, once he has been told of its new price. */
const internet =
  (rest = '') =>
  async (client: Client): Promise<string> => {
    await eventually(
      () => client.ask(contract.notice.getMessages, {}),
      (messages) => JSON.stringify(messages).includes('Тариф «'),
    );
    const users = await client.ask(contract.user.list, {});
    return `internet/${users.find(({ user_type: type }) => type === 'isg')?.user_id}${rest}`;
  };

const chooseAPlan = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Выбрать: «/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
};

const address = async (page: Page): Promise<void> => {
  await page.getByLabel('Улица').fill('Юбилейная');
  await page.getByLabel('Дом').fill('33');
  await page.getByRole('group', { name: 'Тариф' }).waitFor();
};

/** The provider takes back the price of the first client's plan; he has been told of both. */
async function withdrawn(server: Server): Promise<void> {
  await before(server);
  const { output } = await server.operator('prices', 'list');
  for (const [, number = ''] of output.matchAll(/^plan .*\(номер (\d+),/gm))
    await server.operator('prices', 'withdraw', number);
}

const messages = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Сообщения/ }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Цена не\sизменится/)
    .first()
    .waitFor();
};

const toldOfWithdrawal = async (client: Client): Promise<string> => {
  await eventually(
    () => client.ask(contract.notice.getMessages, {}),
    (told) => JSON.stringify(told).includes('Цена не'),
  );
  return '';
};

/** Prices of a later day, which stay planned: so these states come last. */
export const PRICES: readonly State[] = [
  { name: 'price-internet', title: 'Internet, new prices', who: WHO, path: internet() },
  { name: 'price-plans', title: 'Plans, new prices', who: WHO, path: internet('#plans') },
  { name: 'price-preview', title: 'A plan with a new price', who: WHO, path: internet('#plans'), then: chooseAPlan },
  { name: 'price-home', title: 'Home, new prices', who: WHO, path: '' },
  { name: 'price-ahead', title: 'The calendar, new prices', who: WHO, path: 'payment/i#ahead' },
  { name: 'price-guest', title: 'Becoming a client, new prices', path: 'support/new-client', then: address },
  {
    name: 'price-withdrawn',
    title: 'Messages, a new price is withdrawn',
    who: WHO,
    path: toldOfWithdrawal,
    before: withdrawn,
    then: messages,
  },
].map((state) => ({ before, ...state }));
