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
  type SuspensionRow,
} from '#server/domain/services/suspension/suspension.queries.ts';
import { whyNotReturn } from '#server/domain/services/suspension/suspension.rules.ts';
import { pauseSubject } from '#server/domain/billing/outside/subjects.ts';
import type { ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import type { ChangeOutcome } from '../service-change/change-summary.ts';
import { askInstead } from '../service-change/handed-over.ts';
import { changeService, upToDateService } from '../service-change/settle-change.ts';
import { NO_PRICE, type SuspensionChangeTerms } from './suspend.ts';

interface EarlyReturnRequest {
  readonly userId: number;
  readonly version?: string | undefined;
  readonly isRehearsal?: boolean;
  /** Only to tell what another billing is asked for. */
  readonly isAskedElsewhere?: boolean;
}

/** Ends an active suspension today: gives back a paid day charged for today, and charges the service's own days. */
export async function returnEarly(
  tx: Tx,
  wanted: EarlyReturnRequest,
  setting: Omit<SuspensionChangeTerms, 'settings'>,
): Promise<ChangeOutcome> {
  const { userId } = wanted;
  const service = await upToDateService(tx, userId, wanted.version, setting);
  const current = await currentSuspension(tx, userId);
  if (current?.state !== 'active') {
    throw new Problem('change_not_allowed', { message: 'Услуга не приостановлена' });
  }
  // Of a debt there, the other billing knows.
  const inDebt = service.in_debt && !service.is_external;
  const blockReason = whyNotReturn(current, { inDebt, today: setting.today });
  if (blockReason !== null) throw new Problem('change_not_allowed', { message: blockReason });
  if (!service.is_external) return makeReturn(tx, wanted, service, current, setting);
  const { isRehearsal } = wanted;
  const asked = { kind: 'return', subject: pauseSubject(userId), body: {}, isRehearsal } as const;
  const asIfMade = { ...wanted, isRehearsal: true, isAskedElsewhere: true };
  const told = await askInstead(tx, service, asked, () => makeReturn(tx, asIfMade, service, current, setting), setting);
  return { ...told, price: NO_PRICE };
}

async function makeReturn(
  tx: Tx,
  wanted: EarlyReturnRequest,
  service: ServiceRow,
  { suspension_id: suspensionId, early_return }: SuspensionRow,
  setting: Omit<SuspensionChangeTerms, 'settings'>,
): Promise<ChangeOutcome> {
  const { userId } = wanted;
  const { today, now } = setting;
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
