import {
  DecisionRefused,
  nothing,
  refuseUnlessShown,
  type DecisionCase,
  type DecisionTerms,
  type ServiceCase,
  type ShownState,
  type DecisionVerdict,
} from './case.ts';
import { deletedBox, judgeBox, judgeBoxRemoval, judgeBoxReturn, type MailDecision } from './mail-decision.ts';
import { judgeOption, judgePlan, judgePlanCancel, type OptionDecision, type PlanDecision } from './plan-decision.ts';
import { judgeProgram, type ProgramDecision } from './program-decision.ts';
import type { Reckoning } from './reckoning.ts';
import type { ModelAccount, Snapshot } from './snapshot.ts';
import { judgeReturn, judgeSuspension, judgeSuspensionCancel, type SuspensionDecision } from './suspension-decision.ts';
import { judgeUnlock, type UnlockDecision } from './unlock-decision.ts';

/** A client's decision about a service or the contract; without `shown` the client has not looked at it before. */
export type ModelDecision = { readonly shown?: ShownState } & (
  | ({ readonly userId: number } & (
      | PlanDecision
      | OptionDecision
      | UnlockDecision
      | SuspensionDecision
      | MailDecision
      | { readonly do: 'cancel' | 'cancel suspension' | 'return' | 'remove box' }
    ))
  | ({ readonly userId: number | null; readonly contractId: number } & ProgramDecision)
);

/** Applies a decision to the model. A refusal leaves the model invalid, so use a copy. */
export function judgeDecision(
  model: Reckoning,
  decision: ModelDecision,
  setting: DecisionTerms,
  isRehearsal = false,
): DecisionVerdict {
  try {
    return judgeAny(model, decision, setting, isRehearsal);
  } catch (error) {
    if (!(error instanceof DecisionRefused)) throw error;
    return { ...nothing(setting), before: [], refused: error.message };
  }
}

function judgeAny(
  model: Reckoning,
  decision: ModelDecision,
  setting: DecisionTerms,
  isRehearsal: boolean,
): DecisionVerdict {
  if (decision.do === 'program') {
    const account = model.payer(decision);
    const of: DecisionCase = { model, account, setting, isRehearsal };
    const before = model.bringUpToDate(account, setting);
    return { ...judgeProgram(of, decision, decision.shown), before };
  }
  if (decision.do === 'create box' || decision.do === 'restore box')
    return judgeNewBox(model, decision, setting, isRehearsal);
  const of: ServiceCase = { model, ...model.service(decision.userId), setting, isRehearsal };
  refuseUnlessShown(decision.shown, of.line.version, setting);
  // These two decisions neither read nor move money.
  if (decision.do === 'cancel') return { ...judgePlanCancel(of), before: [] };
  if (decision.do === 'unlock') return { ...judgeUnlock(of, decision), before: [] };
  const before = model.bringUpToDate(of.account, setting);
  return { ...judgeService(of, decision), before };
}

function judgeNewBox(
  model: Reckoning,
  decision: ModelDecision & MailDecision & { readonly userId: number },
  setting: DecisionTerms,
  isRehearsal: boolean,
): DecisionVerdict {
  const isNew = decision.do === 'create box';
  const account = isNew
    ? model.payer({ ...decision, userId: null })
    : deletedBox(model.snapshot, decision.userId).account;
  const of: DecisionCase = { model, account, setting, isRehearsal };
  const before = model.bringUpToDate(account, setting);
  return { ...(isNew ? judgeBox(of, decision.shown) : judgeBoxReturn(of, decision.userId)), before };
}

function judgeService(of: ServiceCase, decision: Exclude<ModelDecision, MailDecision | { do: 'program' | 'unlock' }>) {
  switch (decision.do) {
    case 'remove box':
      return judgeBoxRemoval(of);
    case 'plan':
      return judgePlan(of, decision);
    case 'option':
      return judgeOption(of, decision);
    case 'suspend':
      return judgeSuspension(of, decision);
    case 'return':
      return judgeReturn(of);
    default:
      return judgeSuspensionCancel(of);
  }
}

/**
 * The fees of the service decided about; for a program of the contract, its own fee and those of a service that it has
 * created.
 */
export function ownFees({ extras, once }: Snapshot, decision: ModelDecision): (what: string) => boolean {
  const program = decision.do === 'program' ? `${decision.contractId}:contract-program-${decision.programId}` : '';
  const userId = decision.userId ?? extras.find(({ what }) => what === program)?.service ?? null;
  const charges = new Set(once.filter(({ suspends }) => suspends !== null && suspends === userId).map(({ id }) => id));
  return (what) =>
    what === program ||
    (userId !== null && what.startsWith(`${userId}:`)) ||
    [...charges].some((id) => what === `once ${id}`);
}

/** The account that pays for what is decided about, and the version that the client has seen. */
export function modelHolderOf(model: Reckoning, decision: ModelDecision): { account: ModelAccount; version: number } {
  if (decision.do === 'restore box') return deletedBox(model.snapshot, decision.userId);
  if (decision.do === 'create box') return versioned(model.payer({ ...decision, userId: null }));
  const account = decision.do === 'program' ? model.payer(decision) : model.service(decision.userId).account;
  const line = model.snapshot.lines.find(({ userId }) => userId !== null && userId === decision.userId);
  return { account, version: (line ?? account).version };
}

const versioned = (account: ModelAccount) => ({ account, version: account.version });
