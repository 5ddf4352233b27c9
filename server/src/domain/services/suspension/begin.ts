import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { suspensionBegun, suspensionNotBegun } from './notices.ts';
import { cancelSuspension, dueSuspensions, markBegun, pauseService, type DueSuspension } from './suspension.queries.ts';
import { isSuspendable } from './suspension.rules.ts';

/**
 * Begins planned suspensions whose day has come. A suspension of a service that is off by then, for debt or by us, is
 * cancelled, and the client is told. Call it before unused days are given back. Repeating it changes nothing.
 */
export async function beginSuspensions(tx: Tx, accounts: readonly number[], day: Day, at: At): Promise<void> {
  for (const due of await dueSuspensions(tx, accounts, day)) {
    const { suspension_id: suspensionId, user_id, contract_id, name, until, in_debt: inDebt } = due;
    if (begins(due)) {
      await markBegun(tx, suspensionId);
      await pauseService(tx, user_id, until, at.now);
      await serviceChanged(tx, { userId: user_id });
      await notify(tx, suspensionBegun, contract_id, { suspensionId, name, until, today: day }, at);
    } else {
      await cancelSuspension(tx, suspensionId);
      await notify(tx, suspensionNotBegun, contract_id, { suspensionId, name, inDebt }, at);
    }
  }
}

const begins = ({ situation, in_debt }: DueSuspension): boolean => !in_debt && isSuspendable(situation);
