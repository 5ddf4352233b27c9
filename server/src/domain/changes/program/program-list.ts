import { instant, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Tx } from '#server/db/database.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { dueSums } from '#server/domain/billing/charging/charging.queries.ts';
import { unusedSum } from '#server/domain/billing/charging/give-back.queries.ts';
import { askedWords, toldStill, type AskedWords } from '#server/domain/billing/outside/asked.rules.ts';
import { latestAskedOf } from '#server/domain/billing/outside/request.queries.ts';
import { programSubject } from '#server/domain/billing/outside/subjects.ts';
import { sharedForecasts } from '#server/domain/billing/forecast/forecast.queries.ts';
import { turnsOf } from '#server/domain/billing/fee/individual.rules.ts';
import type { Price } from '#server/domain/billing/forecast/price.rules.ts';
import { newPriceFor, ownPrice, priceWith, type OwnPrice } from '#server/domain/billing/forecast/own-price.rules.ts';
import { keptPrices, type KeptPrice } from '#server/domain/services/price/individual.queries.ts';
import { demandTodaysBooks } from '../service-change/todays-books.ts';
import { versionOf } from '../service-change/version.ts';
import { keepTogether } from '#server/domain/shared/text.rules.ts';
import { programFee, programHolderOf, programsOf, type ProgramHolder, type HolderOf } from './program.queries.ts';
import {
  controlOf,
  missingFor,
  programPriceOf,
  programPriceText,
  undoUntil,
  type ProgramRow,
} from './program.rules.ts';

type ListedProgram = Result<typeof contract.user.allowedDrawPrograms>[number];
type Allowed = Result<typeof contract.user.allowedPrograms>[number];

interface Scope {
  readonly db: Tx;
  readonly now: Date;
  readonly today: Day;
  readonly provider: Provider;
}

/** Programs as the page shows them, in display order, including those that are not allowed. */
export async function listPrograms(scope: Scope, of: HolderOf): Promise<ListedProgram[]> {
  const { db, now, today, provider } = scope;
  const holder = await holderToday(scope, of);
  const [{ listed, forecasts }, askedFor, [sum], returned] = await Promise.all([
    pricedPrograms(scope, of, holder),
    askedProgramsOf(scope, holder),
    dueSums(db, [holder.account_id], today),
    unusedSum(db, holder.account_id, today),
  ]);
  const { debt } = forecasts.find(({ accountId }) => accountId === holder.account_id) ?? { debt: kopecks(0) };
  const funds = { ...holder, debt, due: sum?.due ?? kopecks(0), returned };
  return listed.map(({ program, new_price }) => {
    const undoEnds = undoUntil(program, { now, zone: provider.time_zone });
    const missing = missingFor(program, funds, today);
    return {
      ...allowedOf(holder, program, today, askedFor(program)),
      group: program.section,
      title: keepTogether(program.name),
      description: keepTogether(program.summary),
      badge: program.is_archived ? 'В архиве' : program.badge,
      price_text: programPriceText(program),
      ...new_price,
      affordable: missing === 0,
      missing_amount: missing,
      changes_on: program.changes_on,
      undo_until: undoEnds && instant(undoEnds),
      is_applied: holder.is_applied,
      version: versionOf(holder, today),
    };
  });
}

/** The programs at the prices of the holder. */
async function pricedPrograms({ db, today }: Scope, { contractId }: HolderOf, holder: ProgramHolder) {
  const [programs, forecasts, kept] = await Promise.all([
    programsOf(db, holder, today),
    sharedForecasts(db, contractId, today),
    keptPrices(db, contractId, today),
  ]);
  const prices = { sold: forecasts.flatMap((account) => account.prices), kept };
  return { forecasts, listed: programs.map((one) => pricedFor(holder, one, prices, today)) };
}

async function holderToday({ db, now, today, provider }: Scope, of: HolderOf): Promise<ProgramHolder> {
  const holder = await programHolderOf(db, of, { lock: false });
  demandTodaysBooks(holder, today, { now, zone: provider.time_zone });
  return holder;
}

interface OwnPrices {
  readonly sold: readonly Price[];
  /** Also of what is off. */
  readonly kept: readonly KeptPrice[];
}

/** A program at the price that the holder pays, or would pay if he switched it on, and its next price on his own day. */
function pricedFor(
  holder: ProgramHolder,
  listed: ProgramRow,
  { sold, kept }: OwnPrices,
  today: Day,
): { program: ProgramRow; new_price: Pick<OwnPrice, 'new_price' | 'discount'> } {
  const next = newPriceFor(listed.coming, 'month', holder.billing_day);
  const waiting = kept.filter(({ what }) => what === programFee(holder, listed.program_id));
  const own =
    ownPrice(sold, { soldKind: 'program', soldId: listed.program_id }, holder.user_id, today) ??
    (waiting.length === 0 ? undefined : priceWith(waiting, listed.price, next.new_price, today));
  if (!own) return { program: listed, new_price: next };
  const { price, ...new_price } = own;
  const until = turnsOf(waiting).find((day) => day > today) ?? null;
  return { program: { ...listed, price, price_until: until }, new_price };
}

/** What another billing was asked for, of each program of a service. */
async function askedProgramsOf(
  { db, now, provider }: Scope,
  { user_id: userId, is_external: isExternal, was_asked: wasAsked }: ProgramHolder,
) {
  const asked = wasAsked && userId !== null ? await latestAskedOf(db, userId) : undefined;
  return ({ program_id: id }: ProgramRow): AskedWords =>
    askedWords(toldStill(asked?.get(programSubject(userId ?? 0, id)), isExternal), { now, zone: provider.time_zone });
}

const allowedOf = (holder: ProgramHolder, program: ProgramRow, today: Day, asked: AskedWords): Allowed => ({
  programm_id: program.program_id,
  name: program.name,
  price: programPriceOf(program),
  control: controlOf(holder, program, today, asked),
});

/** Programs that can be switched now. */
export async function allowedPrograms(scope: Scope, of: HolderOf): Promise<Allowed[]> {
  const holder = await holderToday(scope, of);
  const [{ listed }, askedFor] = await Promise.all([pricedPrograms(scope, of, holder), askedProgramsOf(scope, holder)]);
  return listed
    .map(({ program }) => allowedOf(holder, program, scope.today, askedFor(program)))
    .filter(({ control }) => control.status !== 'locked');
}
