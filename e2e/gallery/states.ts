import type { Page } from 'playwright-core';
import { contract } from '@kabinet/contract';
import type { Client } from '../harness/api.ts';
import { GUESTS } from './guests.ts';
import { MONEY } from './money.ts';
import { PRICES } from './prices.ts';
import { SETTINGS } from './settings.ts';
import type { State } from './state.ts';

type Kind = 'isg' | 'tv' | 'sip' | 'mail';
const FOLDERS: Readonly<Record<Kind, string>> = { isg: 'internet', tv: 'tv', sip: 'sip', mail: 'mail' };

/** The page of the first service of a kind. */
const service =
  (kind: Kind, rest = '') =>
  async (client: Client): Promise<string> => {
    const users = await client.ask(contract.user.list, {});
    const first = users.find(({ user_type: type }) => (type in FOLDERS ? type : 'isg') === kind);
    if (first === undefined) throw new Error(`No service of the kind ${kind}`);
    return `${FOLDERS[kind]}/${first.user_id}${rest}`;
  };

const number =
  (folder: string) =>
  async (client: Client): Promise<string> => {
    const [first] = await client.ask(contract.telephoneNumber.list, {});
    return `${folder}/${first?.phone_number}`;
  };

const order = async (client: Client): Promise<string> => {
  const { items } = await client.ask(contract.support.getOrders, {});
  return `support/order?id=${items[0]?.order_id}`;
};

const dialog = (button: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
};

const code = (page: Page) => page.getByRole('img', { name: /^QR-код/ }).waitFor();

/** A number that no other state asks for. */
let asked = 0;
const askForCall = async (page: Page) => {
  asked += 1;
  await page.getByLabel('Ваш телефон').fill(`92700009${String(asked).padStart(2, '0')}`);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Жду звонка/ }).click();
  await page.getByRole('button', { name: 'Отменить звонок' }).waitFor();
};

/** A screen in each state of the network. */
const inNetworks = (state: State): State[] => [
  state,
  { ...state, name: `${state.name}-loading`, title: `${state.title}, loading`, network: 'slow' },
  { ...state, name: `${state.name}-failed`, title: `${state.title}, the server fails`, network: 'broken' },
  { ...state, name: `${state.name}-offline`, title: `${state.title}, the network is lost`, network: 'lost' },
];

/** The same for a client who has everything. */
const withNetworks = (name: string, title: string, path: State['path'], who = 100001): State[] =>
  inNetworks({ name, title, who, path });

export const STATES: readonly State[] = [
  { name: 'login', title: 'Sign-in', path: 'login' },
  ...withNetworks('home', 'Home', ''),
  ...withNetworks('home-debt', 'Home, in debt', '', 100002),
  { name: 'home-new', title: 'Home, a new client', who: 100003, path: '' },
  { name: 'home-trouble', title: 'Home, the login is locked', who: 100004, path: '' },
  { name: 'home-company', title: 'Home of a company', who: 100005, path: '' },
  ...withNetworks('internet', 'Internet', service('isg')),
  { name: 'internet-debt', title: 'Internet, in debt', who: 100002, path: service('isg') },
  { name: 'internet-new', title: 'Internet, a new client', who: 100003, path: service('isg') },
  { name: 'internet-trouble', title: 'Internet, the login is locked', who: 100004, path: service('isg') },
  ...withNetworks('sessions', 'Sessions', service('isg', '/isg')),
  { name: 'sessions-new', title: 'Sessions, none', who: 100003, path: service('isg', '/isg') },
  ...withNetworks('tv', 'TV', service('tv')),
  { name: 'tv-debt', title: 'TV, in debt', who: 100002, path: service('tv') },
  { name: 'tv-create', title: 'Connecting TV', who: 100003, path: 'tv/create' },
  ...withNetworks('sip', 'SIP line', service('sip')),
  ...withNetworks('mail', 'Mailbox', service('mail')),
  { name: 'mail-create', title: 'A new mailbox', who: 100001, path: 'mail/create' },
  ...withNetworks('telephone', 'Telephone number', number('telephone')),
  { name: 'telephone-debt', title: 'Telephone number, in debt', who: 100002, path: number('telephone') },
  ...withNetworks('calls', 'Calls', number('telephone/calls')),
  ...withNetworks('payment', 'Payment', 'payment/i'),
  { name: 'payment-debt', title: 'Payment, in debt', who: 100002, path: 'payment/i' },
  { name: 'payment-code', title: 'Payment, the code', who: 100002, path: 'payment/i/629', then: code },
  { name: 'payment-both', title: 'Payment of both accounts', who: 100002, path: 'payment/i?t' },
  {
    name: 'payment-both-code',
    title: 'Payment of both accounts, the code',
    who: 100002,
    path: 'payment/i/629?t=188',
    then: code,
  },
  { name: 'payment-telephone', title: 'Payment of the telephone', who: 100002, path: 'payment/t' },
  ...withNetworks('history', 'History of payments', 'payments-history/i'),
  { name: 'history-new', title: 'History of payments, a new client', who: 100003, path: 'payments-history/i' },
  ...withNetworks('settings', 'Settings', 'settings'),
  ...['mobile', 'notices', 'view', 'security', 'family', 'consents', 'data'].map((part) => ({
    name: `settings-${part}`,
    title: `Settings, ${part}`,
    who: 100001,
    path: `settings/${part}`,
  })),
  ...SETTINGS,
  ...withNetworks('support', 'Orders', 'support/orders'),
  { name: 'support-none', title: 'Orders, none', who: 100003, path: 'support/orders' },
  { name: 'support-order', title: 'One order', who: 100001, path: order },
  { name: 'support-new', title: 'A new order', who: 100001, path: 'support/new' },
  ...inNetworks({ name: 'support-connect', title: 'Becoming a client', path: 'support/new-client' }),
  ...inNetworks({ name: 'support-call', title: 'A call back', path: 'support/call-back' }),
  { name: 'support-call-waiting', title: 'A call that a guest waits for', path: 'support/call-back', then: askForCall },
  {
    name: 'support-call-withdraw',
    title: 'Withdrawing it',
    path: 'support/call-back',
    then: async (page) => {
      await askForCall(page);
      await dialog(/^Отменить звонок/)(page);
    },
  },
  ...inNetworks({ name: 'support-contacts', title: 'Contacts', path: 'support/contacts' }),
  ...withNetworks('speed', 'Speed test', 'speed-test'),
  { name: 'speed-guest', title: 'Speed test of a guest', path: 'speed-test' },
  ...withNetworks('network', 'The network now', 'volga-online'),
  { name: 'network-debt', title: 'The network now, in debt', who: 100002, path: 'volga-online' },
  { name: 'network-trouble', title: 'The network now, the login is locked', who: 100004, path: 'volga-online' },
  ...inNetworks({ name: 'network-guest', title: 'The network now, a guest', path: 'volga-online' }),
  { name: 'lost', title: 'No such page', who: 100001, path: 'no-such-page' },
  { name: 'sheet-trouble', title: '«Не работает»', who: 100004, path: 'support/orders', then: dialog(/^Не работает/) },
  { name: 'sheet-login', title: '«Логин и вход»', who: 100001, path: '', then: dialog(/^Логин и вход/) },
  { name: 'dialog-promise', title: 'Promised payment', who: 100002, path: 'payment/i', then: dialog(/^Взять/) },
  ...GUESTS,
  ...MONEY,
  ...PRICES,
];
