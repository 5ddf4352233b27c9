import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { dayStart } from '@kabinet/contract/kernel/zone';
import type { Tx } from '#server/db/database.ts';
import { withoutTimeLimit } from '#server/db/queries/time-limit.ts';
import { markChargedThrough } from '#server/domain/billing/charging/charging.queries.ts';
import { giveBackAhead } from '#server/domain/billing/charging/give-back.queries.ts';
import {
  forgetFirstDay,
  hasCharged,
  lockFirstDay,
  nameFirstDay,
} from '#server/domain/billing/charging/hold.queries.ts';
import {
  isAnyChargedHere,
  lockChargingSource,
  lockMoving,
  setChargingSource,
  sourceOf,
  type ChargingScope,
  type ChargingSource,
} from '#server/domain/billing/charging/source.queries.ts';
import { providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { giveCallsAway } from '#server/domain/services/calls/calls-outside.queries.ts';
import type { At } from '#server/domain/shared/at.ts';
import { forgetShadowOf, handOverMarks, restartShadow } from './shadow/shadow-day.queries.ts';
import { shadowToday } from './shadow/shadow-run.ts';
import { underWay, type UnderWay } from './switch-source.queries.ts';

export interface SourceSwitch extends At {
  readonly scope: ChargingScope;
  readonly source: ChargingSource;
  readonly today: Day;
}

export type SwitchedSource =
  | { readonly outcome: 'known' }
  | { readonly outcome: 'begun'; readonly since: Day | null }
  | {
      readonly outcome: 'changed';
      readonly accounts: readonly number[];
      readonly contracts: number;
      /** The first day that the named source charges; null: none is named. */
      readonly firstDay: Day | null;
      /** What ours has begun with these accounts and not ended. */
      readonly underWay: UnderWay | undefined;
    };

/** How far charging of ours has come; `first`: the named day. */
interface Begun {
  readonly hasBegun: boolean;
  readonly first: Day | null;
}

/**
 * Says whose charging counts for the provider, a town, or a contract. Whoever has charged today goes on until its end; from the next day the other side
 * does: so no day is charged by both or by neither (decision 0292). The whole provider cannot be given away once ours has begun: what was charged
 * here is in our books, and nobody else may say what it should have been (decision 0272).
 */
export async function switchSource(tx: Tx, wanted: SourceSwitch): Promise<SwitchedSource> {
  const { scope, source, today } = wanted;
  const ofProvider = await lockChargingSource(tx);
  if ((await sourceOf(tx, scope)) === source) return { outcome: 'known' };
  const begun = await howFar(tx, today);
  const isLeaving = begun.hasBegun && source === 'external';
  if (isLeaving && scope.kind === 'provider') return { outcome: 'begun', since: begun.first };
  await withoutTimeLimit(tx);
  const moving = await lockMoving(tx, scope, source);
  const accounts = moving.map(({ account_id: id }) => id);
  const open = isLeaving ? await underWay(tx, accounts, today) : undefined;
  const firstDay = await (source === 'external'
    ? giveAway(tx, { ...wanted, accounts }, begun)
    : takeOver(tx, { ...wanted, accounts, ofProvider }, begun));
  const contracts = new Set(moving.map(({ contract_id: id }) => id)).size;
  return { outcome: 'changed', accounts, contracts, firstDay, underWay: open };
}

async function howFar(tx: Tx, today: Day): Promise<Begun> {
  const first = (await lockFirstDay(tx)) ?? null;
  return { first, hasBegun: (first !== null && first <= today) || (await hasCharged(tx)) };
}

type Moving = SourceSwitch & { readonly accounts: readonly number[] };

/** Days that were charged ahead are given back: the other side charges them, and calls that nobody has charged. */
async function giveAway(tx: Tx, { scope, accounts, today, now }: Moving, { hasBegun }: Begun): Promise<Day | null> {
  const tomorrow = addDays(today, 1);
  if (hasBegun) {
    await providerAccount(tx, 'revenue');
    await giveBackAhead(tx, accounts, tomorrow, now);
  }
  await (scope.kind === 'provider' ? restartShadow(tx) : forgetShadowOf(tx, accounts));
  await giveCallsAway(tx, accounts);
  await setChargingSource(tx, scope, { source: 'external', now, ownSince: null });
  if (hasBegun) return tomorrow;
  if (!(await isAnyChargedHere(tx))) await forgetFirstDay(tx);
  return null;
}

/** Nobody of the provider was ever charged here, and no day is named. */
const isFirstTown = (scope: ChargingScope, ofProvider: ChargingSource, { hasBegun, first }: Begun): boolean =>
  !hasBegun && first === null && scope.kind !== 'provider' && ofProvider === 'external';

/** Days that the other side has charged, as the shadow has followed them, are paid (decision 0277); so are the calls of today. */
async function takeOver(
  tx: Tx,
  { scope, accounts, ofProvider, today, now, zone }: Moving & { readonly ofProvider: ChargingSource },
  begun: Begun,
): Promise<Day | null> {
  const tomorrow = addDays(today, 1);
  const isFirst = isFirstTown(scope, ofProvider, begun);
  const isAtOnce = begun.hasBegun || isFirst;
  if (isAtOnce) await shadowToday(tx, accounts, today);
  await handOverMarks(tx, accounts);
  if (scope.kind !== 'provider') await forgetShadowOf(tx, accounts);
  await setChargingSource(tx, scope, { source: 'own', now, ownSince: new Date(dayStart(tomorrow, zone)) });
  if (begun.hasBegun) await markChargedThrough(tx, accounts, today);
  if (isFirst) await nameFirstDay(tx, tomorrow, now);
  return isAtOnce ? tomorrow : begun.first;
}
