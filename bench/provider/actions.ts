import { randomUUID } from 'node:crypto';
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

const REPEATED = 20;
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

/** A bank that has had no answer, or thinks so: the same few payments again and again. */
const repeated: Made = ({ run, subscribers }, _, count) => {
  const place = count % REPEATED;
  return paidAt('repeated payment', subscribers[place]?.account_no ?? '', `${run}${20_000_000 + place}`);
};

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
  [payment, 8],
  [check, 4],
  [signIn, 2],
  [staff('search'), 8],
  [staff('card'), 6],
  [staff('timeline'), 3],
  [staff('desk payer'), 3],
];

/** A bad evening: an incident, so everybody opens the cabinet and calls; a bank repeats what it has told. */
export const EVENING: readonly (readonly [Made, number])[] = [
  [home, 70],
  [asked('notices', 'GET', 'notice/get-messages'), 8],
  [asked('history', 'GET', 'internet-account/stat-movements?limit=20'), 4],
  [payment, 3],
  [repeated, 5],
  [signIn, 2],
  [staff('search'), 4],
  [staff('card'), 4],
];

/** What comes when: the same mix in every hundred, kinds and people spread by primes. */
export function mixOf(city: City, mix: typeof DAY, from: number): (count: number) => Action {
  const hundred = mix.flatMap(([made, times]) => Array.from({ length: times }, () => made));
  return (count) => {
    const number = from + count;
    const made = hundred[(number * 37) % hundred.length];
    const one = city.subscribers[(number * 7919) % city.subscribers.length];
    if (!made || !one) throw new Error('Nobody is there to do anything');
    return made(city, one, number);
  };
}
