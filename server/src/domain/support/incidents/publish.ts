import { dayIn, instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { hideIncident, showIncident } from '#server/domain/messaging/incident.ts';
import { notifyAll } from '#server/domain/messaging/notify.ts';
import type { MessageText } from '#server/domain/messaging/message.texts.ts';
import type { At } from '#server/domain/shared/at.ts';
import { byText } from '#server/domain/shared/text.rules.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { compensateIncidentJob } from '../jobs.ts';
import { sidesAt } from './hit.queries.ts';
import { incidentMessage } from './incident.texts.ts';
import {
  endIncident,
  incidentsBeside,
  insertIncident,
  insertPlace,
  lockTown,
  reportersOf,
  setPlannedUntil,
  type BesideRow,
  type NewIncident,
  type IncidentPlace,
} from './incident.queries.ts';
import { incidentOver, incidentPlanned } from './notices.ts';

export interface Published {
  readonly incidentId: number;
  /** Other open incidents at some of the addresses. */
  readonly beside: readonly BesideRow[];
  /** What the clients read. */
  readonly told: MessageText;
  /** Money was to be given back, but another billing charges everybody there. */
  readonly isBackElsewhere: boolean;
}

/** One message is for all: it promises money only where another billing charges nobody. */
const promisedIn = ({ theirs }: { readonly theirs: boolean }, freeMinutes: number | null): number | null =>
  theirs ? null : freeMinutes;

/** The minutes without money back that the message of an incident names; null: it promises none. */
export const promisedMinutes = async (tx: Tx, incidentId: number, freeMinutes: number | null): Promise<number | null> =>
  promisedIn(await sidesAt(tx, incidentId), freeMinutes);

/**
 * Publishes an incident; clients at its places see it at once. Undefined: a place is unknown. If one of them is `is_same`, the
 * transaction must be rolled back.
 */
export async function publishIncident(
  tx: Tx,
  incident: NewIncident,
  places: readonly IncidentPlace[],
  { now, zone }: At,
): Promise<Published | undefined> {
  for (const town of new Set(places.map((place) => place.town))) await lockTown(tx, town);
  const incidentId = await insertIncident(tx, incident, now);
  for (const place of places) if (!(await insertPlace(tx, incidentId, place))) return undefined;
  const until = incident.plannedUntil && instant(incident.plannedUntil);
  const sides = await sidesAt(tx, incidentId);
  const freeMinutes = promisedIn(sides, incident.freeMinutes);
  const told = incidentMessage({ ...incident, freeMinutes, until, zone, now });
  await showIncident(tx, incidentId, told.title, told.body, now);
  const isBackElsewhere = incident.freeMinutes !== null && sides.theirs && !sides.ours;
  return { incidentId, beside: await incidentsBeside(tx, incidentId), told, isBackElsewhere };
}

/** Says when an open incident is to be over: its message changes for all, clients who have reported it are told. Undefined: there is none. */
export async function planIncident(
  tx: Tx,
  incidentId: number,
  plannedUntil: Date,
  at: At,
): Promise<MessageText | undefined> {
  const open = await setPlannedUntil(tx, incidentId, plannedUntil);
  if (!open) return undefined;
  const until = instant(plannedUntil);
  const freeMinutes = await promisedMinutes(tx, incidentId, open.freeMinutes);
  const told = incidentMessage({ ...open, freeMinutes, until, ...at });
  await showIncident(tx, incidentId, told.title, told.body, at.now);
  const reporters = await reportersOf(tx, incidentId);
  const planned = { incidentId, ...open, by: byText(until, dayIn(at.zone, at.now), at.zone) };
  await notifyAll(
    tx,
    incidentPlanned,
    reporters.map(({ contract_id: contractId }) => ({ contractId, data: planned })),
    at,
  );
  return told;
}

/** Ends an incident: hides its message, tells clients who have reported it, and enqueues the job that gives fees back. */
export async function concludeIncident(tx: Tx, incidentId: number, at: At): Promise<boolean> {
  const over = await endIncident(tx, incidentId, at.now);
  if (!over) return false;
  await hideIncident(tx, incidentId, at.now);
  const reporters = await reportersOf(tx, incidentId);
  const list = reporters.map(({ contract_id: contractId }) => ({ contractId, data: { incidentId, ...over } }));
  await notifyAll(tx, incidentOver, list, at);
  await addJob(tx, compensateIncidentJob, { incidentId });
  return true;
}
