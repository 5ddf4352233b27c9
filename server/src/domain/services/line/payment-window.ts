import { dayIn } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { At } from '#server/domain/shared/at.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { serviceChanged } from '../provisioning/service-changed.ts';
import { endPaymentWindowJob } from './jobs.ts';

const WINDOW_MS = 10 * 60_000;
const MOST_A_DAY = 2;

/**
 * Opens slow access to a debtor's line for ten minutes, twice a day: an application of a bank needs its bank, and a hundred banks fit on
 * no list. The caller has just ordered the payment. Nothing if one is open, or the service is not off for a debt.
 */
export async function openPaymentWindow(tx: Tx, userId: number, { now, zone }: At): Promise<void> {
  const until = new Date(now.getTime() + WINDOW_MS);
  const opened = await tx.run(sql`
    insert into radius.payment_window as w (user_id, day, opened, until)
    select user_id, ${dayIn(zone, now)}, 1, ${until} from service_user
    where user_id = ${userId} and state = 'blocked' and reason = 'debt'
    on conflict (user_id) do update
    set day = excluded.day, opened = case when w.day = excluded.day then w.opened + 1 else 1 end, until = excluded.until
    where w.until is null and (w.day <> excluded.day or w.opened < ${MOST_A_DAY})`);
  if (opened === 0) return;
  await serviceChanged(tx, { userId });
  await addJob(tx, endPaymentWindowJob, { userId }, { runAt: until });
}

export async function endPaymentWindow(tx: Tx, userId: number, now: Date): Promise<void> {
  const ended = await tx.run(sql`
    update radius.payment_window set until = null where user_id = ${userId} and until <= ${now}`);
  if (ended > 0) await serviceChanged(tx, { userId });
}
