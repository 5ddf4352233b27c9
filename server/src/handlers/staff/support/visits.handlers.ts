import { addDays, instant } from '@kabinet/contract/kernel/day';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import { setVisit, tellArrival, tellArrived } from '#server/domain/support/order/provider-side.ts';
import {
  servicesVisited,
  visitsIn,
  windowsOfDay,
  type VisitedService,
  type VisitOfDay,
} from '#server/domain/support/queue/visits-of-day.queries.ts';
import { insertSlot, slotsFrom } from '#server/domain/support/visits/visit.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { addressText } from '../../shared/address-text.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { isOnlyTechnician } from '../identity/own-visits.ts';
import { wrongField } from '../refusals.ts';
import { writtenMoment } from './moment.ts';
import { demandOwnOrder, calledNames, whoSays } from './who.ts';

/** The most lines of the list, and the most windows of a day. */
const MOST = 500;
const MOST_OF_DAY = 2000;
const DAY_MS = 86_400_000;

type Visits = Pick<
  PlainHandlers<OperatorContract['orders']>,
  'visit' | 'coming' | 'arrived' | 'visits' | 'slots' | 'addSlot'
>;

const calls = operatorContract.orders;

const shownService = ({ user_id, kind, name, plan, is_connected }: VisitedService) => ({
  user_id,
  kind,
  title: plan === null ? name : `${name}, «${plan}»`,
  is_connected,
});

const shownVisit = (
  { slot_id: _, town, street, house, flat, ...visit }: VisitOfDay,
  services: readonly VisitedService[] = [],
) => ({
  ...visit,
  address: addressText({ town, street, house, flat }),
  services: services.map(shownService),
});

export const visitHandlers: Visits = {
  visit: async ({ body: { order_id: orderId, slot_id: slotId, name } }, scope) => {
    const done = await setVisit(scope.db, { orderId, slotId, name: whoSays(scope.operator, name) }, atOf(scope));
    if (done === undefined) throw new Problem('order_unknown');
    if (done === 'closed') throw new Problem('order_is_closed');
    if (done === 'elsewhere') throw new Problem('slot_not_free', { message: 'Такого окна в городе заявки нет' });
    if (done === 'taken') throw new Problem('slot_not_free');
    return { order_id: orderId };
  },
  coming: async ({ body: { order_id: orderId, at: written, name: typed, done_at: done } }, scope) => {
    const name = whoSays(scope.operator, typed);
    const arrivesAt = writtenMoment('at', written, scope.provider.time_zone);
    const doneAt = await demandOwnOrder(scope, calls.coming, orderId, done);
    const said = doneAt ?? scope.now;
    if (arrivesAt <= said) throw wrongField('at', 'Это время уже прошло');
    if (arrivesAt.getTime() > said.getTime() + DAY_MS) throw wrongField('at', 'До визита больше суток');
    const told = await tellArrival(scope.db, { orderId, arrivesAt, name, doneAt }, atOf(scope));
    if (told === undefined) throw new Problem('order_unknown');
    if (told === 'closed') throw new Problem('order_is_closed');
    if (told === 'no_visit') throw new Problem('order_without_visit');
    return { order_id: orderId, arrives_at: instant(arrivesAt) };
  },
  arrived: async ({ body: { order_id: orderId, name, done_at: done } }, scope) => {
    const doneAt = await demandOwnOrder(scope, calls.arrived, orderId, done);
    const told = await tellArrived(scope.db, { orderId, name: whoSays(scope.operator, name), doneAt }, atOf(scope));
    if (told === undefined) throw new Problem('order_unknown');
    if (told === 'closed') throw new Problem('order_is_closed');
    if (told === 'no_visit') throw new Problem('order_without_visit');
    return { order_id: orderId, arrived_at: instant(doneAt ?? scope.now) };
  },
  visits: async ({ query: { day: asked } }, scope) => {
    const { db, operator, provider, today } = scope;
    const isOwn = isOnlyTechnician(operator, calls.visits);
    const day = isOwn ? today : (asked ?? today);
    const windows = await windowsOfDay(db, {
      from: dayStart(day, provider.time_zone),
      until: dayStart(addDays(day, 1), provider.time_zone),
      masters: isOwn ? calledNames(operator) : null,
      most: MOST_OF_DAY,
    });
    const visits = await visitsIn(
      db,
      windows.map(({ slot_id: id }) => id),
    );
    if (isOwn) scope.showOwnVisit();
    const services = await servicesVisited(
      db,
      visits.map(({ order_id: id }) => id),
    );
    const servicesOf = Map.groupBy(services, ({ order_id: id }) => id);
    const orderIn = new Map(visits.map((visit) => [visit.slot_id, shownVisit(visit, servicesOf.get(visit.order_id))]));
    const byMaster = Map.groupBy(windows, ({ master }) => master);
    return {
      day,
      is_own: isOwn,
      masters: [...byMaster].map(([master, own]) => ({
        master,
        windows: own.map(({ master: _, ...window }) => ({ ...window, order: orderIn.get(window.slot_id) ?? null })),
      })),
    };
  },
  slots: (_, { db, now }) => slotsFrom(db, now, MOST),
  addSlot: async ({ body: { town, master, ...written } }, { db, provider: { time_zone: zone } }) => {
    const [from, to] = [writtenMoment('from', written.from, zone), writtenMoment('to', written.to, zone)];
    if (to <= from) throw wrongField('to', 'Конец раньше начала');
    const slot = await insertSlot(db, { town, master, from, to });
    if (!slot) throw new Problem('slot_not_free', { message: 'Такого города нет, или мастер в это время занят' });
    return slot;
  },
};
