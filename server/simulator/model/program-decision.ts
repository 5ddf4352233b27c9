import type { Day } from '@kabinet/contract/kernel/day';
import {
  isFresh,
  NOT_IN,
  nothing,
  refuse,
  refuseUnlessShown,
  settled,
  writtenInstant,
  type DecisionCase,
  type DecisionResult,
  type DecisionTerms,
  type ShownState,
} from './case.ts';
import { newProgram } from './extras.ts';
import { feeKeyOf } from './memory.ts';
import type { ModelExtra, ModelLine } from './snapshot.ts';
import { closeModelService, createModelService, isModelStarter } from './starter-decision.ts';

export interface ProgramDecision {
  readonly do: 'program';
  readonly programId: number;
  readonly status: 'on' | 'off';
}

/** A program of the catalogue, and the programs of its holder, a service or the contract. */
interface Switch extends DecisionCase {
  readonly line: ModelLine | undefined;
  readonly sold: DecisionCase['setting']['catalogue']['programs'][number];
  readonly whatOf: (programId: number) => string;
  readonly own: (programId: number) => ModelExtra | undefined;
}

export function judgeProgram(
  of: DecisionCase,
  decision: ProgramDecision & { readonly userId: number | null; readonly contractId: number },
  shown: ShownState | undefined,
): DecisionResult {
  const its = switchOf(of, decision);
  const { account, line, sold } = its;
  const known = its.own(sold.id);
  if (isAlready(known, decision.status)) return unchanged(of, known);
  const holders = line ? [line] : of.model.snapshot.accounts.filter((one) => one.contractId === account.contractId);
  refuseUnlessShown(shown, holders[0]?.version, its.setting);
  for (const holder of holders) holder.version += 1;
  return decision.status === 'on' ? on(its, known) : off(its, known);
}

const isAlready = (known: ModelExtra | undefined, status: 'on' | 'off'): boolean =>
  status === 'on' ? known?.status === 'on' : !known || known.status === 'off_pending';

function switchOf(
  of: DecisionCase,
  { userId, contractId, programId }: ProgramDecision & { userId: number | null; contractId: number },
): Switch {
  const { model, setting } = of;
  const line = userId === null ? undefined : model.service(userId).line;
  const kind = userId === null ? 'contract' : setting.catalogue.plans.find(({ id }) => id === line?.soldId)?.kind;
  const sold = setting.catalogue.programs.find((one) => one.id === programId && one.kind === kind);
  if (!sold) return refuse('not_found');
  const whatOf = (id: number) => (userId === null ? `${contractId}:contract-program-${id}` : `${userId}:program-${id}`);
  const own = (id: number) => model.snapshot.extras.find(({ what }) => what === whatOf(id));
  if (sold.isArchived && !own(sold.id)) refuse('change_not_allowed');
  return { ...of, line, sold, whatOf, own };
}

/** The verdict on a repeat: nothing changes and nothing is charged. */
function unchanged({ model, account, setting }: DecisionCase, known: ModelExtra | undefined): DecisionResult {
  const missing = model.debtOf(account, setting.today);
  return { ...nothing(setting), missing, from: known?.changesOn ?? setting.today };
}

function refuseUnlessPossible(its: Switch, known: ModelExtra | undefined): void {
  const { own, sold } = its;
  const isLacking = sold.needs.some((id) => own(id)?.status !== 'on');
  // A program that was to end can always continue.
  const isBarred = known?.status !== 'off_pending' && (NOT_IN.has(situationOf(its)) || isUnsold(its));
  if (isLacking || isBarred) refuse('change_not_allowed');
}

/** A suspended contract counts as a service closed by the provider. */
const situationOf = ({ line, account }: Switch): string =>
  line?.situation ?? (account.isContractActive ? 'active' : 'operator');

const isUnsold = ({ sold, own, setting, account }: Switch): boolean =>
  sold.isArchived ||
  (isModelStarter(sold) && account.inDebt) ||
  (sold.soldFrom !== null && sold.soldFrom > setting.today) ||
  sold.excludes.some((id) => own(id) !== undefined);

function on(its: Switch, known: ModelExtra | undefined): DecisionResult {
  refuseUnlessPossible(its, known);
  const { sold, setting } = its;
  const isSecond = isTakenBackToday(its);
  const switchedAt = isSecond ? null : writtenInstant(setting.now);
  const isUndoable = !isSecond && !isModelStarter(sold) && known?.status !== 'off_pending';
  if (known === undefined) add(its, switchedAt);
  else if (known.status === 'on_pending') {
    Object.assign(known, { status: 'on', since: setting.today, changesOn: null, switchedAt });
  } else Object.assign(known, { status: 'on', changesOn: null });
  return { ...settled(its), isUndoable };
}

/** Charged and given back on the same day: then it cannot be taken back again. */
function isTakenBackToday({ model, account, sold, whatOf, setting: { today } }: Switch): boolean {
  const covered = model.memory.covered.get(feeKeyOf(account.id, whatOf(sold.id)));
  return covered?.from === today && covered.until === today;
}

function add({ model, account, line, sold, whatOf, setting }: Switch, switchedAt: string | null): void {
  const holder = { what: whatOf(sold.id), accountId: account.id, line: line?.what ?? null };
  const service = isModelStarter(sold) ? createModelService(model, account, sold, setting) : null;
  model.snapshot.extras.push({ ...newProgram(holder, sold, setting.today, switchedAt), service });
}

/** Programs that need it end with it. */
function off(its: Switch, known: ModelExtra | undefined): DecisionResult {
  const { model, setting, own, sold } = its;
  const { today, catalogue } = setting;
  if (isHeldByUs(its, known)) refuse('change_not_allowed');
  const from = endOf(its, known);
  const leaning = catalogue.programs.filter(({ needs }) => needs.includes(sold.id)).map(({ id }) => own(id));
  const ending = [known, ...leaning].filter((one) => one !== undefined).filter((one) => one.status !== 'off_pending');
  for (const one of ending) {
    if (from === today || one.status === 'on_pending') model.drop((extra) => extra === one);
    else Object.assign(one, { status: 'off_pending', changesOn: from });
  }
  const isClosed = known !== undefined && closeModelService(model, known.service);
  return { ...settled(its), from, switchedOff: ending.length + (isClosed ? 1 : 0), isUndoable: from > today };
}

/** The provider has closed the service that the program has created. */
const isHeldByUs = ({ model }: Switch, known: ModelExtra | undefined): boolean =>
  model.snapshot.lines.some(
    ({ userId, situation }) =>
      userId !== null && userId === known?.service && (situation === 'operator' || situation === 'abuse'),
  );

/** The end of its paid period, unless it was switched on just now, or has a service that ends with it. */
function endOf({ model, account, sold, whatOf, setting }: Switch, known: ModelExtra | undefined): Day {
  const { today } = setting;
  if (isModelStarter(sold) || isJustOn(known, setting)) return today;
  return model.memory.paidUntil(account.id, whatOf(sold.id), today);
}

const isJustOn = (known: ModelExtra | undefined, setting: DecisionTerms): boolean =>
  known?.status === 'on' && known.switchedAt !== null && isFresh(known.switchedAt, setting);
