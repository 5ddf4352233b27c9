import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { ModelCatalogue } from './books.ts';
import {
  refuse,
  refuseUnlessShown,
  settled,
  type DecisionCase,
  type DecisionResult,
  type ServiceCase,
  type ShownState,
} from './case.ts';
import { offeredPrice } from './price.ts';
import type { ModelAccount, Snapshot } from './snapshot.ts';
import { newLine } from './starter-decision.ts';

export type MailDecision = { readonly contractId: number } & (
  | { readonly do: 'create box' }
  | { readonly do: 'restore box' }
);

/** Creates a mailbox, which works at once, with the cheapest plan that the contract may still take. */
export function judgeBox(of: DecisionCase, shown: ShownState | undefined): DecisionResult {
  const { model, account, setting } = of;
  refuseUnlessShown(shown, account.version, setting);
  if (!account.isContractActive || account.inDebt) refuse('change_not_allowed');
  const audience = account.isCompany ? 'office' : 'home';
  const priceOf = (one: ModelCatalogue['plans'][number]) => offeredPrice(model.snapshot, 'plan', one, setting.today);
  const plan = setting.catalogue.plans
    .filter((one) => one.kind === 'mail' && !one.isArchived && one.audience === audience)
    .sort((a, b) => priceOf(a) - priceOf(b) || a.id - b.id)
    .find(({ id }) => hasRoom(of, id));
  if (!plan) return refuse('change_not_allowed');
  for (const one of model.snapshot.accounts) if (one.contractId === account.contractId) one.version += 1;
  model.snapshot.lines.push(newLine(account, plan, 'active', setting.today));
  return settled(of);
}

function hasRoom({ model, account, setting }: DecisionCase, planId: number): boolean {
  const { accounts, lines } = model.snapshot;
  const own = new Set(accounts.filter((one) => one.contractId === account.contractId).map(({ id }) => id));
  const most = setting.catalogue.mailPlans.find(({ id }) => id === planId)?.boxes ?? 0;
  return lines.filter(({ accountId, soldId }) => own.has(accountId) && soldId === planId).length < most;
}

export function judgeBoxRemoval(of: ServiceCase): DecisionResult {
  const { model, line, setting } = of;
  if (line.situation === 'operator' || line.situation === 'abuse') refuse('change_not_allowed');
  const { lines, deleted } = model.snapshot;
  lines.splice(lines.indexOf(line), 1);
  const closed = { ...line, situation: 'closed', returnsOn: null, version: line.version + 1 };
  deleted.push({ accountId: line.accountId, until: addDays(setting.today, setting.keptDays), line: closed });
  return { ...settled(of), switchedOff: 1 };
}

/** The account and the version of a deleted mailbox. */
export function deletedBox(
  { accounts, deleted }: Snapshot,
  userId: number,
): { account: ModelAccount; version: number } {
  const found = deleted.find(({ line }) => line.userId === userId);
  const account = accounts.find(({ id }) => id === found?.accountId);
  if (!found || !account) throw new Error(`No deleted mailbox ${userId}`);
  return { account, version: found.line.version };
}

export function judgeBoxReturn(of: DecisionCase, userId: number): DecisionResult {
  const { model, account, setting } = of;
  const { deleted, lines } = model.snapshot;
  const at = deleted.findIndex(({ line }) => line.userId === userId);
  const box = deleted[at] ?? refuse('not_found');
  if (box.until < setting.today || account.inDebt || !hasRoom(of, box.line.soldId)) refuse('change_not_allowed');
  deleted.splice(at, 1);
  lines.push({ ...box.line, situation: 'active', version: box.line.version + 2 });
  return settled(of);
}

/** Checks that a deleted mailbox was erased only after its last day. */
export function eraseBoxes({ deleted }: Snapshot, now: Snapshot, today: Day): void {
  const kept = new Set(now.deleted.map(({ line }) => line.what));
  const isThere = ({ until, line }: Snapshot['deleted'][number]) => until >= today || kept.has(line.what);
  deleted.splice(0, Infinity, ...deleted.filter(isThere));
}
