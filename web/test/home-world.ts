import { contract, type Wire } from '#web/api/contract.ts';
import type { Account, Client, User } from '#web/shared/data/frame-data.ts';
import type { PhoneNumber } from '#web/shared/service/text/service.texts.ts';
import { replyOf } from './reply.ts';
import { answers, at, json } from './stub.ts';

// The provider's data about a client that the home screen requests. The time is 20 November 2026, 14:05 in Samara.

export const NOW = new Date('2026-11-20T10:05:00Z');

type Movement = Wire<typeof contract.internetAccount.statPayments>['items'][number];

export interface HomeWorld {
  client: Client;
  internet: Account;
  telephone: Account | undefined;
  /** Null: its services are few, and listed. */
  overview: Wire<typeof contract.user.overview>;
  users: User[];
  numbers: PhoneNumber[];
  arrears: Wire<typeof contract.internetContract.programArrears>;
  notices: Wire<typeof contract.notice.getMessages>;
  orders: Wire<typeof contract.support.getOrders>['items'];
  payments: Movement[];
  charges: Movement[];
  price: Wire<typeof contract.payment.expectedPrice>;
  waysOut: Wire<typeof contract.promisedPayment.inDebt>;
}

export const account = (own: Partial<Account> = {}): Account =>
  replyOf(contract.internetAccount.get, {
    kind: 'i',
    account_no: '1040217',
    balance: '1234.50',
    credit_limit: '0.00',
    blocked: false,
    upcoming: [],
    ...own,
  });

export const charge = (day: string, amount: string, after: string, missing = '0.00'): Account['upcoming'][number] => ({
  day,
  amount,
  parts: [{ text: 'Интернет «Волга 300»', amount }],
  balance_after: after,
  missing,
});

export const user = (own: Partial<User> = {}): User =>
  replyOf(contract.user.get, {
    user_id: 1,
    user_type: 'isg',
    name: 'Интернет',
    login: 'kuznetsova84',
    address: 'ул. Юбилейная, 31',
    account: 'i',
    state: 'active',
    state_since: '2026-01-12T08:00:00.000Z',
    state_text: 'Работает.',
    is_applied: true,
    plan: { plan_id: 1, name: 'Волга 300', summary: '300 Мбит/с', price: '550.00', unit: 'month' },
    monthly: '550.00',
    next_charge: { day: '2026-12-01', amount: '550.00' },
    userOptions: 1,
    userOptions2: 3,
    infos: [],
    duty: [],
    days_left: [],
    ...own,
  });

export const phoneNumber = (own: Partial<PhoneNumber> = {}): PhoneNumber => ({
  phone_number: '78482003107',
  state: 'active',
  reason: null,
  blocked_because: null,
  plan: 'Городской',
  price: '250.00',
  opened_on: '2025-10-05',
  closed_on: null,
  is_applied: true,
  ...own,
});

export const movement = (own: Partial<Movement>): Movement => ({
  entry_id: 1,
  day: '2026-11-01',
  at: '2026-10-31T20:10:00.000Z',
  amount: '-550.00',
  kind: 'charge',
  side: own.amount === undefined || own.amount.startsWith('-') ? 'charged' : 'paid',
  text: 'Интернет «Волга 300»',
  method: null,
  user_id: null,
  phone_number: null,
  service: null,
  period: null,
  service_from: null,
  service_until: null,
  rate: null,
  corrects: null,
  corrected_by: [],
  has_receipt: false,
  fiscal_receipt: null,
  ...own,
});

/** A client in credit with one internet service and no problems; `own` overrides fields. */
export const homeWorld = (own: Partial<HomeWorld> = {}): HomeWorld => ({
  client: replyOf(contract.internetContract.get, {
    contract_id: 100001,
    printed_no: null,
    client_name: 'Кузнецова Мария Сергеевна',
    client_name_io: 'Мария Сергеевна',
    client_name_short: 'Кузнецова М. С.',
    is_company: false,
    state: 'active',
    address: 'ул. Юбилейная, 31',
    opened_on: '2025-10-03',
    billing_day: 1,
    last_visit_at: '2026-11-12T07:30:00.000Z',
  }),
  internet: account({
    days_left: 42,
    lasts_until: '2027-01-01',
    next_charge: charge('2026-12-01', '1179.00', '55.50'),
    upcoming: [charge('2026-12-01', '1179.00', '55.50'), charge('2027-01-01', '1179.00', '-1123.50', '1123.50')],
  }),
  telephone: undefined,
  overview: null,
  users: [user()],
  numbers: [],
  arrears: [],
  notices: [],
  orders: [],
  payments: [],
  charges: [],
  price: {
    amount: '1124.00',
    parts: [],
    suggestions: [{ months: 1, amount: '1124.00', lasts_until: '2027-02-01' }],
    smallest: '10.00',
    largest: '75000.00',
    other: null,
  },
  waysOut: [],
  ...own,
});

type WayOut = HomeWorld['waysOut'][number];

/** The ways out of a debt; by default the provider's terms allow no promised payment. */
export const wayOut = (own: Partial<WayOut> = {}): WayOut => ({
  p: 'i',
  to_pay: '629.00',
  after: { balance: '0.50', lasts_until: '2026-12-20', days_left: 30, switches_on: ['Интернет'] },
  terms: { days: 3, fee: '30.00', most: '1500.00' },
  available: false,
  reason: 'Сначала заплатите долг',
  available_from: null,
  offer: null,
  active: null,
  ...own,
});

/** Stubs the server's replies to all these calls, single and in a batch. */
export function serveHome(world: HomeWorld): void {
  const page = <T>(items: T[]) => ({ items, next: null });
  answers(contract.internetContract.get, {}, world.client);
  answers(contract.internetAccount.get, {}, world.internet);
  answers(contract.telephone.get, {}, world.telephone ?? []);
  answers(contract.telephoneNumber.list, {}, world.numbers);
  answers(contract.user.overview, {}, world.overview);
  answers(contract.user.list, {}, world.users);
  answers(contract.notice.getMessages, {}, world.notices);
  answers(contract.promisedPayment.inDebt, {}, world.waysOut);
  answers(contract.support.getOrders, {}, page(world.orders));
  const batch: Record<string, unknown> = {
    'internet-contract/program-arrears': world.arrears,
    'internet-account/stat-payments': page(world.payments),
    'internet-account/stat-charges': page(world.charges),
    'payment/expected-price': world.price,
    'promised-payment/in-debt': world.waysOut,
  };
  at('POST', '/api/v2/default/index', () => json(batch));
}
