import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { periodOf } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { inAddress, wholeNumber } from '@kabinet/contract/kernel/call/wire';
import { monthlyByPlace } from '#server/domain/billing/service-view/monthly-by-place.ts';
import { describedUsers } from '#server/domain/billing/service-view/service-view.ts';
import { latestSpentDays, monthByKind } from '#server/domain/money/account/month-kinds.queries.ts';
import { spentDays } from '#server/domain/money/account/spent-days.rules.ts';
import { amongNumbers, phoneNumbersOf } from '#server/domain/services/phone-numbers/phone-number.queries.ts';
import { briefServices, hasMany, placeInOrder, wordedServices } from '#server/domain/services/places/brief.queries.ts';
import {
  isDown,
  isTroubled,
  kindCounts,
  servicePlaces,
  troubleOf,
  type ServicePlace,
  type BriefService,
} from '#server/domain/services/places/places.rules.ts';
import { foundServices } from '#server/domain/services/places/search.rules.ts';
import { cursorOf, lastId, pageFrom } from '#server/domain/shared/page.ts';
import type { Handler, ScopeOf } from '#server/kernel/world.ts';
import { seenNumbers, seesSums } from '../../shared/seen-numbers.ts';
import { HIDDEN_MAILBOX, seenBy, seesMail } from './seen-by.ts';

// A contract of many services: by place, and what differs comes first.

type Scope = ScopeOf<typeof contract.user.list>;
type Place = Result<typeof contract.user.places>['items'][number];
type ListedAny = Result<typeof contract.user.find>['items'][number];

/** How many services that need attention come with the overview, and how many places: as many as the first screen shows. */
const MOST_ATTENTION = 5;
const FIRST_PLACES = 8;
const MOST_DOWN = 2;

/** Services and numbers in full, in the order of their short forms. */
async function inFull(scope: Scope, brief: readonly BriefService[]): Promise<ListedAny[]> {
  const { db, subscriber, today } = scope;
  const userIds = brief.flatMap(({ user_id }) => user_id ?? []);
  const phones = brief.flatMap(({ phone_number }) => phone_number ?? []);
  const [users, numbers] = await Promise.all([
    userIds.length > 0 ? describedUsers(scope, { userIds }) : [],
    phones.length > 0 ? phoneNumbersOf(db, subscriber, { withClosed: false, today, where: amongNumbers(phones) }) : [],
  ]);
  const userOf = new Map(seenBy(subscriber, users).map((user) => [user.user_id, user]));
  const numberOf = new Map(seenNumbers(subscriber, numbers).map((number) => [number.phone_number, number]));
  return brief.map(({ user_id, phone_number }) => ({
    user: userOf.get(user_id ?? 0) ?? null,
    number: numberOf.get(phone_number ?? '') ?? null,
  }));
}

/** Places as they are told. */
async function described(scope: Scope, places: readonly ServicePlace[]): Promise<Place[]> {
  const monthly = seesSums(scope.subscriber) ? await monthlyByPlace(scope, places) : undefined;
  return places.map(({ address, all, kinds, troubled }, index) => ({
    address,
    services: all.length,
    kinds,
    troubled: troubled.length,
    trouble: troubleOf(troubled),
    monthly: monthly?.[index] ?? null,
  }));
}

export const overview: Handler<typeof contract.user.overview> = async (_, scope) => {
  const { db, subscriber } = scope;
  const services = await briefServices(db, subscriber.contractId);
  if (!(await hasMany(db, subscriber.contractId))) return null;
  const all = servicePlaces(services);
  const down = all.filter(isDown).slice(0, MOST_DOWN);
  const fallen = new Set(down.map(({ address }) => address));
  const troubled = services.filter(isTroubled);
  const told = troubled
    .filter(({ address }) => !fallen.has(address))
    .toSorted(blockedFirst)
    .slice(0, MOST_ATTENTION);
  const first = all.slice(0, FIRST_PLACES);
  const [attention, fallenUsers, fallenPlaces, places] = await Promise.all([
    inFull(scope, told),
    inFull(
      scope,
      down.flatMap(({ all: [one] }) => one ?? []),
    ),
    described(scope, down),
    described(scope, first),
  ]);
  return {
    services: services.length,
    works: services.filter(({ state }) => state === 'active').length,
    in_debt: services.filter(({ reason }) => reason === 'debt').length,
    kinds: kindCounts(services).map(({ kind, services: count }) => ({
      kind,
      services: count,
      ...firstOf(services.filter((one) => one.kind === kind)),
    })),
    troubled: troubled.length,
    broken: troubled.filter(({ state }) => state === 'blocked').length,
    attention,
    down: fallenPlaces.flatMap((place, index) => {
      const user = fallenUsers[index]?.user;
      return user ? [{ ...place, user }] : [];
    }),
    place_count: all.filter(({ address }) => address !== '').length,
    placeless: services.filter(({ address }) => address === '').length,
    places: { items: places, next: all.length > FIRST_PLACES ? String(FIRST_PLACES) : null },
  };
};

const blockedFirst = (a: BriefService, b: BriefService): number =>
  Number(a.state === 'connecting') - Number(b.state === 'connecting');

/** The service of a kind that its entry of the menu leads to. */
function firstOf(some: readonly BriefService[]) {
  const waiting = some.filter(({ state }) => state === 'blocked' || state === 'connecting');
  const first = waiting[0] ?? some[0];
  return {
    troubled: waiting.length,
    trouble: troubleOf(waiting),
    first: first?.phone_number ?? String(first?.user_id ?? ''),
  };
}

const readOffset = cursorOf(inAddress(wholeNumber(1, 100_000)));

export const places: Handler<typeof contract.user.places> = async ({ query }, scope) => {
  const [offset = 0] = readOffset(query.cursor) ?? [];
  const services = await briefServices(scope.db, scope.subscriber.contractId);
  const all = servicePlaces(query.kind === undefined ? services : services.filter(({ kind }) => kind === query.kind));
  const until = offset + query.limit;
  return {
    items: await described(scope, all.slice(offset, until)),
    next: all.length > until ? String(until) : null,
  };
};

const readLast = cursorOf(inAddress(wholeNumber(0, 9)), lastId);

export const find: Handler<typeof contract.user.find> = async ({ query }, scope) => {
  const after = readLast(query.cursor);
  const all = await wordedServices(scope.db, scope.subscriber.contractId);
  // Nobody finds by words what he may not see.
  const known = seesMail(scope.subscriber)
    ? all
    : all.map((one) => (one.kind === 'mail' ? { ...one, ...HIDDEN_MAILBOX } : one));
  const found = foundServices(known, query);
  const rest = after === undefined ? found : found.filter((one) => isAfter(placeInOrder(one), after));
  const page = pageFrom(rest, query.limit, (last) => placeInOrder(last).join('.'));
  return { items: await inFull(scope, page.items), next: page.next, count: found.length };
};

const isAfter = ([kind, id]: readonly [number, number], [lastKind, last]: readonly [number, number]): boolean =>
  kind > lastKind || (kind === lastKind && id > last);

/** How many of the latest days with movements are told. */
const LATEST_DAYS = 3;

export const spending: Handler<typeof contract.user.spending> = async (_, { db, subscriber, today }) => {
  const { contractId } = subscriber;
  const period = periodOf(today);
  const [kinds, lines] = await Promise.all([
    monthByKind(db, contractId, period),
    latestSpentDays(db, contractId, { until: today, days: LATEST_DAYS }),
  ]);
  return {
    period,
    charged: kopecks(kinds.reduce((sum, { amount }) => sum + amount, 0)),
    kinds,
    days: spentDays(lines),
  };
};
