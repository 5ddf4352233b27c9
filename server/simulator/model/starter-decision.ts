import type { Day } from '@kabinet/contract/kernel/day';
import { refuse, type DecisionTerms } from './case.ts';
import type { Reckoning } from './reckoning.ts';
import { UNNAMED, type ModelAccount, type ModelLine, type Snapshot } from './snapshot.ts';

type Program = DecisionTerms['catalogue']['programs'][number];

export const isModelStarter = ({ plan }: Pick<Program, 'plan'>): boolean => plan !== null;

/** A starter's service works at once, or after a visit; until then it costs nothing. Its id is not known yet. */
export function createModelService(
  model: Reckoning,
  account: ModelAccount,
  program: Program,
  { catalogue, today }: DecisionTerms,
): number {
  const plan = catalogue.plans.find(({ id }) => id === program.plan) ?? refuse('not_found');
  model.snapshot.lines.push(newLine(account, plan, program.isByVisit ? 'connecting' : 'active', today));
  return UNNAMED;
}

/** Fields in the order of the snapshot, because rows are compared as JSON. */
export const newLine = (
  { id: accountId }: ModelAccount,
  { id: soldId, price, unit }: DecisionTerms['catalogue']['plans'][number],
  situation: 'active' | 'connecting',
  openedOn: Day,
): ModelLine => ({
  what: `${UNNAMED}:plan`,
  accountId,
  userId: UNNAMED,
  phoneNumber: null,
  situation,
  returnsOn: null,
  openedOn,
  soldId,
  price,
  unit,
  promo: null,
  promoUntil: null,
  next: null,
  version: 1,
  changedAt: null,
  begunOn: null,
  hours: null,
  suspensions: [],
});

/** Closes the service with everything on it; returns whether it was open. */
export function closeModelService(model: Reckoning, userId: number | null): boolean {
  const { lines } = model.snapshot;
  const at = lines.findIndex((line) => line.userId !== null && line.userId === userId);
  const [closed] = at < 0 ? [] : lines.splice(at, 1);
  model.drop(({ line }) => line !== null && line === closed?.what);
  return closed !== undefined;
}

/** Gives a created service the id from the database. */
export function nameService({ snapshot, memory }: Reckoning, now: Snapshot): void {
  const created = snapshot.lines.find(({ userId }) => userId === UNNAMED);
  const known = new Set(snapshot.lines.map(({ what }) => what));
  const named = now.lines.find(({ what, accountId }) => accountId === created?.accountId && !known.has(what));
  if (!created || !named?.userId) return;
  const { what, userId } = named;
  Object.assign(created, { what, userId });
  for (const extra of snapshot.extras) if (extra.service === UNNAMED) Object.assign(extra, { service: userId });
  memory.nameService(created.accountId, UNNAMED, userId);
}

interface Starter {
  readonly contractId: number;
  readonly programId: number;
}
/** The service that an active starter program of the contract has created. */
export const createdBy = ({ extras }: Snapshot, { contractId, programId }: Starter): number | null =>
  extras.find(({ what }) => what === `${contractId}:contract-program-${programId}`)?.service ?? null;
