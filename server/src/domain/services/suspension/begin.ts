import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import { insertMessage } from '#domain/messaging/message.queries.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { begunMessage, notBegunMessage, type MessageText } from './suspension.texts.ts';
import { cancelSuspension, dueSuspensions, markBegun, pauseService, type DueSuspension } from './suspension.queries.ts';
import { isSuspendable } from './suspension.rules.ts';

const SHOWN_MS = 7 * 86_400_000;

/**
 * Planned suspensions whose day has come begin; one of a service that is off by then, for a debt or by us, does not, and the
 * client is told. To be called before unused days are given back. Said twice it does nothing more.
 */
export async function beginSuspensions(
  tx: Tx,
  accounts: readonly number[],
  day: Day,
  { now }: { readonly now: Date },
): Promise<void> {
  for (const due of await dueSuspensions(tx, accounts, day)) {
    const { suspension_id, user_id, contract_id, name, until, in_debt } = due;
    if (begins(due)) {
      await markBegun(tx, suspension_id);
      await pauseService(tx, user_id, until, now);
      await serviceChanged(tx, { userId: user_id });
      await tell(tx, contract_id, begunMessage(name, until, day), now);
    } else {
      await cancelSuspension(tx, suspension_id);
      await tell(tx, contract_id, notBegunMessage(name, in_debt), now);
    }
  }
}

const begins = ({ situation, in_debt }: DueSuspension): boolean => !in_debt && isSuspendable(situation);

/** A message about a suspension, shown for a week. */
export const tell = (tx: Tx, contractId: number, message: MessageText, now: Date): Promise<void> =>
  insertMessage(tx, { ...message, contractId, kind: 'info', now, until: new Date(now.getTime() + SHOWN_MS) });
