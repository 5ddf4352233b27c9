import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { nothing, refuse, settled, type DecisionResult, type ServiceCase, type SuspensionTerms } from './case.ts';
import { SUSPENDABLE } from './reckoning.ts';
import { endModelUndo } from './undo.ts';
import { UNNAMED, type ModelLine, type ModelSuspension } from './snapshot.ts';

export interface SuspensionDecision {
  readonly do: 'suspend';
  readonly from: Day;
  readonly until: Day;
}

const current = ({ suspensions }: ModelLine) => suspensions.find(({ state }) => state !== 'ended');

export function judgeSuspension(of: ServiceCase, { from, until }: SuspensionDecision): DecisionResult {
  const { line, setting } = of;
  const { suspension: terms, today } = setting;
  if (!terms || !isPossible(of, terms, { from, until })) return refuse('change_not_allowed');
  line.version += 1;
  const isAtOnce = from === today;
  line.suspensions.push({
    from,
    until,
    state: isAtOnce ? 'active' : 'planned',
    paid: paidDays(line, terms, from, until),
    dayPrice: terms.day_price,
    returnPrice: terms.early_return?.price ?? null,
  });
  order(of, terms.start_price, from);
  const endsUndo = isAtOnce && pause(of, until);
  return { ...settled(of), from, switchedOff: isAtOnce ? 1 : 0, isUndoable: !isAtOnce, endsUndo };
}

/** Returns whether it ends the return to a former plan. */
function pause(of: ServiceCase, until: Day): boolean {
  const endsUndo = endModelUndo(of);
  Object.assign(of.line, { situation: 'paused', returnsOn: until });
  return endsUndo;
}

function isPossible(
  { line, account, setting: { today } }: ServiceCase,
  terms: SuspensionTerms,
  { from, until }: { from: Day; until: Day },
): boolean {
  const last = line.suspensions.findLast(({ state }) => state === 'ended');
  const days = from < until ? daysBetween(from, until) : 0;
  const isInTime = from >= today && from <= addDays(today, terms.days_ahead);
  const isLateEnough = last === undefined || from >= addDays(last.until, terms.days_between);
  const isOfLength = days >= terms.shortest_days && days <= terms.longest_days;
  const isFree = current(line) === undefined && !account.inDebt && SUSPENDABLE.has(line.situation);
  return [isInTime, isLateEnough, isOfLength, isFree].every(Boolean);
}

/** Goes day by day: the free days of each year come first. */
function paidDays(
  line: ModelLine,
  { free_days_a_year, day_price }: SuspensionTerms,
  from: Day,
  until: Day,
): ModelSuspension['paid'] {
  if (day_price === 0) return [];
  const used = new Map<string, number>();
  const take = (day: Day) => used.set(day.slice(0, 4), (used.get(day.slice(0, 4)) ?? 0) + 1).get(day.slice(0, 4)) ?? 0;
  for (const one of line.suspensions) for (const day of daysOf(one)) if (!isPaid(one, day)) take(day);
  const paid = daysOf({ from, until }).filter((day) => take(day) > free_days_a_year);
  return spansOf(paid);
}

const daysOf = ({ from, until }: { from: Day; until: Day }): Day[] =>
  from >= until ? [] : Array.from({ length: daysBetween(from, until) }, (_, at) => addDays(from, at));
const isPaid = ({ paid }: ModelSuspension, day: Day) => paid.some(({ from, until }) => from <= day && day < until);

function spansOf(days: readonly Day[]): { from: Day; until: Day }[] {
  const spans: { from: Day; until: Day }[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last?.until === day) last.until = addDays(day, 1);
    else spans.push({ from: day, until: addDays(day, 1) });
  }
  return spans;
}

/** A one-time charge; its id is unknown until the database has it. */
function order({ model, line, account }: ServiceCase, amount: number, day: Day): void {
  if (amount === 0) return;
  model.snapshot.once.push({ id: UNNAMED, accountId: account.id, amount, day, suspends: line.userId });
}

export function judgeReturn(of: ServiceCase): DecisionResult {
  const { line, account, setting } = of;
  const one = current(line);
  if (one?.state !== 'active' || one.returnPrice === null || account.inDebt) return refuse('change_not_allowed');
  line.version += 1;
  Object.assign(one, { state: 'ended', until: setting.today });
  Object.assign(line, { situation: 'active', returnsOn: null });
  order(of, one.returnPrice, setting.today);
  return settled(of);
}

export function judgeSuspensionCancel({ model, line, setting }: ServiceCase): DecisionResult {
  const one = current(line);
  if (one?.state === 'active') refuse('change_not_allowed');
  if (one) {
    model.dropSuspension(line);
    line.version += 1;
  }
  return nothing(setting);
}
