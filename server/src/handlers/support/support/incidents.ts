import type { contract } from '@kabinet/contract';
import { compensationRule } from '#server/domain/support/incidents/incident.texts.ts';
import { incidentsAt, report } from '#server/domain/support/incidents/incident.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler } from '#server/kernel/world.ts';

type Support = typeof contract.support;

export const getIncidents: Handler<Support['getIncidents']> = async (_, { db, subscriber, now }) =>
  (await incidentsAt(db, subscriber.contractId, now)).map(({ free_minutes, pays_back, ...incident }) => ({
    ...incident,
    compensation: free_minutes === null || !pays_back ? null : compensationRule(free_minutes),
  }));

export const sameHere: Handler<Support['sameHere']> = async ({ body }, { db, subscriber, now }) => {
  const counted = await report(db, subscriber.contractId, body.incident_id, now);
  if (!counted) throw new Problem('not_found');
  return counted;
};
