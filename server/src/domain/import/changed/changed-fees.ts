import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { Arrival } from '../arrival.ts';
import type { ChangedRow } from './merged-rows.ts';
import { endDebts, forgetPaid, sellOtherwise } from './service-changes.queries.ts';
import { beginDebts, markPaid, type ServiceState } from '../services.queries.ts';

interface ChangedFee extends Pick<ChangedRow<unknown>, 'columns'> {
  readonly account_id: number;
  /** `17:plan`: the fee, as charges name it. */
  readonly what: string;
  readonly sold_id: number;
  readonly paid_through: Day | null;
  readonly state?: ServiceState;
}

/** What the former system has charged of changed services, and the debts of their accounts. */
export async function changeFees({ tx, now, today }: Arrival, fees: readonly ChangedFee[]): Promise<void> {
  const paid = fees.filter(({ columns }) => columns.includes('paid_through'));
  await forgetPaid(tx, paid);
  await markPaid(
    tx,
    paid.flatMap(({ paid_through: through, ...fee }) =>
      through === null ? [] : [{ ...fee, until: addDays(through, 1) }],
    ),
    today,
  );
  await sellOtherwise(
    tx,
    fees.filter(({ columns }) => columns.includes('plan')),
  );
  const turned = fees.filter(({ columns }) => columns.includes('state'));
  const inDebt = turned.filter(({ state }) => state === 'debt').map(({ account_id }) => account_id);
  await beginDebts(tx, inDebt, now);
  await endDebts(
    tx,
    turned.map(({ account_id }) => account_id),
  );
}
