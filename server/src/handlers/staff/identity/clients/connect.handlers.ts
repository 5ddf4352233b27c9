import { parsePhone } from '@kabinet/contract/kernel/phone';
import type { OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { placeNamed, type FoundPlace } from '#server/domain/changes/client/client.queries.ts';
import { contractsOfFlat, knownContracts, type KnownContract } from '#server/domain/changes/client/known.queries.ts';
import { contractsNamed, keysFrom } from '#server/domain/search/key.queries.ts';
import { wordsOf } from '#server/domain/search/typed.rules.ts';
import { plansWithin } from '#server/domain/support/guests/coverage.ts';
import {
  cities,
  coverageOf,
  openNewClients,
  streetsOf,
  waitingAt,
} from '#server/domain/support/guests/guest.queries.ts';
import { requestAddress } from '#server/domain/support/guests/guest.rules.ts';
import { soonestVisit } from '#server/domain/support/order/client.ts';
import { windowsIn } from '#server/domain/support/visits/visit.queries.ts';
import type { Handler } from '#server/kernel/world.ts';
import { addressText } from '../../../shared/address-text.ts';
import type { PlainHandlers } from '../../../shared/plain-handlers.ts';

type Connect = OperatorContract['connect'];

const MOST_REQUESTS = 100;
const DAYS_OF_VISITS = 7;
const DAY_MS = 86_400_000;

const waiting: Handler<Connect['waiting']> = async (_, { db, provider }) => {
  const [towns, requests] = [await cities(db, provider.support.first_city), await openNewClients(db, MOST_REQUESTS)];
  return {
    towns: towns.map(({ city_name: name }) => name),
    requests: requests.map((request) => ({
      ...request,
      request_id: request.new_client_id,
      services: request.services as Services,
      address: requestAddress(request),
    })),
  };
};

type Services = Awaited<ReturnType<Handler<Connect['waiting']>>>['requests'][number]['services'];

const toldOf = ({ town, street, house, flat, ...known }: KnownContract) => ({
  ...known,
  address: addressText({ town, street, house, flat }),
});

const NOT_COVERED = { state: 'none' as const, ready_on: null, most_kbps: null };

/** A house that is not in the list of the network answers `none`. */
async function houseOf(tx: Tx, { street, street_id: streetId }: FoundPlace, house: string) {
  if (streetId === null) return { street, ...NOT_COVERED, waiting: 0 };
  const covered = await coverageOf(tx, streetId, house);
  return { street, ...(covered ?? NOT_COVERED), waiting: await waitingAt(tx, streetId, house) };
}

const LEAST_WORDS = 2;

/** Contracts of whoever has this phone, or this whole name; two words at least, or half the town would be he. */
async function sameOf(tx: Tx, { name = '', phone = '' }: { name?: string | undefined; phone?: string | undefined }) {
  const words = wordsOf(name);
  const number = parsePhone(phone);
  const byPhone = number === undefined ? [] : await keysFrom(tx, [{ kind: 'phone', text: number }]);
  const byName = words.length < LEAST_WORDS ? [] : await contractsNamed(tx, words);
  const ids = [...byPhone, ...byName].map(({ contract_id: id }) => id);
  return ids.length === 0 ? [] : knownContracts(tx, ids);
}

/** What was typed; nothing if it is empty. */
const typed = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** The house and who had a contract in its flat, once the house is typed. */
async function flatOf(tx: Tx, place: FoundPlace, house: string | undefined, flat: string | undefined) {
  if (house === undefined) return { found: null, there: [] };
  const at = { townId: place.town_id, streetId: place.street_id, house, flat: flat ?? null };
  return { found: await houseOf(tx, place, house), there: await contractsOfFlat(tx, at) };
}

async function streetsLike(tx: Tx, town: string, street: string | undefined) {
  const place = street === undefined ? undefined : await placeNamed(tx, { town, street: null });
  return place ? streetsOf(tx, place.town_id, street ?? '') : [];
}

const check: Handler<Connect['check']> = async ({ query }, { db, now, today }) => {
  const [street, house, flat] = [typed(query.street), typed(query.house), typed(query.flat)];
  const place = await placeNamed(db, { town: query.town, street: street ?? null });
  const { found, there } = place ? await flatOf(db, place, house, flat) : { found: null, there: [] };
  const same = await sameOf(db, query);
  const range = { from: soonestVisit(now), until: new Date(now.getTime() + DAYS_OF_VISITS * DAY_MS) };
  const isHere = (id: number) => there.some(({ contract_id: other }) => other === id);
  return {
    streets: place ? [] : await streetsLike(db, query.town, street),
    place: found,
    plans: await plansWithin(db, found?.most_kbps ?? null, today, query.company === 'yes' ? 'office' : 'home'),
    visits: place ? await windowsIn(db, place.town_id, range) : [],
    there: there.map(toldOf),
    same: same.filter(({ contract_id: id }) => !isHere(id)).map(toldOf),
  };
};

export const connectHandlers: PlainHandlers<Connect> = { waiting, check };
