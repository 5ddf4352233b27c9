import { instant, parseDay } from '@kabinet/contract/kernel/day';
import { hourStart } from '@kabinet/contract/kernel/zone';
import type { OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { concludeIncident, planIncident, publishIncident } from '#server/domain/support/incidents/publish.ts';
import { allIncidents, type BesideRow } from '#server/domain/support/incidents/incident.queries.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import type { At } from '#server/domain/shared/at.ts';
import { momentWord } from '#server/domain/shared/text.rules.ts';
import { openCallBacks, openNewClients } from '#server/domain/support/guests/guest.queries.ts';
import { requestAddress } from '#server/domain/support/guests/guest.rules.ts';
import { carryOutRequest, endingOf, RESULTS, type RequestDeed } from '#server/domain/support/guests/provider-side.ts';
import { eventsOf, openOrders, orderById, type OrderInFull } from '#server/domain/support/order/order.queries.ts';
import { carryOutDeed, setVisit, tellArrival, type ProviderDeed } from '#server/domain/support/order/provider-side.ts';
import { insertSlot, slotsFrom } from '#server/domain/support/visits/visit.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { wrongField } from '../refusals.ts';

/** The most lines of one list. */
const MOST = 500;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const listed = ({
  order_id,
  contract_id,
  goal,
  state,
  answer_by,
  late_times,
  assignee,
  text,
}: Pick<
  OrderInFull,
  'order_id' | 'contract_id' | 'goal' | 'state' | 'answer_by' | 'late_times' | 'assignee' | 'text'
>) => ({ order_id, contract_id, goal, state, answer_by, late_times, assignee, text });

type DeedCall = OperatorContract['orders']['answer'];

const doing =
  (deed: ProviderDeed): Handler<DeedCall> =>
  async ({ body: { order_id: orderId, name, text } }, scope) => {
    const done = await carryOutDeed(scope.db, { orderId, deed, name, text }, atOf(scope));
    if (done === undefined) throw new Problem('order_unknown');
    if (done === 'closed') throw new Problem('order_is_closed');
    if (done.outcome === 'said') throw new Problem('order_said');
    return { state: done.state };
  };

/** `2026-11-24 14:00` in the provider's zone. */
function momentOf(field: string, written: string, zone: string): Date {
  const [dayText = '', time = ''] = written.split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const day = parseDay(dayText);
  if (day === undefined || hour > 23 || minute > 59) throw wrongField(field, `Такого времени нет: ${written}`);
  return new Date(hourStart(day, hour, zone).getTime() + minute * MINUTE_MS);
}

const KINDS = { call: 'call_back', client: 'new_client' } as const;

interface Which {
  readonly kind: keyof typeof KINDS;
  readonly request_id: number;
}

async function dealWith(
  { kind, request_id: id }: Which,
  done: RequestDeed,
  scope: { db: Tx } & Parameters<typeof atOf>[0],
) {
  const dealt = await carryOutRequest(scope.db, { asked: { kind: KINDS[kind], id }, done }, atOf(scope));
  if (dealt?.outcome !== 'done') throw new Problem('request_unknown');
  return { request_id: id, before: dealt.before };
}

export const orderHandlers: PlainHandlers<OperatorContract['orders']> = {
  list: async (_, { db }) => (await openOrders(db, MOST)).map(listed),
  show: async ({ query }, { db }) => {
    const order = await orderById(db, query.order_id);
    if (!order) throw new Problem('order_unknown');
    return {
      ...listed(order),
      phone: order.phone,
      wished_time: order.wished_time,
      checks: order.checks.map(({ ok, title }) => `${ok ? '+' : '!'} ${title}`),
      events: await eventsOf(db, order.order_id, MOST),
    };
  },
  answer: doing('answer'),
  ask: doing('ask'),
  assign: doing('assign'),
  start: doing('start'),
  close: doing('close'),
  visit: async ({ body: { order_id: orderId, slot_id: slotId, name } }, scope) => {
    const done = await setVisit(scope.db, { orderId, slotId, name }, atOf(scope));
    if (done === undefined) throw new Problem('order_unknown');
    if (done === 'closed') throw new Problem('order_is_closed');
    if (done === 'taken') throw new Problem('slot_not_free');
    return { order_id: orderId };
  },
  coming: async ({ body: { order_id: orderId, at: written, name } }, scope) => {
    const arrivesAt = momentOf('at', written, scope.provider.time_zone);
    if (arrivesAt <= scope.now) throw wrongField('at', 'Это время уже прошло');
    if (arrivesAt.getTime() > scope.now.getTime() + DAY_MS) throw wrongField('at', 'До визита больше суток');
    const told = await tellArrival(scope.db, { orderId, arrivesAt, name }, atOf(scope));
    if (told === undefined) throw new Problem('order_unknown');
    if (told === 'closed') throw new Problem('order_is_closed');
    if (told === 'no_visit') throw new Problem('order_without_visit');
    return { order_id: orderId, arrives_at: instant(arrivesAt) };
  },
  slots: (_, { db, now }) => slotsFrom(db, now, MOST),
  addSlot: async ({ body: { town, master, ...written } }, { db, provider: { time_zone: zone } }) => {
    const [from, to] = [momentOf('from', written.from, zone), momentOf('to', written.to, zone)];
    if (to <= from) throw wrongField('to', 'Конец раньше начала');
    const slot = await insertSlot(db, { town, master, from, to });
    if (!slot) throw new Problem('slot_not_free', { message: 'Такого города нет, или мастер в это время занят' });
    return slot;
  },
  requests: async (_, { db, now }) => ({
    call_backs: await openCallBacks(db, new Date(now.getTime() - DAY_MS), MOST),
    new_clients: (await openNewClients(db, MOST)).map((client) => ({ ...client, address: requestAddress(client) })),
  }),
  take: async ({ body: { name, ...which } }, scope) => {
    const { request_id, before } = await dealWith(which, { deed: 'take', name }, scope);
    return { request_id, taken_from: before === name ? null : before };
  },
  finish: ({ body: { result, note = null, ...which } }, scope) => {
    const ending = endingOf(KINDS[which.kind], result);
    if (!ending) throw wrongField('result', `Здесь бывает: ${RESULTS[KINDS[which.kind]].join(', ')}`);
    return dealWith(which, { deed: 'finish', ending, note }, scope);
  },
};

type Published = Parameters<Handler<OperatorContract['incidents']['publish']>>[0]['body'];

/** The houses of a street, the street, the district, or the whole town. */
function placesOf({ town, district, street, houses }: Published) {
  if (houses !== undefined && street === undefined) throw wrongField('houses', 'Дома — только вместе с улицей');
  if (district !== undefined && street !== undefined) throw wrongField('district', 'Или район, или улица');
  const place = { town, district: district ?? null, street: street ?? null };
  return housesOf(houses).map((house) => ({ ...place, house }));
}

const housesOf = (houses: string | undefined): readonly (string | null)[] =>
  houses === undefined ? [null] : houses.split(',').map((house) => house.trim());

function openAlready({ incident_id, cause, began_at }: BesideRow, at: At): Problem {
  const since = momentWord(began_at, at);
  return new Problem('incident_open_already', {
    message: `Эта авария уже открыта: ${incident_id}, «${cause}», с ${since}. Когда почините: incidents end ${incident_id}`,
  });
}

export const incidentHandlers: PlainHandlers<OperatorContract['incidents']> = {
  list: (_, { db }) => allIncidents(db, MOST),
  publish: async ({ body }, scope) => {
    const { cause, services = '', until, free_minutes: free } = body;
    const incident = {
      cause,
      services: services.split(',').filter(Boolean) as ServiceKind[],
      beganAt: scope.now,
      plannedUntil: until === undefined ? null : momentOf('until', until, scope.provider.time_zone),
      freeMinutes: free === undefined ? null : Number(free),
    };
    const at = atOf(scope);
    const published = await publishIncident(scope.db, incident, placesOf(body), at);
    if (!published) throw new Problem('place_unknown');
    const same = published.beside.find(({ is_same }) => is_same);
    if (same) throw openAlready(same, at);
    const beside = published.beside.map(({ incident_id, cause: of, places, began_at }) => ({
      incident_id,
      cause: of,
      places,
      began_at,
    }));
    return { incident_id: published.incidentId, beside };
  },
  plan: async ({ body: { incident_id: incidentId, until: written } }, scope) => {
    const until = momentOf('until', written, scope.provider.time_zone);
    if (until <= scope.now) throw wrongField('until', 'Это время уже прошло');
    if (!(await planIncident(scope.db, incidentId, until, atOf(scope)))) throw new Problem('incident_unknown');
    return { incident_id: incidentId, planned_until: instant(until) };
  },
  end: async ({ body }, scope) => {
    if (!(await concludeIncident(scope.db, body.incident_id, atOf(scope)))) throw new Problem('incident_unknown');
    return { incident_id: body.incident_id };
  },
};
