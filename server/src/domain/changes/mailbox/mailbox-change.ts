import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { release } from '#server/domain/services/access/access.queries.ts';
import {
  insertBox,
  mailPlansFor,
  markDeleted,
  markRestored,
  roomFor,
  wholeBox,
  type MailPlan,
  type WholeBoxRow,
} from '#server/domain/services/mailbox/mailbox.queries.ts';
import { whyNotRemove } from '#server/domain/services/mailbox/mailbox.rules.ts';
import { mailboxDeleted } from '#server/domain/services/mailbox/notices.ts';
import { deletedTopic } from '#server/domain/services/mailbox/topic.ts';
import { disconnectServiceEffect } from '#server/domain/services/provisioning/effects.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { notify, settleMatter } from '#server/domain/messaging/notify.ts';
import { dayText } from '#server/domain/shared/text.rules.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { programHolderOf, type ProgramHolder } from '../program/program.queries.ts';
import type { ChangeOutcome } from '../service-change/change-summary.ts';
import { chargeMissingDays, changeService } from '../service-change/settle-change.ts';
import { refuseUnlessCurrent } from '../service-change/version.ts';

export interface MailboxChangeTerms extends At {
  readonly today: Day;
  /** For how many days a deleted mailbox can be restored. */
  readonly keptDays: number;
}

interface NewBox {
  readonly contractId: number;
  readonly address: string;
  /** Its hash, as Dovecot verifies it. */
  readonly secret: Buffer;
  readonly version?: string | undefined;
  readonly isRehearsal?: boolean;
}

type Refusal = { readonly plan: MailPlan } | { readonly blockReason: string };

/** The plan of the next mailbox of a contract, or why it can have none now. */
export function nextPlan(holder: ProgramHolder, plans: readonly MailPlan[]): Refusal {
  if (holder.situation !== 'active') return { blockReason: 'Договор закрыт или приостановлен. Позвоните в поддержку' };
  if (holder.in_debt) return { blockReason: 'Сначала оплатите долг: новые услуги подключим после оплаты' };
  const plan = plans.find(({ left }) => left > 0);
  if (plan) return { plan };
  if (plans.length === 0) return { blockReason: 'Новые ящики заводит поддержка. Позвоните нам' };
  const most = plans.reduce((sum, { boxes }) => sum + boxes, 0);
  return { blockReason: `Больше ${most} ящиков не бывает. Удалите ненужный, и место освободится` };
}

/** Creates a mailbox, which works at once; charges it if its plan has a price. */
export async function createBox(
  tx: Tx,
  box: NewBox,
  setting: MailboxChangeTerms,
): Promise<ChangeOutcome & { user_id: number }> {
  const holder = await lockedHolder(tx, box.contractId, null, setting);
  refuseUnlessCurrent(box.version, holder, setting.today);
  const next = nextPlan(holder, await mailPlansFor(tx, box.contractId, setting.today));
  if ('blockReason' in next) throw new Problem('change_not_allowed', { message: next.blockReason });
  const { plan_id: planId, quota_bytes: quotaBytes } = next.plan;
  let userId = 0;
  const make = async () => {
    const { account_id: accountId } = holder;
    const made = await insertBox(tx, { ...box, accountId, planId, quotaBytes, ...setting });
    if (made === undefined) throw new Problem('mail_name_taken');
    userId = made;
    await serviceChanged(tx, { userId });
    return subjectOf(userId, setting.today, { switches_on: [box.address] });
  };
  const outcome = await changeService(tx, holder, { make, isRehearsal: box.isRehearsal ?? false }, setting);
  return { ...outcome, user_id: userId };
}

const subjectOf = (
  userId: number,
  from: Day,
  names: { readonly switches_on?: readonly string[]; readonly switches_off?: readonly string[] },
) => ({ subject: { userId, was: [`${userId}:plan`], will: [`${userId}:plan`] }, from, ...names });

/** Deletes a mailbox: it accepts no sign-in and no letter any more, but it can be restored until a day. */
export async function removeBox(
  tx: Tx,
  { userId, contractId }: { userId: number; contractId: number },
  setting: MailboxChangeTerms,
): Promise<ChangeOutcome & { kept_until: Day }> {
  const holder = await lockedHolder(tx, contractId, userId, setting);
  const box = await knownBox(tx, userId);
  const keptUntil = addDays(setting.today, setting.keptDays);
  const blockReason = whyNotRemove(box);
  if (blockReason !== null) throw new Problem('change_not_allowed', { message: blockReason });
  const make = async () => {
    await markDeleted(tx, userId, { ...setting, keptUntil });
    await serviceChanged(tx, { userId });
    await enqueueEffect(tx, disconnectServiceEffect, { userId, until: setting.now.toISOString() });
    await notify(tx, mailboxDeleted, contractId, { address: box.address, keptUntil, today: setting.today }, setting);
    return subjectOf(userId, setting.today, { switches_off: [box.address] });
  };
  return { ...(await changeService(tx, holder, { make }, setting)), kept_until: keptUntil };
}

/** Why a deleted mailbox cannot be restored now. */
export async function whyNotRestore(tx: Tx, box: WholeBoxRow, isInDebt: boolean, today: Day): Promise<string | null> {
  if (box.kept_until === null) return 'Ящик не удалён';
  if (box.kept_until < today) return `Вернуть его можно было до ${dayText(box.kept_until, today)}`;
  if (box.contract_state === 'closed') return 'Договор расторгнут, ящик уже не вернуть. Позвоните в поддержку';
  if (box.contract_state === 'suspended')
    return 'Договор приостановлен, поэтому ящик пока не вернуть. Позвоните в поддержку';
  if (isInDebt) return 'Сначала оплатите долг, потом вернём ящик';
  if (!(await roomFor(tx, box.user_id))) return 'Ящиков уже столько, сколько возможно. Сначала удалите другой';
  return null;
}

/** Restores a deleted mailbox as it was, with its letters, names and password. */
export async function restoreBox(
  tx: Tx,
  { userId, contractId }: { userId: number; contractId: number },
  setting: MailboxChangeTerms,
): Promise<ChangeOutcome & { address: string }> {
  const holder = await lockedHolder(tx, contractId, userId, setting);
  const box = await knownBox(tx, userId);
  const blockReason = await whyNotRestore(tx, box, holder.in_debt, setting.today);
  if (blockReason !== null) throw new Problem('change_not_allowed', { message: blockReason });
  const make = async () => {
    await markRestored(tx, userId, setting.now);
    await settleMatter(tx, contractId, deletedTopic(box.address), setting.now);
    await release(tx, userId, setting.now);
    await serviceChanged(tx, { userId });
    return subjectOf(userId, setting.today, { switches_on: [box.address] });
  };
  return { ...(await changeService(tx, holder, { make }, setting)), address: box.address };
}

/** The holder with current books, locked with its account. */
async function lockedHolder(
  tx: Tx,
  contractId: number,
  userId: number | null,
  setting: MailboxChangeTerms,
): Promise<ProgramHolder> {
  const before = await programHolderOf(tx, { contractId, userId }, { lock: true });
  await chargeMissingDays(tx, before, setting.today, setting);
  return programHolderOf(tx, { contractId, userId }, { lock: false });
}

/** Reads a mailbox; refuses an erased one as if it had never existed. */
async function knownBox(tx: Tx, userId: number): Promise<WholeBoxRow> {
  const box = await wholeBox(tx, userId);
  if (!box) throw new Problem('not_found');
  return box;
}
