import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { instant } from '@kabinet/contract/kernel/day';
import { maskedEmail, maskedPhone } from '#server/domain/identity/contacts/address.rules.ts';
import { askCallBack, askConnection } from '#server/domain/support/guests/ask.ts';
import { callTimes } from '#server/domain/support/guests/call-back.rules.ts';
import { possiblePlans } from '#server/domain/support/guests/coverage.ts';
import {
  callBackByKey,
  callBacksOf,
  cities,
  coverageOf,
  streetById,
  streetsOf,
  waitingAt,
  type CallBackRow,
} from '#server/domain/support/guests/guest.queries.ts';
import { lockCallOfKey, lockOwnCall } from '#server/domain/support/guests/request.queries.ts';
import { echoByKey } from '#server/domain/support/guests/echo.queries.ts';
import { withdrawCall, withdrawEchoed } from '#server/domain/support/guests/withdraw.ts';
import type { At } from '#server/domain/shared/at.ts';
import { hashOf } from '#server/domain/shared/secrets.ts';
import { soonestVisit } from '#server/domain/support/order/client.ts';
import { firstFree } from '#server/domain/support/visits/visit.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { Handler, RequestFacts } from '#server/kernel/world.ts';
import { contactsForOrder } from '../../shared/contacts.queries.ts';

type Support = typeof contract.support;

export const getCont: Handler<Support['getCont']> = async (_, { db, subscriber, provider }) => {
  const own = subscriber && (await contactsForOrder(db, subscriber));
  return {
    phones: [...provider.support_phones],
    email: provider.support_email,
    office: provider.office,
    own: own ? { phone: own.phone && maskedPhone(own.phone), email: own.email && maskedEmail(own.email) } : null,
    consent: provider.support.consent,
  };
};

export const callBackTimes: Handler<Support['callBackTimes']> = (_, { now, provider }) => {
  const times = callTimes(provider.support.call_back, now, provider.time_zone);
  return Promise.resolve(times.map(({ from, to }) => ({ from: instant(from), to: instant(to) })));
};

interface Asking {
  readonly request: RequestFacts;
  readonly now: Date;
  readonly provider: Provider;
}
const askingOf = ({ request, now, provider }: Asking) => ({ ip: request.ip, browser: request.browser, now, provider });

export const callBack: Handler<Support['callBack']> = ({ body: { phone, consent, when, topic } }, scope) =>
  askCallBack(
    scope.db,
    { when, topic, contractId: scope.subscriber?.contractId },
    { phone, consent, ...askingOf(scope) },
  );

const atOf = ({ now, provider }: Pick<Asking, 'now' | 'provider'>): At => ({ now, zone: provider.time_zone });

const DAY_MS = 86_400_000;
const DAYS_SHOWN = 30;
const MOST_SHOWN = 10;

export const getCallBacks: Handler<Support['getCallBacks']> = async (_, { db, subscriber, now }) => {
  const since = new Date(now.getTime() - DAYS_SHOWN * DAY_MS);
  const calls = await callBacksOf(db, subscriber.contractId, since, MOST_SHOWN);
  return calls.map((call) => ({ call_back_id: call.call_back_id, ...told(call) }));
};

const told = ({ from, to, phone, topic, late_times, note, done_at, ...call }: CallBackRow) => ({
  phone: maskedPhone(phone),
  topic,
  call: { from, to },
  state: stateOf({ done_at, ...call }),
  late_times,
  note,
  done_at,
});

export const askedCall: Handler<Support['askedCall']> = async ({ body }, { db, now }) => {
  const keyHash = hashOf(body.key);
  const call = (await callBackByKey(db, keyHash)) ?? (await echoByKey(db, keyHash, now));
  if (!call) throw new Problem('not_found');
  return told(call);
};

export const withdrawAskedCall: Handler<Support['withdrawAskedCall']> = async ({ body }, scope) => {
  const keyHash = hashOf(body.key);
  const call = await lockCallOfKey(scope.db, keyHash);
  return call ? withdrawCall(scope.db, call, atOf(scope)) : withdrawEchoed(scope.db, keyHash, atOf(scope));
};

export const withdrawOwnCall: Handler<Support['withdrawCall']> = async ({ body }, scope) =>
  withdrawCall(scope.db, await lockOwnCall(scope.db, body.call_back_id, scope.subscriber.contractId), atOf(scope));

type Ending = Pick<CallBackRow, 'done_at' | 'result' | 'taken_by' | 'withdrawn_at'>;

/** The state of a requested call as the client sees it. */
function stateOf({ done_at, result, taken_by, withdrawn_at }: Ending): Result<Support['askedCall']>['state'] {
  if (withdrawn_at !== null) return 'withdrawn';
  if (done_at !== null) return result ?? 'ended';
  return taken_by === null ? 'waiting' : 'taken';
}

export const cityList: Handler<Support['cityList']> = (_, { db, provider }) => cities(db, provider.support.first_city);

export const streetList: Handler<Support['streetList']> = ({ query: { city_id, q } }, { db }) =>
  streetsOf(db, city_id, q);

export const coverage: Handler<Support['coverage']> = async ({ query: { street_id, house } }, { db, now, today }) => {
  const street = await streetById(db, street_id);
  if (!street) throw new Problem('not_found', { message: 'Такой улицы нет. Выберите из списка' });
  const [covered, waiting, first] = await Promise.all([
    coverageOf(db, street_id, house),
    waitingAt(db, street_id, house),
    firstFree(db, street.town_id, soonestVisit(now)),
  ]);
  if (!covered) return { state: 'none', ready_on: null, waiting, first_visit: null, plans: [] };
  const { state, ready_on } = covered;
  const firstVisit = state === 'connected' ? (first?.from ?? null) : null;
  return { state, ready_on, waiting, first_visit: firstVisit, plans: await possiblePlans(db, covered, today) };
};

export const newClient: Handler<Support['newClient']> = ({ body: { phone, consent, plan_id, ...wanted } }, scope) =>
  askConnection(scope.db, { ...wanted, flat: wanted.flat, planId: plan_id }, { phone, consent, ...askingOf(scope) });
