import { hourStart } from '@kabinet/contract/kernel/zone';
import { dayIn } from '@kabinet/contract/kernel/day';
import type { OperatorContract } from '@kabinet/contract/staff';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { runAutopayments } from '../../../jobs/money/autopayment.ts';

const NOON = 12;

export const staffAutopaymentHandlers: PlainHandlers<OperatorContract['autopayment'], 'run'> = {
  // Runs by the clock, or as if on the given day: to catch up, or to try a future day. Each autopayment has its own
  // transaction.
  run: withoutTransaction(async ({ body }, { db, provider, log, now }) => {
    const zone = provider.time_zone;
    const at = body.day === undefined ? now : hourStart(body.day, NOON, zone);
    const failed = await runAutopayments({ db, provider, log }, at);
    return { day: dayIn(zone, at), failed };
  }),
};
