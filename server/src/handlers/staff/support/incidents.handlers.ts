import { instant } from '@kabinet/contract/kernel/day';
import type { OperatorContract } from '@kabinet/contract/staff';
import { concludeIncident, planIncident, publishIncident } from '#server/domain/support/incidents/publish.ts';
import { allIncidents, type BesideRow } from '#server/domain/support/incidents/incident.queries.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import type { At } from '#server/domain/shared/at.ts';
import { momentWord } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { wrongField } from '../refusals.ts';
import { momentOf } from './moment.ts';

/** The most lines of the list. */
const MOST = 500;

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
