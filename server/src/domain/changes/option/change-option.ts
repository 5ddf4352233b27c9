import { nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { optionSubject } from '#server/domain/billing/outside/subjects.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import type { ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import { untilDay, type ChangeOutcome } from '../service-change/change-summary.ts';
import { askInstead } from '../service-change/handed-over.ts';
import { paidUntil } from '../service-change/service-change.queries.ts';
import { changeService, upToDateService } from '../service-change/settle-change.ts';
import type { PlanChangeTerms } from '../plan/change-plan.ts';
import { planOptionsOf, switchOptionOff, switchOptionOn, type OptionRow } from '../plan/plan.queries.ts';
import { whyNotOption } from '../plan/plan.rules.ts';
import { endUndo } from '../plan/undo.ts';

interface OptionChangeRequest {
  readonly userId: number;
  readonly optionId: number;
  readonly status: 'on' | 'off';
  readonly version?: string | undefined;
  readonly isRehearsal?: boolean;
  /** Only to tell what another billing is asked for. */
  readonly isAskedElsewhere?: boolean;
}

/**
 * Switches an option on at once, charged for the days that are left; or off, a paid one at the end of its paid period.
 */
export async function changeOption(
  tx: Tx,
  wanted: OptionChangeRequest,
  setting: PlanChangeTerms,
): Promise<OptionChange> {
  const { userId, optionId } = wanted;
  const service = await upToDateService(tx, userId, wanted.version, setting);
  const options = await planOptionsOf(tx, userId, service.plan_id ?? 0, setting.today);
  const option = options.find(({ option_id }) => option_id === optionId);
  if (!option) throw new Problem('not_found');
  const blockReason = whyNotOption(service, option.status !== null);
  if (blockReason) throw new Problem('change_not_allowed', { message: blockReason.text });
  if (service.is_external) return askForOption(tx, wanted, service, option, setting);
  return switchOption(tx, wanted, service, option, setting);
}

type OptionChange = ChangeOutcome & { readonly option: OptionRow };

/** Another billing is asked for it, and says when: it is switched when that is confirmed. */
async function askForOption(
  tx: Tx,
  wanted: OptionChangeRequest,
  service: ServiceRow,
  option: OptionRow,
  setting: PlanChangeTerms,
): Promise<OptionChange> {
  const { userId, optionId, status, isRehearsal } = wanted;
  const body = { option: option.name, option_id: optionId, status };
  const asked = { kind: 'option', subject: optionSubject(userId, optionId), body, isRehearsal } as const;
  const asIfMade = { ...wanted, isRehearsal: true, isAskedElsewhere: true };
  return askInstead(tx, service, asked, () => switchOption(tx, asIfMade, service, option, setting), setting);
}

async function switchOption(
  tx: Tx,
  wanted: OptionChangeRequest,
  service: ServiceRow,
  option: OptionRow,
  setting: PlanChangeTerms,
): Promise<OptionChange> {
  const { userId, optionId, status, isAskedElsewhere } = wanted;
  const { today } = setting;
  const isAtOnce = status === 'on' || isAskedElsewhere;
  const fee = `${userId}:option-${optionId}`;
  const from = isAtOnce ? today : await endOf(tx, service, option, fee, today);
  const subject = { userId, was: [fee], will: [fee] };
  const make = async () => {
    if (status === 'off') {
      await switchOptionOff(tx, { userId, optionId }, { from, today: today });
      if (from === today) await serviceChanged(tx, { userId });
      const undo_until = untilDay(from, today, setting.zone);
      return { subject, from, switches_off: [option.name], undo_until };
    }
    // An option belongs to the current plan of the service.
    const ends_undo = await endUndo(tx, service, setting);
    await switchOptionOn(tx, userId, optionId, today);
    if (option.status !== 'off_pending') await serviceChanged(tx, { userId });
    return { subject, from, switches_on: [option.name], ends_undo };
  };
  return { ...(await changeService(tx, service, { ...wanted, make }, setting)), option };
}

/**
 * An option that is free or has not begun ends at once; a paid one at the end of its paid period. In debt and on a pause nothing is
 * paid, so it ends at once, too; an account that was never charged is thought to have paid elsewhere.
 */
async function endOf(tx: Tx, service: ServiceRow, { price, status }: OptionRow, fee: string, today: Day): Promise<Day> {
  if (price === 0 || status === 'on_pending') return today;
  const paid = await paidUntil(tx, service, fee);
  if (paid === undefined && service.charged_through === null) return nextBillingDay(today, service.billing_day);
  return paid !== undefined && paid > today ? paid : today;
}
