import type { Page } from 'playwright-core';
import { contract } from '@kabinet/contract';
import type { Wire } from '@kabinet/contract/kernel/call/call';
import { addMonths, dayIn } from '@kabinet/contract/kernel/day';
import { Client } from '../harness/api.ts';
import type { Server } from '../harness/server.ts';
import type { State } from './state.ts';

const OWNER = 100001;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** What stands behind `/lk/`, of the links that the owner has made before. */
const links = { bill: '', invited: '' };
const toBill = () => Promise.resolve(links.bill);
const toInvitation = () => Promise.resolve(links.invited);
const below = (url: string): string => url.slice(url.indexOf('/lk/') + 4);

const ownerOf = async (server: Server): Promise<Client> => {
  const client = await new Client(server.url).signIn(OWNER);
  await client.ask(contract.auth.confirm, { body: { password: 'demo-kabinet' } });
  return client;
};

async function makeBill(server: Server): Promise<void> {
  if (links.bill !== '') return;
  const client = await ownerOf(server);
  const { url } = await client.ask(contract.paymentLink.make, {
    body: { p: 'i', amount: '844', words: 'За интернет мамы' },
  });
  links.bill = below(url);
}

const INVITED = /http\S+(\/lk\/support\/invited#[a-z\d]+)/;

async function invite(server: Server): Promise<void> {
  if (links.invited !== '') return;
  const client = await ownerOf(server);
  const until_day = addMonths(dayIn('Europe/Samara', new Date()), 1);
  const body = { kind: 'phone', address: '+79270000216', label: 'Ирина', role: 'payer', until_day } as const;
  await client.ask(contract.family.inviteContact, { body });
  while (links.invited === '') {
    const inbox = await (await fetch(`${server.url}/sandbox/inbox`)).text();
    links.invited = below(INVITED.exec(inbox.replaceAll(/<[^>]*>/g, ' '))?.[1] ?? '');
  }
}

const pay = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Оплатить/ }).click();
  await page.getByRole('img', { name: /^QR-код/ }).waitFor();
};

type PaymentState = Wire<typeof contract.paymentLink.status>['state'];
/** The bank says so of the payment that was just begun. */
const bankSays = (state: PaymentState, words: string) => async (page: Page) => {
  await page.route(`**/api${contract.paymentLink.status.path}`, (route) => route.fulfill({ json: { state } }));
  await page.getByRole('button', { name: /^Оплатить/ }).click();
  await page.getByText(words).first().waitFor();
};

type Link = Wire<typeof contract.paymentLink.list>[number];
const link = (state: Link['state'], words: string, more: Partial<Link> = {}): Link => ({
  payment_link_id: crypto.randomUUID(),
  p: 'i',
  amount: '844.00',
  words,
  state,
  made_at: inDays(-3),
  expires_at: inDays(4),
  paid_at: null,
  note: null,
  ...more,
});

const asked = async (page: Page): Promise<void> => {
  const json = [
    link('open', 'За интернет мамы'),
    link('paid', 'Дочке на интернет', { paid_at: inDays(-1), note: 'Это от Ильи' }),
    link('ended', 'Дача'),
    link('expired', 'За ноябрь', { expires_at: inDays(-1) }),
  ];
  await page.route(`**/api${contract.paymentLink.list.path}`, (route) => route.fulfill({ json }));
  await page.reload();
  await page.getByText('Ждёт оплаты').waitFor();
};

const dialog = (button: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
};

const code = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Получить код по СМС' }).click();
  await page.getByLabel('Код из СМС').waitFor();
};

/** On a phone a tap opens the bank, and the screen waits for it. */
const atBank = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: /^Заплатить/ }).click();
  await page.waitForURL(/\/sandbox\/bank\//);
  await page.goBack();
  await page.getByRole('link', { name: 'Открыть банк ещё раз' }).waitFor();
};

/** «2026-11-24 14:20», as the staff of the demo writes it. */
const local = (hours: number): string =>
  new Date(Date.now() + hours * HOUR_MS).toLocaleString('sv', { timeZone: 'Europe/Samara' }).slice(0, 16);

let coming: Promise<string> | undefined;
async function comes(server: Server): Promise<string> {
  const { items } = await (await ownerOf(server)).ask(contract.support.getOrders, {});
  const order = String(items.find(({ visit }) => visit !== null)?.order_id);
  await server.operator('slots', 'add', 'Тольятти', 'Пётр', local(1), local(3));
  const { output } = await server.operator('slots', 'list');
  const slot = /^(\d+) .*Пётр/m.exec(output)?.[1] ?? '';
  await server.operator('orders', 'visit', order, slot, 'Ольга');
  await server.operator('orders', 'coming', order, local(1.5), 'Ольга');
  return order;
}
const before = (server: Server): Promise<string> => (coming ??= comes(server));

/** Sharing with who has no contract, a relative's payment, the bank that is awaited, and a technician on his way. */
export const GUESTS: readonly State[] = [
  { name: 'ask-links', title: 'Links to pay, in each state', who: OWNER, path: 'payment/i', then: asked },
  { name: 'ask-new', title: 'A new link to pay', who: OWNER, path: 'payment/i', then: dialog('Сделать ссылку') },
  { name: 'bill', title: 'A bill by a link', before: makeBill, path: toBill },
  {
    name: 'bill-waits',
    title: 'A bill, the bank is awaited',
    before: makeBill,
    path: toBill,
    then: pay,
  },
  {
    name: 'bill-rejected',
    title: 'A bill, the bank has declined',
    before: makeBill,
    path: toBill,
    then: bankSays('rejected', 'Банк отклонил платёж'),
  },
  {
    name: 'bill-expired',
    title: 'A bill, the time of the code is over',
    before: makeBill,
    path: toBill,
    then: bankSays('expired', 'Время кода вышло'),
  },
  {
    name: 'bill-paid',
    title: 'A bill, paid',
    before: makeBill,
    path: toBill,
    then: bankSays('paid', 'Оплачено, спасибо'),
  },
  { name: 'bill-over', title: 'A bill by a used or unknown link', path: 'support/pay' },
  { name: 'invited', title: 'An invitation by a link', before: invite, path: toInvitation },
  {
    name: 'invited-code',
    title: 'An invitation, the code and the password',
    before: invite,
    path: toInvitation,
    then: code,
  },
  { name: 'invited-over', title: 'An invitation by a used or unknown link', path: 'support/invited' },
  {
    name: 'family-waits',
    title: 'Settings, an invitation that waits',
    who: OWNER,
    before: invite,
    path: 'settings/family',
  },
  {
    name: 'family-invite',
    title: 'Settings, a new invitation',
    who: OWNER,
    path: 'settings/family',
    then: dialog('Пригласить'),
  },
  {
    name: 'family-term',
    title: 'Settings, a new invitation until a day',
    who: OWNER,
    path: 'settings/family',
    then: async (page) => {
      await dialog('Пригласить')(page);
      await page.getByRole('button', { name: 'До дня' }).click();
    },
  },
  { name: 'payment-bank', title: 'Payment, the bank is awaited', who: OWNER, path: 'payment/i', then: atBank },
  { name: 'home-coming', title: 'Home, the technician is on his way', who: OWNER, before, path: '' },
  {
    name: 'support-coming',
    title: 'One order, the technician is on his way',
    who: OWNER,
    before,
    path: async () => `support/order?id=${await coming}`,
  },
];
