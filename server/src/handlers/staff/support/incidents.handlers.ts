import { instant } from '@kabinet/contract/kernel/day';
import type { OperatorContract } from '@kabinet/contract/staff';
import { rehearseCompensation } from '#server/domain/support/incidents/compensate.ts';
import {
  hitBy,
  streetHouses,
  incidentById,
  townStreets,
  townNames,
} from '#server/domain/support/incidents/hit.queries.ts';
import { incidentMessage } from '#server/domain/support/incidents/incident.texts.ts';
import {
  concludeIncident,
  planIncident,
  promisedMinutes,
  publishIncident,
} from '#server/domain/support/incidents/publish.ts';
import { allIncidents, type BesideRow } from '#server/domain/support/incidents/incident.queries.ts';
import type { Tx } from '#server/db/database.ts';
import { paragraphsOf, type MessageText } from '#server/domain/messaging/message.texts.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import type { At } from '#server/domain/shared/at.ts';
import { momentWord } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { wrongField } from '../refusals.ts';
import { writtenMoment } from './moment.ts';

const BACK_ELSEWHERE =
  'Всем там начисляет другая расчётная система, и плату вернёт она. Опубликуйте аварию без возврата';

/** The most lines of the list. */
const MOST = 500;

type Published = Parameters<Handler<OperatorContract['incidents']['publish']>>[0]['body'];

/** The houses of a street, the street, the district, or the whole town. */
function placesOf({ town, district, street, houses }: Published) {
  if (houses !== undefined && street === undefined) throw wrongField('houses', 'Дома — только вместе с улицей');
  if (district !== undefined && street !== undefined) throw wrongField('district', 'Или район, или улица');
  const place = { town, district: district ?? null, street: street ?? null };
  return housesIn(houses).map((house) => ({ ...place, house }));
}

const housesIn = (houses: string | undefined): readonly (string | null)[] =>
  houses === undefined ? [null] : houses.split(',').map((house) => house.trim());

function openAlready({ incident_id, cause, began_at }: BesideRow, at: At): Problem {
  const since = momentWord(began_at, at);
  return new Problem('incident_open_already', {
    message: `Эта авария уже открыта: ${incident_id}, «${cause}», с ${since}. Когда почините: incidents end ${incident_id}`,
  });
}

export const incidentHandlers: PlainHandlers<OperatorContract['incidents']> = {
  list: (_, { db }) => allIncidents(db, MOST),
  show: async ({ query: { incident_id: id } }, scope) => {
    const incident = await incidentById(scope.db, id);
    if (!incident) throw new Problem('incident_unknown', { message: 'Такой аварии нет' });
    const { cause, services, planned_until: until } = incident;
    const freeMinutes = await promisedMinutes(scope.db, id, incident.free_minutes);
    const told = incidentMessage({ cause, services, until, freeMinutes, ...atOf(scope) });
    return { ...incident, told: toldOf(told), hit: await hitBy(scope.db, id) };
  },
  places: async ({ query: { town, street } }, { db }) => {
    const [towns, streets, houses] = await Promise.all([
      townNames(db),
      town === undefined ? [] : townStreets(db, town),
      town === undefined || street === undefined ? [] : streetHouses(db, { town, street }),
    ]);
    const districts = new Set(streets.flatMap(({ district }) => district ?? []));
    return { towns, districts: [...districts].toSorted(), streets: streets.map(({ name }) => name), houses };
  },
  publish: async ({ body }, scope) => {
    const { cause, services = '', until, free_minutes: free } = body;
    const incident = {
      cause,
      services: services.split(',').filter(Boolean) as ServiceKind[],
      beganAt: scope.now,
      plannedUntil: until === undefined ? null : writtenMoment('until', until, scope.provider.time_zone),
      freeMinutes: free === undefined ? null : Number(free),
    };
    const at = atOf(scope);
    const published = await publishIncident(scope.db, incident, placesOf(body), at);
    if (!published) throw new Problem('place_unknown');
    if (published.isBackElsewhere) throw wrongField('free_minutes', BACK_ELSEWHERE);
    const same = published.beside.find(({ is_same }) => is_same);
    if (same) throw openAlready(same, at);
    const beside = published.beside.map(({ incident_id, cause: of, places, began_at }) => ({
      incident_id,
      cause: of,
      places,
      began_at,
    }));
    return {
      incident_id: published.incidentId,
      rehearsed: body.dry_run === 'yes',
      hit: await hitBy(scope.db, published.incidentId),
      told: toldOf(published.told),
      beside,
    };
  },
  plan: async ({ body: { incident_id: incidentId, until: written, dry_run } }, scope) => {
    const until = writtenMoment('until', written, scope.provider.time_zone);
    if (until <= scope.now) throw wrongField('until', 'Это время уже прошло');
    const told = await planIncident(scope.db, incidentId, until, atOf(scope));
    if (!told) throw new Problem('incident_unknown');
    return {
      incident_id: incidentId,
      planned_until: instant(until),
      rehearsed: dry_run === 'yes',
      told: toldOf(told),
    };
  },
  end: async ({ body: { incident_id: id, dry_run } }, scope) => {
    const at = atOf(scope);
    if (!(await concludeIncident(scope.db, id, at))) throw new Problem('incident_unknown');
    const rehearsed = dry_run === 'yes';
    return { incident_id: id, rehearsed, back: rehearsed ? await moneyBack(scope.db, id, at) : null };
  },
};

/** What the end would give back; the whole transaction is rolled back. */
async function moneyBack(db: Tx, incidentId: number, at: At) {
  const [preview, { contracts }] = [await rehearseCompensation(db, incidentId, at), await hitBy(db, incidentId)];
  return preview ? { contracts, ...preview } : null;
}

const toldOf = (told: MessageText) => ({ title: told.title, paragraphs: paragraphsOf(told) });
