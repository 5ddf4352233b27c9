import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { accountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import type { Price } from '#server/domain/billing/forecast/price.rules.ts';
import { firstFreeDay, type PaidThing } from './fit.rules.ts';
import { accountIdsOf } from './individual-price.queries.ts';

/** Of what somebody wants to change the price; without an option or a program it is the plan. */
export interface ThingOf {
  readonly userId?: number | undefined;
  readonly phoneNumber?: string | undefined;
  readonly optionId?: number | undefined;
  readonly programId?: number | undefined;
}

/** The fee, as `feesIn` and `individual_price.what` name it; undefined if the words name none. */
export function feeNamed(
  contractId: number,
  { userId, phoneNumber, optionId, programId }: ThingOf,
): string | undefined {
  if (programId !== undefined)
    return userId === undefined ? `${contractId}:contract-program-${programId}` : `${userId}:program-${programId}`;
  if (optionId !== undefined) return userId === undefined ? undefined : `${userId}:option-${optionId}`;
  const holder = phoneNumber ?? userId;
  return holder === undefined ? undefined : `${holder}:plan`;
}

type Row = Price & { readonly soldKind?: string | null; readonly resumesOn?: Day | null };

const isPaidThing = (row: Row): row is PaidThing =>
  row.what !== null && row.soldKind != null && !row.resumesOn && row.name !== '';

/** Everything that the accounts of a contract pay for regularly. */
export async function paidThings(tx: Tx, contractId: number, today: Day): Promise<PaidThing[]> {
  const things: PaidThing[] = [];
  for (const { account_id } of await accountIdsOf(tx, contractId))
    things.push(...(await accountForecast(tx, account_id, today)).prices.filter(isPaidThing));
  return things;
}

/** The thing of a day, of those with one fee: a planned change of plan makes it another one. */
export const thingOn = (things: readonly PaidThing[], day: Day): PaidThing | undefined =>
  things.find(({ from, until }) => (from === null || from <= day) && (until === null || day < until));

/**
 * What a price from a day on is given for, and the first day that it can change; undefined if there is nothing on that day. What is
 * charged of the present plan stays as it is, so the price may be that of the planned one.
 */
export function unchargedThing(
  things: readonly PaidThing[],
  from: Day,
): { readonly thing: PaidThing; readonly free: Day } | undefined {
  const first = thingOn(things, from);
  if (!first) return undefined;
  const uncharged = firstFreeDay(first, from);
  const thing = thingOn(things, uncharged) ?? first;
  return { thing, free: firstFreeDay(thing, uncharged) };
}
