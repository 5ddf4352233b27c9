import { createHmac, randomUUID } from 'node:crypto';
import { SANDBOX_SECRET } from '../../e2e/harness/api.ts';
import { DEMO_PASSWORD } from '../../server/seeds/people/password.ts';
import { HOME } from '../parts/home-parts.ts';
import { pathOf, type SoughtContract, type StaffCall } from '../parts/staff-calls.ts';
import type { Action } from './open-loop.ts';

/** A subscriber with a session. */
interface Subscriber extends SoughtContract {
  readonly token: string;
  readonly user_id: number;
}

export interface City {
  readonly subscribers: readonly Subscriber[];
  /** Headers that tell who of the staff asks. */
  readonly clerks: readonly string[];
  readonly plan: number;
  /** Numbers of payments; each run has its own. */
  readonly run: number;
}

type Made = (city: City, one: Subscriber, count: number) => Action;

/** How often a bank that has had no answer in time tells of the same payment. */
const TIMES_TOLD = 3;
const REPEATED = 500_000_000_000;
const HUNDRED = 100;
export const SITE = 'http://127.0.0.1:8080';

const asked =
  (kind: string, method: Action['method'], path: string, body?: (one: Subscriber, city: City) => object): Made =>
  (city, one) => ({
    kind,
    method,
    path: `/api/v2/${path}`,
    headers: {
      authorization: `Bearer ${one.token}`,
      'accept-encoding': 'gzip',
      origin: SITE,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: body(one, city) }),
  });

const home = asked('home', 'POST', 'default/index', () => HOME);

const staff =
  (call: StaffCall): Made =>
  ({ clerks }, one, count) => ({
    kind: `staff: ${call}`,
    method: 'GET',
    path: pathOf(call, one, count),
    headers: { 'accept-encoding': 'gzip', authorization: `Bearer ${clerks[count % clerks.length]}` },
  });

const payment: Made = ({ run }, { account_no: account }, count) =>
  paidAt('payment', account, `${run}${10_000_000 + count}`);

/** A bank tells of a payment, which has this number in the run; it is kept at once and applied later. */
function toldBy(kind: string, run: number, number: number): Action {
  const operation = `${run.toString(16).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const body = {
    operation_id: operation,
    qr_id: `${run}-${number}`,
    status: 'success',
    amount: '100.00',
    currency: 'RUB',
  };
  const signature = createHmac('sha256', SANDBOX_SECRET).update(JSON.stringify(body)).digest('hex');
  return { kind, method: 'POST', path: '/gateway/sandbox', headers: { 'x-signature-sha256': signature }, body };
}

const bank: Made = ({ run }, _, count) => toldBy("bank's notification", run, count);

/** What it told a hundred actions ago it tells again, until it has told it so many times. */
const repeatedBank: Made = ({ run }, _, count) => {
  const round = Math.floor(count / HUNDRED / TIMES_TOLD);
  return toldBy("bank's repeated notification", run, REPEATED + round * HUNDRED + (count % HUNDRED));
};

const ownPayment = asked('own payment', 'GET', 'payment/sbp?p=i&amount=100.00');

/** A terminal asks for the name of the account before it takes the money. */
const check: Made = ({ run }, { account_no: account }, count) => ({
  ...paidAt('check', account, `${run}${30_000_000 + count}`),
  path: `/gateway/osmp?command=check&txn_id=${run}${30_000_000 + count}&account=${account}&sum=0.00`,
});

const paidAt = (kind: string, account: string, number: string): Action => ({
  kind,
  method: 'GET',
  path: `/gateway/osmp?command=pay&txn_id=${number}&txn_date=20261128120000&account=${account}&sum=100.00`,
  headers: {},
  has: '<result>0</result>',
  later: '<result>1</result>',
});

const signIn: Made = (_, { contract_id: id }) => ({
  kind: 'sign-in',
  method: 'POST',
  path: '/api/v2/auth/token',
  headers: { origin: SITE },
  body: { login: String(id), password: DEMO_PASSWORD },
});

/** A mixed day: of a hundred things, how many are of each kind. */
export const DAY: readonly (readonly [Made, number])[] = [
  [home, 36],
  [asked('history', 'GET', 'internet-account/stat-movements?limit=20'), 11],
  [asked('notices', 'GET', 'notice/get-messages'), 8],
  [asked('calendar', 'GET', 'calendar'), 4],
  [
    asked('plan: preview', 'POST', 'plan/preview', ({ user_id: user }, { plan }) => ({
      user_id: user,
      plan_id: plan,
      when: 'now',
    })),
    3,
  ],
  [asked('a change', 'POST', 'notice/choose', () => ({ kind: 'debt', channel: 'sms', is_on: true })), 4],
  [payment, 6],
  [check, 3],
  [bank, 2],
  [ownPayment, 1],
  [signIn, 2],
  [staff('search'), 8],
  [staff('card'), 6],
  [staff('timeline'), 3],
  [staff('desk payer'), 3],
];

/** A bad evening: an incident, so everybody opens the cabinet and calls; a bank tells three times of each payment. */
export const EVENING: readonly (readonly [Made, number])[] = [
  [home, 70],
  [asked('notices', 'GET', 'notice/get-messages'), 8],
  [asked('history', 'GET', 'internet-account/stat-movements?limit=20'), 4],
  [payment, 3],
  [repeatedBank, 5],
  [signIn, 2],
  [staff('search'), 4],
  [staff('card'), 4],
];

/** What comes when: the same mix in every hundred, kinds and people spread by primes. */
export function mixOf(city: City, mix: typeof DAY, from: number): (count: number) => Action {
  const ofHundred = mix.flatMap(([made, times]) => Array.from({ length: times }, () => made));
  return (count) => {
    const number = from + count;
    const made = ofHundred[(number * 37) % HUNDRED];
    const one = city.subscribers[(number * 7919) % city.subscribers.length];
    if (!made || !one) throw new Error('Nobody is there to do anything');
    return made(city, one, number);
  };
}
