import type { contract } from '@kabinet/contract';
import { addDays, instant, type Day } from '@kabinet/contract/kernel/day';
import { dayStart } from '@kabinet/contract/kernel/zone';
import {
  brokenDistricts,
  incidentsOfNetwork,
  type BrokenDistrict,
  type District,
} from '#server/domain/support/incidents/incident.queries.ts';
import type { LoadPlace, LoadPoint, NetworkLoad, PlaceLoad } from '#server/integrations/network-load/port.ts';
import {
  connectionsOf,
  type ConnectionRow,
  type RateRow,
} from '#server/domain/services/sessions/connection.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { homeOf, worksOf, type HomeAddress } from './network.queries.ts';

/** An older measurement is shown with its age. */
const STALE_MS = 2 * 60_000;
const WEEK_MS = 7 * 86_400_000;
const STEP_MINUTES = 30;
const STEP_MS = STEP_MINUTES * 60_000;
const STEPS_OF_DAY = 48;

export const networkHandlers: PlainHandlers<typeof contract.network, 'load' | 'day'> = {
  load: withoutTransaction(async (_, { db, outside: { networkLoad }, now }) => {
    if (!networkLoad) return null;
    const [measured, broken] = await Promise.all([networkLoad.now(now), db.read((tx) => brokenDistricts(tx, now))]);
    const loads = new Map(measured.map((one) => [one.placeId, one]));
    return {
      at: instant(now),
      places: networkLoad.places.map((place) => ({
        ...described(place),
        ...figuresOf(loads.get(place.placeId), now),
        has_incident: broken.some((district) => isBroken(place, district)),
      })),
    };
  }),
  day: withoutTransaction(async ({ params: { place_id } }, { outside: { networkLoad }, provider, now, today }) => {
    if (!networkLoad?.places.some(({ placeId }) => placeId === place_id)) throw new Problem('not_found');
    const zone = provider.time_zone;
    const startOf = (day: Day) => Date.parse(dayStart(day, zone));
    const [before, begin] = [startOf(addDays(today, -1)), startOf(today)];
    const span = { from: new Date(before + STEP_MS), until: now, stepMinutes: STEP_MINUTES };
    const points = await networkLoad.history(place_id, span);
    return { place_id, today: stepsAfter(begin, points), yesterday: stepsAfter(before, points) };
  }),
  events: async (_, { db, subscriber, outside: { networkLoad }, now }) => {
    const contractId = subscriber?.contractId ?? null;
    const [home, incidents, works] = await Promise.all([
      contractId === null ? undefined : homeOf(db, contractId),
      incidentsOfNetwork(db, contractId, { now, since: new Date(now.getTime() - WEEK_MS) }),
      worksOf(db, contractId, now),
    ]);
    return { here: home ? hereOf(home, networkLoad) : null, incidents, works };
  },
  connection: async (_, { db, subscriber, now }) => {
    const rows = await connectionsOf(db, subscriber.contractId);
    return rows.map((row) => connectionOf(row, now));
  },
};

/** A rate older than this is not shown; accounting reports every few minutes. */
const RATE_MS = 15 * 60_000;

function connectionOf({ user_id, seen_at, since, address, ...counted }: ConnectionRow, now: Date) {
  if (since === null) return { user_id, session: null, seen_at };
  const { mac, bytes_in, bytes_out } = counted;
  return { user_id, session: { since, address, mac, bytes_in, bytes_out, rate: rateOf(counted, now) }, seen_at: null };
}

function rateOf({ counted_at: at, rate_in, rate_out }: RateRow, now: Date) {
  const isRecent = at !== null && now.getTime() - Date.parse(at) <= RATE_MS;
  return isRecent && rate_in !== null && rate_out !== null ? { at, bits_in: rate_in, bits_out: rate_out } : null;
}

const described = ({ placeId, kind, name, note }: LoadPlace) => ({ place_id: placeId, kind, name, note });

function figuresOf(load: PlaceLoad | undefined, now: Date) {
  if (!load) return { percent: null, mbit: null, measured_at: null, is_stale: true };
  const { percent, mbit, at } = load;
  return { percent, mbit, measured_at: instant(at), is_stale: now.getTime() - at.getTime() > STALE_MS };
}

/** Whether the district is at the place; a place without a district is the whole town. */
const isIn = (place: LoadPlace, { town, district }: District): boolean =>
  place.kind === 'district' && place.town === town && (place.district === null || place.district === district);

const isBroken = (place: LoadPlace, broken: BrokenDistrict): boolean =>
  isIn(place, broken) || (broken.is_whole_town && place.town === broken.town);

/** The half hours of a day, each named by its end. */
function stepsAfter(begin: number, points: readonly LoadPoint[]) {
  const known = new Map(points.map(({ at, percent }) => [at.getTime(), percent]));
  return Array.from({ length: STEPS_OF_DAY }, (_, index) => {
    const at = begin + (index + 1) * STEP_MS;
    return { at: instant(new Date(at)), percent: known.get(at) ?? null };
  });
}

function hereOf(home: HomeAddress, networkLoad: NetworkLoad | undefined) {
  const own = networkLoad?.places.find((place) => isIn(place, home));
  return { address: addressOf(home), place_id: own?.placeId ?? null };
}

const addressOf = ({ street, house }: HomeAddress): string => (street === null ? house : `${street}, ${house}`);
