import { settleMatter } from '#server/domain/messaging/notify.ts';
import { suspensionTopic } from '#server/domain/services/suspension/topic.ts';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { followSchedule } from '#server/domain/services/access-schedule/follow.ts';
import {
  currentSuspension,
  endSuspension,
  orderReturnCharge,
} from '#server/domain/services/suspension/suspension.queries.ts';
import { whyNotReturn } from '#server/domain/services/suspension/suspension.rules.ts';
import type { ChangeOutcome } from '../service-change/change-summary.ts';
import { changeService, upToDateService } from '../service-change/settle-change.ts';
import type { SuspensionChangeTerms } from './suspend.ts';

interface EarlyReturnRequest {
  readonly userId: number;
  readonly version?: string | undefined;
  readonly isRehearsal?: boolean;
}

/** Ends an active suspension today: gives back a paid day charged for today, and charges the service's own days. */
export async function returnEarly(
  tx: Tx,
  wanted: EarlyReturnRequest,
  setting: Omit<SuspensionChangeTerms, 'settings'>,
): Promise<ChangeOutcome> {
  const { userId } = wanted;
  const { today, now } = setting;
  const service = await upToDateService(tx, userId, wanted.version, setting);
  const current = await currentSuspension(tx, userId);
  if (current?.state !== 'active') {
    throw new Problem('change_not_allowed', { message: 'Услуга не приостановлена' });
  }
  const blockReason = whyNotReturn(current, { inDebt: service.in_debt, today });
  if (blockReason !== null) throw new Problem('change_not_allowed', { message: blockReason });
  const { suspension_id: suspensionId, early_return } = current;
  const make = async () => {
    await endSuspension(tx, suspensionId, today, now);
    await settleMatter(tx, service.contract_id, suspensionTopic(suspensionId), now);
    if (early_return) await orderReturnCharge(tx, { userId, suspensionId, amount: early_return.price, day: today });
    await serviceChanged(tx, { userId });
    const subject = { userId, was: [`${userId}:suspension`], will: [`${userId}:plan`] };
    return { subject, from: today, switches_on: [service.name] };
  };
  const outcome = await changeService(tx, service, { ...wanted, make }, setting);
  await followSchedule(tx, userId, setting);
  return outcome;
}
